/** What the card of an alarm says of its person: one query for all cards. */
import { sql } from 'kysely';
import { metricOf, metrics, roundTo } from '#contract/health/metrics.ts';
import { alarmFacts as routes } from '#contract/warnings/alarm-facts.ts';
import { briefVitals } from '#contract/warnings/alarm-facts.rules.ts';
import { db } from '../db/tenant.ts';
import { newestOf } from '../health/latest.ts';
import type { Handlers } from '../http/implement.ts';
import { reach } from '../lists/people-reach.ts';

interface Newest {
  metric: number;
  value: number;
  at: string;
}

const SHOWN = [metrics.heartRate, metrics.oxygen, metrics.systolic, metrics.diastolic].map(({ number }) => number);

export const alarmFacts: Handlers<typeof routes> = {
  async read({ ids }, { tx, session }) {
    const seesHealth = session.permissions.has('tenant_health_view');
    const warned = await tx.rows(
      db
        .selectFrom('warnings')
        .select(['id', 'person_id'])
        .where('tenant_id', '=', tx.tenantId)
        .where('id', 'in', ids)
        .where('person_id', 'is not', null),
    );
    if (warned.length === 0) return [];
    const people = [...new Set(warned.map(({ person_id }) => person_id as number))];
    const known = await tx.rows(
      db
        .selectFrom('people')
        .select(['people.id', 'people.care_level'])
        .select((eb) => [
          sql<number | null>`extract(year from age(people.birth_date))::integer`.as('age'),
          // Of a person without a department it is unknown whether the session reaches them.
          sql<boolean>`coalesce(${seesHealth ? (reach(eb, session) ?? sql`true`) : sql`false`}, false)`.as('open'),
        ])
        .where('people.tenant_id', '=', tx.tenantId)
        .where('people.id', 'in', people),
    );
    const open = known.filter((one) => one.open).map((one) => one.id);
    const newest = open.length
      ? await tx.rows<Newest & { person_id: number }>(sql`
          select person_id, metric, value, at from (
            ${newestOf(tx.tenantId, sql`(select unnest(${open}::bigint[]) as person_id) as who`, true)}) as k
          where metric in (${sql.join(SHOWN)})`)
      : [];
    const vitals = Map.groupBy(newest, ({ person_id }) => person_id);
    const byId = new Map(known.map((one) => [one.id, one]));
    return warned.flatMap(({ id, person_id }) => {
      const one = byId.get(person_id as number);
      if (!one) return [];
      const values = (vitals.get(one.id) ?? []).map(({ metric, value, at }) => ({
        metric,
        value: roundTo(value, metricOf(metric)?.decimals ?? 0),
        time: at,
      }));
      return [{ id, age: one.age, careLevel: one.care_level, vitals: briefVitals(values) }];
    });
  },
};
