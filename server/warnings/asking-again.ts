/** An urgent alarm that was confirmed and then left alone asks again, with the usual escalation. What is due stands in the row. */
import { sql } from 'kysely';
import { PATIENCE_LEAST, patienceDefaults, waitOf, type Patience } from '#contract/warnings/handling.rules.ts';
import { LONGEST_CALL_HOURS, recordKinds } from '#contract/warnings/warning-records.rules.ts';
import { getsThrough, isOpen, type RuleName } from '#contract/warnings/warnings.rules.ts';
import type { Dependencies } from '../context.ts';
import { instant } from '../db/instants.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { planEscalation, sweepDues } from './escalations.ts';
import { aside } from './aside.ts';

const MOST = 200;
/** Who is on the telephone about it is at it. */
const CALLING_MS = 60_000;

interface Standing {
  id: number;
  rule: RuleName;
  severity: number;
  status: number;
  processMode: number | null;
  orderStatus: number | null;
  answered: boolean;
  cleared: boolean;
  calling: boolean;
}

const standing = (tenantId: number, now: number) => sql`
  w.id, w.rule, w.severity, w.status, w.process_mode as "processMode", w.acknowledged_at is not null as answered,
    w.cleared_at is not null as cleared,
  (select o.status from work_orders o where o.tenant_id = w.tenant_id and o.warning_id = w.id and o.status <> 6
  order by o.id desc limit 1) as "orderStatus",
  exists (select from warning_records c where c.tenant_id = ${tenantId} and c.warning_id = w.id
    and c.kind = ${recordKinds.call} and c.ended_at is null
    and c.started_at > ${instant(now)} - make_interval(hours => ${LONGEST_CALL_HOURS})) as calling`;

/** Seconds: the institution's parameter when it is a number that makes sense, else the product's own. */
const patienceOf = async (tx: Tx, key: Patience): Promise<number> => {
  const asked = await tx.row<{ value: string }>(sql`select value from parameters where tenant_id = ${tx.tenantId} and key = ${key}`);
  return asked && /^[0-9]{1,5}$/.test(asked.value) ? Math.max(Number(asked.value), PATIENCE_LEAST) : patienceDefaults[key];
};

const setDue = (tx: Tx, id: number, at: number | null) =>
  tx.run(
    sql`update warnings set asks_again_at = ${instant(at)}
      where tenant_id = ${tx.tenantId} and id = ${id} and status in (0, 2)`,
  );

/**
 * Notes until when the next step of a confirmed alarm may take. To be called after each step; nothing happens to what is not urgent, waits
 * unconfirmed, or is closed.
 */
export async function expectNext(tx: Tx, deps: Dependencies, warningId: number): Promise<void> {
  const now = deps.now();
  const found = await tx.row<Standing>(
    sql`select ${standing(tx.tenantId, now)} from warnings w where w.tenant_id = ${tx.tenantId} and w.id = ${warningId}`,
  );
  if (!found || !isOpen(found.status) || !found.answered || !getsThrough(found.rule, found.severity)) return;
  await setDue(tx, warningId, now + (await patienceOf(tx, waitOf(found).patience)) * 1000);
}

/**
 * Makes an open warning ask to be confirmed anew, because of `why`: it rings, and its
 * escalation begins again. The caller emits `warning.changed`.
 * False when it is closed.
 */
export async function askAgain(tx: Tx, deps: Dependencies, warningId: number, why: string): Promise<boolean> {
  const asking = await tx.row<{ rule: RuleName; severity: number }>(sql`
    update warnings set acknowledged_at = null, acknowledged_by = null, asked_at = ${instant(deps.now())},
      asked_why = ${why}, asks_again_at = null,
      snoozed_until = null, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${warningId} and status in (0, 2) and cleared_at is null returning rule, severity`);
  if (!asking) return false;
  await tx.run(sql`insert into warning_events (tenant_id, warning_id, kind, note) values (${tx.tenantId}, ${warningId}, 'again', ${why})`);
  await aside(tx, deps, () => planEscalation(tx, deps, warningId, asking.rule, asking.severity));
  return true;
}

/** Lets those ask again whose next step is overdue at `now` (epoch ms), each taken by one process only. Gives how many. */
export async function sweepAsking(tx: Tx, deps: Dependencies, now: number): Promise<number> {
  const due = await tx.rows<Standing>(sql`
    select ${standing(tx.tenantId, now)} from warnings w
    where w.tenant_id = ${tx.tenantId} and w.asks_again_at <= ${instant(now)} and w.asks_again_at is not null
      and w.status in (0, 2)
    order by w.asks_again_at, w.id limit ${MOST} for update of w skip locked`);
  for (const one of due) {
    if (one.calling) await setDue(tx, one.id, now + CALLING_MS);
    else if (!one.answered || !(await askAgain(tx, deps, one.id, waitOf(one).why))) await setDue(tx, one.id, null);
    else await emit('warning.changed', { warningId: one.id }, tx, deps);
  }
  // What that gave rise to is told in the same round.
  if (due.length > 0) await sweepDues(tx, deps, now);
  return due.length;
}
