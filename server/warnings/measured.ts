/** What staff measured, judged like a device's reading. */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { judgeConditions } from './condition-states.ts';
import { judgeMany } from './measured-groups.ts';

/**
 * Judges what staff measured, like a device's reading but at once: whoever held the instrument need not measure twice. `at` is epoch ms;
 * `metric` a number of contract/health/metrics.ts, `value` in its unit. In the
 * transaction that stores the measurement. The ingest process hears of the state, so that a device's next normal reading ends it.
 */
export async function judgeMeasurement(
  tx: Tx,
  deps: Dependencies,
  { personId, metric, value, at }: { personId: number; metric: number; value: number; at: number },
): Promise<void> {
  await judgeMeasurements(tx, deps, personId, [{ metric, value, at }]);
}

/** As `judgeMeasurement`, of all values of one set: both pressures are one occurrence. `deviceId`: whose corrected value it is. */
export async function judgeMeasurements(
  tx: Tx,
  deps: Dependencies,
  personId: number,
  values: readonly { metric: number; value: number; at: number }[],
  deviceId: number | null = null,
): Promise<void> {
  const receivedAt = deps.now();
  const hot = await judgeMany(tx, deps, [{ personId, values: values.map((value) => ({ ...value, receivedAt, deviceId })) }]);
  await judgeConditions(tx, deps, [
    { personId, samples: values.map(({ metric, value, at }) => ({ signal: metric, at, device: deviceId, value })) },
  ]);
  const { some } = (await tx.row<{ some: boolean }>(
    sql`select exists (select from condition_states where tenant_id = ${tx.tenantId} and person_id = ${personId}) as some`,
  )) ?? { some: false };
  if (some || [...(hot.get(personId)?.values() ?? [])].some(Boolean)) await emit('threshold.changed', { personId }, tx, deps);
}
