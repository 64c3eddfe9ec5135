/** What staff measured, judged like a device's reading. */
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { judgeMany } from './measured-groups.ts';

/**
 * Judges what staff measured, like a device's reading but at once: whoever held the instrument need not measure twice. `at` is epoch ms;
 * `metric` a number of contract/health/metrics.ts, `value` in its unit. In the transaction that stores the measurement. The ingest process hears of
 * the state, so that a device's next normal reading ends it.
 */
export async function judgeMeasurement(
  tx: Tx,
  deps: Dependencies,
  { personId, metric, value, at }: { personId: number; metric: number; value: number; at: number },
): Promise<void> {
  await judgeMeasurements(tx, deps, personId, [{ metric, value, at }]);
}

/** As `judgeMeasurement`, of all values of one set: both pressures are one occurrence. */
export async function judgeMeasurements(
  tx: Tx,
  deps: Dependencies,
  personId: number,
  values: readonly { metric: number; value: number; at: number }[],
): Promise<void> {
  const receivedAt = deps.now();
  const hot = await judgeMany(tx, deps, [{ personId, values: values.map((value) => ({ ...value, receivedAt, deviceId: null })) }]);
  if ([...(hot.get(personId)?.values() ?? [])].some(Boolean)) await emit('threshold.changed', { personId }, tx, deps);
}
