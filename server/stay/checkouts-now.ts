/** Check-outs of 现在: those that wait for a sign of the caller's department, and those that wait for the settlement. */
import { sql } from 'kysely';
import { departmentNames, departments, type Department } from '#contract/stay/checkout-departments.rules.ts';
import { CHECKOUT_ACCESS } from '#contract/stay/checkouts.ts';
import { dayOf } from '#contract/time.ts';
import type { Session } from '../context.ts';
import { firstOf, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';

const departmentsOf = ({ permissions }: Session): Department[] =>
  departmentNames.filter((name) => permissions.has(CHECKOUT_ACCESS.of(name)));
const settles = ({ permissions }: Session): boolean => permissions.has(CHECKOUT_ACCESS.settle);

/** Serious once the leave day is over. */
export const checkoutsNow: NowSource = {
  kind: 'checkout',
  may: (session) => session.permissions.has(CHECKOUT_ACCESS.view) && (settles(session) || departmentsOf(session).length > 0),
  query: ({ session, now }) => {
    const today = dayOf(now);
    const department = sql`(select min(s.department) from checkout_signs s where s.tenant_id = c.tenant_id and s.checkout_id = c.id
      and s.state = 1 and s.department = any(${departmentsOf(session)}::text[])
      and s.turn = (select min(m.turn) from checkout_signs m where m.tenant_id = c.tenant_id and m.checkout_id = c.id and m.state <> 2))`;
    const found = sql`select c.id, c.leave_on, c.created_at as since, case when c.state = 1 then ${department} end as department
      from checkouts c where c.tenant_id = ${session.tenantId} and c.state < 3 and c.person_id in ${seenPeople(session)}`;
    return sql<NowFound>`
    select f.id, case when f.leave_on < ${today}::date then 2 else 3 end as severity, 2 as phase, c.person_name as name,
      coalesce(f.department, 'settle') as text, f.leave_on::text as note, c.person_id as "personId",
      ${placeOfPerson(sql.ref('c.tenant_id'), sql.ref('c.person_id'))} as place, null::bigint as link, false as mark, f.since,
      (f.leave_on + 1)::timestamptz as due, f.total
    from ${firstOf(
      sql`select * from (${found}) w where w.department is not null
        or (${settles(session)} and exists (select from checkouts o
          where o.tenant_id = ${session.tenantId} and o.id = w.id and o.state = 2))`,
      'leave_on, since, id',
    )} f join checkouts c on c.tenant_id = ${session.tenantId} and c.id = f.id`;
  },
  say: (row) => ({
    ...row,
    text: row.text === 'settle' ? '退住待结算' : `退住待${departments[row.text as Department]}审核`,
    note: `${row.note}退住`,
  }),
};
