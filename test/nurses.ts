/** Nurses at their screens: each takes one of the first open warnings and sends somebody, again and again; often two take the same one. */
import { setTimeout as wait } from 'node:timers/promises';
import { warnings } from '#contract/warnings/warnings.ts';
import { disposals, modes } from '#contract/warnings/warnings.rules.ts';
import type { TestUser } from './members.ts';
import { eventually, within } from './processes.ts';

const EXPECTED = new Set([200, 409, 503]);
/** Milliseconds until silence is a wrong answer: twice what the web's own page waits. */
const PATIENCE_MS = 60_000;

/** Starts one loop per user; `signal` ends them, also after a test that failed. */
export function startNurses(url: string, users: readonly TestUser[], signal?: AbortSignal) {
  /** Which order the answer named, per warning. */
  const handled = new Map<number, number>();
  const statuses: Record<string, number> = {};
  /** Answers that should not be: another status, a 503 without `Retry-After` or outside the envelope, a second success for one warning. */
  const wrong: string[] = [];
  let stopped = false;

  /** The data of a 200; null otherwise. */
  async function call(as: TestUser, method: string, path: string, body?: unknown): Promise<any> {
    try {
      const headers = { authorization: `Bearer ${as.token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
      const answer = await fetch(url + path, {
        method,
        headers,
        signal: AbortSignal.timeout(PATIENCE_MS),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await answer.text();
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const enveloped = text.startsWith('{"code":');
      if (!EXPECTED.has(answer.status) || !enveloped || (answer.status === 503 && !answer.headers.get('retry-after')))
        wrong.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
      return answer.status === 200 ? JSON.parse(text).data : null;
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') wrong.push(`${method} ${path}: no answer within ${PATIENCE_MS} ms`);
      // Otherwise the web process is away.
      statuses.none = (statuses.none ?? 0) + 1;
      await wait(50);
      return null;
    }
  }

  /** Handles one of the first three open warnings; gives how many are open, null when nobody answered. */
  async function round(as: TestUser): Promise<number | null> {
    const page = await call(as, 'GET', `${warnings.page.path}?isDisposed=${disposals.open}&size=3`);
    if (!page) return null;
    // A page finds its rows and reads them in two statements: what a colleague took in between is shown as it is by then.
    const open = page.records.filter((record: { isDisposed: number }) => record.isDisposed === disposals.open);
    const taken = open[Math.floor(Math.random() * open.length)];
    if (!taken) return page.total;
    const { id, version } = taken;
    const body = { id, version, processMode: modes.visit, isDisposed: disposals.handled, remark: '已派人上门' };
    const answer = await call(as, 'POST', warnings.updateStatus.path, body);
    if (!answer) return page.total;
    if (handled.has(id)) wrong.push(`warning ${id} was handled twice`);
    handled.set(id, answer.workOrderId);
    // An SOS stays in progress until its result is written; an open one takes the next alarm
    // of that person in, so there would soon be none to handle.
    await call(as, 'POST', warnings.updateStatus.path, {
      id,
      processMode: modes.online,
      isDisposed: disposals.handled,
      remark: '已到场，老人无碍',
    });
    return page.total;
  }

  async function work(as: TestUser): Promise<void> {
    while (!stopped && !signal?.aborted) {
      await round(as);
      await wait(250);
    }
  }

  const shifts = Promise.all(users.map(work));
  shifts.catch(() => {});
  return {
    handled,
    statuses,
    wrong,
    /** Handles what is still open, then goes home. */
    async stop(): Promise<void> {
      stopped = true;
      await within(shifts, `the last answer to each nurse; so far ${JSON.stringify(statuses)}`);
      let left: number | null = null;
      await eventually(
        async () => (left = await round(users[0]!)) === 0,
        () =>
          `no open warning; there are ${left ?? 'nobody knows how many'}; answers ${JSON.stringify(statuses)}, wrong ones ${JSON.stringify(wrong.slice(0, 5))}`,
      );
    },
  };
}

export type Nurses = ReturnType<typeof startNurses>;
