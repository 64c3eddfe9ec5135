/** What happened in a shift, for the text that is proposed for its handover: of the people and orders that the session reaches. */
import { instantOf, textOf } from '#contract/time.ts';
import { sql, type RawBuilder } from 'kysely';
import { restraintKinds } from '#contract/care/restraint-commands.rules.ts';
import { notDoneReasons } from '#contract/care/care-tasks.rules.ts';
import type { ShiftFacts } from '#contract/handovers/handover-drafts.rules.ts';
import { incidentStateLabels } from '#contract/incidents/incident-commands.rules.ts';
import { incidentTypes } from '#contract/incidents/incident-types.rules.ts';
import { INCIDENT_ACCESS } from '#contract/incidents/incidents.ts';
import { metricOf } from '#contract/health/metrics.ts';
import { levelLabels, type Level } from '#contract/health/thresholds.rules.ts';
import { disposalLabels, isRule, rules } from '#contract/warnings/warnings.rules.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { missedRounds } from '../care/patrol-coverage.ts';
import type { Context } from '../context.ts';
import { reachesIncident } from '../incidents/incident-rows.ts';
import { seenPeople } from '../lists/now-sources.ts';
import { reachesAll, visibleTo } from '../lists/work-order-reach.ts';
import { placeOfBed, placeOfPerson, placeOfWarning } from '../rooms/places.ts';

/** So many lines of each kind are proposed. */
const MOST = 60;
/** Dictionary `oldman_status`. */
const AWAY: Record<number, string> = { 2: '请假', 3: '住院' };

const bed = placeOfBed(sql`p.tenant_id`, sql`p.bed_id`);
const cut = <T>(rows: readonly T[]): { rows: T[]; more: number } => ({ rows: rows.slice(0, MOST), more: Math.max(0, rows.length - MOST) });

interface Named {
  name: string;
  place: string | null;
}

