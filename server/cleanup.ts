/**
 * Clears away what is of no use any more, makes the orders that plans ask for, and does what falls due by the day: every few minutes, a
 * bounded number of rows at a time, in one process only.
 */
import type { Dependencies } from './context.ts';
import { pollEvery } from './jobs/poller.ts';
import { fillCallJobs } from './calls/call-jobs.ts';
import { fillCallDays } from './calls/call-day-filling.ts';
import { drawSamples } from './calls/call-sample-plans.ts';
import { endGrants } from './accounts/grant-expiry.ts';
import { sweepApprovals } from './approvals/case-sweeps.ts';
import { expandCare } from './care/task-expansion.ts';
import { generatePlanned } from './work-orders/plan-generation.ts';
import { alertOverdueVisits } from './work-orders/visit-alerts.ts';
import { fillQuietDays } from './work-orders/work-order-sum-filling.ts';
import { fillQuietPeriods } from './work-orders/work-order-sum-periods.ts';
import { beginArrangements } from './elderly/arrangements.ts';
import { documentRemoval } from './elderly/document-removal.ts';
import { personRemoval } from './elderly/removals.ts';
import { clearDue } from './lists/removals.ts';
import { questionnaireRemoval } from './questionnaires/questionnaire-removal.ts';
import { templateRemoval } from './questionnaires/template-removal.ts';
import { clearDeletedFiles, clearOrphanFiles } from './files/file-cleanup.ts';
import { expireOrders } from './subscriptions/expiry.ts';
import { checkPayments } from './subscriptions/payment-checks.ts';
import { remindOfBills, remindOfEnds } from './subscriptions/reminders.ts';
import { watchTickets } from './tickets/ticket-alerts.ts';
import { sweepVisitors } from './visitors/visitor-sweeps.ts';
import { makeDueVisits } from './visits/visit-making.ts';
import { removeRecordings } from './calls/recording-removal.ts';
import { tellOfLimits } from './care/restraint-limits.ts';
import { sweepIncidents } from './incidents/incident-sweeps.ts';
import { clearTransferFiles } from './transfers/files.ts';

/** Rows of one statement, and statements of one kind in one run: what is left waits for the next. */
const BATCH = 1000;
const ROUNDS = 20;
/** Any number that no other part of the product locks. */
const LOCK = 7_209_014_553;

export interface Task {
  /** Its name in the metrics. */
  name: string;
  /** Removes, or makes, at most `most` rows as of `now` (epoch ms); gives how many. */
  run: (deps: Dependencies, now: number, most: number) => Promise<number>;
}

/** A function of the database `(most integer) returns integer`, which knows itself what is old. */
const cleared = (name: string, clears: string): Task => ({
  name,
  run: async ({ cleanup }, _now, most) => {
    const { rows } = await cleanup.query<{ gone: number }>({ name: clears, text: `select app.${clears}($1) as gone`, values: [most] });
    return rows[0]!.gone;
  },
});

/** What is cleared of those that stay otherwise, because something names them. */
const clears = {
  person: personRemoval.clear!,
  questionnaire: questionnaireRemoval.clear!,
  questionnaire_template: templateRemoval.clear!,
  person_document: documentRemoval.clear!,
};

