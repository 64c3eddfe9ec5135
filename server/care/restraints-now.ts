/** Restraint in 现在: who is to be looked at, loosened or released now; what is overdue is urgent. */
import { sql } from 'kysely';
import { LIMIT_SOON, dueTexts, restraintKinds } from '#contract/care/restraint-commands.rules.ts';
import { restraints } from '#contract/care/restraints.ts';
import { instant } from '../db/instants.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { wordOf } from '../lists/timeline-sources.ts';
import { placeOfPerson } from '../rooms/places.ts';

/** So long before it is due, it is shown. */
const AHEAD = sql.raw(`interval '5 minutes'`);
const MINUTE = sql.raw(`interval '1 minute'`);

export const restraintsNow: NowSource = {
  kind: 'restraint',
  may: mayDo(restraints.page.access),
  query: ({ session, now }) => sql<NowFound>`
    select f.id, case when f.ends <= ${instant(now)} then 1 when f.due < ${instant(now)} then 2 else 3 end as severity, 2 as phase, p.name,
      ${wordOf(sql`f.kind`, restraintKinds)} || '：' || case when f.ends <= ${instant(now)} then ${sql.lit(dueTexts.release)}
        when f.due = f.ends then ${sql.lit(LIMIT_SOON)} when f.due = f.loosen then ${sql.lit(dueTexts.loosen)}
        else ${sql.lit(dueTexts.look)} end as text,
      null::text as note, p.id as "personId",
      ${placeOfPerson(sql`${session.tenantId}::bigint`, sql`f.person_id`)} as place, null::bigint as link,
      false as mark, f.since, f.due, f.total
    from ${firstOf(
      sql`select id, person_id, kind, begun_at as since, ends, loosen, least(ends, loosen, looked) as due from (
          select r.*, r.begun_at + r.hours * interval '1 hour' as ends, r.loosened_at + r.loosen_minutes * ${MINUTE} as loosen,
            r.looked_at + r.look_minutes * ${MINUTE} as looked from restraints r
          where r.tenant_id = ${session.tenantId} and r.state = 2 and r.person_id in ${seenPeople(session)}) r
        where least(ends, loosen, looked) <= ${instant(now)} + ${AHEAD}`,
      'due, id',
    )} f join people p on p.tenant_id = ${session.tenantId} and p.id = f.person_id`,
};
