/** Entering, correcting and taking back values. */
import { dayOf, instantOf, textOf } from '#contract/time.ts';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import { metricOf, metrics } from '#contract/health/metrics.ts';
import { postures, setProblem, timeProblem, valueProblem, type EnteredMetric } from '#contract/health/measurements.rules.ts';
import { measurements as routes, type Judged } from '#contract/health/measurements.ts';
import { judge } from '#contract/health/thresholds.rules.ts';
import type { Context, Work } from '../context.ts';
import { matching } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { resum } from './reading-sums.ts';
import { limitsOf } from './limits.ts';
import { drop, fulfil, pressuresOf } from './observations.ts';
import { judgeStanding, rejudgeStanding } from './orthostatic.ts';
import { reachPerson } from './vitals.ts';

type Sheet = z.output<typeof routes.round.input>['sheets'][number];
type Level = z.output<typeof Judged>;

/** The names of those whom the session reaches; 404 when one is not among them. */
async function namesOf(ids: readonly number[], { tx, session }: Context): Promise<Map<number, string>> {
  const people = matching({ ...peopleRows(session), filters: {} }, {}, session)
    .where('id', 'in', ids)
    .select(['id', 'name']);
  const found = new Map((await tx.rows<{ id: number; name: string }>(people as never)).map(({ id, name }) => [id, name]));
  if (ids.some((id) => !found.has(id))) throw notFound('服务对象');
  return found;
}

/**
 * Stores sheets, each as one set; gives the set of each and what is out of bounds. Throws with the person's name when there are several.
 */
export async function enter(sheets: readonly Sheet[], context: Context) {
  const { tx, session, deps } = context;
  const ids = [...new Set(sheets.map(({ oldmanId }) => oldmanId))];
  const names = await namesOf(ids, context);
  const limits = await limitsOf(tx, ids, dayOf(deps.now()));
  const judged: Level[] = [];
  const sets: string[] = [];
  let saved = 0;
  for (const { oldmanId, time, values, doubtful, note } of sheets) {
    const whose = sheets.length > 1 ? `${names.get(oldmanId)}：` : '';
    const problem = timeProblem(instantOf(time), deps.now()) ?? setProblem(values);
    if (problem) throw refused(whose + problem, { oldmanId });
    const setId = randomUUID();
    const made = await tx.rows<{ metric: number }>(sql`
      insert into measurements (tenant_id, set_id, person_id, metric, value, at, manner, doubtful, note, created_by)
      select ${tx.tenantId}, ${setId}::uuid, ${oldmanId}, metric, value, ${time}::timestamptz,
        manner, ${doubtful}, ${note}, ${session.userId}
      from unnest(${values.map(({ metric }) => metrics[metric].number)}::smallint[], ${values.map(({ value }) => value)}::real[],
        ${values.map(({ manner }) => manner)}::smallint[]) as entered (metric, value, manner)
      on conflict (tenant_id, person_id, metric, at) where voided_at is null do nothing returning metric`);
    if (made.length < values.length) {
      const twice = values.find(({ metric }) => !made.some((row) => row.metric === metrics[metric].number));
      throw conflict(`${whose}${time}的${twice ? metrics[twice.metric].label : '数值'}已经录入过，如需修改请更正原记录`, { oldmanId });
    }
    const entered = values.map(({ metric, value }) => ({ metric: metrics[metric].number, value, at: instantOf(time) }));
    await context.emit('values.entered', { personId: oldmanId, values: entered, doubtful });
    sets.push(setId);
    saved += made.length;
    if (doubtful) continue;
    for (const { metric, value } of values) {
      const bounds = limits.get(oldmanId)?.get(metrics[metric].number);
      const level = bounds ? judge(bounds, value, 0) : 0;
      if (level !== 0) judged.push({ oldmanId, metric, value, level });
    }
  }
  for (const personId of ids) await context.emit('measurement.changed', { personId });
  return { saved, judged, sets };
}

interface Row {
  id: number;
  set_id: string;
  person_id: number;
  metric: number;
  value: number;
  at: string;
  manner: number | null;
  doubtful: boolean;
  note: string | null;
  source: string;
  voided_at: string | null;
}

/** A row that still counts, locked. */
async function lock(id: number, context: Context): Promise<Row & { name: EnteredMetric }> {
  const { tx } = context;
  const row = await tx.row<Row>(sql`
    select id, set_id, person_id, metric, value, at, manner, doubtful, note, source, voided_at from measurements
    where tenant_id = ${tx.tenantId} and id = ${id} for update`);
  const name = row && metricOf(row.metric)?.name;
  if (!row || !name) throw notFound('体征记录');
  await reachPerson(row.person_id, context);
  if (row.voided_at !== null) throw conflict('该记录已被更正或作废，请刷新后查看');
  return { ...row, name: name as EnteredMetric };
}