/** What is cleared, in this order; another kind is another line. */
export const tasks: readonly Task[] = [
  cleared('refreshTokens', 'clear_refresh_tokens'),
  cleared('sessions', 'clear_sessions'),
  cleared('idempotencyKeys', 'clear_idempotency_keys'),
  cleared('codes', 'clear_codes'),
  cleared('loginFailures', 'clear_login_failures'),
  cleared('messages', 'clear_messages'),
  cleared('messageSummaries', 'clear_message_summaries'),
  cleared('registrations', 'clear_registrations'),
  cleared('errorLogs', 'clear_error_logs'),
  cleared('deadJobs', 'clear_dead_jobs'),
  cleared('integrationTraces', 'clear_integration_traces'),
  cleared('messageParts', 'clear_message_parts'),
  cleared('deviceMedia', 'clear_device_media'),
  cleared('questionnaireUploads', 'clear_questionnaire_uploads'),
  cleared('questionnairePhones', 'clear_questionnaire_phones'),
  cleared('questionnaireOpenings', 'clear_questionnaire_openings'),
  cleared('unreadSamples', 'clear_unread_samples'),
  cleared('oldReadings', 'clear_old_readings'),
  cleared('oldSurroundings', 'clear_old_surroundings'),
  cleared('oldDays', 'drop_old_day'),
  { name: 'deletedFiles', run: clearDeletedFiles },
  { name: 'orphanFiles', run: clearOrphanFiles },
  { name: 'transferFiles', run: clearTransferFiles },
  { name: 'removals', run: (deps, now, most) => clearDue(deps, now, most, clears) },
  { name: 'plannedOrders', run: generatePlanned },
  { name: 'careTasks', run: expandCare },
  { name: 'visits', run: makeDueVisits },
  { name: 'overdueVisits', run: alertOverdueVisits },
  { name: 'approvalDues', run: sweepApprovals },
  { name: 'endedGrants', run: endGrants },
  { name: 'arrangements', run: beginArrangements },
  { name: 'visitors', run: sweepVisitors },
  { name: 'callJobs', run: fillCallJobs },
  { name: 'callSamples', run: drawSamples },
  { name: 'callDays', run: fillCallDays },
  { name: 'incidents', run: sweepIncidents },
  { name: 'restraints', run: tellOfLimits },
  { name: 'callRecordings', run: removeRecordings },
  { name: 'dueTickets', run: watchTickets },
  // Before those end that nobody has paid.
  { name: 'onlinePayments', run: checkPayments },
  { name: 'unpaidOrders', run: expireOrders },
  { name: 'termReminders', run: remindOfEnds },
  { name: 'lateReceipts', run: remindOfBills },
  { name: 'orderSums', run: fillQuietDays },
  { name: 'orderSumPeriods', run: fillQuietPeriods },
];

/**
 * One run, unless another process is at it: gives what was removed by task, or null.
 * A task that fails does not keep the others from theirs.
 */
export async function runCleanup(
  deps: Dependencies,
  what: readonly Task[] = tasks,
): Promise<{ removed: Record<string, number>; failed: number } | null> {
  const holder = await deps.pool.connect();
  let broken = false;
  try {
    const { rows } = await holder.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [LOCK]);
    if (!rows[0]!.mine) return null;
    try {
      const removed: Record<string, number> = {};
      let failed = 0;
      for (const { name, run } of what) {
        removed[name] = 0;
        try {
          for (let round = 0; round < ROUNDS; round++) {
            const gone = await run(deps, deps.now(), BATCH);
            removed[name] += gone;
            if (gone < BATCH) break;
          }
        } catch (error) {
          failed++;
          deps.log.warn({ err: error, task: name }, 'cleanup failed');
        }
      }
      return { removed, failed };
    } finally {
      await holder.query('select pg_advisory_unlock($1)', [LOCK]);
    }
  } catch (error) {
    // The lock goes with its connection.
    broken = true;
    throw error;
  } finally {
    holder.release(broken);
  }
}

/** Starts the runs of this process, the first after a part of the pause, so that processes that start together do not run together. */
export function startCleanup(deps: Dependencies, { everyMs, random = Math.random }: { everyMs: number; random?: () => number }) {
  const counts: Record<string, number> = { runs: 0, skipped: 0, failed: 0 };
  async function turn() {
    try {
      const done = await runCleanup(deps);
      if (done === null) return void counts.skipped!++;
      counts.runs!++;
      counts.failed! += done.failed;
      for (const [name, rows] of Object.entries(done.removed)) counts[name] = (counts[name] ?? 0) + rows;
      if (Object.values(done.removed).some((rows) => rows > 0)) deps.log.info(done.removed, 'cleanup');
    } catch (error) {
      counts.failed!++;
      deps.log.warn({ err: error }, 'cleanup failed');
    }
  }
  return {
    counters: () => ({ ...counts }),
    ...pollEvery(turn, () => everyMs * (0.8 + 0.4 * random()), everyMs * random()),
  };
}
