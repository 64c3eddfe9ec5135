/** Whom to call about a person: the first contact stands in their own row, the others in `person_contacts`. */
import { sql } from 'kysely';
import type { z } from 'zod';
import type { PersonCall, PersonContact, personContacts as routes } from '#contract/elderly/person-contacts.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { needPhone } from '../phones.ts';
import { lock } from './person-locks.ts';
import { peopleRows } from './people-rows.ts';
import { phone as sealed } from '../db/sealed-phones.ts';
import { phoneFor } from './phone-sight.ts';

type Contact = z.input<typeof PersonContact>;

/** Takes the id of a person of the tenant; gives their contacts in the order in which they are called. */
export const contactsOf = (tx: Tx, personId: number) =>
  tx.rows<Contact>(sql`
    select name, phone, relation, notes from (
      select 1 as position, contact_name as name, contact_phone as phone, contact_relation as relation, contact_notes as notes
      from people where tenant_id = ${tx.tenantId} and id = ${personId} and (contact_name is not null or contact_phone is not null)
      union all
      select position, name, phone, relation, notes from person_contacts
      where tenant_id = ${tx.tenantId} and person_id = ${personId}) as contacts
    order by position`);

/**
 * The number under which a person is reached, over a row of `people` called `alias`: their own, else that of the first contact in order who
 * has one; null when there is none.
 */
export const reachedBy = (alias: string) =>
  sql<string | null>`coalesce(${sql.ref(`${alias}.mobile`)}, ${sql.ref(`${alias}.contact_phone`)}, (
    select c.phone from person_contacts c where c.tenant_id = ${sql.ref(`${alias}.tenant_id`)} and c.person_id = ${sql.ref(`${alias}.id`)}
    order by c.position limit 1))`;

const CALLS = 20;

export const personContacts: Handlers<typeof routes> = {
  async ofPerson({ oldmanId }, context) {
    const { version } = await readOne(peopleRows(context.session), oldmanId, context);
    const contacts = await contactsOf(context.tx, oldmanId);
    return { version, contacts: contacts.map((one) => ({ ...one, phone: phoneFor(context.session, one.phone) })) };
  },

  async save({ oldmanId, version, contacts }, context) {
    const { tx } = context;
    const before = await lock(oldmanId, context);
    if (before.version !== version)
      throw conflict('服务对象已被他人修改，请刷新后重试', await readOne(peopleRows(context.session), oldmanId, context));
    const kept = new Set((await contactsOf(tx, oldmanId)).map(({ phone }) => phone));
    for (const { phone } of contacts) if (!kept.has(phone)) needPhone('contact', phone);
    const phones = contacts.map(({ phone }) => phone);
    const twice = phones.find((phone, at) => phones.indexOf(phone) !== at);
    if (twice !== undefined) throw refused(`电话${twice}登记了两次，请核对`);
    const [first, ...others] = contacts;
    await tx.run(sql`delete from person_contacts where tenant_id = ${tx.tenantId} and person_id = ${oldmanId}`);
    await tx.run(sql`
      update people set contact_name = ${first?.name ?? null}, contact_phone = ${sealed(first?.phone ?? null)},
        contact_relation = ${first?.relation ?? null}::smallint, contact_notes = ${first?.notes ?? null},
        version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${oldmanId}`);
    const rows = others.map(({ name, phone, relation, notes }, at) => ({
      tenant_id: tx.tenantId,
      person_id: oldmanId,
      position: at + 2,
      name,
      phone,
      relation,
      notes,
    }));
    if (rows.length > 0) await tx.run(db.insertInto('person_contacts').values(rows));
    await context.emit('person.changed', { personId: oldmanId });
    return true;
  },

  async calls({ oldmanId }, context) {
    const { tx, session } = context;
    await readOne(peopleRows(session), oldmanId, context);
    const calls = await tx.rows<z.input<typeof PersonCall>>(sql`
      select id, contact, phone, outcome, note, started_at as "startTime",
        round(extract(epoch from ended_at - started_at))::integer as seconds, user_name as "userName"
      from person_calls where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} order by id desc limit ${CALLS}`);
    return calls.map((call) => ({ ...call, phone: phoneFor(session, call.phone) as string }));
  },

  async addCall({ oldmanId, contact, phone, outcome, seconds, note }, context) {
    const { tx, actor, deps, session } = context;
    await readOne(peopleRows(session), oldmanId, context);
    const now = deps.now();
    const made = await tx.row<{ id: number }>(sql`
      insert into person_calls (tenant_id, person_id, contact, phone, outcome, note, started_at, ended_at, user_id, user_name)
      values (${tx.tenantId}, ${oldmanId}, ${contact}, ${sealed(phone)}, ${outcome}, ${note}, ${instant(now - seconds * 1000)},
        ${instant(now)}, ${session.userId}, ${actor.name}) returning id`);
    return (made as { id: number }).id;
  },
};
