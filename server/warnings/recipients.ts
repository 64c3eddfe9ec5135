/** Who is meant by a step of a policy at a given minute. */
import { sql, type RawBuilder } from 'kysely';
import type { PolicyStep, Recipient } from '#contract/warnings/policies.rules.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { recipientsWith } from '../messages/messages.ts';

export interface Told {
  userId: number | null;
  name: string | null;
  channel: string;
  /** The number or address, for what leaves the house. */
  target: string | null;
}

interface Person {
  id: number;
  name: string;
  phone: string | null;
}

const users = (tx: Tx, which: RawBuilder<unknown>) =>
  tx.rows<Person>(
    sql`select u.id, u.name, u.phone from users u where u.tenant_id = ${tx.tenantId} and u.status = 0 and u.deleted_at is null
      and ${which} order by u.id limit 50`,
  );

/** On duty at `now` (epoch ms): of the person's department and those of none, else anybody who is on duty at all. */
export async function onDuty(tx: Tx, personId: number | null, now: number): Promise<Person[]> {
  const at = instant(now);
  const duty = (which: RawBuilder<unknown>) =>
    users(
      tx,
      sql`exists (select from duties d where d.tenant_id = u.tenant_id and d.user_id = u.id
        and d.starts_at <= ${at} and d.ends_at > ${at} and ${which})`,
    );
  const near = await duty(
    sql`(d.department_id is null or d.department_id = (select p.department_id from people p where p.tenant_id = d.tenant_id
      and p.id = ${personId}))`,
  );
  return near.length > 0 ? near : duty(sql`true`);
}

async function staffOf(tx: Tx, { kind, id }: Recipient, personId: number | null, now: number): Promise<Person[]> {
  if (kind === 'duty') return onDuty(tx, personId, now);
  if (kind === 'carer')
    return users(tx, sql`u.id = (select p.carer_id from people p where p.tenant_id = u.tenant_id and p.id = ${personId})`);
  if (kind === 'role')
    return users(tx, sql`exists (select from user_roles r where r.tenant_id = u.tenant_id and r.user_id = u.id and r.role_id = ${id})`);
  return users(tx, sql`u.id = ${id}`);
}

/** Everybody who may handle warnings: told when a step finds nobody, so that no warning reaches no one. */
export async function handlers(tx: Tx): Promise<Person[]> {
  const ids = await recipientsWith(tx, 'warning_devicewarning_handle');
  return ids.length === 0 ? [] : users(tx, sql`u.id = any(${ids}::bigint[])`);
}

/** The deliveries of a step, each person and way once. */
export async function peopleOf(tx: Tx, { to, channels }: PolicyStep, personId: number | null, now: number): Promise<Told[]> {
  const told: Told[] = [];
  const staff = new Map<number, Person>();
  for (const recipient of to) {
    const { kind, address } = recipient;
    if (kind === 'email' || kind === 'webhook') told.push({ userId: null, name: null, channel: kind, target: address });
    else for (const person of await staffOf(tx, recipient, personId, now)) staff.set(person.id, person);
  }
  // A mail to somebody elsewhere does not stand in for the person on duty whom there is none of.
  if (staff.size === 0 && to.some(({ kind }) => kind !== 'email' && kind !== 'webhook'))
    for (const person of await handlers(tx)) staff.set(person.id, person);
  const ways = channels.length > 0 ? channels : (['popup'] as const);
  for (const { id, name, phone } of staff.values())
    for (const channel of ways) told.push({ userId: id, name, channel, target: channel === 'sms' ? phone : null });
  return told;
}
