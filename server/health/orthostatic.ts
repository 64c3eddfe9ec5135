/** 体位性低血压: a pressure that falls on standing up is told to whoever is responsible, not only to whoever measured it. */
import { sql } from 'kysely';
import { postures } from '#contract/health/measurements.rules.ts';
import { metrics } from '#contract/health/metrics.ts';
import { isOrthostatic, ORTHOSTATIC_DROP, SERIES_HOURS } from '#contract/health/observations.rules.ts';
import type { Work } from '../context.ts';
import { instant } from '../db/instants.ts';

interface Pressures {
  systolic: number;
  diastolic: number;
}

/** Entered later than this it is marked with the time of measurement. */
const LATE_MS = 15 * 60_000;
const SERIOUS = 2;

/**
 * Judges pressures lying and standing, measured at `at` (epoch ms): raises the person's
 * warning or ends it. Within 72 hours of a fall it is serious.
 */
export async function judgeStanding(
  { tx, deps, emit }: Work,
  personId: number,
  lying: Pressures,
  standing: Pressures,
  at: number,
): Promise<void> {
  if (!isOrthostatic(lying, standing))
    return emit('alarm.ended', { rule: 'orthostatic', subject: { personId }, note: '立位血压没有明显下降' });
  const fell = await tx.row(sql`
    select 1 from warnings where tenant_id = ${tx.tenantId} and person_id = ${personId} and rule = 'fall' and status in (0, 1, 2)
      and last_at between ${instant(at)} - make_interval(hours => ${SERIES_HOURS})
        and ${instant(at)} + interval '1 minute' limit 1`);
  const metric = lying.systolic - standing.systolic >= ORTHOSTATIC_DROP.systolic ? 'systolic' : 'diastolic';
  await emit('alarm.occurred', {
    rule: 'orthostatic',
    deviceId: null,
    personId,
    code: 'orthostatic',
    at,
    late: deps.now() - at > LATE_MS,
    place: null,
    content: `站立后血压下降：卧位${lying.systolic}/${lying.diastolic}，立位${standing.systolic}/${standing.diastolic} mmHg${fell ? '，72小时内跌倒过' : ''}`,
    ...(fell ? { severity: SERIOUS } : {}),
    measured: { metric: metrics[metric].number, value: standing[metric], limit: lying[metric] - ORTHOSTATIC_DROP[metric] },
  });
}

/** The pressure standing is kept so many seconds after the one lying. */
const APART = 61;

/**
 * A pressure measured at `at` (the wire's time) was corrected or taken back: the warning of its pair ends when the pair no longer falls.
 */
export async function rejudgeStanding({ tx, emit }: Work, personId: number, at: string): Promise<void> {
  const near = sql`between ${at}::timestamptz - make_interval(secs => ${APART}) and ${at}::timestamptz + make_interval(secs => ${APART})`;
  const told = await tx.row(sql`
    select 1 from warnings where tenant_id = ${tx.tenantId} and person_id = ${personId} and rule = 'orthostatic' and status in (0, 2)
      and cleared_at is null and last_at ${near}`);
  if (!told) return;
  const left = await tx.rows<{ metric: number; value: number; standing: boolean }>(sql`
    select metric, value::float8 as value, manner is not distinct from ${postures.standing} as standing from measurements
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and metric in (${metrics.systolic.number}, ${metrics.diastolic.number})
      and voided_at is null and at ${near}`);
  const of = (standing: boolean): Pressures | null => {
    const [systolic, diastolic] = (['systolic', 'diastolic'] as const).map(
      (name) => left.find((one) => one.standing === standing && one.metric === metrics[name].number)?.value,
    );
    return systolic === undefined || diastolic === undefined ? null : { systolic, diastolic };
  };
  const [lying, standing] = [of(false), of(true)];
  if (lying && standing && isOrthostatic(lying, standing)) return;
  await emit('alarm.ended', { rule: 'orthostatic', subject: { personId }, note: '血压读数已更正或作废' });
}
