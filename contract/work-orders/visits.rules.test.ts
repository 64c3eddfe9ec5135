import { MINUTE } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { jobStatus } from './work-orders.rules.ts';
import { visitMarks, type VisitTimes } from './visits.rules.ts';

const PLANNED = Date.parse('2026-06-15T14:00:00+08:00');
const at = (minutes: number) => PLANNED + minutes * MINUTE;
const visit = (change: Partial<VisitTimes>): VisitTimes => ({
  status: jobStatus.assigned,
  plannedAt: PLANNED,
  minutes: 60,
  begunAt: null,
  endedAt: null,
  ...change,
});

describe('a visit', () => {
  const { unassigned, assigned, inProgress, finished, paused, cancelled } = jobStatus;
  const cases: [string, Partial<VisitTimes>, number, string[]][] = [
    ['to come is fine', {}, -30, []],
    ['within the grace is fine', {}, 14, []],
    ['that nobody began is overdue', {}, 15, ['已过服务时间 15 分钟，尚未签到']],
    ['that nobody was sent to is overdue as well', { status: unassigned }, 40, ['已过服务时间 40 分钟，尚未派单']],
    ['that is paused waits for nobody', { status: paused }, 600, []],
    ['that was cancelled is over', { status: cancelled, begunAt: at(50) }, 600, []],
    ['begun in time is fine', { status: inProgress, begunAt: at(15) }, 74, []],
    ['begun late says by how much', { status: inProgress, begunAt: at(16) }, 30, ['迟到 16 分钟']],
    ['begun early is not late', { status: finished, begunAt: at(-20), endedAt: at(40) }, 600, []],
    ['that does not end is overdue from when it began', { status: inProgress, begunAt: at(10) }, 85, ['超出计划 15 分钟，尚未签退']],
    ['may be late and overdue', { status: inProgress, begunAt: at(20) }, 100, ['迟到 20 分钟', '超出计划 20 分钟，尚未签退']],
    ['of four fifths is long enough', { status: finished, begunAt: at(0), endedAt: at(48) }, 600, []],
    ['below four fifths is short', { status: finished, begunAt: at(0), endedAt: at(46.5) }, 600, ['比计划短 13 分钟']],
    ['a quarter of an hour over is fine', { status: finished, begunAt: at(0), endedAt: at(75) }, 600, []],
    ['longer than that is long', { status: finished, begunAt: at(30), endedAt: at(110) }, 600, ['迟到 30 分钟', '比计划长 20 分钟']],
    [
      'assigned anew after somebody had been there waits again',
      { status: assigned, begunAt: at(1) },
      20,
      ['已过服务时间 20 分钟，尚未签到'],
    ],
  ];
  for (const [name, given, now, expected] of cases)
    it(name, () =>
      assert.deepEqual(
        visitMarks(visit(given), at(now)).map(({ text }) => text),
        expected,
      ),
    );
});
