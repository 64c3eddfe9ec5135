/** /admin/sysuserinvite/index 邀请管理: whom the institution invited, and who wants to join. */
import { Input, Select } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { kindLabels, mayDo, stateLabels } from '#contract/onboarding/invitations.rules.ts';
import { invitations } from '#contract/onboarding/invitations.ts';
import { titled } from '#contract/labels.ts';
import { invitationLabels } from '#contract/onboarding/invitations.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { StateTag } from '#web/users/invitation-state.tsx';
import type { InvitationRow } from './audit-drawer.tsx';
import './onboarding.css';

const Filter = labelledFilter(invitationLabels);

const InviteDrawer = lazy(() => import('./invite-drawer.tsx'));
const AuditDrawer = lazy(() => import('./audit-drawer.tsx'));

const columns: Column<InvitationRow>[] = titled(invitationLabels, [
  { key: 'target', width: 150, pin: 'left' },
  { key: 'name', width: 110 },
  { key: 'kind', width: 96, render: ({ kind }) => kindLabels[kind] },
  { key: 'status', width: 96, render: ({ status }) => <StateTag status={status} /> },
  {
    key: 'roleList',
    width: 160,
    render: ({ roleList }) => roleList.map(({ roleName }) => roleName).join('、') || <span className="y-missing">{MISSING}</span>,
  },
  { key: 'deptName', width: 130 },
  { key: 'note', width: 180, minor: 1 },
  { key: 'createName', width: 100, minor: 2 },
  { key: 'expireTime', width: 172, sort: 'expire_time' },
  { key: 'sendTime', width: 172, sort: 'send_time', hidden: true },
  { key: 'sendCount', width: 96, align: 'right', hidden: true },
  { key: 'auditName', width: 100, minor: 1 },
  { key: 'auditTime', width: 172, minor: 1 },
  { key: 'reason', width: 160 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="kind">
      <Select allowClear placeholder="请选择" options={choices(kindLabels)} />
    </Filter>
    <Filter name="status">
      <Select allowClear placeholder="请选择" options={choices(stateLabels)} />
    </Filter>
    <Filter name="target" label="账号">
      <Input allowClear maxLength={32} placeholder="手机号或用户名" />
    </Filter>
    <Filter name="name">
      <Input allowClear maxLength={20} placeholder="请输入姓名" />
    </Filter>
  </>
);

export default function Invitations() {
  const may = useMay();
  const [inviting, setInviting] = useState(false);
  const [auditing, setAuditing] = useState<InvitationRow | null>(null);
  const act = useSend(invitations.invite, { changes: [invitations.page] });
  const mayInvite = may(invitations.invite);
  return (
    <>
      <DataTable
        name="invitations"
        noun="邀请与申请"
        route={invitations.page}
        exportRoute={invitations.export}
        columns={columns}
        filters={filters}
        addLabel="邀请"
        onAdd={mayInvite ? () => setInviting(true) : undefined}
        actions={(row) => [
          { label: '审核', onClick: () => setAuditing(row), when: may(invitations.audit) && mayDo('audit', row.kind, row.status) },
          {
            label: '重新发送',
            onClick: () => act.mutate({ id: row.id, action: 'resend', version: row.version }),
            when: mayInvite && mayDo('resend', row.kind, row.status),
          },
          {
            label: '撤回',
            danger: true,
            confirm: '确定撤回该邀请吗？对方将不能再接受',
            onClick: () => act.mutate({ id: row.id, action: 'withdraw', version: row.version }),
            when: mayInvite && mayDo('withdraw', row.kind, row.status),
          },
        ]}
      />
      <Suspense fallback={null}>
        {inviting && <InviteDrawer onClose={() => setInviting(false)} />}
        {auditing && <AuditDrawer key={auditing.id} row={auditing} onClose={() => setAuditing(null)} />}
      </Suspense>
    </>
  );
}
