/** Events after which a person is assessed again, by the days of the institution; each once, until an assessment after it is complete. */
import { sql, type RawBuilder } from 'kysely';
import { assessmentSettingDefaults } from '#contract/assessments/assessment-settings.ts';
import { ASSESSED_INCIDENTS, FALL, NEAR_MISS, scaleOfCause } from '#contract/assessments/due-causes.rules.ts';
import { scales } from '#contract/assessments/scales.ts';

export const ABILITY = scales.filter(({ ability }) => ability).map(({ code }) => code);
/** An event that was followed by no assessment for so many days counts no more. */
const KEPT_DAYS = 365;

type Setting = keyof typeof assessmentSettingDefaults & `ASSESSMENT_DUE_${string}`;

/** Within so many days; 0: it is not asked for. */
const days = (tenantId: number, key: Setting) => sql<number>`coalesce((
  select q.value::integer from parameters q where q.tenant_id = ${tenantId} and q.key = ${key} and q.value ~ '^[0-9]{1,2}$'),
  ${sql.lit(assessmentSettingDefaults[key])})`;

const own = (alias: string) => sql.raw(`${alias}.tenant_id = people.tenant_id and ${alias}.person_id = people.id`);
const dayOfTime = (column: string) => sql.raw(`(${column} at time zone 'Asia/Shanghai')::date`);

/** Of the person in `people`: `kind`, `day`, `due_on` and `scale` (null: any of ability) of every event that is still open. */
export const openEvents = (tenantId: number, today: string): RawBuilder<unknown> => sql`(
  select e.kind, ${dayOfTime('e.at')} as day, ${dayOfTime('e.at')} + e.days as due_on, e.scale from (
    select 'admission' as kind, a.admitted_at as at, ${days(tenantId, 'ASSESSMENT_DUE_ADMISSION')} as days, null::text as scale
    from admissions a where ${own('a')} and a.state = 6
    union all
    select case when i.type = ${sql.lit(FALL)} then 'fall' else 'incident' end, i.occurred_at,
      case when i.type = ${sql.lit(FALL)} then ${days(tenantId, 'ASSESSMENT_DUE_FALL')}
        else ${days(tenantId, 'ASSESSMENT_DUE_INCIDENT')} end,
      case when i.type = ${sql.lit(FALL)} then ${scaleOfCause('fall')} end
    from incident_people ip join incidents i on i.tenant_id = ip.tenant_id and i.id = ip.incident_id
    where ${own('ip')} and i.deleted_at is null and i.type = any(${ASSESSED_INCIDENTS}::int[])
      and i.severity is distinct from ${sql.lit(NEAR_MISS)}
    union all
    select 'return', o.returned_at, ${days(tenantId, 'ASSESSMENT_DUE_RETURN')}, null
    from outings o where ${own('o')} and o.kind = 2 and o.state = 3
    union all
    -- A level that was taken from an assessment asks for none.
    select 'level', l.effective_on::timestamp at time zone 'Asia/Shanghai', ${days(tenantId, 'ASSESSMENT_DUE_LEVEL')}, null
    from person_arrangements l where ${own('l')} and l.kind = 'level' and l.state = 2 and l.before <> l.value
      and not exists (select from assessments k where ${own('k')} and k.applied_level = l.value
        and ${dayOfTime('k.applied_at')} = ${dayOfTime('l.created_at')})
  ) e where e.days > 0 and e.at > ${today}::date - ${sql.lit(KEPT_DAYS)}
    and not exists (select from assessments k where ${own('k')} and k.state = 3 and k.assessed_on >= ${dayOfTime('e.at')}
      and k.completed_at > e.at and (k.scale = e.scale or e.scale is null and k.scale = any(${ABILITY}::text[])))
)`;
