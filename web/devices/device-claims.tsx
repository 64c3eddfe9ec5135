/** 号段申请: large batches of device numbers that institutions ask the platform for. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { consentLabels, consents } from '#contract/devices/device-batches.rules.ts';
import { deviceBatches } from '#contract/devices/device-batches.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';

type Request = RowOf<typeof deviceBatches.requests>;

const STATES: Record<number, { label: string; color: string }> = {
  [consents.waiting]: { label: consentLabels[consents.waiting]!, color: 'warning' },
  [consents.given]: { label: '已同意', color: 'success' },
  [consents.refused]: { label: '未同意', color: 'default' },
};

const columns: Column<Request>[] = [
  { key: 'tenantName', title: '机构', width: 160, pin: 'left' },
  { key: 'batchName', title: '批次名称', width: 150 },
  { key: 'firstNumber', title: '起始编号', width: 156 },
  { key: 'lastNumber', title: '结束编号', width: 156 },
  { key: 'count', title: '编号数', width: 88, align: 'right' },
  {
    key: 'state',
    title: '状态',
    width: 110,
    render: ({ state }) => <Tag color={STATES[state]?.color ?? 'default'}>{STATES[state]?.label}</Tag>,
  },
  { key: 'note', title: '备注', width: 160 },
  { key: 'askedName', title: '申请人', width: 96 },
  { key: 'createTime', title: '申请时间', width: 172 },
  { key: 'decidedName', title: '处理人', width: 96, render: ({ decidedName }) => decidedName ?? MISSING },
  { key: 'decidedTime', title: '处理时间', width: 172 },
  { key: 'decisionNote', title: '处理说明', width: 180 },
];

const filters = (
  <>
    <Filter name="state" label="状态">
      <Select
        allowClear
        placeholder="全部"
        options={Object.entries(STATES).map(([value, { label }]) => ({ value: Number(value), label }))}
      />
    </Filter>
    <Filter name="firstNumber" label="起始编号">
      <Input placeholder="请输入起始编号" allowClear maxLength={20} />
    </Filter>
  </>
);

export function DeviceClaims() {
  const [refusing, setRefusing] = useState<Request | null>(null);
  // Who was faster is in the list that is read again.
  const over = () => setRefusing(null);
  const decide = useSend(deviceBatches.decide, {
    changes: [deviceBatches.requests],
    onSuccess: over,
    onError: ({ status }) => status === 409 && over(),
  });
  return (
    <>
      <DataTable
        name="device-batch-requests"
        noun="号段申请"
        route={deviceBatches.requests}
        columns={columns}
        filters={filters}
        state="own"
        height="content"
        actions={(row: Request) => [
          {
            label: '同意',
            confirm: `同意后，这${row.count}个编号归${row.tenantName}登记，确定吗？`,
            onClick: () => decide.mutate({ id: row.id, agree: true }),
            when: row.state === consents.waiting,
          },
          { label: '不同意', danger: true, onClick: () => setRefusing(row), when: row.state === consents.waiting },
        ]}
      />
      {refusing && (
        <ReasonDialog
          title={`不同意“${refusing.batchName}”`}
          note={`${refusing.tenantName}会收到通知，批次不生效。`}
          placeholder="如 请提供采购合同"
          okText="不同意"
          most={200}
          pending={decide.isPending}
          onOk={(note) => decide.mutate({ id: refusing.id, agree: false, note: note.trim() })}
          onClose={() => setRefusing(null)}
        />
      )}
    </>
  );
}