const alarmsOf = ({ tx }: Context, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  tx.rows<Named & { time: string; what: string; status: number; remark: string | null; before: boolean }>(sql`
    select w.happened_at as time, coalesce(w.title, w.rule) as what, w.status, w.remark, w.happened_at < ${from} as before,
      coalesce(p.name, d.name, d.imei, '未知设备') as name, ${placeOfWarning('r', 'b')} as place
    from warnings w
      left join people p on p.tenant_id = w.tenant_id and p.id = w.person_id
      left join devices d on d.tenant_id = w.tenant_id and d.id = w.device_id
      left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
      left join rooms r on r.tenant_id = w.tenant_id and r.id = coalesce(w.room_id, b.room_id)
    where w.tenant_id = ${tx.tenantId} and w.happened_at < ${to}
      and (w.happened_at >= ${from} or w.status in (0, 2)) and w.happened_at >= ${from} - interval '7 days'
    order by w.severity, w.happened_at, w.id limit ${sql.lit(MOST + 1)}`);

const incidentsOf = ({ tx, session }: Context, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  tx.rows<Named & { time: string; type: number; status: number }>(sql`
    select incidents.occurred_at as time, incidents.type, incidents.state as status, coalesce(incidents.person_name, '') as name,
      incidents.place
    from incidents where incidents.tenant_id = ${tx.tenantId} and incidents.deleted_at is null and incidents.occurred_at < ${to}
      and incidents.occurred_at >= ${from} and ${reachesIncident(null, session) ?? sql`true`}
    order by incidents.occurred_at, incidents.id limit ${sql.lit(MOST)}`);

const vitalsOf = ({ tx, session }: Context) =>
  tx.rows<Named & { levels: [metric: number, level: number][] }>(sql`
    select p.name, ${bed} as place, jsonb_agg(jsonb_build_array(t.metric, t.level) order by t.metric) as levels
    from threshold_states t join people p on p.tenant_id = t.tenant_id and p.id = t.person_id and p.deleted_at is null and p.status = 1
    where t.tenant_id = ${tx.tenantId} and t.level > 0 and t.person_id in ${seenPeople(session)}
    group by p.tenant_id, p.id order by max(case when t.level in (2, 4) then 1 else 0 end) desc, p.id limit ${sql.lit(MOST + 1)}`);

const ordersOf = ({ tx, session }: Context, to: RawBuilder<unknown>) =>
  tx.rows<Named & { number: string; what: string | null; status: number; carer: string | null; due: string | null }>(sql`
    select o.number, o.status, o.person_name as name, ${placeOfPerson(sql`o.tenant_id`, sql`o.person_id`)} as place, o.complete_by as due,
      (select string_agg(j.project_name, '、' order by j.id) from work_order_jobs j where j.tenant_id = o.tenant_id
        and j.work_order_id = o.id and j.status <> 6) as what,
      (select string_agg(distinct j.user_name, '、') from work_order_jobs j where j.tenant_id = o.tenant_id and j.work_order_id = o.id
        and j.status in (2, 3)) as carer
    from work_orders o where o.tenant_id = ${tx.tenantId} and o.status in (1, 2, 3, 5) and o.complete_by < ${to} + interval '4 hours'
      and ${reachesAll(session) ? sql`true` : sql`o.id in (${visibleTo(session).select('work_orders.id')})`}
    order by o.complete_by, o.id limit ${sql.lit(MOST + 1)}`);

const missingOf = ({ tx, session }: Context) =>
  tx.rows<Named & { metrics: number[]; since: string }>(sql`
    select p.name, ${bed} as place, array_agg(r.metric order by r.metric) as metrics, min(r.missing_since) as since
    from reading_dues r join people p on p.tenant_id = r.tenant_id and p.id = r.person_id and p.deleted_at is null and p.status = 1
    where r.tenant_id = ${tx.tenantId} and r.missing_since is not null and r.person_id in ${seenPeople(session)}
    group by p.tenant_id, p.id order by min(r.missing_since), p.id limit ${sql.lit(MOST + 1)}`);

/** Missed in the shift, or not done for a reason. Those whose last moment is still to come are the next shift's. */
const careOf = ({ tx, session }: Context, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  tx.rows<Named & { what: string; due: string; reason: number | null; note: string | null }>(sql`
    select p.name, ${bed} as place, i.name as what, t.due_at as due, t.reason, t.note
    from care_tasks t join care_interventions i on i.tenant_id = t.tenant_id and i.id = t.intervention_id
      join people p on p.tenant_id = t.tenant_id and p.id = t.person_id and p.deleted_at is null
    where t.tenant_id = ${tx.tenantId} and t.due_at >= ${from} and t.due_at < ${to}
      and (t.state = 3 or t.state = 1 and t.closes_at <= ${to}) and t.person_id in ${seenPeople(session)}
    order by t.due_at, p.id, t.id limit ${sql.lit(MOST + 1)}`);

/** Under restraint at some time of the shift. */
const restrainedOf = ({ tx, session }: Context, from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  tx.rows<Named & { kind: number; begun: string; ended: string | null; limit: string }>(sql`
    select p.name, ${bed} as place, t.kind, t.begun_at as begun, t.ended_at as ended, t.begun_at + t.hours * interval '1 hour' as limit
    from restraints t join people p on p.tenant_id = t.tenant_id and p.id = t.person_id and p.deleted_at is null
    where t.tenant_id = ${tx.tenantId} and t.begun_at < ${to} and coalesce(t.ended_at, ${to}) >= ${from}
      and t.person_id in ${seenPeople(session)}
    order by t.ended_at desc nulls first, t.begun_at, t.id limit ${sql.lit(MOST)}`);

const peopleOf = ({ tx, session }: Context, which: RawBuilder<unknown>) =>
  tx.rows<Named & { status: number }>(sql`
    select p.name, ${bed} as place, p.status from people p
    where p.tenant_id = ${tx.tenantId} and p.deleted_at is null and ${which} and p.id in ${seenPeople(session)}
    order by p.status, p.id limit ${sql.lit(MOST + 1)}`);

/** `心率偏高`, of what is out of its bounds. */
const levelText = ([metric, level]: [number, number]) => `${metricOf(metric)?.label ?? ''}${levelLabels[level as Level]}`;
const labelsOf = (metrics: readonly number[]) => [
  ...new Set(metrics.flatMap((one) => metricOf(one)?.label ?? []).map((label) => (/^(收缩|舒张)压$/.test(label) ? '血压' : label))),
];

/** The facts between two times, `yyyy-MM-dd HH:mm:ss`. Alarms of others are seen by all who may see alarms. */
export async function shiftFacts(context: Context, startTime: string, endTime: string): Promise<ShiftFacts> {
  // The second that it ends with belongs to it.
  const [from, to] = [sql`${startTime}::timestamptz`, sql`(${endTime}::timestamptz + interval '1 second')`];
  const can = (permission: string) => context.session.permissions.has(permission);
  const [alarms, incidents, vitals, orders, missing, care, patrols, restrained, away, arrived] = await Promise.all([
    can('warning_devicewarning_view') ? alarmsOf(context, from, to) : [],
    can(INCIDENT_ACCESS.view) ? incidentsOf(context, from, to) : [],
    can('tenant_health_view') ? vitalsOf(context) : [],
    can('members_workorder_view') ? ordersOf(context, to) : [],
    can('tenant_health_view') ? missingOf(context) : [],
    can('members_caretask_view') ? careOf(context, from, to) : [],
    can('members_round_view') ? missedRounds(context.tx, instantOf(startTime), instantOf(endTime), context.deps.now()) : [],
    can('members_restraint_view') ? restrainedOf(context, from, to) : [],
    can('members_oldman_view') ? peopleOf(context, sql`p.status in (2, 3)`) : [],
    can('members_oldman_view') ? peopleOf(context, sql`p.created_at >= ${from} and p.created_at < ${to} and p.status = 1`) : [],
  ]);
  const cuts = {
    alarms: cut(alarms),
    vitals: cut(vitals),
    orders: cut(orders),
    missing: cut(missing),
    care: cut(care),
    away: cut(away),
    arrived: cut(arrived),
  };
  return {
    alarms: cuts.alarms.rows.map(({ what, status, ...row }) => ({
      ...row,
      what: isRule(what) ? rules[what].label : what,
      state: disposalLabels[status] ?? '',
    })),
    incidents: incidents.map(({ type, status, ...row }) => ({
      ...row,
      what: incidentTypes[type] ?? '',
      state: incidentStateLabels[status] ?? '',
    })),
    vitals: cuts.vitals.rows.map(({ levels, ...row }) => ({ ...row, values: levels.map(levelText) })),
    orders: cuts.orders.rows.map(({ what, status, ...row }) => ({ ...row, what: what ?? '工单', state: orderStatusLabels[status] ?? '' })),
    missing: cuts.missing.rows.map(({ metrics, ...row }) => ({ ...row, metrics: labelsOf(metrics) })),
    care: cuts.care.rows.map(({ reason, note, ...row }) => ({
      ...row,
      why: reason === null ? '漏执行' : [notDoneReasons[reason], note].filter(Boolean).join('，'),
    })),
    patrols,
    restrained: restrained.map(({ kind, begun, ended, limit, ...row }) => ({
      ...row,
      what: restraintKinds[kind] ?? '',
      state: ended === null ? `约束中，${begun.slice(5, 16)}起，最晚${limit.slice(5, 16)}解除` : `${ended.slice(5, 16)}已解除`,
    })),
    away: cuts.away.rows.map(({ status, ...row }) => ({ ...row, state: AWAY[status] ?? '不在院' })),
    arrived: cuts.arrived.rows,
    more: Object.fromEntries(Object.entries(cuts).map(([name, { more }]) => [name, more])),
  };
}

/** The shift of a user at `now` (epoch ms): the one on the roster, else the last eight hours. */
export async function shiftOf({ tx }: Context, userId: number, now: number, last: number): Promise<{ startTime: string; endTime: string }> {
  const at = textOf(now);
  const duty = await tx.row<{ startTime: string; endTime: string }>(sql`
    select starts_at as "startTime", ends_at as "endTime" from duties where tenant_id = ${tx.tenantId} and user_id = ${userId}
      and starts_at <= ${at}::timestamptz and ends_at > ${at}::timestamptz - interval '2 hours' order by starts_at desc limit 1`);
  return duty ?? { startTime: textOf(now - last), endTime: at };
}
