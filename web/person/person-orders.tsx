/** A person's work orders; a row opens the order. */
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { titled } from '#contract/labels.ts';
import { workOrderLabels } from '#contract/work-orders/work-orders.labels.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { orderAddress } from '#web/shell/addresses.ts';
import { State } from '#web/ui/state.tsx';

type OrderRow = RowOf<typeof workOrders.page>;

const columns: Column<OrderRow>[] = titled(workOrderLabels, [
  { key: 'workNo', width: 168 },
  {
    key: 'state',
    width: 96,
    render: ({ state }) => <State of="order" value={state} />,
  },
  {
    key: 'emergencyType',
    width: 96,
  },
  { key: 'serverProjectName', width: 200 },
  { key: 'serverUserName', width: 110 },
  { key: 'orderPrice', width: 100, align: 'right', render: ({ orderPrice }) => yuan(orderPrice) },
  { key: 'downTime', width: 172 },
  { key: 'endTime', width: 172 },
  { key: 'remarks', width: 200, minor: 2 },
]);

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
