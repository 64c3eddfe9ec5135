/** How often values are expected, and setting it. */
import { sql } from 'kysely';
import { defaultExpectations, expectations as routes, expectedMetrics, type ExpectedMetric } from '#contract/health/expectations.ts';
import { metrics } from '#contract/health/metrics.ts';
import type { z } from 'zod';
import type { Work } from '../context.ts';
import { merged } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { reachPerson } from './vitals.ts';

/** The institution's hours by metric; null: not expected. */
export async function houseExpectations(tx: Tx): Promise<Map<ExpectedMetric, { hours: number | null; atNight: boolean; own: boolean }>> {
  const rows = await tx.rows<{ metric: number; hours: number | null; atNight: boolean }>(
    sql`select metric, hours, at_night as "atNight" from reading_expectations where tenant_id = ${tx.tenantId} and person_id is null`,
  );
  return new Map(
    expectedMetrics.map((name) => {
      const row = rows.find(({ metric }) => metric === metrics[name].number);
      return [
        name,
        row ? { hours: row.hours, atNight: row.atNight, own: true } : { hours: defaultExpectations[name], atNight: false, own: false },
      ];
    }),
  );
}

async function show(tx: Tx, personId: number | null) {
  const house = await houseExpectations(tx);
  const own =
    personId === null
      ? []
      : await tx.rows<{ metric: number; hours: number | null; atNight: boolean }>(
          sql`select metric, hours, at_night as "atNight" from reading_expectations
            where tenant_id = ${tx.tenantId} and person_id = ${personId}`,
        );
  return expectedMetrics.map((name) => {
    const row = own.find(({ metric }) => metric === metrics[name].number);
    if (row) return { metric: name, hours: row.hours, atNight: row.atNight, origin: 'person' as const };
    const { hours, atNight, own: set } = house.get(name) as { hours: number | null; atNight: boolean; own: boolean };
    return { metric: name, hours, atNight, origin: set ? ('institution' as const) : ('default' as const) };
  });
}

async function put(
  personId: number | null,
  { metric, inherit, ...form }: z.output<typeof routes.setDefault.input>,
  { tx, actor, emit }: Work,
) {
  const { number } = metrics[metric];
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`expectations:${tx.tenantId}:${personId ?? 0}:${number}`}, 0))`);
  const before = (await show(tx, personId)).find((one) => one.metric === metric) as { hours: number | null; atNight: boolean };
  const { hours, atNight } = merged(before, form);
  if (inherit)
    await tx.run(
      sql`delete from reading_expectations where tenant_id = ${tx.tenantId} and person_id is not distinct from ${personId}::bigint
        and metric = ${number}`,
    );
  else
    await tx.run(sql`
      insert into reading_expectations (tenant_id, person_id, metric, hours, at_night, created_by)
        values (${tx.tenantId}, ${personId}, ${number}, ${hours}, ${atNight}, ${actor.userId})
      on conflict (tenant_id, person_id, metric) do update set hours = excluded.hours, at_night = excluded.at_night,
        created_by = excluded.created_by,
        version = reading_expectations.version + 1, updated_at = now()`);
  await emit('readings.expected', { personId });
  return true;
}

export const expectations: Handlers<typeof routes> = {
  async ofPerson({ oldmanId }, context) {
    await reachPerson(oldmanId, context);
    return show(context.tx, oldmanId);
  },
  defaults: (_input, { tx }) => show(tx, null),
  async set({ oldmanId, ...item }, context) {
    await reachPerson(oldmanId, context);
    return put(oldmanId, item, context);
  },
  setDefault: (item, context) => put(null, item, context),
};
