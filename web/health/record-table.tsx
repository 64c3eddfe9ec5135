/** Every single value of a person, with what became of it. */
import { Select, Tag } from 'antd';
import { useState } from 'react';
import { enteredMetrics, mannerText, valueText } from '#contract/health/measurements.rules.ts';
import { measurements } from '#contract/health/measurements.ts';
import { metrics } from '#contract/health/metrics.ts';
import type { Level } from '#contract/health/thresholds.rules.ts';
import { vitals } from '#contract/health/vitals.ts';
import { titled } from '#contract/labels.ts';
import { readingLabels } from '#contract/health/vitals.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import { LevelTag } from './level-tag.tsx';

const Filter = labelledFilter(readingLabels);

export type RecordRow = RowOf<typeof vitals.page>;

const GONE = 2;
/** What a device reports of a night stays as it was reported: whoever knows better enters the hours. */
const isNight = ({ metric, source }: RecordRow) => metric === 'sleep' && source === 'device';
const METRICS = enteredMetrics.map((value) => ({ value, label: metrics[value].label }));

const columns: Column<RecordRow>[] = titled(readingLabels, [
  { key: 'time', width: 172, sort: 'time' },
  { key: 'label', width: 88 },
  {
    key: 'value',
    width: 170,
    render: ({ metric, value, unit, state, was }) => (
      <span className="h-record-value" data-gone={state === GONE || undefined}>
        <b>{valueText(metric, value)}</b> {unit}
        {was !== null && state !== GONE && <del>{valueText(metric, was)}</del>}
      </span>
    ),
  },
  { key: 'level', width: 88, render: ({ level }) => (level ? <LevelTag level={level as Level} /> : MISSING) },
  {
    key: 'source',
    width: 160,
    render: ({ source, sourceName }) => `${source === 'device' ? '设备' : '人工'} ${sourceName ?? ''}`,
  },
  { key: 'manner', width: 104, render: ({ metric, manner }) => mannerText(metric, manner) ?? MISSING },
  {
    key: 'state',
    width: 110,
    render: ({ state, doubtful }) => (
      <>
        {state === 1 && <Tag color="processing">已更正</Tag>}
        {state === GONE && <Tag>已作废</Tag>}
        {doubtful && <Tag color="warning">存疑</Tag>}
        {state === 0 && !doubtful && '有效'}
      </>
    ),
  },
  { key: 'note', width: 160 },
  {
    key: 'reason',
    width: 170,
    render: ({ reason, changeName }) => (reason ? `${reason}（${changeName ?? '--'}）` : MISSING),
  },
]);

const filters = (
  <>
    <Filter name="metric">
      <Select allowClear placeholder="全部" options={METRICS} />
    </Filter>
    <Filter name="source">
      <Select
        allowClear
        placeholder="全部"
        options={[
          { value: 'manual', label: '人工' },
          { value: 'device', label: '设备' },
        ]}
      />
    </Filter>
    <Filter name="abnormal">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看异常' }]} />
    </Filter>
    <Filter name={['startTime', 'endTime']}>
      <DateRange />
    </Filter>
  </>
);

export function RecordTable({ personId }: { personId: number }) {
  const may = useMay();
  const [correcting, setCorrecting] = useState<RecordRow | null>(null);
  return (
    <>
      <DataTable
        name="health-records"
        noun="体征记录"
        route={vitals.page}
        exportRoute={vitals.export}
        fixed={{ oldmanId: personId }}
        columns={columns}
        filters={filters}
        state="own"
        height="content"
        actions={(row) => [
          { label: '更正', onClick: () => setCorrecting(row), when: row.state !== GONE && !isNight(row) && may(measurements.correct) },
        ]}
      />
      {correcting && <CorrectDialog row={correcting} onClose={() => setCorrecting(null)} />}
    </>
  );
}
