/** The demonstration's check-out: a resident whose family takes them home next week; nursing and medical staff have agreed. */
import { sql } from 'kysely';
import { checkoutEvents, checkoutNumber } from '#contract/stay/checkout-commands.rules.ts';
import { DEFAULT_TURNS, departments, signStates, turnsOf, type Department } from '#contract/stay/checkout-departments.rules.ts';
import { DAY, dayOf, HOUR, nextDay, textOf } from '#contract/time.ts';
import type { Dependencies } from '../../server/context.ts';
import { db } from '../../server/db/tenant.ts';

const AGREED: readonly Department[] = ['nursing', 'medical'];

interface Named {
  id: number;
  name: string;
}

/** To be called once everything else of the demonstration is there: the resident is one of whom no other story tells. */
export async function seedCheckouts(deps: Dependencies, tenantId: number): Promise<void> {
  await deps.inTenant(tenantId, async (tx) => {
    const person = await tx.row<Named>(sql`
      select p.id, p.name from people p where p.tenant_id = ${tenantId} and p.status = 1 and p.bed_id is not null and p.deleted_at is null
        and not exists (select from work_orders o where o.tenant_id = p.tenant_id and o.person_id = p.id)
        and not exists (select from incident_people i where i.tenant_id = p.tenant_id and i.person_id = p.id)
        and not exists (select from outings o where o.tenant_id = p.tenant_id and o.person_id = p.id)
      order by p.id desc limit 1`);
    const nurse = await tx.row<Named>(sql`
      select id, name from users where tenant_id = ${tenantId} and username = 'nurse' and deleted_at is null`);
    if (!person || !nurse) return;
    const now = deps.now();
    const asked = now - DAY;
    const made = await tx.row(
      db
        .insertInto('checkouts')
        .values({
          tenant_id: tenantId,
          number: checkoutNumber(dayOf(asked), 1),
          person_id: person.id,
          person_name: person.name,
          leave_on: nextDay(dayOf(now), 7),
          // Paid for until the end of the month before the last one: the fees show two months.
          settled_until: nextDay(`${nextDay(`${dayOf(now).slice(0, 7)}-01`, -1).slice(0, 7)}-01`, -1),
          destination: 1,
          destination_note: '女儿家',
          reason: '家属接回家照顾',
          user_id: nurse.id,
          user_name: nurse.name,
          created_at: textOf(asked),
        })
        .returning('id'),
    );
    const { id } = made!;
    const signed = { user_id: nurse.id, user_name: nurse.name, signed_at: textOf(asked + 2 * HOUR) };
    const signs = turnsOf(DEFAULT_TURNS)!.flatMap((names, at) => names.map((department) => ({ department, turn: at + 1 })));
    for (const { department, turn } of signs) {
      const agreed = AGREED.includes(department);
      const sign = { tenant_id: tenantId, checkout_id: id, department, turn };
      await tx.run(db.insertInto('checkout_signs').values(agreed ? { ...sign, state: signStates.agreed, ...signed } : sign));
    }
    const event = { tenant_id: tenantId, checkout_id: id, user_id: nurse.id, user_name: nurse.name };
    const { asked: request, agreed } = checkoutEvents;
    await tx.run(db.insertInto('checkout_events').values({ ...event, status: request, text: '家属接回家照顾', created_at: textOf(asked) }));
    for (const department of AGREED)
      await tx.run(
        db
          .insertInto('checkout_events')
          .values({ ...event, status: agreed, department, text: departments[department], created_at: signed.signed_at }),
      );
  });
}
