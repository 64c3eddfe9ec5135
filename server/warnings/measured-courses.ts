/**
 * Readings that are out of bounds, or of a person whose readings are not all in bounds: judged in one
 * transaction with the state they leave and the warning they raise.
 */
import { sql } from 'kysely';
import { isUrgent, type Level, type Limits } from '#contract/health/thresholds.rules.ts';
import {
  limitOf,
  measuredText,
  ruleOfMetric,
  severityOfLevel,
  stepMeasured,
  wellState,
  type MeasuredState,
} from '#contract/warnings/measured.rules.ts';
import type { RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { raiseWarning } from './raise.ts';

/** A value of a person: number of the metric, its unit, epoch ms. `deviceId` null: staff measured it. */
export interface Measured {
  metric: number;
  value: number;
  at: number;
  receivedAt: number;
  deviceId: number | null;
}

/** Older than this a value is history: only an urgent one is still told, and says that it came late. */
export const LATE_MS = 15 * 60_000;
export const isLateValue = ({ at, receivedAt }: Pick<Measured, 'at' | 'receivedAt'>) => receivedAt - at > LATE_MS;

export interface Found {
  deviceId: number | null;
  at: number;
  receivedAt: number;
  late: boolean;
  /** Worth a warning: otherwise it is only seen. */
  raises: boolean;
  /** `level` is what enough values speak for, `own` that of the value alone. */
  parts: { metric: number; value: number; level: Level; own: Level; limit: number | null }[];
}

export interface Course {
  states: Map<number, MeasuredState>;
  limits: ReadonlyMap<number, Limits>;
  founds: Map<string, Found & { rule: RuleName }>;
}

/** Takes one value into its state; what it gives rise to is gathered by rule, device and moment: both pressures are one occurrence. */
export function take({ states, limits, founds }: Course, { metric, value, at, receivedAt, deviceId }: Measured): void {
  const rule = ruleOfMetric.get(metric);
  const bounds = limits.get(metric);
  if (!rule || !bounds) return;
  const step = stepMeasured(states.get(metric) ?? wellState, { at, device: deviceId, value }, bounds);
  const late = isLateValue({ at, receivedAt });
  if (!step || (late && !isUrgent(step.own))) return;
  states.set(metric, step.state);
  const level = step.occurs;
  if (level === 0 || (late && !isUrgent(level))) return;
  const key = `${rule}:${deviceId}:${at}`;
  const found = founds.get(key) ?? { rule, deviceId, at, late, receivedAt, raises: false, parts: [] };
  // The product's own watch limits colour lists; half a house is near them. Staff who want
  // to be told set limits, for the institution or a person.
  found.raises ||= isUrgent(level) || bounds.origin !== 'default';
  found.parts.push({ metric, value, level, own: step.own, limit: limitOf(bounds, step.own) });
  founds.set(key, found);
}

const byGravity = (a: { level: Level }, b: { level: Level }) => severityOfLevel(a.level) - severityOfLevel(b.level);
/** The part that decides the severity. */
export const gravestOf = (parts: Found['parts']) => parts.toSorted(byGravity)[0] as Found['parts'][number];
export const contentOf = (parts: Found['parts']) =>
  parts
    .toSorted(byGravity)
    .map(({ metric, own, value, limit }) => measuredText(metric, own, value, limit))
    .join('，');

/** Remembers which warning counted what staff measured; a device's value is in `device_events`. */
export async function linkValues(tx: Tx, rows: readonly { id: number; personId: number; rule: RuleName; at: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.run(sql`
    insert into warning_values as known (tenant_id, person_id, rule, at, warning_id)
    select ${tx.tenantId}, person_id, rule, to_timestamp(at / 1000), id
    from unnest(${rows.map(({ personId }) => personId)}::bigint[], ${rows.map(({ rule }) => rule)}::text[],
      ${rows.map(({ at }) => at)}::float8[],
      ${rows.map(({ id }) => id)}::bigint[]) as n (person_id, rule, at, id)
    on conflict (tenant_id, person_id, rule, at) do update set warning_id = excluded.warning_id, withdrawn_at = null`);
}

/** Raises or repeats the warning of what was found. */
export async function tell(
  tx: Tx,
  deps: Dependencies,
  personId: number,
  rule: RuleName,
  { deviceId, at, late, parts }: Found,
): Promise<void> {
  const { metric, value, limit, level } = gravestOf(parts);
  const severity = severityOfLevel(level);
  const raised = await raiseWarning(tx, deps, {
    rule,
    deviceId,
    personId,
    code: rule,
    at,
    late,
    place: null,
    severity,
    content: contentOf(parts),
    measured: { metric, value, limit },
  });
  if (raised && deviceId === null) await linkValues(tx, [{ id: raised.warningId, personId, rule, at }]);
}
