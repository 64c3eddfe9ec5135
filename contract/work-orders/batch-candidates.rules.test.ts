import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { candidatesForAll } from './batch-candidates.rules.ts';
import { candidatesFor, type Book, type Page, type Wish } from './proposals.rules.ts';

const at = (time: string) => Date.parse(`2026-11-21T${time}:00+08:00`);
const page = (userId: number, more: Partial<Page> = {}): Page => ({
  userId,
  disabled: false,
  skills: [],
  duties: [{ startsAt: at('07:00'), endsAt: at('19:00') }],
  busy: [],
  visits: new Map(),
  ...more,
});
const wish = (jobId: number, time: string, more: Partial<Wish> = {}): Wish => ({
  jobId,
  startsAt: at(time),
  minutes: 60,
  place: null,
  typeName: '生活照料',
  typeIds: [20],
  personName: `老人${jobId}`,
  returnedBy: null,
  personId: jobId,
  urgency: 1,
  ...more,
});
const book = (...pages: Page[]): Book => ({ pages, base: null });
const busy = (jobId: number, time: string) => ({ jobId, startsAt: at(time), minutes: 60, place: null, label: '王秀英·助餐' });
const order = (jobs: Wish[], all: Book) => candidatesForAll(jobs, all).map(({ userId, blocks }) => [userId, ...blocks]);

describe('candidatesForAll', () => {
  it('of one job are those of that job, of none nobody', () => {
    const all = book(page(1), page(2, { visits: new Map([[1, 3]]) }));
    assert.deepEqual(candidatesForAll([wish(1, '10:00')], all), candidatesFor(wish(1, '10:00'), all));
    assert.deepEqual(candidatesForAll([], all), []);
  });

  it('come by how many of the jobs are forbidden to them, each reason with its number, then by the mean score', () => {
    const all = book(
      page(1, { leaves: [{ startsAt: at('00:00'), endsAt: at('23:00') }] }),
      page(2, { busy: [busy(90, '10:30')] }),
      page(3),
      page(4, { visits: new Map([[1, 2]]) }),
    );
    assert.deepEqual(order([wish(1, '10:00'), wish(2, '14:00')], all), [[4], [3], [2, '时间重叠（1 项）'], [1, '请假中']]);
  });

  it('have the other jobs to do as well: what is at the same time forbids itself', () => {
    const [one] = candidatesForAll([wish(1, '10:00'), wish(2, '10:30'), wish(3, '14:00')], book(page(1)));
    assert.deepEqual(one?.blocks, ['时间重叠（2 项）']);
    const why = one?.parts.find(({ key }) => key === 'overlap')?.why ?? '';
    assert.match(why, /10:00 老人1：与 10:30–11:30 老人2·生活照料（所选） 时间重叠/);
  });

  it('say the worst of the jobs, and once what is alike for all', () => {
    const [one] = candidatesForAll([wish(1, '10:00'), wish(2, '18:30')], book(page(1)));
    const said = new Map(one?.parts.map(({ key, why, word }) => [key, `${word}|${why}`]));
    assert.match(said.get('duty') ?? '', /^部分当班\|18:30 老人2：班次 07:00–19:00 只覆盖其中 30 分钟$/);
    assert.match(said.get('skill') ?? '', /^\|还没有人登记/);
  });

  it('leave a job out of what its own carer has to do already', () => {
    const mine = page(1, { busy: [{ ...busy(1, '10:00'), label: '老人1·助餐' }] });
    assert.deepEqual(order([wish(1, '10:00'), wish(2, '14:00')], book(mine)), [[1]]);
  });
});
