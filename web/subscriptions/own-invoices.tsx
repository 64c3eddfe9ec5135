/** The invoices that an institution asked for. */
import { useState } from 'react';
import { invoiceKindLabels, invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { invoices } from '#contract/subscriptions/invoices.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { useOrderSend } from './buyers.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { InvoiceTag } from './order-tags.tsx';

type Invoice = RowOf<typeof invoices.page>;

const columns: Column<Invoice>[] = [
  { key: 'orderNo', title: '订单编号', width: 150, pin: 'left' },
  { key: 'title', title: '发票抬头', width: 220 },
  { key: 'kind', title: '发票类型', width: 150, render: ({ kind }) => invoiceKindLabels[kind] ?? MISSING },
  { key: 'amount', title: '金额', width: 116, align: 'right', render: ({ amount }) => yuan(amount) },
  { key: 'state', title: '状态', width: 92, render: ({ state }) => <InvoiceTag value={state} /> },
  { key: 'number', title: '发票号码', width: 190 },
  { key: 'createTime', title: '申请时间', width: 172 },
  { key: 'reason', title: '退回原因', width: 200 },
];

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
