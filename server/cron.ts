/**
 * Everything that a web process does by the clock, in this one list. What these find
 * due and what needs a call to another system becomes a job (server/jobs/kinds.ts); the rest is work of the database alone.
 */
import { SECOND } from '#contract/time.ts';
import type { Dependencies } from './context.ts';
import { startCleanup } from './cleanup.ts';
import { startCloudCalls } from './calls/aliyun/records.ts';
import { startReminders } from './messages/message-digests.ts';
import { startLockWork } from './devices/lock-work.ts';
import { startPlaceWork } from './devices/place-work.ts';
import type { NetworkLocator } from './geo/network-locator.ts';
import type { Poller } from './jobs/poller.ts';
import { startLetters } from './questionnaires/answer-letters.ts';
import { startFolding } from './questionnaires/count-folding.ts';
import { startSealing } from './system/audit-sealing.ts';
import { startClipWork } from './warnings/clip-work.ts';
import { startSweeps } from './warnings/sweeps.ts';

/** Starts them; `counters` are by the names that /metrics has. With `locator` null no location service is asked. */
export function startCron(deps: Dependencies, locator: NetworkLocator | null) {
  const running: Record<string, Poller & { counters(): Record<string, number> }> = {
    // Clears away what is old, and does what falls due by the day: the entries of `tasks` in cleanup.ts, in one process at a time.
    cleanup: startCleanup(deps, { everyMs: 300 * SECOND }),
    // Chains and signs what was written into the operation log.
    audit: startSealing(deps),
    // Escalations, people who are quiet, devices that are silent, values that are missing.
    sweeps: startSweeps(deps, 5 * SECOND),
    // Messages that quiet hours held back, summaries of the day.
    reminders: startReminders(deps, 5 * SECOND),
    // Codes that begin and end, members who left, doors that stand open.
    locks: startLockWork(deps, 5 * SECOND),
    // Recordings to fetch, recordings whose time is over.
    clips: startClipWork(deps, 5 * SECOND),
    // Counts of questionnaires, of what was answered since.
    counts: startFolding(deps, 10 * SECOND),
    // Calls that Aliyun carries.
    cloudCalls: startCloudCalls(deps, 10 * SECOND),
    // Letters of answers to questionnaires.
    letters: startLetters(deps, 10 * SECOND),
    // Places that devices were near, and what the location service is asked; one process at a time.
    placing: startPlaceWork(deps, locator, 10 * SECOND),
  };
  return {
    counters: () => Object.fromEntries(Object.entries(running).map(([name, one]) => [name, one.counters()])),
    stop: async () => void (await Promise.all(Object.values(running).map((one) => one.stop()))),
  };
}
