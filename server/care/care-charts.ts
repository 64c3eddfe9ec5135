/** Charts of a person: the notes and the done tasks of one kind over days, with what they are judged by. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { MOST_CHART_DAYS, careCharts as routes, type ChartEntry } from '#contract/care/care-charts.ts';
import { charts, mlOf } from '#contract/care/care-charts.rules.ts';
import { DAY, instantOf } from '#contract/time.ts';
import { instant } from '../db/instants.ts';
import { db, type Tx } from '../db/tenant.ts';
import { conflict, invalid } from '../errors.ts';
import { peopleRows } from '../elderly/people-rows.ts';
import type { Handlers } from '../http/implement.ts';
import { readOne } from '../lists/crud.ts';
import { careSettings } from './care-settings.ts';

type Entry = z.input<typeof ChartEntry>;
type Flows = { intakeLow: number | null; intakeHigh: number | null; outputLow: number | null; version: number };

/** One row of a person. */
const ONE = 'care_targets_tenant_id_person_id_key';

/** The constraint of the table, in words. */
const wrongOrder = (error: { code?: string }): never => {
  throw error.code === '23514' ? invalid('入量下限应小于上限') : error;
};

interface Span {
  personId: number;
  /** Epoch ms. */
  from: number;
  until: number;
}

const notesOf = (tx: Tx, kinds: readonly string[], { personId, from, until }: Span) =>
  tx.rows<Omit<Entry, 'source'>>(sql`
    select id, kind, noted_at as time, details as "values", text, user_name as "userName" from care_notes
    where tenant_id = ${tx.tenantId} and person_id = ${personId} and kind = any(${kinds}::text[])
      and noted_at >= ${instant(from)} and noted_at < ${instant(until)} order by noted_at, id`);

interface Done {
  id: number;
  kind: string;
  time: string;
  value: number | null;
  unit: string | null;
  text: string;
  userName: string;
}

const tasksOf = (tx: Tx, kinds: readonly string[], { personId, from, until }: Span) =>
  tx.rows<Done>(sql`
    select t.id, i.kind, t.done_at as time, t.value::float8 as value, i.unit, coalesce(t.note, '') as text, coalesce(t.user_name, '') as "userName"
    from care_tasks t join care_interventions i on i.tenant_id = t.tenant_id and i.id = t.intervention_id
    where t.tenant_id = ${tx.tenantId} and t.person_id = ${personId} and t.state = 2 and i.kind = any(${kinds}::text[])
      and t.done_at >= ${instant(from)} and t.done_at < ${instant(until)} order by t.done_at, t.id`);

/** How often the plan in force turns the person; null where no plan says it. */
async function planHours(tx: Tx, personId: number): Promise<number | null> {
  const row = await tx.row<{ hours: number | null }>(sql`
    select min(i.every_hours)::integer as hours from care_plans p
      join care_interventions i on i.tenant_id = p.tenant_id and i.plan_id = p.id and i.kind = 'turn' and i.mode = 'every'
    where p.tenant_id = ${tx.tenantId} and p.person_id = ${personId} and p.state = 2 and p.starts_at <= now()
      and (p.ends_at is null or p.ends_at > now())`);
  return row?.hours ?? null;
}

/** The last note or done task of a chart before `from`. */
async function lastBefore(tx: Tx, notes: readonly string[], tasks: readonly string[], { personId, from }: Span): Promise<string | null> {
  const row = await tx.row<{ time: string | null }>(sql`
    select max(time) as time from (
      (select noted_at as time from care_notes where tenant_id = ${tx.tenantId} and person_id = ${personId} and kind = any(${notes}::text[])
        and noted_at < ${instant(from)} order by noted_at desc limit 1)
      union all
      (select t.done_at from care_tasks t join care_interventions i on i.tenant_id = t.tenant_id and i.id = t.intervention_id
        where t.tenant_id = ${tx.tenantId} and t.person_id = ${personId} and t.state = 2 and i.kind = any(${tasks}::text[])
          and t.done_at < ${instant(from)} order by t.done_at desc limit 1)) found`);
  return row?.time ?? null;
}

const entryOf = ({ value, unit, kind, ...done }: Done): Entry => {
  const ml = mlOf(value, unit);
  const said = value !== null && ml === null ? `${value}${unit ?? ''}` : '';
  return { ...done, kind, source: 'task', values: ml === null ? {} : { ml }, text: [said, done.text].filter(Boolean).join(' ') };
};

export const careCharts: Handlers<typeof routes> = {
  async read({ oldmanId, kind, startDate, endDate }, context) {
    const { tx, session } = context;
    const [from, until] = [instantOf(startDate), instantOf(endDate) + DAY];
    if (until <= from) throw invalid('开始日期不能晚于结束日期');
    if ((until - from) / DAY > MOST_CHART_DAYS) throw invalid(`一张记录单最多${MOST_CHART_DAYS}天`);
    await readOne(peopleRows(session), oldmanId, context);
    const span = { personId: oldmanId, from, until };
    const { notes, tasks } = charts[kind];
    const [noted, done, before, hours, settings, target] = await Promise.all([
      notesOf(tx, notes, span),
      tasksOf(tx, tasks, span),
      lastBefore(tx, notes, tasks, span),
      planHours(tx, oldmanId),
      careSettings(tx),
      tx.row<Flows>(sql`
        select intake_low as "intakeLow", intake_high as "intakeHigh", output_low as "outputLow", version from care_targets
        where tenant_id = ${tx.tenantId} and person_id = ${oldmanId}`),
    ]);
    const entries: Entry[] = [...noted.map((note) => ({ ...note, source: 'note' as const })), ...done.map(entryOf)];
    return {
      turnHours: hours ?? settings.CARE_TURN_HOURS,
      target: target ?? null,
      before,
      entries: entries.sort((a, b) => (a.time === b.time ? a.id - b.id : a.time < b.time ? -1 : 1)),
    };
  },

  async saveTarget({ oldmanId, version, intakeLow, intakeHigh, outputLow }, context) {
    const { tx, session } = context;
    await readOne(peopleRows(session), oldmanId, context);
    const values = { intake_low: intakeLow, intake_high: intakeHigh, output_low: outputLow, user_name: session.name };
    const written = await (
      version === undefined
        ? tx.run(
            db
              .insertInto('care_targets')
              .values({ tenant_id: tx.tenantId, person_id: oldmanId, ...values })
              .onConflict((on) => on.constraint(ONE).doNothing()),
          )
        : tx.run(
            db
              .updateTable('care_targets')
              .set({ ...values, version: sql`version + 1`, updated_at: sql`now()` })
              .where('tenant_id', '=', tx.tenantId)
              .where('person_id', '=', oldmanId)
              .where('version', '=', version),
          )
    ).catch(wrongOrder);
    if (written === 0) throw conflict('出入量目标已被他人修改，请刷新后重试');
    await context.emit('care-note.changed', { personId: oldmanId });
    return true;
  },
};
