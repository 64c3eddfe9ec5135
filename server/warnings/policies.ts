/** Policies as staff edit them. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Recipient } from '#contract/warnings/policies.rules.ts';
import type { warningPolicies as routes } from '#contract/warnings/policies.ts';
import type { Work } from '../context.ts';
import { contains, equals, lockOne, merged, reads, writes, type ListOf } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { mayPost } from './webhooks.ts';
import { unraised } from './unraised.ts';

const own = { table: 'warning_policies', noun: '通知策略' } as const;
const names = {
  name: 'name',
  rules: 'rules',
  severities: 'severities',
  quietFrom: 'quiet_from',
  quietTo: 'quiet_to',
  enabled: 'enabled',
  sort: 'sort',
} as const;
const list: ListOf<typeof routes.page, 'warning_policies'> = {
  ...own,
  columns: { id: 'id', ...names, steps: 'steps', version: 'version', createTime: 'created_at' },
  filters: { name: contains('name'), enabled: equals('enabled') },
  sorts: { sort: 'sort', name: 'name' },
};
const reading = reads(list);
const plain = writes({ ...own, fields: { ...names, steps: 'steps' }, stamp: (session) => ({ created_by: session.userId }) });

type Form = z.output<typeof routes.create.input>;
type Row = z.output<typeof routes.get.output>;

/** What of a recipient says who it is. */
type Named = { readonly kind: string; readonly id: number | null };

const idsOf = (to: readonly Named[], kind: Recipient['kind']) =>
  to.flatMap((one) => (one.kind === kind && one.id !== null ? [one.id] : []));

async function namesOf(tx: Tx, table: 'users' | 'roles', ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: number; name: string }>(
    sql`select id, name from ${sql.table(table)} where tenant_id = ${tx.tenantId} and id = any(${ids}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Recipients with their names. */
async function withNames(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  const all = rows.flatMap(({ steps }) => steps.flatMap(({ to }) => to));
  const [users, roles] = [await namesOf(tx, 'users', idsOf(all, 'user')), await namesOf(tx, 'roles', idsOf(all, 'role'))];
  const nameOf = ({ kind, id }: Named) => (id === null ? null : ((kind === 'user' ? users : roles).get(id) ?? null));
  return rows.map((row) => ({
    ...row,
    steps: row.steps.map((step) => ({ ...step, to: step.to.map((one) => ({ ...one, name: nameOf(one) })) })),
  }));
}

async function checked({ steps, quietFrom, quietTo, ...form }: Form, { tx }: Work): Promise<object> {
  const all = steps.flatMap(({ to }) => to);
  if (!!quietFrom !== !!quietTo) throw refused('免打扰的开始与结束须同时填写');
  if (quietFrom && quietFrom === quietTo) throw refused('免打扰的开始与结束不能相同');
  for (const { kind, id, address } of all) {
    if ((kind === 'user' || kind === 'role') && id === null) throw refused(kind === 'user' ? '请选择通知人员' : '请选择通知角色');
    if (kind === 'email' && !/^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/.test(address ?? '')) throw refused('电子邮件地址不正确');
    if (kind === 'webhook' && !mayPost(address ?? '')) throw refused('外部系统地址须为 https，且在管理员允许的主机内');
  }
  for (const [table, kind, noun] of [
    ['users', 'user', '通知人员'],
    ['roles', 'role', '通知角色'],
  ] as const) {
    const ids = idsOf(all, kind);
    if ((await namesOf(tx, table, ids)).size < new Set(ids).size) throw refused(`${noun}不存在`);
  }
  for (const { to, channels } of steps)
    if (to.some(({ kind }) => kind !== 'email' && kind !== 'webhook') && channels.length === 0) throw refused('请选择通知方式');
  return { ...form, quietFrom: quietFrom ?? null, quietTo: quietTo ?? null, steps: JSON.stringify(steps) };
}

export const warningPolicies: Handlers<typeof routes> = {
  async page(input, context) {
    // The order in which they are tried, unless another is asked for.
    const found = await reading.page(input.ascs || input.descs ? input : { ...input, ascs: ['sort'] }, context);
    context.tx.renew();
    return { ...found, records: await withNames(context.tx, found.records) };
  },
  get: async (input, context) => (await withNames(context.tx, [await reading.get(input, context)]))[0]!,
  create: async (input, context) => plain.create(await checked(input, context), context),
  async update({ id, version, ...form }, context) {
    const now = merged((await lockOne(list, id, context)) as Form, form);
    return plain.update({ ...(await checked(now, context)), id, version }, context);
  },
  remove: plain.remove,
  unraised: (_input, { tx }) => unraised(tx),
};
