/** /staff-leave/index 员工请假: one's own, and for those who may those of the others; with `?add=true` the form is open. */
import { Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { closedLeave, leaveStateLabels } from '#contract/staff-leave/leave-commands.rules.ts';
import { leaveText } from '#contract/staff-leave/leave-spans.rules.ts';
import { leaveLabels } from '#contract/staff-leave/staff-leaves.labels.ts';
import { leaveTypes, staffLeaves } from '#contract/staff-leave/staff-leaves.ts';
import { titled } from '#contract/labels.ts';
import { duties } from '#contract/warnings/duties.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import { session } from '#web/api/session.ts';
import { approvalAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { LeaveDetail } from './leave-detail.tsx';
import { LeaveForm, useSendLeave, type Leave } from './leave-form.tsx';
import './staff-leave.css';

const Filter = labelledFilter(leaveLabels);

type Row = RowOf<typeof staffLeaves.page>;

const columns: Column<Row>[] = titled(leaveLabels, [
  { key: 'userName', width: 100, pin: 'left' },
  { key: 'departmentName', width: 120, minor: 1 },
  { key: 'type', width: 92 },
  {
    key: 'startTime',
    title: '请假时间',
    width: 270,
    sort: 'start_time',
    render: ({ startTime, endTime }) => leaveText({ starts_at: startTime, ends_at: endTime }),
  },
  { key: 'days', width: 72, align: 'right' },
  { key: 'state', width: 92, render: ({ state }) => <State of="leave" value={state} /> },
  { key: 'handToName', width: 108, minor: 1 },
  { key: 'reason', width: 200, minor: 2 },
  { key: 'takenDays', width: 92, align: 'right', minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="type">
      <Select allowClear placeholder="全部" options={leaveTypes.map((value) => ({ value, label: value }))} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(leaveStateLabels)} />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

function FormDrawer({ leave, onSent, onClose }: { leave: Leave | null; onSent: () => void; onClose: () => void }) {
  const [form] = Form.useForm();
  const { send, sending } = useSendLeave(leave, () => {
    onSent();
    onClose();
  });
  return (
    <SideDrawer
      title={leave ? '修改请假' : '申请请假'}
      open
      size="medium"
      onClose={onClose}
      isDirty={() => form.isFieldsTouched()}
      confirmLabel={leave ? '重新提交' : '提交申请'}
      confirming={sending}
      onConfirm={() => form.submit()}
    >
      <LeaveForm form={form} leave={leave} onSubmit={send} />
    </SideDrawer>
  );
}

/** The form of one that was returned, as soon as it is read. */
function ChangeDrawer({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useCall(staffLeaves.get, { id });
  return data ? <FormDrawer leave={data} onSent={() => {}} onClose={onClose} /> : null;
}

function EndDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const end = useSend(staffLeaves.end, {
    changes: [staffLeaves.page, staffLeaves.mine, staffLeaves.get, duties.week],
    onSuccess: (effects) => {
      const shifts = effects.filter(({ kind }) => kind === 'shift').length;
      if (shifts > 0) showMessage('info', `请假时移出的${shifts}个班次不会自动恢复，请在值班表中重新排班`);
      onClose();
    },
    onError: ({ status }) => status === 409 && onClose(),
  });
  return (
    <ReasonDialog
      title={`${row.userName}销假`}
      note="从现在起可以排班和派单。请假时移出的班次和已改派的服务不会自动恢复。"
      placeholder="如 提前返岗"
      okText="销假"
      most={200}
      pending={end.isPending}
      onOk={(reason) => end.mutate({ id: row.id, version: row.version, reason })}
      onClose={onClose}
    />
  );
}

type Open = { kind: 'add' } | { kind: 'change' | 'detail'; id: number } | { kind: 'end'; row: Row } | null;

export default function StaffLeaves() {
  const may = useMay();
  const me = useStore(session, ({ user }) => user?.id ?? 0);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const back = useAskedAdd(() => setOpen({ kind: 'add' }));
  const withdraw = useSend(staffLeaves.withdraw, { changes: [staffLeaves.page, staffLeaves.mine, staffLeaves.get] });
  return (
    <>
      <DataTable
        name="staff-leaves"
        noun="员工请假"
        route={may(staffLeaves.page) ? staffLeaves.page : staffLeaves.mine}
        {...(may(staffLeaves.export) ? { exportRoute: staffLeaves.export } : {})}
        columns={columns}
        filters={filters}
        addLabel="申请请假"
        onAdd={() => setOpen({ kind: 'add' })}
        onRowDoubleClick={({ id }) => setOpen({ kind: 'detail', id })}
        actions={(row) => {
          const own = row.userId === me;
          return [
            { label: '详情', onClick: () => setOpen({ kind: 'detail', id: row.id }) },
            {
              label: '修改并重新提交',
              onClick: () => setOpen({ kind: 'change', id: row.id }),
              when: own && closedLeave(row, 'edit') === null,
            },
            { label: '查看审批', onClick: () => go(approvalAddress(row.caseId as number)), when: row.caseId !== null, menu: true },
            {
              label: '撤回',
              confirm: '确定撤回这次请假申请吗？',
              menu: true,
              onClick: () => withdraw.mutate({ id: row.id }),
              when: own && closedLeave(row, 'withdrawn') === null,
            },
            {
              label: '销假',
              menu: true,
              onClick: () => setOpen({ kind: 'end', row }),
              when: may(staffLeaves.end) && closedLeave(row, 'end') === null,
            },
          ];
        }}
      />
      {open?.kind === 'add' && <FormDrawer leave={null} onSent={back} onClose={close} />}
      {open?.kind === 'change' && <ChangeDrawer id={open.id} onClose={close} />}
      {open?.kind === 'detail' && <LeaveDetail id={open.id} onClose={close} />}
      {open?.kind === 'end' && <EndDialog row={open.row} onClose={close} />}
    </>
  );
}
