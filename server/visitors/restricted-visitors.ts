/** Restricted visitors of a resident or of the house, and who of those that come is one. */
import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { restrictedVisitors as routes } from '#contract/visitors/restricted-visitors.ts';
import { restricts, type Comer, type Restriction } from '#contract/visitors/restrictions.rules.ts';
import type { Context, Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { invalid } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, lockOne, merged, readOne, reads, writes, type ListOf } from '../lists/crud.ts';
import { reachesRecord } from './visitor-reach.ts';
import { phone } from '../db/sealed-phones.ts';

/** An identity number as it is kept: its keyed hash finds it again, its last four characters are shown. */
export const identityOf = ({ secrets }: Pick<Dependencies, 'secrets'>, number: string) => ({
  identity_hash: createHmac('sha256', secrets.blind).update(`visitor\0${number}`).digest('base64url'),
  identity_tail: number.slice(-4),
});

/** The restriction that holds for a visitor on a day; null: none. */
export async function restrictionFor(tx: Tx, comer: Comer, day: string): Promise<{ id: number; reason: string } | null> {
  const entries = await tx.rows<Restriction & { id: number; reason: string }>(sql`
    select id, reason, person_id, name, phone, identity_hash, relation, starts_on, ends_on from restricted_visitors
    where tenant_id = ${tx.tenantId}
      and (person_id = ${comer.person_id}::bigint or phone = ${phone(comer.phone)} or identity_hash = ${comer.identity_hash}::text)
    order by id limit 500`);
  return entries.find((entry) => restricts(entry, comer, day)) ?? null;
}

const list: ListOf<typeof routes.page, 'restricted_visitors'> = {
  table: 'restricted_visitors',
  noun: '受限访客',
  scope: reachesRecord,
  columns: {
    id: 'id',
    oldmanId: 'person_id',
    oldmanName: lookup('people', 'name', 'restricted_visitors.person_id'),
    visitorName: 'name',
    visitorPhone: 'phone',
    identityTail: 'identity_tail',
    relation: 'relation',
    reason: 'reason',
    startDate: 'starts_on',
    endDate: 'ends_on',
    createdByName: 'created_by_name',
    version: 'version',
    createTime: 'created_at',
  },
  filters: { visitorName: contains('name'), oldmanId: equals('person_id') },
};
const fields = {
  oldmanId: 'person_id',
  visitorName: 'name',
  visitorPhone: 'phone',
  relation: 'relation',
  reason: 'reason',
  startDate: 'starts_on',
  endDate: 'ends_on',
  identity_hash: 'identity_hash',
  identity_tail: 'identity_tail',
} as const;
const written = writes({
  table: 'restricted_visitors',
  noun: '受限访客',
  scope: reachesRecord,
  fields,
  stamp: ({ userId, name }) => ({ created_by: userId, created_by_name: name }),
});

interface Entry {
  oldmanId?: number | null | undefined;
  visitorPhone?: string | null | undefined;
  identityTail: string | null;
  startDate: string;
  endDate?: string | null | undefined;
}

/** A visitor must be known at the door by something, and the resident must be one whom the user reaches. */
async function check(context: Context, { oldmanId, visitorPhone, identityTail, startDate, endDate }: Entry): Promise<void> {
  if (endDate && endDate < startDate) throw invalid('截止日期不能早于开始日期');
  if (!oldmanId && !visitorPhone && !identityTail) throw invalid('限制进入全院的访客，请填写手机号或身份证号');
  if (oldmanId) await readOne(peopleRows(context.session), oldmanId, context);
}

/** `null` takes the number away, absent leaves it. */
const columnsOf = (context: Context, number: string | null | undefined) =>
  number === undefined ? {} : number === null ? { identity_hash: null, identity_tail: null } : identityOf(context.deps, number);

export const restrictedVisitors: Handlers<typeof routes> = {
  ...reads(list),
  ...written,
  async create({ identityNumber, ...form }, context) {
    const identity = columnsOf(context, identityNumber);
    await check(context, { ...form, identityTail: identity.identity_tail ?? null });
    const id = await written.create({ ...form, ...identity }, context);
    await context.emit('visitor.changed', { recordId: null });
    return id;
  },
  async update({ identityNumber, ...form }, context) {
    const before = await lockOne(list, form.id, context);
    const identity = columnsOf(context, identityNumber);
    const after = merged(before, form);
    await check(context, { ...after, identityTail: identity.identity_tail === undefined ? before.identityTail : identity.identity_tail });
    await written.update({ ...form, ...identity }, context);
    await context.emit('visitor.changed', { recordId: null });
    return true;
  },
  async remove(input, context) {
    await written.remove(input, context);
    await context.emit('visitor.changed', { recordId: null });
    return true;
  },
};
