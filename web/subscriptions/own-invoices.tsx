/** The invoices that an institution asked for. */
import { useState } from 'react';
import { invoiceKindLabels, invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { invoices } from '#contract/subscriptions/invoices.ts';
import { titled } from '#contract/labels.ts';
import { invoiceLabels } from '#contract/subscriptions/invoices.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { useOrderSend } from './buyers.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { InvoiceTag } from './order-tags.tsx';

type Invoice = RowOf<typeof invoices.page>;

const columns: Column<Invoice>[] = titled(invoiceLabels, [
  { key: 'orderNo', width: 150, pin: 'left' },
  { key: 'title', width: 220 },
  { key: 'kind', width: 150, render: ({ kind }) => invoiceKindLabels[kind] ?? MISSING },
  { key: 'amount', width: 116, align: 'right', render: ({ amount }) => yuan(amount) },
  { key: 'state', width: 92, render: ({ state }) => <InvoiceTag value={state} /> },
  { key: 'number', width: 190 },
  { key: 'createTime', width: 172 },
  { key: 'reason', width: 200 },
]);

export function InvoiceList() {
  const [shown, setShown] = useState<number | null>(null);
  const withdraw = useOrderSend(invoices.withdraw);
  return (
    <>
      <DataTable
        name="own-invoices"
        noun="发票"
        route={invoices.page}
        columns={columns}
        height="content"
        state="own"
        onRowDoubleClick={({ id }) => setShown(id)}
        actions={({ id, version, state }) => [
          { label: '详情', onClick: () => setShown(id) },
          {
            label: '撤回',
            danger: true,
            confirm: '确定撤回该发票申请吗？',
            onClick: () => withdraw.mutate({ id, version }),
            when: state === invoiceStates.waiting,
          },
        ]}
      />
      {shown !== null && <InvoiceDrawer key={shown} id={shown} side="tenant" onClose={() => setShown(null)} />}
    </>
  );
}