const takeBack = ({ tx, actor }: Work, id: number, reason: string) =>
  tx.run(
    sql`update measurements set voided_at = now(), voided_by = ${actor.userId},
      void_reason = ${reason} where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

/** What the engine made of a row's value is put right; one that nobody relied on was not judged, its correction is. */
async function rejudge(row: Row & { name: EnteredMetric }, value: number | null, reason: string, context: Context): Promise<void> {
  const { person_id: personId, metric, value: was, doubtful } = row;
  await context.emit('value.corrected', {
    personId,
    metric,
    deviceId: null,
    at: instantOf(row.at),
    was,
    value,
    reason,
    by: context.session,
    doubtful,
  });
  if (row.name === 'systolic' || row.name === 'diastolic') await rejudgeStanding(context, personId, row.at);
}

/** The other pressure of the same measurement must still fit. */
async function checkPressures(row: Row & { name: EnteredMetric }, value: number, { tx }: Work): Promise<void> {
  if (row.name !== 'systolic' && row.name !== 'diastolic') return;
  const other = row.name === 'systolic' ? 'diastolic' : 'systolic';
  const partner = await tx.row<{ value: number }>(sql`
    select value from measurements where tenant_id = ${tx.tenantId} and set_id = ${row.set_id}::uuid
      and metric = ${metrics[other].number} and voided_at is null`);
  if (!partner) return;
  const [systolic, diastolic] = row.name === 'systolic' ? [value, partner.value] : [partner.value, value];
  if (systolic <= diastolic) throw refused(`收缩压${systolic}应高于舒张压${diastolic}，请核对`);
}

export const measurements: Handlers<typeof routes> = {
  async create({ taskId, standing, ...sheet }, context) {
    await reachPerson(sheet.oldmanId, context);
    const tick = taskId === null ? null : await fulfil(taskId, sheet.oldmanId, sheet.values, standing, context);
    const { saved, judged, sets } = await enter([sheet], context);
    if (standing) {
      const pressures = (['systolic', 'diastolic'] as const).map((metric) => ({
        metric,
        value: standing[metric],
        manner: postures.standing,
      }));
      const problem = setProblem(pressures);
      if (problem) throw refused(`立位血压：${problem}`);
      // It was taken after the other; a minute keeps them apart.
      const lying = pressuresOf(sheet.values);
      await enter(
        [{ ...sheet, time: textOf(Math.min(instantOf(sheet.time) + 60_000, context.deps.now() + 60_000)), values: pressures }],
        context,
      );
      if (lying && !sheet.doubtful) await judgeStanding(context, sheet.oldmanId, lying, standing, instantOf(sheet.time));
    }
    await tick?.(sets[0] as string);
    return { saved, judged, orthostatic: drop(sheet.values, standing) };
  },

  async round({ sheets }, context) {
    const { saved, judged } = await enter(sheets, context);
    return { saved, judged };
  },

  async correct({ id, value, manner, reason }, context) {
    const { tx, session } = context;
    const row = await lock(id, context);
    const problem = valueProblem({ metric: row.name, value, manner });
    if (problem) throw refused(problem);
    await checkPressures(row, value, context);
    await takeBack(context, id, reason);
    const made = await tx.row<{ id: number }>(sql`
      insert into measurements (tenant_id, set_id, person_id, metric, value, at, source, manner, note, created_by, replaces_id)
      values (${tx.tenantId}, ${row.set_id}::uuid, ${row.person_id}, ${row.metric}, ${value}, ${row.at}::timestamptz, ${row.source},
        ${manner}, ${row.note},
        ${session.userId}, ${id}) returning id`);
    await rejudge(row, value, reason, context);
    await context.emit('measurement.changed', { personId: row.person_id });
    return (made as { id: number }).id;
  },

  async remove({ id, reason }, context) {
    const row = await lock(id, context);
    await takeBack(context, id, reason);
    await rejudge(row, null, reason, context);
    await context.emit('readings.expected', { personId: row.person_id });
    await context.emit('measurement.changed', { personId: row.person_id });
    return true;
  },

  async correctReading({ deviceId, metric, time, value, reason }, context) {
    const { tx, session } = context;
    const { number } = metrics[metric];
    // The wire knows seconds, the device may know more.
    const found = await tx.rows<{ millis: number; exact: string; value: number; before: number; person_id: number | null }>(sql`
      select extract(epoch from r.at)::float8 * 1000 as millis, r.at::text as exact, r.value, coalesce(c.value, r.value)::float8 as before,
        r.person_id
      from readings r
      left join reading_corrections c on c.tenant_id = r.tenant_id and c.device_id = r.device_id and c.metric = r.metric and c.at = r.at
        and c.revoked_at is null
      where r.tenant_id = ${tx.tenantId} and r.device_id = ${deviceId} and r.metric = ${number}
        and r.at >= ${time}::timestamptz and r.at < ${time}::timestamptz + interval '1 second'`);
    const personId = found[0]?.person_id;
    if (!personId) throw notFound('设备读数');
    await reachPerson(personId, context);
    const problem = value === null ? null : valueProblem({ metric, value, manner: null });
    if (problem) throw refused(problem);
    await tx.run(sql`
      update reading_corrections set revoked_at = now(), revoked_by = ${session.userId}
      where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and metric = ${number} and at
        = any(${found.map(({ exact }) => exact)}::timestamptz[]) and revoked_at is null`);
    const made = await tx.rows<{ id: number }>(sql`
      insert into reading_corrections (tenant_id, person_id, device_id, metric, at, was, value, reason, created_by)
      select ${tx.tenantId}, ${personId}, ${deviceId}, ${number}, at, was, ${value}, ${reason}, ${session.userId}
      from unnest(${found.map(({ exact }) => exact)}::timestamptz[], ${found.map((one) => one.value)}::real[]) as one (at, was)
      returning id`);
    await resum(tx, deviceId, number, time);
    for (const { millis: at, before: was } of found)
      await context.emit('value.corrected', { personId, metric: number, deviceId, at, was, value, reason, by: session, doubtful: false });
    await context.emit('measurement.changed', { personId });
    return (made[0] as { id: number }).id;
  },
};
