/** The platform issues invoices, or sends the request back. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { invoiceKindLabels, invoiceStateLabels, invoiceStates } from '#contract/subscriptions/invoices.rules.ts';
import { invoiceIssues as routes, type Invoice } from '#contract/subscriptions/invoices.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { titled } from '#contract/labels.ts';
import { invoiceLabels } from '#contract/subscriptions/invoices.labels.ts';
import type { Work } from '../context.ts';
import { db } from '../db/tenant.ts';
import { conflict } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { tellThoseWith } from '../messages/messages.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { inside } from '../db/inside.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting, type Export } from '../transfers/exports.ts';
import { filtered, invoicesQuery, readPrinted, toInvoice, withInvoice } from './invoice-rows.ts';

type Search = SearchOf<typeof routes.page>;

const list = listFrom({
  matching: (input: Search) => filtered(invoicesQuery(), input),
  listed: withInvoice,
  order: (input) => orderOf(input, { create_time: 'i.created_at', decide_time: 'i.decided_at', id: 'i.id' }, 'i.created_at'),
  toRow: toInvoice,
});

const sheet: Export<z.output<typeof Invoice>, Search> = {
  name: '开票记录',
  list: () => list,
  columns: titled(invoiceLabels, [
    { key: 'orderNo', title: '订单号', width: 20 },
    { key: 'tenantName', title: '机构', width: 26 },
    { key: 'kind', value: ({ kind }) => invoiceKindLabels[kind] ?? '', width: 16 },
    { key: 'title', width: 30 },
    { key: 'taxNumber', width: 22 },
    { key: 'amount', format: 'money', width: 12 },
    { key: 'state', value: ({ state }) => invoiceStateLabels[state] ?? '', width: 10 },
    { key: 'code', width: 16 },
    { key: 'number', width: 22 },
    { key: 'addressPhone', title: '地址电话', width: 30 },
    { key: 'bankAccount', title: '开户行及账号', width: 30 },
    { key: 'email', title: '邮箱', width: 24 },
    { key: 'requestedName', width: 12 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'decidedName', title: '处理人', width: 12 },
    { key: 'decideTime', title: '处理时间', format: 'dateTime', width: 20 },
    { key: 'reason', width: 30 },
  ]),
};

interface Decision {
  state: number;
  code?: string | null;
  number?: string;
  reason?: string;
}

/** Decides a request that waits. Throws 404, 409. */
async function decide(work: Work, id: number, version: number | undefined, set: Decision, text: string): Promise<true> {
  const { tx, deps, actor } = work;
  let query = db
    .updateTable('package_invoices')
    .set({
      ...set,
      decided_by: actor.userId,
      decided_name: actor.name,
      decided_at: sql`now()`,
      version: sql`version + 1`,
      updated_at: sql`now()`,
    })
    .where('tenant_id', '=', PLATFORM)
    .where('id', '=', id)
    .where('state', '=', invoiceStates.waiting);
  if (version !== undefined) query = query.where('version', '=', version);
  const done = await tx.run(query).catch((error: { code?: string }) => {
    throw error.code === '23505' ? conflict('该发票号码已登记') : error;
  });
  const invoice = await readPrinted(tx, id, null);
  if (done === 0) throw conflict('发票申请已被处理，请刷新后重试', { id, version: invoice.version, state: invoice.state });
  await inside(tx, deps, invoice.tenantId, (own) =>
    tellThoseWith(own, deps, 'package_order', {
      kind: 'notice',
      title: set.state === invoiceStates.issued ? '发票已开具' : '发票申请被退回',
      text: `订单${invoice.orderNo}：${text}`,
      link: '/subscription/index',
    }),
  );
  return true;
}

export const invoiceIssues: Handlers<typeof routes> = {
  async page(input, context) {
    const order = list.order(input);
    const found = await pageOf(context, input, await list.matching(input, context), (query) => inOrder(list.listed(query), order), order);
    return { ...found, records: found.records.map(toInvoice) };
  },
  export: exporting(routes.export, sheet),
  async get({ id }, context) {
    return readPrinted(context.tx, id, null);
  },
  issue: ({ id, version, code, number }, context) =>
    decide(context, id, version, { state: invoiceStates.issued, code, number }, `发票已开具，号码${number}。`),
  refuse: ({ id, version, reason }, context) =>
    decide(context, id, version, { state: invoiceStates.refused, reason }, `发票申请被退回，原因：${reason}。`),
};
