import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { newsOf, withNews } from './news.ts';
import type { OwnJob } from './steps.ts';

const NOW = Date.parse('2026-06-15T10:00:00+08:00');
const own = (id: number, time: string, change: Partial<OwnJob['job']> = {}, warningType: string | null = null) =>
  ({
    oldmanName: '王秀英',
    warningType,
    job: { id, serverProjectName: '助浴', serverTime: `2026-${time}:00`, status: jobStatus.assigned, ...change },
  }) as OwnJob;
const told = (before: OwnJob[] | null, after: OwnJob[]) => newsOf(before, after, NOW).map(({ text }) => text);

describe('news of a carer’s jobs', () => {
  const { unassigned, assigned, inProgress, finished, paused } = jobStatus;
  const here = own(1, '06-15 14:00');
  const cases: [string, OwnJob[] | null, OwnJob[], string[]][] = [
    ['the first list is none', null, [here], []],
    ['the same list is none', [here], [here], []],
    ['a job for today', [], [here], ['王秀英 助浴 06-15 14:00 新派给您']],
    ['one for the day after tomorrow', [], [own(2, '06-17 23:59')], ['王秀英 助浴 06-17 23:59 新派给您']],
    ['one further ahead waits for its time', [], [own(2, '06-18 00:00')], []],
    ['one for an alarm, whenever it is', [], [own(2, '06-20 08:00', {}, 'sos')], ['王秀英 助浴 06-20 08:00 新派给您']],
    ['a job that is gone', [here], [], ['王秀英 助浴 06-15 14:00 已取消或改派他人']],
    ['one that merely became old is none', [own(3, '06-08 14:00')], [], []],
    ['what is over does not go', [own(1, '06-15 08:00', { status: finished })], [], []],
    ['what she handed back is none', [own(1, '06-15 14:00', { status: unassigned })], [], []],
    [
      'what she handed back and got again is',
      [own(1, '06-15 14:00', { status: unassigned })],
      [here],
      ['王秀英 助浴 06-15 14:00 新派给您'],
    ],
    ['another time', [here], [own(1, '06-16 09:30')], ['王秀英 助浴 时间由 06-15 14:00 改为 06-16 09:30']],
    ['a pause', [here], [own(1, '06-15 14:00', { status: paused })], ['王秀英 助浴 已暂停']],
    ['its end', [own(1, '06-15 14:00', { status: paused })], [own(1, '06-15 14:00', { status: assigned })], ['王秀英 助浴 已恢复']],
    ['her own check-in is none', [here], [own(1, '06-15 14:00', { status: inProgress })], []],
  ];
  for (const [name, before, after, expected] of cases) it(name, () => assert.deepEqual(told(before, after), expected));

  it('has those in need first, and each change once', () => {
    const come = newsOf([own(9, '06-15 09:00')], [here, own(2, '06-15 10:00', {}, 'sos')], NOW);
    assert.deepEqual(
      come.map(({ jobId, urgent }) => [jobId, urgent]),
      [
        [2, true],
        [1, false],
        [null, false],
      ],
    );
    assert.deepEqual(
      withNews(come, come.slice(1)).map(({ jobId }) => jobId),
      [1, null, 2],
    );
  });
});
