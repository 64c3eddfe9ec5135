/** Whose number it is, as far as routing has to know: who waits, before whom. */
import { sql } from 'kysely';
import { priorities } from '#contract/calls/call-queues.rules.ts';
import { phoneOf } from '#contract/phones.rules.ts';
import type { Tx } from '../db/tenant.ts';
import { phone } from '../db/sealed-phones.ts';

export interface Who {
  name: string;
  personId: number | null;
  customerId: number | null;
  blocked: boolean;
  priority: number;
}

/** The person or customer of a number, or a person that is known otherwise; an open SOS of theirs, or of their device, goes first. */
export async function whoIs(tx: Tx, typed: string, known: number | null = null): Promise<Who> {
  const number = phoneOf(typed, 'dialled') ?? typed;
  const row = await tx.row<{
    customerId: number | null;
    customer: string | null;
    level: number | null;
    personId: number | null;
    person: string | null;
    help: boolean;
  }>(sql`
    with customer as (
      select id, name, level, person_id from call_customers where tenant_id = ${tx.tenantId} and mobile = ${phone(number)}
    ), own as (
      select p.id, p.name, 0 as rank from people p
      where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${number} <> ''
        and (p.id = ${known}::bigint or p.mobile = ${phone(number)})
      union all
      select p.id, p.name, 1 from people p
      where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${number} <> '' and p.contact_phone = ${phone(number)}
      union all
      select p.id, p.name, 1 from person_contacts c join people p on p.tenant_id = c.tenant_id and p.id = c.person_id
        and p.deleted_at is null
      where c.tenant_id = ${tx.tenantId} and ${number} <> '' and c.phone = ${phone(number)}
    ), person as (
      select coalesce(${known}::bigint, (select id from own order by rank, id limit 1), (select person_id from customer)) as id
    )
    select c.id as "customerId", c.name as customer, c.level, person.id as "personId",
      (select p.name from people p where p.tenant_id = ${tx.tenantId} and p.id = person.id) as person,
      exists (select from warnings w where w.tenant_id = ${tx.tenantId} and w.rule = 'sos' and w.status in (0, 2)
        and w.person_id in (select id from own union select person.id)) as help
    from person left join customer c on true`);
  const level = row?.level ?? 0;
  return {
    name: row?.person ?? row?.customer ?? '',
    personId: row?.personId ?? null,
    customerId: row?.customerId ?? null,
    blocked: level === 2,
    priority: row?.help ? priorities.help : level === 1 ? priorities.vip : priorities.ordinary,
  };
}
