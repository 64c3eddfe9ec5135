/** Callers who are no resident, contact or colleague, and whose number it is that calls. */
import { sql } from 'kysely';
import type { Output } from '#contract/http.ts';
import { callerKinds, callCustomers as routes } from '#contract/calls/call-customers.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import type { Context } from '../context.ts';
import { cardOf } from './caller-card.ts';
import { reachedCall } from './record-rows.ts';
import { explaining } from '../db/constraints.ts';
import { conflict, refused } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { lookup } from '../lists/columns.ts';
import { contains, equals, lockOne, reads, readOne, writes, type ListOf } from '../lists/crud.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { placeOfBed } from '../rooms/places.ts';
import { phone as sealed } from '../db/sealed-phones.ts';
import { phoneIs } from '../lists/phone-search.ts';

const own = { table: 'call_customers', noun: '临时客户' } as const;
const fields = {
  name: 'name',
  mobile: 'mobile',
  gender: 'gender',
  address: 'address',
  relation: 'relation',
  oldmanId: 'person_id',
  level: 'level',
  levelReason: 'level_reason',
  remarks: 'remarks',
} as const;

const list: ListOf<typeof routes.page, 'call_customers'> = {
  ...own,
  columns: {
    id: 'id',
    ...fields,
    oldmanName: lookup('people', 'name', 'call_customers.person_id'),
    createBy: lookup('users', 'name', 'call_customers.created_by'),
    lastCallTime: () => sql`(select max(c.began_at) from calls c
      where c.tenant_id = call_customers.tenant_id and c.customer_id = call_customers.id)`,
    version: 'version',
    createTime: 'created_at',
  },
  filters: {
    name: contains('name'),
    mobile: phoneIs('call_customers.mobile'),
    level: equals('level'),
    oldmanId: equals('person_id'),
  },
};

const written = writes({
  ...own,
  fields,
  stamp: ({ userId }) => ({ created_by: userId }),
});
const refusals = { call_customers_mobile: conflict('该电话已登记为临时客户') };

async function needPerson(context: Context, oldmanId: number | null | undefined): Promise<void> {
  if (oldmanId) await readOne(peopleRows(context.session), oldmanId, context);
}

const MOST_CALLERS = 20;

type Found = Output<typeof routes.find>;

/**
 * All whose number it is and whom the session reaches: residents by their own number, their contacts, whom devices ring for, temporary
 * customers, colleagues.
 */
const callersOf = ({ tx, session }: Context, number: string) =>
  tx.rows<Found['callers'][number]>(sql`
    with found as (
      select ${callerKinds.person}::integer as kind, p.id, p.name, '' as relation, p.id as person_id
        from people p where p.tenant_id = ${tx.tenantId} and p.mobile = ${sealed(number)} and p.deleted_at is null
      union all
      select ${callerKinds.contact}, p.id, coalesce(p.contact_name, '紧急联系人'), coalesce(p.contact_relation::text, ''), p.id
        from people p where p.tenant_id = ${tx.tenantId} and p.contact_phone = ${sealed(number)} and p.deleted_at is null
      union all
      select ${callerKinds.contact}, c.id, c.name, coalesce(c.relation::text, ''), c.person_id
        from person_contacts c where c.tenant_id = ${tx.tenantId} and c.phone = ${sealed(number)}
      union all
      select ${callerKinds.customer}, c.id, c.name, c.relation, c.person_id
        from call_customers c where c.tenant_id = ${tx.tenantId} and c.mobile = ${sealed(number)}
      union all
      select ${callerKinds.colleague}, u.id, u.name, '', null
        from users u where u.tenant_id = ${tx.tenantId} and u.phone = ${number} and u.deleted_at is null)
    select found.kind, found.id, found.name, found.relation, people.id as "oldmanId", people.name as "oldmanName",
      ${placeOfBed(sql`people.tenant_id`, sql`people.bed_id`)} as place, people.care_level as "careLevel",
      coalesce(people.flags, '{}') as flags
    from found left join people on people.tenant_id = ${tx.tenantId} and people.id = found.person_id and people.id in ${seenPeople(session)}
    where found.person_id is null or people.id is not null
    order by found.kind, found.id limit ${MOST_CALLERS}`);

export const callCustomers: Handlers<typeof routes> = {
  ...reads(list),
  async create(form, context) {
    await needPerson(context, form.oldmanId);
    return explaining(refusals, written.create(form, context));
  },
  async update(form, context) {
    const before = await lockOne(list, form.id, context);
    if (form.oldmanId !== before.oldmanId) await needPerson(context, form.oldmanId);
    return explaining(refusals, written.update(form, context));
  },
  async remove(input, context) {
    const { level } = await lockOne(list, input.id, context);
    if (level === 2) throw refused('已拦截的号码请先解除，再删除');
    return written.remove(input, context);
  },
  async find({ mobile }, context) {
    const { tx } = context;
    const number = phoneOf(mobile, 'contact') ?? mobile;
    const callers = await callersOf(context, number);
    const customer = await tx.row<{ level: number }>(
      sql`select level from call_customers where tenant_id = ${tx.tenantId} and mobile = ${sealed(number)}`,
    );
    const lastCalls = await tx.rows<Found['lastCalls'][number]>(sql`
      select id, job_id as "jobId", kind, began_at as time, summary,
        (select u.name from call_seats s join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
          where s.tenant_id = calls.tenant_id and s.id = calls.seat_id) as "seatName"
      from calls where tenant_id = ${tx.tenantId} and status = 2 and (caller = ${sealed(number)} or callee = ${sealed(number)})
        and ${reachedCall(context.session)}
      order by began_at desc, id desc limit 5`);
    return { mobile: number, level: customer?.level ?? 0, callers, card: await cardOf(context, callers), lastCalls };
  },
};
