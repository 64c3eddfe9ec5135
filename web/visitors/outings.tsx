/** 外出: residents who leave the house with a companion, and when they are back. */
import { Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { outingStateLabels, outingStates } from '#contract/visitors/outing-commands.rules.ts';
import { outingKindLabels } from '#contract/visitors/outing-times.rules.ts';
import { outingLabels } from '#contract/visitors/outings.labels.ts';
import { outings } from '#contract/visitors/outings.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { toMillis } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { overdueText } from './visit-texts.ts';

const OutingDrawer = lazyPart(() => import('./outing-drawer.tsx'));
const Filter = labelledFilter(outingLabels);
const { planned, out } = outingStates;

type Row = RowOf<typeof outings.page>;

/** When they should be back, in red once that is over. */
function Due({ state, dueTime }: Pick<Row, 'state' | 'dueTime'>) {
  const now = useQuarterMinute();
  const late = state === out && toMillis(dueTime) <= now;
  return (
    <span className="v-due" data-late={late || undefined}>
      <Time value={dueTime} />
      {late && <small>{overdueText(dueTime, now)}</small>}
    </span>
  );
}

const columns: Column<Row>[] = titled(outingLabels, [
  {
    key: 'oldmanName',
    width: 100,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} />,
  },
  { key: 'kind', width: 72, render: ({ kind }) => outingKindLabels[kind] ?? '' },
  { key: 'state', width: 88, render: ({ state }) => <State of="outing" value={state} /> },
  { key: 'dueTime', width: 150, render: (row) => <Due {...row} /> },
  { key: 'companionName', width: 96 },
  { key: 'companionPhone', width: 124 },
  { key: 'destination', width: 150 },
  { key: 'place', width: 180, minor: 1, render: ({ place }) => <Place place={place} /> },
  { key: 'leaveTime', width: 130, sort: 'leave_time', minor: 1, render: ({ leaveTime }) => <Time value={leaveTime} /> },
  { key: 'leftTime', width: 130, render: ({ leftTime }) => <Time value={leftTime} /> },
  { key: 'returnTime', width: 130, render: ({ returnTime }) => <Time value={returnTime} /> },
  { key: 'relation', title: '关系', width: 96, minor: 2 },
  { key: 'remarks', width: 160, minor: 2 },
  { key: 'reason', width: 140, minor: 2 },
]);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(outingStateLabels)} />
    </Filter>
    <Filter name="overdue">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看超时未归' }]} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

export function Outings() {
  const may = useMay();
  const [editing, setEditing] = useState<{ row: Row | null } | null>(null);
  const [cancelling, setCancelling] = useState<Row | null>(null);
  const changes = { changes: [outings.page] };
  const leave = useSend(outings.leave, changes);
  const back = useSend(outings.return, changes);
  const cancel = useSend(outings.cancel, { ...changes, onSuccess: () => setCancelling(null) });
  return (
    <>
      <DataTable
        name="outings"
        noun="外出登记"
        route={outings.page}
        columns={columns}
        filters={filters}
        exportRoute={outings.export}
        addLabel="外出登记"
        onAdd={may(outings.create) ? () => setEditing({ row: null }) : undefined}
        actions={(row) => {
          const { id, version, state } = row;
          return [
            { label: '登记离开', onClick: () => leave.mutate({ id, version }), when: state === planned && may(outings.leave) },
            { label: '登记返回', onClick: () => back.mutate({ id, version }), when: state === out && may(outings.return) },
            {
              label: state === out ? '延长' : '修改',
              onClick: () => setEditing({ row }),
              when: (state === planned || state === out) && may(outings.update),
            },
            {
              label: '取消外出',
              danger: true,
              menu: true,
              onClick: () => setCancelling(row),
              when: state === planned && may(outings.cancel),
            },
          ];
        }}
      />
      <Suspense fallback={null}>{editing && <OutingDrawer outing={editing.row} onClose={() => setEditing(null)} />}</Suspense>
      {cancelling && (
        <ReasonDialog
          title={`取消${cancelling.oldmanName}的外出`}
          placeholder="如：家属改期"
          okText="取消外出"
          most={200}
          pending={cancel.isPending}
          onOk={(reason) => cancel.mutate({ id: cancelling.id, version: cancelling.version, reason })}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}
