/** Setting and ending limits. One span of days per person and metric at a time; nothing that was in force is rewritten. */
import { dayOf, nextDay } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { metricOf, metrics } from '#contract/health/metrics.ts';
import { judgedMetrics, limitsProblem, type Limits } from '#contract/health/thresholds.rules.ts';
import { thresholds as routes, type Effective, type Threshold } from '#contract/health/thresholds.ts';
import type { Context, Work } from '../context.ts';
import { readOne } from '../lists/crud.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import { conflict, notFound, refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { limitsOf, toLimits, type LimitsRow } from './limits.ts';

type Form = z.output<typeof routes.setDefault.input>;
type Wire = z.output<typeof Threshold>;

interface Row extends LimitsRow {
  starts_on: string;
  ends_on: string | null;
  reason: string;
  version: number;
  created_at: string;
  created_name: string | null;
}

const columns = sql`t.id, t.person_id, t.metric, t.low_critical, t.low, t.high, t.high_critical, t.hysteresis, t.needed, t.window_size,
  t.starts_on, t.ends_on, t.reason, t.version, t.created_at`;
const nobody = { lowCritical: null, low: null, high: null, highCritical: null, hysteresis: 0, needed: 1, windowSize: 1 };

function toWire(row: Row, today: string): Wire {
  const { lowCritical, low, high, highCritical, hysteresis, needed, windowSize } = toLimits(row);
  return {
    id: row.id,
    metric: metricOf(row.metric)?.name ?? String(row.metric),
    lowCritical,
    low,
    high,
    highCritical,
    hysteresis,
    needed,
    windowSize,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    state: row.starts_on > today ? 2 : row.ends_on !== null && row.ends_on < today ? 0 : 1,
    reason: row.reason,
    createName: row.created_name,
    version: row.version,
    createTime: row.created_at,
  };
}

/** The last rows of a person, or of the institution. */
const rowsOf = ({ tx }: Work, personId: number | null) =>
  tx.rows<Row>(sql`
    select ${columns}, u.name as created_name from thresholds t left join users u on u.tenant_id = t.tenant_id and u.id = t.created_by
    where t.tenant_id = ${tx.tenantId} and t.person_id is not distinct from ${personId}::bigint
    order by t.starts_on desc, t.id desc limit 200`);

async function show(work: Work, personId: number | null) {
  const today = dayOf(work.deps.now());
  const own = await rowsOf(work, personId);
  const house = personId === null ? own : await rowsOf(work, null);
  const rows = [...own, ...house].map((row) => toWire(row, today));
  // The institution has no id of its own; nobody has this one.
  const limits = (await limitsOf(work.tx, [personId ?? 0], today)).get(personId ?? 0) as ReadonlyMap<number, Limits>;
  const effective: z.output<typeof Effective>[] = judgedMetrics.map((name) => {
    const found = limits.get(metrics[name].number);
    const { metric: _number, id, origin, ...numbers } = found ?? { ...nobody, metric: 0, id: null, origin: 'default' as const };
    return { metric: name, ...numbers, origin, threshold: id === null ? null : (rows.find((row) => row.id === id) ?? null) };
  });
  return { effective, history: own.map((row) => toWire(row, today)) };
}

