/** /health/index 健康总览: everybody's newest values, what is out of bounds first. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { measurements } from '#contract/health/measurements.ts';
import type { MetricName } from '#contract/health/metrics.ts';
import { overviews } from '#contract/health/overviews.ts';
import { gravity, type Level } from '#contract/health/thresholds.rules.ts';
import { titled } from '#contract/labels.ts';
import { overviewLabels } from '#contract/health/overviews.labels.ts';
import { useCall } from '#web/api/call.ts';
import { FlagTags } from '#web/elderly/person-tags.tsx';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { MISSING, since, thousands } from '#web/ui/display.ts';
import { Figures, type Figure } from '#web/ui/figures.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { choices } from '#web/ui/inputs.tsx';
import { Place } from '#web/ui/place.tsx';
import { healthAddress } from '#web/shell/addresses.ts';
import { EntryDrawer } from './entry-drawer.tsx';
import './health.css';
import './overview.css';

const Filter = labelledFilter(overviewLabels);

type Row = RowOf<typeof overviews.page>;

const REFRESH_MS = 60_000;
const TONES = [undefined, 'watch', 'urgent'] as const;

/** Values of one measurement; the worst of them colours all. */
function Values({ row, names }: { row: Row; names: readonly MetricName[] }) {
  const now = useQuarterMinute();
  const values = names.map((name) => row.values[name]);
  const [first] = values;
  if (!first || values.includes(undefined)) return <span className="y-missing">{MISSING}</span>;
  const levels = values.map((value) => value?.level ?? 0) as Level[];
  const worst = levels.reduce((a, b) => (gravity(b) > gravity(a) ? b : a));
  // Back inside its limit, but not by enough: that is why the row is marked.
  const held = worst === 0 && values.some((value) => value?.held);
  const title = `${first.time}${first.manual ? '，人工录入' : '，设备'}${held ? '；刚回到正常范围，稳定后才解除' : ''}`;
  return (
    <span className="h-cell" data-tone={held ? 'watch' : TONES[gravity(worst)]} title={title}>
      <b>
        {values.map((value) => value?.value).join('/')}
        {worst !== 0 && (
          <i role="img" aria-label={worst > 2 ? '高' : '低'}>
            {worst > 2 ? '↑' : '↓'}
          </i>
        )}
      </b>
      <small>
        {since(first.time, now)}
        {held && ' 待稳定'}
      </small>
    </span>
  );
}

const cell = (title: string, names: readonly MetricName[], width = 96): Column<Row> => ({
  key: names[0] as string,
  title,
  width,
  render: (row) => <Values row={row} names={names} />,
});

const GRAVITIES = [
  { label: '正常', color: 'default' },
  { label: '关注', color: 'warning' },
  { label: '严重', color: 'error' },
] as const;

const columns: Column<Row>[] = titled(overviewLabels, [
  {
    key: 'gravity',
    width: 76,
    pin: 'left',
    render: ({ gravity: one, lastTime, values }) =>
      one === 0 ? (
        // A single value of a device may be out of bounds before the engine takes it for one.
        <span className="y-missing">
          {lastTime === null ? '无数据' : Object.values(values).some(({ level }) => level !== 0) ? '有偏离' : '正常'}
        </span>
      ) : (
        <Tag color={GRAVITIES[one as 1]?.color ?? 'default'} variant={one === 2 ? 'solid' : 'outlined'}>
          {GRAVITIES[one as 1]?.label}
        </Tag>
      ),
  },
  {
    key: 'userName',
    width: 92,
    pin: 'left',
    sort: 'name',
    render: ({ id, userName }) => <Link to={healthAddress(id)}>{userName}</Link>,
  },
  { key: 'place', width: 168, render: Place },
  cell('血压', ['systolic', 'diastolic'], 104),
  cell('心率', ['heartRate']),
  cell('血氧', ['oxygen']),
  cell('体温', ['temperature']),
  {
    key: 'missing',
    width: 180,
    render: ({ missing }) =>
      missing.length === 0 ? (
        MISSING
      ) : (
        <span
          className="h-missing"
          title={missing
            .map(({ label, expected, hours }) => `${label}要求每${expected}小时一次，${hours === null ? '从未测量' : `已${hours}小时未测`}`)
            .join('；')}
        >
          {missing.map(({ label, hours }) => (hours === null ? `${label}未测` : `${label}${hours}小时`)).join('、')}
        </span>
      ),
  },
  cell('呼吸', ['breathing']),
  cell('血糖', ['glucose']),
  cell('睡眠', ['sleep']),
  cell('步数', ['steps']),
  { key: 'flags', width: 130, hidden: true, render: ({ flags }) => <FlagTags flags={flags} /> },
  { key: 'lastTime', width: 172, hidden: true },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="abnormal">
      <Select allowClear placeholder="全部" options={choices({ urgent: '只看严重', true: '只看异常' })} />
    </Filter>
    <Filter name="missing">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看缺测' }]} />
    </Filter>
    <Filter name="careLevel">
      <DictionarySelect type="care_level" />
    </Filter>
    <Filter name="status">
      <DictionarySelect type="oldman_status" placeholder="未离院" />
    </Filter>
  </>
);

function Summary() {
  const { data } = useCall(overviews.summary, {}, { quiet: true, refetchInterval: REFRESH_MS });
  const [params, setParams] = useSearchParams();
  const set = (name: string, value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        const on = next.get(name) === value;
        for (const key of ['abnormal', 'missing', 'page']) next.delete(key);
        if (!on) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const figure = (label: string, count: number | undefined, name: string, value: string, tone: 'warning' | 'error'): Figure => ({
    label,
    value: count === undefined ? MISSING : thousands(count),
    tone: count ? tone : undefined,
    pressed: params.get(name) === value,
    onClick: () => set(name, value),
  });
  return (
    <Figures
      label="健康概况"
      figures={[
        { label: '在册人数', value: data ? thousands(data.total) : MISSING },
        figure('严重异常', data?.urgent, 'abnormal', 'urgent', 'error'),
        figure('全部异常', data && data.urgent + data.watch, 'abnormal', 'true', 'warning'),
        figure('缺测', data?.missing, 'missing', 'true', 'warning'),
      ]}
    />
  );
}

export default function HealthOverview() {
  const may = useMay();
  const [entering, setEntering] = useState<Row | null>(null);
  return (
    <div className="h-overview">
      <Summary />
      <DataTable
        name="health-overview"
        noun="健康总览"
        route={overviews.page}
        exportRoute={overviews.export}
        columns={columns}
        filters={filters}
        rowClass={({ gravity: one }) => (one ? `h-row-${one}` : '')}
        onRowDoubleClick={({ id }) => go(healthAddress(id))}
        actions={(row) => [
          { label: '查看', onClick: () => go(healthAddress(row.id)) },
          { label: '录入', onClick: () => setEntering(row), when: may(measurements.create) },
        ]}
      />
      {entering && <EntryDrawer personId={entering.id} name={entering.userName} onClose={() => setEntering(null)} />}
    </div>
  );
}
