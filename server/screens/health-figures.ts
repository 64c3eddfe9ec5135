/** Health on the big screen: how many are out of bounds or overdue, and how NEWS2 stands over the house. */
import { HOUR, dayOf, textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { metricOf, metrics } from '#contract/health/metrics.ts';
import { news2, news2Metrics, NEWS2_HOURS, type News2Input, type News2Metric } from '#contract/health/news2.rules.ts';
import type { TenantScreen } from '#contract/screens/screens.ts';
import type { Context } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { newestOf } from '../health/latest.ts';
import { countsOf } from '../health/overview-rows.ts';
import { cachedFigure } from '../lists/figure-cache.ts';

type Figures = z.input<typeof TenantScreen>['health'];

const IN_CARE = 1;
/** Above so many people the newest values of all of them are gathered aside. */
const SMALL = 500;

const isPart = (name: string | undefined): name is News2Metric => (news2Metrics as readonly (string | undefined)[]).includes(name);

async function scoresOf(tx: Tx, now: number): Promise<Figures['news2']> {
  const since = textOf(now - NEWS2_HOURS * HOUR);
  const today = dayOf(now);
  const numbers = news2Metrics.map((name) => metrics[name].number);
  // Whoever has no value that counts has no score: only of the others are the newest values gathered.
  const who = sql`(select p.id as person_id from people p where p.tenant_id = ${tx.tenantId} and p.deleted_at is null
    and p.status = ${sql.lit(IN_CARE)} and p.id in (
      select person_id from latest_readings where tenant_id = ${tx.tenantId} and at >= ${since}::timestamptz
        and metric = any(${numbers}::smallint[])
      union select person_id from measurements where tenant_id = ${tx.tenantId} and at >= ${since}::timestamptz
        and metric = any(${numbers}::smallint[]) and voided_at is null)) as who`;
  const [rows, targets] = await Promise.all([
    tx.rows<{ person_id: number; metric: number; value: number }>(sql`
      select person_id, metric, value from (${newestOf(tx.tenantId, who)}) as known where at >= ${since}::timestamptz and not doubtful`),
    tx.rows<{ person_id: number }>(sql`
      select person_id from oxygen_targets where tenant_id = ${tx.tenantId} and prescribed_on <= ${today}::date
        and (ends_on is null or ends_on >= ${today}::date)`),
  ]);
  const onOrder = new Set(targets.map(({ person_id }) => person_id));
  const inputs = new Map<number, News2Input>();
  for (const { person_id, metric, value } of rows) {
    const name = metricOf(metric)?.name;
    if (isPart(name)) inputs.set(person_id, { ...inputs.get(person_id), [name]: value });
  }
  const found = { high: 0, medium: 0, lowMedium: 0, low: 0, complete: 0 };
  for (const [person, input] of inputs) {
    const { risk, complete } = news2(input, onOrder.has(person) ? 2 : 1);
    found[risk]++;
    if (complete) found.complete++;
  }
  return found;
}

export async function healthOf(context: Context): Promise<Figures> {
  const { tx, deps } = context;
  const table = sql`from people where tenant_id = ${tx.tenantId} and deleted_at is null and status <= 3`;
  // The institution's: a screen has no data scope of its own.
  const session = { ...context.session, dataScope: 0 };
  const make = async (own: Tx) => {
    const { total, ...counts } = await countsOf({ tx: own, session, deps });
    return { people: total, ...counts, news2: await scoresOf(own, deps.now()) };
  };
  const made = await cachedFigure(context, 'screen health', table, make, SMALL);
  const nothing = { people: 0, urgent: 0, watch: 0, missing: 0, news2: { high: 0, medium: 0, lowMedium: 0, low: 0, complete: 0 } };
  return { ...(made.value ?? nothing), counting: made.counting };
}
