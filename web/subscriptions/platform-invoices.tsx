/** /platform/invoice 发票管理: what tenants asked for; issued outside, registered here, and printed. */
import { Button, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { invoiceKindLabels, invoiceStateLabels, invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { invoiceIssues } from '#contract/subscriptions/invoices.ts';
import { titleOf, titled } from '#contract/labels.ts';
import { invoiceLabels } from '#contract/subscriptions/invoices.labels.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useOrderSend } from './buyers.ts';
import { InvoiceDrawer } from './invoice-drawer.tsx';
import { InvoiceTag } from './order-tags.tsx';
import './subscriptions.css';
import './platform.css';

const Filter = labelledFilter(invoiceLabels);

type Invoice = RowOf<typeof invoiceIssues.page>;
type Decision = { action: 'issue' | 'refuse'; invoice: Invoice };

const columns: Column<Invoice>[] = titled(invoiceLabels, [
  { key: 'orderNo', width: 150, pin: 'left' },
  { key: 'tenantName', width: 180 },
  { key: 'amount', width: 116, align: 'right', render: ({ amount }) => yuan(amount) },
  { key: 'state', width: 92, render: ({ state }) => <InvoiceTag value={state} /> },
  { key: 'title', width: 220 },
  { key: 'taxNumber', width: 180 },
  { key: 'kind', width: 150, render: ({ kind }) => invoiceKindLabels[kind] ?? MISSING },
  { key: 'number', width: 190 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'requestedName', width: 100, hidden: true },
  { key: 'email', width: 180, hidden: true },
  { key: 'decidedName', width: 100, hidden: true },
  { key: 'decideTime', width: 172, sort: 'decide_time', hidden: true },
  { key: 'reason', width: 200, hidden: true },
]);

const filters = (
  <>
    <Filter name="orderNo">
      <Input placeholder="请输入订单编号" allowClear maxLength={40} />
    </Filter>
    <Filter name="tenantName">
      <Input placeholder="请输入租户名称" allowClear maxLength={50} />
    </Filter>
    <Filter name="state">
      <Select placeholder="全部" allowClear options={choices(invoiceStateLabels)} />
    </Filter>
    <Filter name="title">
      <Input placeholder="请输入发票抬头" allowClear maxLength={60} />
    </Filter>
  </>
);

function Decide({ action, invoice, onClose }: Decision & { onClose: () => void }) {
  const issue = useOrderSend(invoiceIssues.issue, onClose, onClose);
  const refuse = useOrderSend(invoiceIssues.refuse, onClose, onClose);
  const { id, version } = invoice;
  const issuing = action === 'issue';
  return (
    <FormDialog<{ code?: string; number: string; reason: string }>
      title={`${issuing ? '登记开票' : '退回申请'} · ${invoice.orderNo}`}
      okText={issuing ? '登记' : '退回'}
      danger={!issuing}
      pending={issue.isPending || refuse.isPending}
      width={460}
      className="sub-invoice-form"
      onSubmit={({ code, number, reason }) =>
        issuing ? issue.mutate({ id, version, code, number }) : refuse.mutate({ id, version, reason })
      }
      onClose={onClose}
    >
      <p className="sub-note">
        {invoice.title}，{invoiceKindLabels[invoice.kind]}，<b>{yuan(invoice.amount)}</b>
      </p>
      {issuing ? (
        <>
          <Form.Item
            name="number"
            label={titleOf(invoiceLabels, 'number')}
            rules={[{ required: true, whitespace: true, message: '请输入发票号码' }]}
          >
            <Input maxLength={30} autoComplete="off" />
          </Form.Item>
          <Form.Item name="code" label={titleOf(invoiceLabels, 'code')} extra="电子发票没有代码，可不填">
            <Input maxLength={20} autoComplete="off" />
          </Form.Item>
        </>
      ) : (
        <Form.Item
          name="reason"
          label={titleOf(invoiceLabels, 'reason')}
          rules={[{ required: true, whitespace: true, message: '请输入退回原因' }]}
        >
          <Input.TextArea maxLength={100} showCount rows={3} placeholder="如 抬头与营业执照不一致" />
        </Form.Item>
      )}
    </FormDialog>
  );
}

export default function PlatformInvoices() {
  const may = useMay();
  const [shown, setShown] = useState<Invoice | null>(null);
  const [asked, setAsked] = useState<Decision | null>(null);
  const waits = ({ state }: Pick<Invoice, 'state'>) => state === invoiceStates.waiting && may(invoiceIssues.issue);
  const ask = (action: Decision['action'], invoice: Invoice) => () => {
    setShown(null);
    setAsked({ action, invoice });
  };
  return (
    <>
      <DataTable
        name="platform-invoices"
        noun="发票"
        route={invoiceIssues.page}
        exportRoute={invoiceIssues.export}
        columns={columns}
        filters={filters}
        onRowDoubleClick={setShown}
        actions={(invoice) => [
          { label: '登记开票', onClick: ask('issue', invoice), when: waits(invoice) },
          { label: '详情', onClick: () => setShown(invoice) },
          { label: '退回', danger: true, onClick: ask('refuse', invoice), when: waits(invoice) },
        ]}
      />
      {shown && (
        <InvoiceDrawer
          key={shown.id}
          id={shown.id}
          side="platform"
          onClose={() => setShown(null)}
          renderButtons={(invoice) =>
            waits(invoice) && (
              <Button type="primary" onClick={ask('issue', invoice)}>
                登记开票
              </Button>
            )
          }
        />
      )}
      {asked && <Decide key={`${asked.action}.${asked.invoice.id}`} {...asked} onClose={() => setAsked(null)} />}
    </>
  );
}
