/** 号段申请: large batches of device numbers that institutions ask the platform for. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { consentLabels, consents } from '#contract/devices/device-batches.rules.ts';
import { deviceBatches } from '#contract/devices/device-batches.ts';
import { titled } from '#contract/labels.ts';
import { batchRequestLabels } from '#contract/devices/device-batches.labels.ts';
import { useSend } from '#web/api/call.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';

const Filter = labelledFilter(batchRequestLabels);

type Request = RowOf<typeof deviceBatches.requests>;

const STATES: Record<number, { label: string; color: string }> = {
  [consents.waiting]: { label: consentLabels[consents.waiting]!, color: 'warning' },
  [consents.given]: { label: '已同意', color: 'success' },
  [consents.refused]: { label: '未同意', color: 'default' },
};

const columns: Column<Request>[] = titled(batchRequestLabels, [
  { key: 'tenantName', width: 160, pin: 'left' },
  { key: 'batchName', width: 150 },
  { key: 'firstNumber', width: 156 },
  { key: 'lastNumber', width: 156 },
  { key: 'count', width: 88, align: 'right' },
  {
    key: 'state',
    width: 110,
    render: ({ state }) => <Tag color={STATES[state]?.color ?? 'default'}>{STATES[state]?.label}</Tag>,
  },
  { key: 'note', width: 160 },
  { key: 'askedName', width: 96, minor: 1 },
  { key: 'createTime', width: 172 },
  { key: 'decidedName', width: 96, minor: 1, render: ({ decidedName }) => decidedName ?? MISSING },
  { key: 'decidedTime', width: 172, minor: 1 },
  { key: 'decisionNote', width: 180 },
]);

const filters = (
  <>
    <Filter name="state">
      <Select
        allowClear
        placeholder="全部"
        options={Object.entries(STATES).map(([value, { label }]) => ({ value: Number(value), label }))}
      />
    </Filter>
    <Filter name="firstNumber">
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
