/** Beginning and ending series; a fall begins one by itself, in the process that heard of it. */
import { sql } from 'kysely';
import { HOUR } from '#contract/time.ts';
import { observationTimes, SERIES_HOURS } from '#contract/health/observations.rules.ts';
import { disposals } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit, on } from '../events.ts';

export interface NewSeries {
  personId: number;
  kind: number;
  /** Epoch ms. */
  start: number;
  reason: string;
  warningId: number | null;
  userId: number | null;
}

/** Gives the new series' id; undefined when the warning has one already. */
export async function beginSeries(
  tx: Tx,
  deps: Dependencies,
  { personId, kind, start, reason, warningId, userId }: NewSeries,
): Promise<number | undefined> {
  const series = await tx.row<{ id: number }>(sql`
    insert into observation_series (tenant_id, person_id, kind, warning_id, started_at, reason, created_by)
    values (${tx.tenantId}, ${personId}, ${kind}, ${warningId}, ${instant(start)}, ${reason}, ${userId})
    on conflict (tenant_id, warning_id) where warning_id is not null do nothing returning id`);
  if (!series) return undefined;
  const times = observationTimes(start);
  await tx.run(sql`
    insert into observation_tasks (tenant_id, series_id, person_id, due_at, orthostatic)
    select ${tx.tenantId}, ${series.id}, ${personId}, to_timestamp(at / 1000), orthostatic
    from unnest(${times.map(({ at }) => at)}::float8[], ${times.map(({ orthostatic }) => orthostatic)}::boolean[]) as due (at,
      orthostatic)`);
  await emit('measurement.changed', { personId }, tx, deps);
  return series.id;
}

/** A fall that staff report, at `start` (epoch ms), begins a series, unless one runs or its time is over; gives whether it did. */
export async function observeReportedFall(tx: Tx, deps: Dependencies, fall: { personId: number; start: number; userId: number | null }) {
  const since = deps.now() - SERIES_HOURS * HOUR;
  if (fall.start <= since) return false;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`series:${tx.tenantId}:${fall.personId}`}, 0))`);
  const running = await tx.row(sql`
    select 1 from observation_series where tenant_id = ${tx.tenantId} and person_id = ${fall.personId} and kind = 1 and ended_at is null
      and started_at > ${instant(since)}`);
  if (running) return false;
  await beginSeries(tx, deps, { ...fall, kind: 1, reason: '不良事件登记', warningId: null });
  return true;
}

/**
 * Registers what follows from warnings: a fall begins a series, one that proves false ends
 * it. Called once in every process that raises or handles them.
 */
export function observeFalls(): void {
  on('warning.raised', async ({ warningId, rule }, tx, deps) => {
    if (rule !== 'fall') return;
    const warning = await tx.row<{ person_id: number | null; at: number }>(sql`
      select person_id, (extract(epoch from happened_at) * 1000)::float8 as at from warnings
      where tenant_id = ${tx.tenantId} and id = ${warningId}`);
    if (!warning?.person_id) return;
    // Two reports of one fall within a day are one series.
    const running = await tx.row(sql`
      select 1 from observation_series where tenant_id = ${tx.tenantId} and person_id = ${warning.person_id} and kind = 1
        and ended_at is null
        and started_at > now() - interval '1 day'`);
    if (!running)
      await beginSeries(tx, deps, { personId: warning.person_id, kind: 1, start: warning.at, reason: '跌倒预警', warningId, userId: null });
  });
  on('warning.changed', async ({ warningId }, tx, deps) => {
    const ended = await tx.row<{ person_id: number }>(sql`
      update observation_series s set ended_at = now(), end_reason = '跌倒预警为误触发或测试', version = s.version + 1, updated_at = now()
      from warnings w where s.tenant_id = ${tx.tenantId} and s.warning_id = ${warningId} and s.ended_at is null
        and w.tenant_id = s.tenant_id and w.id = s.warning_id
          and w.status not in (${disposals.open}, ${disposals.handled}, ${disposals.inProgress})
      returning s.person_id`);
    if (ended) await emit('measurement.changed', { personId: ended.person_id }, tx, deps);
  });
}
