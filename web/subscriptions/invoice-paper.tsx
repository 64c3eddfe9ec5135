/**
 * An invoice on paper: both parties, the one line, the amount in figures and in words.
 * Until it is issued the paper says that it is a request.
 */
import { invoiceKindLabels, invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { yuan } from '#web/ui/display.ts';
import type { PrintedInvoice } from './invoice-drawer.tsx';
import { Paper, PaperFacts, PaperFoot } from './paper.tsx';

export function InvoicePaper({ invoice, onDone }: { invoice: PrintedInvoice; onDone: () => void }) {
  const issued = invoice.state === invoiceStates.issued;
  const { seller } = invoice;
  return (
    <Paper onDone={onDone}>
      <h1>{issued ? invoiceKindLabels[invoice.kind] : '开票申请单'}</h1>
      <p>
        {issued
          ? [invoice.code && `发票代码 ${invoice.code}`, `发票号码 ${invoice.number}`, `开票日期 ${invoice.decideTime?.slice(0, 10) ?? ''}`]
              .filter(Boolean)
              .join('　')
          : `${invoiceKindLabels[invoice.kind]}　申请时间 ${invoice.createTime}`}
      </p>
      <h2>购买方</h2>
      <PaperFacts
        facts={[
          ['名称', invoice.title],
          ['纳税人识别号', invoice.taxNumber],
          ['地址和电话', invoice.addressPhone],
          ['开户行和账号', invoice.bankAccount],
        ]}
      />
      <h2>项目</h2>
      <table>
        <thead>
          <tr>
            <th>项目名称</th>
            <th>规格</th>
            <th>订单编号</th>
            <th>支付时间</th>
            <th data-number>金额</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{invoice.content}</td>
            <td>
              {invoice.itemName} {invoice.itemDuration}天
            </td>
            <td>{invoice.orderNo}</td>
            <td>{invoice.payTime}</td>
            <td data-number>{yuan(invoice.amount)}</td>
          </tr>
          <tr>
            <th colSpan={4}>价税合计（大写）　{invoice.amountInWords}</th>
            <td data-number>{yuan(invoice.amount)}</td>
          </tr>
        </tbody>
      </table>
      <h2>销售方</h2>
      <PaperFacts
        facts={[
          ['名称', seller.name],
          ['纳税人识别号', seller.taxNumber],
          ['开户银行', seller.bank],
          ['银行账号', seller.account],
          ['电话', seller.phone],
          ['备注', invoice.remarks],
        ]}
      />
      <PaperFoot>{issued ? `开票人 ${invoice.decidedName ?? ''}` : `申请人 ${invoice.requestedName}`}</PaperFoot>
    </Paper>
  );
}
