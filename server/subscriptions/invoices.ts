/** A tenant asks for the invoice of an order that it has paid. */
import { sql } from 'kysely';
import { fenText } from '#contract/money.ts';
import { invoiceProblem, invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import type { invoices as routes } from '#contract/subscriptions/invoices.ts';
import { payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { db } from '../db/tenant.ts';
import { conflict, invalid, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { asBuyer } from './buyers.ts';
import { filtered, withInvoice, invoicesQuery, readPrinted, toInvoice } from './invoice-rows.ts';
import { smallPage } from './small-pages.ts';

interface PaidOrder {
  number: string;
  pay_status: number;
  paid_fen: number;
}

export const invoices: Handlers<typeof routes> = {
  page: (input, context) =>
    asBuyer(context, async (platform, { tenantId }) => {
      const matching = filtered(invoicesQuery().where('i.subscriber_id', '=', tenantId), input);
      const found = await smallPage(platform, input, matching, (query) =>
        withInvoice(query).orderBy('i.created_at', 'desc').orderBy('i.id', 'desc'),
      );
      return { ...found, records: found.records.map(toInvoice) };
    }),

  get: ({ id }, context) => asBuyer(context, (platform, { tenantId }) => readPrinted(platform, id, tenantId)),

  create: (input, context) =>
    asBuyer(context, async (platform, { tenantId, userId, name }) => {
      const problem = invoiceProblem(input);
      if (problem) throw invalid(problem);
      const order = await platform.row<PaidOrder>(sql`
        select number, pay_status, total_fen as paid_fen from package_orders
        where tenant_id = ${PLATFORM} and id = ${input.orderId} and subscriber_id = ${tenantId}`);
      if (!order) throw notFound('订单');
      if (order.pay_status !== payStatus.paid) throw refused('订单未支付，不能申请发票');
      if (order.paid_fen === 0) throw refused('订单实付金额为0，无需开票');
      const made = await platform
        .row<{ id: number }>(
          db
            .insertInto('package_invoices')
            .values({
              tenant_id: PLATFORM,
              order_id: input.orderId,
              subscriber_id: tenantId,
              kind: input.kind,
              title: input.title,
              tax_number: input.taxNumber,
              address_phone: input.addressPhone,
              bank_account: input.bankAccount,
              email: input.email,
              remarks: input.remarks,
              amount_fen: order.paid_fen,
              requested_by: userId,
              requested_name: name,
            })
            .returning('id'),
        )
        .catch((error: { code?: string }) => {
          throw error.code === '23505' ? conflict('该订单已申请发票') : error;
        });
      await tellThoseWith(platform, context.deps, 'sys_packageinvoice_issue', {
        kind: 'notice',
        title: '有发票待开具',
        text: `订单${order.number}申请发票，金额${fenText(order.paid_fen)}，抬头${input.title}。`,
        link: '/platform/invoice',
      });
      return (made as { id: number }).id;
    }),

  withdraw: ({ id, version }, context) =>
    asBuyer(context, async (platform, { tenantId }) => {
      let query = db
        .updateTable('package_invoices')
        .set({ state: invoiceStates.withdrawn, version: sql`version + 1`, updated_at: sql`now()` })
        .where('tenant_id', '=', PLATFORM)
        .where('id', '=', id)
        .where('subscriber_id', '=', tenantId)
        .where('state', '=', invoiceStates.waiting);
      if (version !== undefined) query = query.where('version', '=', version);
      if ((await platform.run(query)) === 1) return true;
      const { version: now, state } = await readPrinted(platform, id, tenantId);
      throw conflict('发票申请已被处理，请刷新后重试', { id, version: now, state });
    }),
};
