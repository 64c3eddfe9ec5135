/** Invoices as they are read; the platform's context. */
import { sql } from 'kysely';
import { toYuan } from '#contract/fields.ts';
import { inWords } from '#contract/subscriptions/amounts.rules.ts';
import { INVOICE_CONTENT } from '#contract/subscriptions/invoices.rules.ts';
import type { Invoice, PrintedInvoice } from '#contract/subscriptions/invoices.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { z } from 'zod';
import { contains } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { notFound } from '../errors.ts';
import type { SelectedBy } from '../lists/query.ts';
import { transferAccount } from '../system/parameters.ts';

export const invoicesQuery = () =>
  db
    .selectFrom('package_invoices as i')
    .innerJoin('package_orders as o', (on) => on.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.id', '=', 'i.order_id'))
    .innerJoin('tenants as t', 't.id', 'i.subscriber_id')
    .where('i.tenant_id', '=', PLATFORM);

type Invoices = ReturnType<typeof invoicesQuery>;

export const invoiceColumns = [
  'i.id',
  'i.order_id as orderId',
  'o.number as orderNo',
  'o.package_name as itemName',
  'o.days as itemDuration',
  'i.subscriber_id as tenantId',
  't.name as tenantName',
  'i.kind',
  'i.state',
  'i.title',
  'i.tax_number as taxNumber',
  'i.address_phone as addressPhone',
  'i.bank_account as bankAccount',
  'i.email',
  'i.remarks',
  'i.amount_fen',
  'i.code',
  'i.number',
  'i.reason',
  'i.requested_name as requestedName',
  'i.decided_name as decidedName',
  'i.decided_at as decideTime',
  'i.version',
  'i.created_at as createTime',
] as const;

/** The invoices of a query as they are read. */
export const withInvoice = (query: Invoices) => query.select(invoiceColumns);

/** The wire's form: yuan. */
export const toInvoice = ({ amount_fen, ...row }: SelectedBy<ReturnType<typeof withInvoice>>): z.output<typeof Invoice> => ({
  ...row,
  amount: toYuan(amount_fen),
});

interface Search {
  orderNo?: string | undefined;
  state?: number | undefined;
  title?: string | undefined;
  tenantName?: string | undefined;
}

/** What a list's filters leave of a query. */
export function filtered(query: Invoices, { orderNo, state, title, tenantName }: Search): Invoices {
  let its = query;
  if (orderNo) its = its.where((eb) => contains('o.number')(eb, orderNo));
  if (title) its = its.where((eb) => contains('i.title')(eb, title));
  if (tenantName) its = its.where((eb) => contains('t.name')(eb, tenantName));
  return state ? its.where('i.state', '=', state) : its;
}

/** The account of TRANSFER, whose keys a person wrote. */
function sellerOf(value: string | null): Record<string, string> {
  try {
    const read: unknown = JSON.parse(value ?? '{}');
    return read && typeof read === 'object' ? Object.fromEntries(Object.entries(read).map(([key, one]) => [key, String(one ?? '')])) : {};
  } catch {
    return {};
  }
}

/** One invoice to print; `subscriberId` null reads anybody's. Throws 404. */
export async function readPrinted(platform: Tx, id: number, subscriberId: number | null): Promise<z.output<typeof PrintedInvoice>> {
  let query = invoicesQuery().where('i.id', '=', id);
  if (subscriberId !== null) query = query.where('i.subscriber_id', '=', subscriberId);
  const row = await platform.row(query.select([...invoiceColumns, 'o.paid_at as payTime']));
  if (!row) throw notFound('发票');
  const seller = sellerOf(await transferAccount(platform));
  const own = await platform.row<{ name: string }>(sql`select name from tenants where id = ${PLATFORM}`);
  const { payTime, ...invoice } = row;
  return {
    ...toInvoice(invoice),
    amountInWords: inWords(invoice.amount_fen),
    content: INVOICE_CONTENT,
    payTime,
    seller: {
      name: seller.NAME || own?.name || '',
      taxNumber: seller.TAXID ?? '',
      bank: seller.BANK ?? '',
      account: seller.BANK_CARD ?? '',
      phone: seller.PHONE ?? '',
    },
  };
}
