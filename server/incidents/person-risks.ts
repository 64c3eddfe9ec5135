/** The nine risks of each person: looked at by staff, asked for again after an incident, with an overview of what is missing. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { MOST_CHECK_DAYS, riskGaps, riskKinds, RISKS, type RiskGap } from '#contract/incidents/person-risks.rules.ts';
import { riskLabels } from '#contract/incidents/person-risks.labels.ts';
import { personRisks as routes, type RiskOverview } from '#contract/incidents/person-risks.ts';
import { titled } from '#contract/labels.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import type { Context, Work } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne, reads, type ListOf } from '../lists/crud.ts';
import type { SearchOf } from '../lists/list.ts';
import { firstOf, mayDo, seenPeople, type NowFound, type NowSource } from '../lists/now-sources.ts';
import { nameContains, reach } from '../lists/people-reach.ts';
import { placeOfBed } from '../rooms/places.ts';
import { exporting, listOf, type Export } from '../transfers/exports.ts';
import type { Concerned } from './incident-forms.ts';

/** Who lives in the house: also who is away for a time. */
const LIVES_HERE = sql<SqlBool>`people.status < 4 and people.service_type = 1`;

const lacks = (today: string): Record<Exclude<RiskGap, 'missing'>, RawBuilder<unknown>> => ({
  overdue: sql`k.next_on < ${today}::date`,
  unmeasured: sql`k.level > 0 and coalesce(k.measures, '') = ''`,
  recheck: sql`k.recheck_at is not null`,
});
const risks = sql`from person_risks k where k.tenant_id = people.tenant_id and k.person_id = people.id`;
const counted = (which: RawBuilder<unknown>) => sql<number>`(select count(*)::integer ${risks} and ${which})`;

const missing = sql<number>`(${sql.lit(RISKS.length)} - (select count(*)::integer ${risks}))`;
/** That a person lacks something. */
const lacking = (gap: RiskGap | 'any', today: string): RawBuilder<SqlBool> => {
  if (gap === 'missing') return sql`(select count(*) ${risks}) < ${sql.lit(RISKS.length)}`;
  const { overdue, unmeasured, recheck } = lacks(today);
  if (gap === 'any')
    return sql`((select count(*) filter (where not (${overdue} or ${unmeasured} or ${recheck})) ${risks}) < ${sql.lit(RISKS.length)})`;
  return sql`exists (select ${risks} and ${lacks(today)[gap]})`;
};

/** Of those who live in the house, on a day. */
const listOn = (today: string, tenantId: number): ListOf<typeof routes.page, 'people'> => ({
  table: 'people',
  noun: '服务对象',
  soft: true,
  scope: (eb, session) => sql<SqlBool>`(${LIVES_HERE} and ${reach(eb, session) ?? sql`true`})`,
  columns: {
    id: 'id',
    oldmanName: 'name',
    place: () => placeOfBed(sql.ref('people.tenant_id'), sql.ref('people.bed_id')),
    high: () => counted(sql`k.level = 2`),
    missing: () => missing,
    overdue: () => counted(lacks(today).overdue),
    unmeasured: () => counted(lacks(today).unmeasured),
    recheck: () => counted(lacks(today).recheck),
    nextDate: () => sql`(select min(k.next_on) ${risks})`,
    createTime: 'created_at',
  },
  filters: {
    oldmanName: nameContains(tenantId),
    gap: (_eb, value) => lacking(value as RiskGap | 'any', today),
    high: (_eb, value) => sql<SqlBool>`exists (select ${risks} and k.kind = ${value} and k.level = 2)`,
  },
});

const sheet = (today: string): Export<z.input<typeof RiskOverview>, SearchOf<typeof routes.page>> => ({
  name: '九防缺项',
  list: ({ tenantId }) => listOf(listOn(today, tenantId)),
  columns: titled(riskLabels, [
    { key: 'oldmanName', width: 12 },
    { key: 'place', width: 28 },
    { key: 'high', width: 10 },
    { key: 'missing', width: 10 },
    { key: 'overdue', width: 10 },
    { key: 'unmeasured', width: 10 },
    { key: 'recheck', width: 14 },
    { key: 'nextDate', width: 14 },
  ]),
});

interface Row {
  kind: number;
  level: number;
  reason: string | null;
  measures: string | null;
  checked_on: string;
  checked_by: string;
  next_on: string;
  recheck_at: string | null;
  incident_id: number | null;
  version: number;
}

