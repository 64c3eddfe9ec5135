/** An invoice in full, for its tenant and for the platform, and on paper. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Descriptions, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Output } from '#contract/http.ts';
import { invoiceLabels } from '#contract/subscriptions/invoices.labels.ts';
import { invoiceKindLabels } from '#contract/subscriptions/invoices.rules.ts';
import { invoiceIssues, invoices } from '#contract/subscriptions/invoices.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { InvoicePaper } from './invoice-paper.tsx';
import { InvoiceTag } from './order-tags.tsx';
import './subscriptions.css';

export type PrintedInvoice = Output<typeof invoices.get>;

interface Props {
  id: number;
  side: 'tenant' | 'platform';
  onClose: () => void;
  renderButtons?: (invoice: PrintedInvoice) => ReactNode;
}

export function InvoiceDrawer({ id, side, onClose, renderButtons }: Props) {
  const { data, error, refetch } = useCall(side === 'platform' ? invoiceIssues.get : invoices.get, { id }, { quiet: true, staleTime: 0 });
  const [printing, setPrinting] = useState(false);
  const facts = data
    ? labelledItems(invoiceLabels, [
        { key: 'orderNo', children: data.orderNo },
        { key: 'tenantName', children: data.tenantName },
        { key: 'kind', children: invoiceKindLabels[data.kind] },
        { key: 'content', label: '项目', children: `${data.content}（${data.itemName} ${data.itemDuration}天）` },
        { key: 'title', children: data.title },
        { key: 'taxNumber', children: data.taxNumber },
        { key: 'addressPhone', children: data.addressPhone },
        { key: 'bankAccount', children: data.bankAccount },
        { key: 'amount', children: <b>{yuan(data.amount)}</b> },
        { key: 'amountInWords', label: '金额大写', children: data.amountInWords },
        { key: 'email', children: data.email },
        { key: 'remarks', children: data.remarks },
        { key: 'requestedName', children: `${data.requestedName}　${data.createTime}` },
        { key: 'code', children: data.code },
        { key: 'number', children: data.number },
        { key: 'decidedName', label: '办理', children: data.decidedName && `${data.decidedName}　${data.decideTime ?? ''}` },
        data.reason && { key: 'reason', children: data.reason },
      ])
    : [];
  return (
    <SideDrawer
      title={
        <span className="sub-inline">
          发票 {data?.number ?? ''} {data && <InvoiceTag value={data.state} />}
        </span>
      }
      open
      size="small"
      onClose={onClose}
      extra={
        data && (
          <>
            {renderButtons?.(data)}
            <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
              打印
            </Button>
          </>
        )
      }
    >
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <Descriptions size="small" column={1} bordered items={facts.map((fact) => ({ ...fact, children: fact.children || MISSING }))} />
      )}
      {data && printing && <InvoicePaper invoice={data} onDone={() => setPrinting(false)} />}
    </SideDrawer>
  );
}
