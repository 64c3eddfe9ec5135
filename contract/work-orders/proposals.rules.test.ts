import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { candidatesFor, propose, type Book, type Page, type Wish } from './proposals.rules.ts';

const at = (time: string, day = '2026-11-21') => Date.parse(`${day}T${time}:00+08:00`);
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
  typeIds: [20, 2],
  personName: '王秀英',
  returnedBy: null,
  personId: 5,
  urgency: 1,
  ...more,
});
const book = (...pages: Page[]): Book => ({ pages, base: null });
const given = (jobs: Wish[], all: Book) => propose(jobs, all).map(({ job, candidate }) => [job.jobId, candidate?.userId ?? null]);

describe('candidates', () => {
  it('are trained when they hold the type or one above it, as long as it is valid', () => {
    const all = book(
      page(1, { skills: [{ typeId: 2, level: 1, validUntil: null }] }),
      page(2, { skills: [{ typeId: 20, level: 3, validUntil: at('12:00', '2026-11-01') }] }),
      page(3, { skills: [{ typeId: 99, level: 3, validUntil: null }] }),
    );
    const found = candidatesFor(wish(1, '10:00'), all);
    assert.deepEqual(
      found.map(({ userId, blocks }) => [userId, blocks[0] ?? null]),
      [
        [1, null],
        [2, '技能已到期'],
        [3, '不具备所需技能'],
      ],
    );
  });

  it('begin with who was named to take over, unless that is forbidden', () => {
    const first = (...pages: Page[]) => candidatesFor(wish(1, '10:00', { handTo: 2 }), book(...pages))[0]!.userId;
    assert.equal(first(page(1, { visits: new Map([[5, 9]]) }), page(2)), 2);
    assert.equal(first(page(1), page(2, { leaves: [{ startsAt: at('00:00'), endsAt: at('12:00') }] })), 1);
  });

  it('take no notice of a skill that everybody lacks or whose every holder has expired', () => {
    const all = book(page(1), page(2, { skills: [{ typeId: 20, level: 3, validUntil: 0 }] }));
    assert.deepEqual(
      candidatesFor(wish(1, '10:00'), all).flatMap(({ blocks }) => blocks),
      [],
    );
  });

  it('are off duty only on a day that has a roster', () => {
    const without = book(page(1, { duties: [] }), page(2, { duties: [] }));
    assert.deepEqual(
      candidatesFor(wish(1, '10:00'), without).flatMap(({ blocks }) => blocks),
      [],
    );
    const withOne = book(page(1, { duties: [] }), page(2));
    assert.deepEqual(
      candidatesFor(wish(1, '10:00'), withOne).map(({ userId, blocks }) => [userId, blocks]),
      [
        [2, []],
        [1, ['不当班']],
      ],
    );
  });

  it('know the person, and share the day', () => {
    const busy = [{ jobId: 50, startsAt: at('14:00'), minutes: 300, place: null, label: '' }];
    const all = book(page(1), page(2, { visits: new Map([[5, 3]]) }), page(3, { busy }));
    assert.deepEqual(
      candidatesFor(wish(1, '10:00'), all).map(({ userId }) => userId),
      [2, 1, 3],
    );
  });
});

describe('a proposal', () => {
  it('serves the most urgent first, then the earliest, one person never twice at a time', () => {
    const jobs = [wish(1, '10:00'), wish(2, '10:30', { urgency: 3 }), wish(3, '09:45')];
    assert.deepEqual(given(jobs, book(page(1), page(2))), [
      [2, 1],
      [3, 2],
      [1, null],
    ]);
  });

  it('spreads what one alone could do', () => {
    const jobs = ['08:00', '10:00', '12:00', '14:00'].map((time, index) => wish(index + 1, time, { personId: index }));
    const counts = Map.groupBy(given(jobs, book(page(1), page(2))), ([, userId]) => userId);
    assert.deepEqual([counts.get(1)?.length, counts.get(2)?.length], [2, 2]);
  });

  it('is the same however the jobs come', () => {
    const jobs = Array.from({ length: 12 }, (_, index) =>
      wish(index + 1, `${String(8 + (index % 5)).padStart(2, '0')}:00`, { urgency: (index % 3) + 1, personId: index % 4 }),
    );
    const all = book(page(1), page(2), page(3, { duties: [{ startsAt: at('07:00'), endsAt: at('11:00') }] }));
    assert.deepEqual(given(jobs.toReversed(), all), given(jobs, all));
  });

  it('says why nobody may', () => {
    const [one] = propose([wish(1, '22:00')], book(page(1), page(2, { disabled: true })));
    assert.equal(one?.candidate, null);
    assert.equal(one?.why, '没有合适的人员：不当班 1 人、账号已停用 1 人');
    assert.equal(propose([wish(1, '10:00')], book())[0]?.why, '没有可派的服务人员');
  });

  it('leaves the book as it was', () => {
    const all = book(page(1));
    propose([wish(1, '10:00')], all);
    assert.deepEqual(all.pages[0]?.busy, []);
  });
});
