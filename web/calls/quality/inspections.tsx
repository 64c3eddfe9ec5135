/** /cloudcall/inspection 通话质检: what was drawn or sent by hand, scored, appealed against; a seat sees what was found of its own calls. */
import { Button, Input, Segmented, Select } from 'antd';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router';
import { callGroups } from '#contract/calls/call-groups.ts';
import { callInspectionLabels } from '#contract/calls/call-inspections.labels.ts';
import { inspectionStateLabels, inspectionStates } from '#contract/calls/call-inspections.rules.ts';
import { callInspections, INSPECTION_VIEW } from '#contract/calls/call-inspections.ts';
import { durationText } from '#contract/calls/call-words.rules.ts';
import { inspectionStatistics } from '#contract/calls/inspection-statistics.ts';
import { callKindLabels } from '#contract/calls/seat-states.rules.ts';
import { titled } from '#contract/labels.ts';
import { useCan } from '#web/api/permissions.ts';
import { go } from '#web/shell/go.ts';
import { useAskedId } from '#web/ui/asked-id.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { GroupSelect } from '../group-select.tsx';
import { originLabels, originText } from './inspection.ts';
import { ScoreTag } from './score-sheet.tsx';
import { SheetSelect } from './sheet-select.tsx';

const InspectionDrawer = lazy(() => import('./inspection-drawer.tsx'));

type Row = RowOf<typeof callInspections.page>;
const Filter = labelledFilter(callInspectionLabels);

const columns: Column<Row>[] = titled(callInspectionLabels, [
  { key: 'callTime', width: 172, pin: 'left', sort: 'call_time' },
  { key: 'agentName', width: 100 },
  { key: 'state', width: 96, render: ({ state }) => <State of="inspection" value={state} /> },
  { key: 'points', width: 150, sort: 'points', render: (row) => (row.points === null ? MISSING : <ScoreTag {...row} />) },
  { key: 'groupName', width: 120 },
  { key: 'kind', width: 80, render: ({ kind }) => callKindLabels[kind] },
  { key: 'talkSeconds', width: 110, align: 'right', render: ({ talkSeconds }) => durationText(talkSeconds) },
  { key: 'byHand', width: 180, render: originText },
  { key: 'sheetName', width: 140, minor: 1 },
  { key: 'inspectorName', width: 100 },
  { key: 'scoredTime', width: 172, minor: 1, sort: 'scored_time' },
  { key: 'seenTime', width: 172, minor: 2 },
  { key: 'soundUntil', width: 120, render: ({ soundUntil }) => soundUntil?.slice(0, 10) ?? '已销毁' },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filtersFor = (groups: boolean) => (
  <>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(inspectionStateLabels)} />
    </Filter>
    <Filter name="agentName">
      <Input allowClear maxLength={30} placeholder="请输入姓名" />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
    {groups && (
      <Filter name="groupId">
        <GroupSelect placeholder="全部" />
      </Filter>
    )}
    <Filter name="byHand">
      <Select allowClear placeholder="全部" options={choices(originLabels)} />
    </Filter>
    <Filter name="sheetId">
      <SheetSelect all placeholder="全部" />
    </Filter>
    <Filter name="passed">
      <Select allowClear placeholder="全部" options={choices({ true: '合格', false: '不合格' })} />
    </Filter>
  </>
);
const { waits, scored, appealed, decided } = inspectionStates;

/** The states that an inspector goes through, in one press. */
function States() {
  const [params, setParams] = useSearchParams();
  const choose = (state: string) =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const name of ['current', 'state']) after.delete(name);
      if (state !== '') after.set('state', state);
      return after;
    });
  return (
    <Segmented
      aria-label="质检状态"
      value={params.get('state') ?? ''}
      onChange={choose}
      options={[
        { value: '', label: '全部' },
        ...[waits, scored, appealed, decided].map((state) => ({ value: String(state), label: inspectionStateLabels[state] })),
      ]}
    />
  );
}

export default function Inspections() {
  const may = useMay();
  const can = useCan();
  const [shown, setShown] = useAskedId('id');
  return (
    <>
      <DataTable
        name="call-inspections"
        noun="质检记录"
        route={callInspections.page}
        columns={columns}
        filters={can(INSPECTION_VIEW) ? filtersFor(may(callGroups.page)) : undefined}
        exportRoute={callInspections.export}
        extra={
          <>
            {can(INSPECTION_VIEW) && <States />}
            {may(inspectionStatistics.read) && <Button onClick={() => go('/cloudcall/inspection/statistics')}>质检统计</Button>}
          </>
        }
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={({ id, state }) => [
          { label: state === waits && may(callInspections.score) ? '评分' : '查看', onClick: () => setShown(id) },
        ]}
      />
      <Suspense fallback={null}>{shown !== null && <InspectionDrawer key={shown} id={shown} onClose={() => setShown(null)} />}</Suspense>
    </>
  );
}
