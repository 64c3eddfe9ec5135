/** Invoices (发票) of paid orders: what a tenant asks for, and when. Pure. */

export const invoiceKinds = { ordinary: 1, special: 2 } as const;
export const invoiceKindLabels: Record<number, string> = { 1: '增值税普通发票', 2: '增值税专用发票' };

export const invoiceStates = { waiting: 1, issued: 2, refused: 3, withdrawn: 4 } as const;
export const invoiceStateLabels: Record<number, string> = { 1: '待开票', 2: '已开票', 3: '已退回', 4: '已撤回' };

/** What the line of an invoice says. */
export const INVOICE_CONTENT = '软件服务费';

/** A taxpayer's number: 15 to 20 letters and digits (统一社会信用代码 has 18). */
export const TAX_NUMBER = /^[0-9A-Z]{15,20}$/;

export interface InvoiceForm {
  kind: number;
  taxNumber: string | null;
  addressPhone: string | null;
  bankAccount: string | null;
}

/** Why a request is refused, or null: a special invoice needs number, address and bank. */
export function invoiceProblem({ kind, taxNumber, addressPhone, bankAccount }: InvoiceForm): string | null {
  if (taxNumber !== null && !TAX_NUMBER.test(taxNumber)) return '纳税人识别号应为15到20位大写字母或数字';
  if (kind !== invoiceKinds.special) return null;
  if (!taxNumber) return '专用发票需填写纳税人识别号';
  if (!addressPhone) return '专用发票需填写地址和电话';
  return bankAccount ? null : '专用发票需填写开户行和账号';
}
