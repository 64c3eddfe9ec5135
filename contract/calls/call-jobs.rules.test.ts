import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  caseResults,
  caseStates,
  decideCase,
  decideJob,
  halfYear,
  jobCommands,
  jobStates,
  jobTakes,
  resultOfCall,
} from './call-jobs.rules.ts';

describe('the rules of outbound jobs', () => {
  it('jobTakes offers the commands of each state', () => {
    const taken = (state: number) => jobCommands.filter((command) => jobTakes(state, command));
    assert.deepEqual(taken(jobStates.draft), ['start', 'cancel']);
    assert.deepEqual(taken(jobStates.running), ['pause', 'finish', 'cancel']);
    assert.deepEqual(taken(jobStates.paused), ['start', 'finish', 'cancel']);
    assert.deepEqual([...taken(jobStates.finished), ...taken(jobStates.cancelled)], []);
  });

  it('lets a job go only the ways that there are', () => {
    const from = (state: number) =>
      jobCommands.map((command) => {
        const decision = decideJob({ state, automatic: false, cases: 1 }, command);
        return 'refusal' in decision ? decision.status : (decision.change?.state ?? 0);
      });
    const { running, paused, finished, cancelled } = jobStates;
    assert.deepEqual(from(jobStates.draft), [running, 409, 409, cancelled]);
    assert.deepEqual(from(running), [0, paused, finished, cancelled]);
    assert.deepEqual(from(paused), [running, 0, finished, cancelled]);
    assert.deepEqual(from(finished), [409, 409, 0, 409]);
    assert.deepEqual(from(cancelled), [409, 409, 409, 0]);
    assert.deepEqual(decideJob({ state: 1, automatic: false, cases: 0 }, 'start'), {
      refusal: '任务还没有名单，请先添加号码或服务对象',
      status: 422,
    });
    const refused = (state: number, command: (typeof jobCommands)[number]) => {
      const decision = decideJob({ state, automatic: false, cases: 1 }, command);
      return 'refusal' in decision ? decision.refusal : null;
    };
    assert.deepEqual(
      [refused(finished, 'start'), refused(finished, 'pause'), refused(cancelled, 'finish'), refused(finished, 'cancel')],
      ['任务已结束，不能开始', '只有进行中的任务可以暂停', '只有进行中或已暂停的任务可以结束', '任务已结束，不能取消'],
    );
    assert.deepEqual(decideJob({ state: 1, automatic: true, cases: 0 }, 'start'), { change: { state: running } });
  });

  it('lets a case that was not reached come again, as often as the job says', () => {
    const job = { mostAttempts: 2, pauseMinutes: 10, again: null, now: 1000 };
    const first = decideCase({ state: caseStates.atHand, attempts: 0 }, caseResults.noAnswer, job);
    assert.deepEqual(first, { change: { state: caseStates.waits, attempts: 1, result: 2, nextAt: 601_000 } });
    const last = decideCase({ state: caseStates.atHand, attempts: 1 }, caseResults.busy, job);
    assert.deepEqual(last, { change: { state: caseStates.inVain, attempts: 2, result: 3, nextAt: null } });
    const spoke = decideCase({ state: caseStates.atHand, attempts: 1 }, caseResults.spoke, job);
    assert.ok('change' in spoke && spoke.change?.state === caseStates.done);
    const wrong = decideCase({ state: caseStates.atHand, attempts: 0 }, caseResults.wrongNumber, job);
    assert.ok('change' in wrong && wrong.change?.state === caseStates.inVain);
    assert.deepEqual(decideCase({ state: caseStates.waits, attempts: 0 }, caseResults.spoke, job), {
      refusal: '该名单不在您手上，请重新领取',
      status: 409,
    });
    assert.deepEqual(decideCase({ state: caseStates.atHand, attempts: 0 }, caseResults.again, { ...job, again: 999 }), {
      refusal: '请选择以后的回电时间',
      status: 422,
    });
    const later = decideCase({ state: caseStates.atHand, attempts: 0 }, caseResults.again, { ...job, again: 5000 });
    assert.ok('change' in later && later.change?.nextAt === 5000);
  });

  it('reads off a call that was not answered what came of it; what was spoken a seat has to say', () => {
    const of = (established: boolean, disposition: string | null, endedBy: number | null) =>
      resultOfCall({ established, disposition, endedBy });
    assert.deepEqual([of(true, 'Success', 1), of(true, 'IVRException', 3)], [null, null]);
    assert.deepEqual([of(false, 'Busy', 2), of(false, 'Reject', 2)], [caseResults.busy, caseResults.busy]);
    assert.deepEqual([of(false, 'NoAnswer', 3), of(false, 'Cancelled', 2)], [caseResults.noAnswer, caseResults.noAnswer]);
    // The seat or the sound was lost: that counts as no attempt.
    assert.deepEqual([of(false, 'Cancelled', 3), of(false, 'IVRException', 3)], ['due', 'due']);
  });

  it('has the six months of a half year, over the turn of the year', () => {
    assert.deepEqual(halfYear('2026-02-10'), ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02']);
    assert.deepEqual(halfYear('2026-12-31').at(-1), '2026-12');
  });
});
