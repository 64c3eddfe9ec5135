/** An invoice in full, for its tenant and for the platform, and on paper. */
import { PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Descriptions, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import type { Output } from '#contract/http.ts';
import { invoiceKindLabels } from '#contract/subscriptions/invoices.rules.ts';
import { invoiceIssues, invoices } from '#contract/subscriptions/invoices.ts';
import { useCall } from '#web/api/call.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
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
  const facts: [string, ReactNode][] = data
    ? [
        ['订单编号', data.orderNo],
        ['租户', data.tenantName],
        ['发票类型', invoiceKindLabels[data.kind]],
        ['项目', `${data.content}（${data.itemName} ${data.itemDuration}天）`],
        ['发票抬头', data.title],
        ['纳税人识别号', data.taxNumber],
        ['地址和电话', data.addressPhone],
        ['开户行和账号', data.bankAccount],
        ['金额', <b key="amount">{yuan(data.amount)}</b>],
        ['金额大写', data.amountInWords],
        ['接收邮箱', data.email],
        ['备注', data.remarks],
        ['申请人', `${data.requestedName}　${data.createTime}`],
        ['发票代码', data.code],
        ['发票号码', data.number],
        ['办理', data.decidedName && `${data.decidedName}　${data.decideTime ?? ''}`],
        ...(data.reason ? [['退回原因', data.reason] as [string, ReactNode]] : []),
      ]
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
      {error && <Alert type="error" showIcon title={error.message} action={<Button onClick={() => void refetch()}>重试</Button>} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <Descriptions
          size="small"
          column={1}
          bordered
          items={facts.map(([label, value]) => ({ key: label, label, children: value || MISSING }))}
        />
      )}
      {data && printing && <InvoicePaper invoice={data} onDone={() => setPrinting(false)} />}
    </SideDrawer>
  );
}
