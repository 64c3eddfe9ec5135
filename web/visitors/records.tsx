/** 预约与登记: what is booked, who came, what was cancelled: the visitor register with its decisions and its export. */
import { Input, Select } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { visitorSourceLabels, visitorStateLabels, visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import { visitorLabels } from '#contract/visitors/visitor-records.labels.ts';
import { visitorRecords } from '#contract/visitors/visitor-records.ts';
import { visitorStatistics } from '#contract/visitors/visitor-statistics.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { badgeAddress } from './receipt-line.tsx';

const BookingDrawer = lazyPart(() => import('./booking-drawer.tsx'));
const Filter = labelledFilter(visitorLabels);
const { pending, booked, inside, left } = visitorStates;

type Row = RowOf<typeof visitorRecords.page>;

const columns: Column<Row>[] = titled(visitorLabels, [
  { key: 'startTime', width: 130, pin: 'left', sort: 'start_time', render: ({ startTime }) => <Time value={startTime} /> },
  { key: 'state', width: 88, render: ({ state }) => <State of="visitor" value={state} /> },
  { key: 'visitorName', width: 100 },
  { key: 'visitorPhone', width: 124 },
  { key: 'oldmanName', width: 100, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} /> },
  { key: 'people', width: 88, align: 'right', minor: 1 },
  { key: 'place', width: 180, minor: 1, render: ({ place }) => <Place place={place} /> },
  { key: 'relation', title: '关系', width: 96, minor: 1 },
  { key: 'arriveTime', width: 130, render: ({ arriveTime }) => <Time value={arriveTime} /> },
  { key: 'leaveTime', width: 130, render: ({ leaveTime }) => <Time value={leaveTime} /> },
  { key: 'code', width: 96, minor: 2 },
  { key: 'source', width: 96, minor: 2, render: ({ source }) => visitorSourceLabels[source] },
  { key: 'companions', width: 140, minor: 2 },
  { key: 'temperature', width: 80, align: 'right', minor: 2 },
  { key: 'restricted', width: 96, minor: 2, render: ({ restricted }) => (restricted ? '是' : undefined) },
  { key: 'overrideReason', width: 160, minor: 2 },
  { key: 'reason', width: 160, minor: 2 },
  { key: 'remarks', width: 160, minor: 2 },
]);

const filters = (
  <>
    <Filter name="keyword">
      <Input placeholder="姓名、手机号（后四位）或预约码" allowClear maxLength={20} />
    </Filter>
    <Filter name="oldmanName">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(visitorStateLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
    <Filter name="source">
      <Select allowClear placeholder="全部" options={choices(visitorSourceLabels)} />
    </Filter>
    <Filter name="restricted">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '只看受限访客' }]} />
    </Filter>
  </>
);

type Asked = { row: Row; action: 'refuse' | 'cancel' };

export function VisitorRecords() {
  const may = useMay();
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const changes = { changes: [visitorRecords.page, visitorStatistics.today] };
  const close = () => setAsked(null);
  const approve = useSend(visitorRecords.approve, changes);
  const refuse = useSend(visitorRecords.refuse, { ...changes, onSuccess: close });
  const cancel = useSend(visitorRecords.cancel, { ...changes, onSuccess: close });
  const remove = useSend(visitorRecords.remove, changes);
  return (
    <>
      <DataTable
        name="visitor-records"
        noun="访客登记"
        route={visitorRecords.page}
        columns={columns}
        filters={filters}
        exportRoute={visitorRecords.export}
        addLabel="代约来访"
        onAdd={may(visitorRecords.create) ? () => setEditing({ id: null }) : undefined}
        actions={(row) => {
          const { id, version, state } = row;
          const open = state === pending || state === booked;
          return [
            { label: '通过', onClick: () => approve.mutate({ id, version }), when: state === pending && may(visitorRecords.approve) },
            { label: '拒绝', onClick: () => setAsked({ row, action: 'refuse' }), when: state === pending && may(visitorRecords.refuse) },
            { label: '访客证', onClick: () => go(badgeAddress(id)), when: state === inside || state === left },
            { label: '修改', onClick: () => setEditing({ id }), when: open && may(visitorRecords.update) },
            {
              label: '取消预约',
              danger: true,
              menu: true,
              onClick: () => setAsked({ row, action: 'cancel' }),
              when: open && may(visitorRecords.cancel),
            },
            {
              label: '删除',
              danger: true,
              menu: true,
              confirm: `确定删除${row.visitorName}${row.startTime.slice(0, 10)}的访客登记吗？删除后不能恢复`,
              onClick: () => remove.mutate({ id }),
              when: state !== inside && state !== left && may(visitorRecords.remove),
            },
          ];
        }}
      />
      <Suspense fallback={null}>
        {editing && <BookingDrawer key={editing.id ?? 'new'} id={editing.id} onClose={() => setEditing(null)} />}
      </Suspense>
      {asked && (
        <ReasonDialog
          title={`${asked.action === 'refuse' ? '拒绝' : '取消'}${asked.row.visitorName}的预约`}
          note={asked.action === 'refuse' ? '原因会用短信告诉访客。' : undefined}
          placeholder="如：当日有活动，暂停探访"
          okText={asked.action === 'refuse' ? '拒绝' : '取消预约'}
          most={200}
          pending={refuse.isPending || cancel.isPending}
          onOk={(reason) => (asked.action === 'refuse' ? refuse : cancel).mutate({ id: asked.row.id, version: asked.row.version, reason })}
          onClose={close}
        />
      )}
    </>
  );
}