async function put(form: Form, personId: number | null, work: Work): Promise<number> {
  const { tx, actor, deps } = work;
  const today = dayOf(deps.now());
  const problem = limitsProblem(form.metric, form);
  if (problem) throw refused(problem);
  if (form.startsOn < today) throw refused('生效日期不能早于今天，已经过去的判断不能改写');
  if (form.endsOn !== null && form.endsOn < form.startsOn) throw refused('结束日期不能早于生效日期');
  const { number, label } = metrics[form.metric];
  // Two nurses at once: the second sees what the first has set.
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`thresholds:${tx.tenantId}:${personId ?? 0}:${number}`}, 0))`);
  const rows = await tx.rows<Row>(sql`
    select ${columns}, null as created_name from thresholds t
    where tenant_id = ${tx.tenantId} and person_id is not distinct from ${personId}::bigint
      and metric = ${number} and (ends_on is null or ends_on >= ${form.startsOn}::date) order by starts_on`);
  const before = rows.find((row) => row.starts_on <= form.startsOn);
  if (form.version !== null && (before?.id !== form.seenId || before?.version !== form.version))
    throw conflict(`${label}的阈值已被他人修改，请刷新后重试`, await show(work, personId));
  const later = rows.find((row) => row.starts_on > form.startsOn && (form.endsOn === null || row.starts_on <= form.endsOn));
  if (later) throw refused(`${label}从${later.starts_on}起已有另一项设置，请先停用它，或把结束日期定在此前`);

  const values = sql`low_critical = ${form.lowCritical}, low = ${form.low}, high = ${form.high}, high_critical = ${form.highCritical},
    hysteresis = ${form.hysteresis}, needed = ${form.needed}, window_size = ${form.windowSize}`;
  // What was in force goes on after a setting that ends.
  if (before && form.endsOn !== null && (before.ends_on === null || before.ends_on > form.endsOn))
    await tx.run(sql`
      insert into thresholds (tenant_id, person_id, metric, low_critical, low, high, high_critical, hysteresis, needed, window_size,
        starts_on, ends_on, reason, created_by)
      select tenant_id, person_id, metric, low_critical, low, high, high_critical, hysteresis, needed, window_size,
        ${nextDay(form.endsOn)}::date, ends_on, reason, created_by
      from thresholds where tenant_id = ${tx.tenantId} and id = ${before.id}`);
  let made: { id: number } | undefined;
  if (before?.starts_on === form.startsOn) {
    made = await tx.row<{ id: number }>(sql`
      update thresholds set ${values}, ends_on = ${form.endsOn}::date, reason = ${form.reason}, created_by = ${actor.userId},
        version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${before.id} returning id`);
  } else {
    if (before)
      await tx.run(sql`update thresholds set ends_on = ${nextDay(form.startsOn, -1)}::date, version = version + 1, updated_at = now()
        where tenant_id = ${tx.tenantId} and id = ${before.id}`);
    made = await tx.row<{ id: number }>(sql`
      insert into thresholds (tenant_id, person_id, metric, low_critical, low, high, high_critical, hysteresis, needed, window_size,
        starts_on, ends_on, reason, created_by)
      values (${tx.tenantId}, ${personId}, ${number}, ${form.lowCritical}, ${form.low}, ${form.high}, ${form.highCritical},
        ${form.hysteresis}, ${form.needed},
        ${form.windowSize}, ${form.startsOn}::date, ${form.endsOn}::date, ${form.reason}, ${actor.userId}) returning id`);
  }
  await work.emit('threshold.changed', { personId });
  return (made as { id: number }).id;
}

async function end({ id, version }: { id: number; version: number }, whose: 'person' | 'institution', context: Context): Promise<boolean> {
  const { tx, deps, session } = context;
  const row = await tx.row<Row>(
    sql`select ${columns}, null as created_name from thresholds t where tenant_id = ${tx.tenantId} and id = ${id} for update`,
  );
  if (!row || (row.person_id === null) !== (whose === 'institution')) throw notFound('阈值设置');
  if (row.person_id !== null) await readOne(peopleRows(session), row.person_id, context);
  const today = dayOf(deps.now());
  const wire = toWire(row, today);
  if (row.version !== version) throw conflict('该阈值已被他人修改，请刷新后重试', wire);
  if (wire.state === 0) throw refused('该阈值已经失效');
  // A row that has only begun today counted for nothing that is over.
  if (row.starts_on >= today) await tx.run(sql`delete from thresholds where tenant_id = ${tx.tenantId} and id = ${id}`);
  else
    await tx.run(sql`update thresholds set ends_on = ${nextDay(today, -1)}::date, version = version + 1, updated_at = now()
      where tenant_id = ${tx.tenantId} and id = ${id}`);
  await context.emit('threshold.changed', { personId: row.person_id });
  return true;
}

export const thresholds: Handlers<typeof routes> = {
  async ofPerson({ oldmanId }, context) {
    await readOne(peopleRows(context.session), oldmanId, context);
    return show(context, oldmanId);
  },
  defaults: (_input, context) => show(context, null),
  async set({ oldmanId, ...form }, context) {
    await readOne(peopleRows(context.session), oldmanId, context);
    return put(form, oldmanId, context);
  },
  setDefault: (form, context) => put(form, null, context),
  end: (input, context) => end(input, 'person', context),
  endDefault: (input, context) => end(input, 'institution', context),
};
