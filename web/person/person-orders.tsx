/** A person's work orders; a row opens the order. */
import { Tag } from 'antd';
import { orderStatus, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { yuan } from '#web/ui/display.ts';
import { orderAddress } from '#web/shell/addresses.ts';

type OrderRow = RowOf<typeof workOrders.page>;

const { unassigned, assigned, inProgress, finished, rated, paused } = orderStatus;
const COLORS: Record<number, string> = {
  [unassigned]: 'error',
  [assigned]: 'warning',
  [inProgress]: 'processing',
  [finished]: 'success',
  [rated]: 'success',
  [paused]: 'warning',
};

const columns: Column<OrderRow>[] = [
  { key: 'workNo', title: '工单编号', width: 168 },
  {
    key: 'state',
    title: '状态',
    width: 96,
    render: ({ state }) => <Tag color={COLORS[state] ?? 'default'}>{orderStatusLabels[state]}</Tag>,
  },
  {
    key: 'emergencyType',
    title: '紧急程度',
    width: 96,
    render: ({ emergencyType }) => <DictionaryTag type="emergency_type" value={emergencyType} />,
  },
  { key: 'serverProjectName', title: '服务项目', width: 200 },
  { key: 'serverUserName', title: '服务人员', width: 110 },
  { key: 'orderPrice', title: '金额', width: 100, align: 'right', render: ({ orderPrice }) => yuan(orderPrice) },
  { key: 'downTime', title: '下单时间', width: 172 },
  { key: 'endTime', title: '完成时间', width: 172 },
  { key: 'remarks', title: '备注', width: 200 },
];

export function PersonOrders({ personId }: { personId: number }) {
  return (
    <DataTable
      name="person-orders"
      noun="工单"
      route={workOrders.page}
      fixed={{ oldmanId: personId }}
      columns={columns}
      state="own"
      height="content"
      onRowDoubleClick={({ id }) => go(orderAddress(id))}
      actions={({ id }) => [{ label: '查看', onClick: () => go(orderAddress(id)) }]}
    />
  );
}