async function risksOf({ tx, deps }: Context, personId: number) {
  const rows = await tx.rows<Row>(sql`
    select kind, level, reason, measures, checked_on, checked_by, next_on, recheck_at, incident_id, version from person_risks
    where tenant_id = ${tx.tenantId} and person_id = ${personId}`);
  const today = dayOf(deps.now());
  return RISKS.map((kind) => {
    const row = rows.find((one) => one.kind === kind) ?? null;
    return {
      kind,
      level: row?.level ?? null,
      reason: row?.reason ?? null,
      measures: row?.measures ?? null,
      checkDate: row?.checked_on ?? null,
      checkName: row?.checked_by ?? null,
      nextDate: row?.next_on ?? null,
      recheckTime: row?.recheck_at ?? null,
      incidentId: row?.incident_id ?? null,
      gaps: riskGaps(row, today),
      version: row?.version ?? null,
    };
  });
}

/** What a form does not name stays. */
const kept = (given: Record<string, string | null | undefined>) =>
  sql.join(
    Object.entries(given)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.ref(column)} = ${value},`),
    sql` `,
  );

/** An incident of one of the nine kinds asks for that risk of its people to be looked at again. */
export async function askAgain({ tx }: Work, type: number, incidentId: number, people: readonly Concerned[], at: string): Promise<void> {
  if (!Object.hasOwn(riskKinds, type) || people.length === 0) return;
  await tx.run(sql`
    update person_risks set recheck_at = ${at}::timestamptz, incident_id = ${incidentId}, version = version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and kind = ${type} and person_id = any(${people.map(({ id }) => id)}::bigint[])
      and incident_id is distinct from ${incidentId}`);
}

export const personRisks: Handlers<typeof routes> = {
  page: (input, context) => reads(listOn(dayOf(context.deps.now()), context.session.tenantId)).page(input, context),
  export: (input, context) => exporting(routes.export, sheet(dayOf(context.deps.now())))(input, context),

  async ofPerson({ oldmanId }, context) {
    await readOne(peopleRows(context.session), oldmanId, context);
    return risksOf(context, oldmanId);
  },

  async save({ oldmanId, kind, level, reason, measures, nextDate, version }, context) {
    const { tx, deps, session } = context;
    await readOne(peopleRows(session), oldmanId, context);
    const today = dayOf(deps.now());
    if (nextDate <= today) throw invalid('下次评估日期应晚于今天');
    if (nextDate > nextDay(today, MOST_CHECK_DAYS)) throw invalid(`下次评估日期不能晚于${MOST_CHECK_DAYS}天后`);
    const won =
      version === null
        ? await tx.run(sql`
            insert into person_risks (tenant_id, person_id, kind, level, reason, measures, checked_on, checked_by, next_on)
            values (${tx.tenantId}, ${oldmanId}, ${kind}, ${level}, ${reason ?? null}, ${measures ?? null}, ${today},
              ${session.name}, ${nextDate})
            on conflict (tenant_id, person_id, kind) do nothing`)
        : await tx.run(sql`
            update person_risks set level = ${level}, ${kept({ reason, measures })} checked_on = ${today},
              checked_by = ${session.name}, next_on = ${nextDate}, recheck_at = null, incident_id = null, version = version + 1,
              updated_at = now()
            where tenant_id = ${tx.tenantId} and person_id = ${oldmanId} and kind = ${kind} and version = ${version}`);
    if (won === 0) throw conflict('评估已被他人修改，请刷新后重试', await risksOf(context, oldmanId));
    await context.emit('risk.changed', { personId: oldmanId });
    return true;
  },
};

/** All who lack something, in one row, once the institution has begun to look at the nine risks. */
export const risksNow: NowSource = {
  kind: 'risk_gap',
  may: mayDo(routes.save.access),
  query: ({ session, now }) => sql<NowFound>`
    select 0::bigint as id, 4 as severity, 2 as phase, '九防评估'::text as name, f.total::text as text, null::text as note,
      null::bigint as "personId", null::text as place, null::bigint as link, false as mark, null::timestamptz as since,
      null::timestamptz as due, 1 as total
    from ${firstOf(
      sql`select id from people where tenant_id = ${session.tenantId} and deleted_at is null and ${LIVES_HERE}
        and exists (select from person_risks where tenant_id = ${session.tenantId})
        and people.id in ${seenPeople(session)} and ${lacking('any', dayOf(now))}`,
      'id',
    )} f limit 1`,
  say: (row) => ({ ...row, text: `${row.text}位服务对象有缺项` }),
};
