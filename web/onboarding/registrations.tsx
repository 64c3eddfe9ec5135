/** /admin/registration/index 注册审核: who registered themselves, and the platform's decision about their institutions. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { registrationStateLabels, registrationStates } from '#contract/onboarding/registration-reviews.rules.ts';
import { registrationReviews } from '#contract/onboarding/registration-reviews.ts';
import { tenants } from '#contract/tenants/tenants.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { registrationLabels } from '#contract/onboarding/registration-reviews.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { RegionName } from '#web/ui/region-cascader.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import './onboarding.css';

const Filter = labelledFilter(registrationLabels);

type Row = RowOf<typeof registrationReviews.page>;

const COLORS: Record<number, string> = { 0: 'default', 1: 'processing', 2: 'success', 3: 'error', 4: 'success', 5: 'default' };

const columns: Column<Row>[] = titled(registrationLabels, [
  { key: 'name', width: 110, pin: 'left' },
  { key: 'phone', width: 128 },
  {
    key: 'state',
    width: 112,
    render: ({ state }) => <Tag color={COLORS[state] ?? 'default'}>{registrationStateLabels[state]}</Tag>,
  },
  { key: 'tenantName', width: 200 },
  {
    key: 'regionCode',
    width: 180,
    render: ({ regionCode }) => (regionCode ? <RegionName code={regionCode} /> : <span className="y-missing">{MISSING}</span>),
  },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'auditName', width: 100, minor: 1 },
  { key: 'auditTime', width: 172, minor: 1, sort: 'audit_time' },
  { key: 'reason', width: 200 },
  { key: 'username', width: 130 },
  { key: 'tenantCode', width: 120, hidden: true },
  { key: 'address', width: 220, hidden: true },
  { key: 'packageName', width: 112, hidden: true },
]);

const filters = (
  <>
    <Filter name="state">
      <Select allowClear placeholder="请选择" options={choices(registrationStateLabels)} />
    </Filter>
    <Filter name="phone">
      <Input allowClear maxLength={20} placeholder="请输入手机号" inputMode="numeric" />
    </Filter>
    <Filter name="name" label="名称">
      <Input allowClear maxLength={50} placeholder="姓名、用户名或机构" />
    </Filter>
  </>
);

const changes = [registrationReviews.page, tenants.page, tenants.tree];

function RefuseDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  // Who was faster is in the list that is read again.
  const send = useSend(registrationReviews.audit, { changes, onSuccess: onClose, onError: ({ status }) => status === 409 && onClose() });
  return (
    <ReasonDialog
      title={`拒绝${row.tenantName ?? ''}`}
      note={`拒绝后该机构立即关闭，不能恢复；原因会短信告知${row.name}（${row.phone}），对方可用同一手机号重新注册。`}
      label={titleOf(registrationLabels, 'reason')}
      placeholder="如 机构名称与营业执照不符"
      okText="拒绝"
      most={100}
      pending={send.isPending}
      onOk={(reason) => send.mutate({ id: row.id, status: '2', reason: reason.trim(), version: row.version })}
      onClose={onClose}
    />
  );
}

export default function Registrations() {
  const mayDecide = useMay()(registrationReviews.audit);
  const [refusing, setRefusing] = useState<Row | null>(null);
  const approve = useSend(registrationReviews.audit, { changes });
  const waits = ({ state }: Row) => mayDecide && state === registrationStates.waiting;
  return (
    <>
      <DataTable
        name="registrations"
        noun="注册"
        route={registrationReviews.page}
        exportRoute={registrationReviews.export}
        columns={columns}
        filters={filters}
        actions={(row) => [
          {
            label: '通过',
            confirm: `确定通过“${row.tenantName}”的注册吗？试用从现在开始，并短信通知${row.name}`,
            onClick: () => approve.mutate({ id: row.id, status: '1', version: row.version }),
            when: waits(row),
          },
          { label: '拒绝', danger: true, onClick: () => setRefusing(row), when: waits(row) },
        ]}
      />
      {refusing && <RefuseDialog row={refusing} onClose={() => setRefusing(null)} />}
    </>
  );
}
