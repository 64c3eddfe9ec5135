/** From a warning to those who are told: what is due stands in a table, written with the warning. */
import { MINUTE } from '#contract/time.ts';
import { sql } from 'kysely';
import { afterQuiet, concerns, type PolicyStep } from '#contract/warnings/policies.rules.ts';
import { isOpen, rules, severityLabels, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { enqueue } from '../jobs/queue.ts';
import { heardOf, insteadOf } from './delivery-preferences.ts';
import { peopleOf, type Told } from './recipients.ts';
import { placeOfWarning } from '../rooms/places.ts';

const MOST = 200;
const CRITICAL = 1;

interface PolicyRow {
  id: number;
  rules: string[];
  severities: number[];
  steps: PolicyStep[];
  quietFrom: string | null;
  quietTo: string | null;
}

const policies = (tx: Tx, id: number | null) =>
  tx.rows<PolicyRow>(sql`
    select id, rules, severities, steps, quiet_from as "quietFrom", quiet_to as "quietTo" from warning_policies
    where tenant_id = ${tx.tenantId} and (${id}::bigint is null and enabled or id = ${id}::bigint) order by sort, id`);

/** The policies that are switched on, in the order in which they are tried. */
export const policiesInForce = (tx: Tx): Promise<PolicyRow[]> => policies(tx, null);

/**
 * Writes down who is told when, by the first policy that concerns the warning; what was due of it before is forgotten. `known`: those in
 * force, where they were read with something else.
 */
export async function planEscalation(
  tx: Tx,
  deps: Dependencies,
  warningId: number,
  rule: RuleName,
  severity: number,
  isNew = false,
  known?: readonly PolicyRow[],
): Promise<void> {
  const [inForce] = await Promise.all([
    known ?? policiesInForce(tx),
    isNew || tx.run(sql`delete from warning_dues where tenant_id = ${tx.tenantId} and warning_id = ${warningId} and done_at is null`),
  ]);
  const policy = inForce.find((one) => concerns(one, rule, severity));
  if (!policy) return;
  const now = deps.now();
  await tx.run(sql`
    insert into warning_dues (tenant_id, warning_id, policy_id, step, due_at)
    select ${tx.tenantId}, ${warningId}, ${policy.id}, at - 1, ${instant(now)} + make_interval(secs => delay)
    from unnest(${policy.steps.map(({ delay }) => delay)}::integer[]) with ordinality as steps (delay, at)`);
}

interface Due {
  id: number;
  warning_id: number;
  policy_id: number | null;
  step: number;
  round: number;
}

interface Subject {
  id: number;
  rule: RuleName;
  title: string | null;
  severity: number;
  status: number;
  person_id: number | null;
  content: string;
  answered: boolean;
  cleared: boolean;
  snoozed: number | null;
  raised: number;
  why: string | null;
  name: string;
  room: string | null;
}

/** A warning for those who are told. `locked`: so that nobody confirms it meanwhile; undefined when somebody is at it just now. */
const subjectOfDue = (tx: Tx, id: number, locked: boolean) =>
  tx.row<Subject>(sql`
    select w.id, w.rule, w.title, w.severity, w.status, w.person_id, w.content, w.acknowledged_at is not null as answered,
      w.cleared_at is not null as cleared,
      extract(epoch from w.snoozed_until)::float8 * 1000 as snoozed,
      extract(epoch from coalesce(w.asked_at, w.happened_at))::float8 * 1000 as raised, w.asked_why as why,
      coalesce(p.name, d.name, d.imei, '未知设备') as name, ${placeOfWarning('r', 'b')} as room
    from warnings w
    left join people p on p.tenant_id = w.tenant_id and p.id = w.person_id
    left join devices d on d.tenant_id = w.tenant_id and d.id = w.device_id
    left join beds b on b.tenant_id = p.tenant_id and b.id = p.bed_id
    left join rooms r on r.tenant_id = w.tenant_id and r.id = coalesce(w.room_id, b.room_id)
    where w.tenant_id = ${tx.tenantId} and w.id = ${id} ${locked ? sql`for share of w skip locked` : sql``}`);

const finish = (tx: Tx, id: number, now: number, outcome: string) =>
  tx.run(
    sql`update warning_dues set done_at = ${instant(now)},
      outcome = ${outcome} where tenant_id = ${tx.tenantId} and id = ${id}`,
  );
const put = (tx: Tx, id: number, at: number) =>
  tx.run(sql`update warning_dues set due_at = ${instant(at)} where tenant_id = ${tx.tenantId} and id = ${id}`);

const WAITS = 1;
const UNWANTED = 4;
const leaving: Readonly<Record<string, 'warning-sms' | 'warning-email' | 'warning-webhook'>> = {
  sms: 'warning-sms',
  email: 'warning-email',
  webhook: 'warning-webhook',
};

/** `state` as in `warning_deliveries`: WAITS to be sent, or UNWANTED at this hour. What leaves the house is a job, made with its row. */
async function deliver(tx: Tx, warningId: number, dueId: number, told: readonly Told[], state = WAITS): Promise<void> {
  for (const { userId, name, channel, target } of told) {
    const row = await tx.row<{ id: number }>(sql`
      insert into warning_deliveries (tenant_id, warning_id, due_id, user_id, user_name, channel, target, state)
      values (${tx.tenantId}, ${warningId}, ${dueId}, ${userId}, ${name}, ${channel}, ${target}, ${state}) returning id`);
    const kind = leaving[channel];
    if (kind && state === WAITS) await enqueue(tx, kind, row!.id, { deliveryId: row!.id });
  }
}

/**
 * Delivers a step to those who want to be told at this hour. When none does it goes on: to
 * the other staff on duty, else with the next step at once, else to those who were meant
 * after all, as a message that makes no sound. Gives who is told.
 */
async function reach(tx: Tx, due: Due, step: PolicyStep, warning: Subject, now: number): Promise<Told[]> {
  const { heard, quiet } = await heardOf(tx, await peopleOf(tx, step, warning.person_id, now), warning, now);
  const told = heard.length === 0 && quiet.length > 0 ? await insteadOf(tx, quiet, warning, now) : heard;
  await deliver(tx, warning.id, due.id, quiet, UNWANTED);
  if (told.length === 0 && quiet.length > 0) {
    const forward = await tx.run(sql`update warning_dues set due_at = least(due_at, ${instant(now)})
      where tenant_id = ${tx.tenantId} and warning_id = ${warning.id} and step = ${due.step + 1} and done_at is null`);
    const meant = new Map(quiet.map((one) => [one.userId, { ...one, channel: 'popup', target: null }]));
    if (forward === 0) told.push(...meant.values());
  }
  await deliver(tx, warning.id, due.id, told);
  return told;
}

async function runDue(tx: Tx, deps: Dependencies, due: Due, now: number): Promise<void> {
  const warning = await subjectOfDue(tx, due.warning_id, true);
  // Whoever holds it may be waiting for this very row: the next round is soon.
  if (!warning) return;
  if (!isOpen(warning.status)) return void (await finish(tx, due.id, now, 'closed'));
  if (warning.answered) return void (await finish(tx, due.id, now, 'answered'));
  if (warning.cleared) return void (await finish(tx, due.id, now, 'cleared'));
  // What was put off before it became critical is not put off any more.
  if (warning.severity > CRITICAL && warning.snoozed !== null && warning.snoozed > now)
    return void (await put(tx, due.id, warning.snoozed));
  const policy = due.policy_id === null ? undefined : (await policies(tx, due.policy_id))[0];
  const step = policy?.steps[due.step];
  if (!policy || !step) {
    await finish(tx, due.id, now, 'gone');
    // Whoever deletes a policy does not mean that those who wait under it are forgotten.
    if (!policy) await planEscalation(tx, deps, warning.id, warning.rule, warning.severity);
    return;
  }
  const quiet = policy.quietFrom && policy.quietTo ? { from: policy.quietFrom, to: policy.quietTo } : null;
  const from = afterQuiet(quiet, warning.severity, now);
  if (from > now) return void (await put(tx, due.id, from));
  const told = await reach(tx, due, step, warning, now);
  await finish(tx, due.id, now, told.length > 0 ? 'told' : 'nobody');
  const names = [...new Set(told.map(({ name, target }) => name ?? target ?? ''))].filter(Boolean);
  const note = `第${due.step + 1}级${due.round > 0 ? `第${due.round}次提醒` : ''}：${names.length > 0 ? names.join('、') : '没有可通知的人员（免打扰或无人当班）'}`;
  await tx.run(
    sql`insert into warning_events (tenant_id, warning_id, kind, note) values (${tx.tenantId}, ${warning.id}, 'escalated', ${note})`,
  );
  if (step.repeatMinutes !== null && due.round < step.repeats) {
    await tx.run(sql`insert into warning_dues (tenant_id, warning_id, policy_id, step, round, due_at)
      values (${tx.tenantId}, ${warning.id}, ${due.policy_id}, ${due.step}, ${due.round + 1},
        ${instant(now + step.repeatMinutes * MINUTE)})`);
  }
  await emit('warning.changed', { warningId: warning.id }, tx, deps);
}

/** Runs what is due in the tenant at `now` (epoch ms), each taken by one process only. Gives how many. */
export async function sweepDues(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const dues = await tx.rows<Due>(sql`
    select id, warning_id, policy_id, step, round from warning_dues
    where tenant_id = ${tx.tenantId} and done_at is null and due_at <= ${instant(now)}
    order by due_at, id limit ${MOST} for update skip locked`);
  for (const due of dues) await runDue(tx, deps, due, now);
  return dues.length;
}

/** `【紧急】王秀英 SOS求助（3号楼 302），已起草工单，尚未派单，已等待2分钟`. */
export function alertText(
  { severity, name, rule, title, room, raised, why }: Pick<Subject, 'severity' | 'name' | 'rule' | 'title' | 'room' | 'raised' | 'why'>,
  now: number,
): string {
  const waited = Math.floor((now - raised) / MINUTE);
  return `【${severityLabels[severity] ?? ''}】${name} ${title ?? rules[rule].label}${room ? `（${room}）` : ''}${why ? `，${why}` : ''}${waited > 0 ? `，已等待${waited}分钟` : ''}`;
}

export const alertOf = (tx: Tx, id: number) => subjectOfDue(tx, id, false);
