import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { awayOf, cardsOf, isConfirmedByOpening, newsOf, occurrenceOf, rings, type Watched, standingCards, withTold } from './arrivals.ts';
import { averageResponse, settingText, spanText } from './durations.ts';

const NOW = Date.parse('2026-11-21T03:00:00+08:00');
const row = (part: Partial<Watched>): Watched => ({
  id: 1,
  rule: 'sos',
  severity: 1,
  count: 1,
  isDisposed: 0,
  acknowledgeTime: null,
  lastTime: '2026-11-21 02:59:30',
  askTime: '2026-11-21 02:59:30',
  ...part,
});
const ids = (rows: readonly Watched[]) => rows.map(({ id }) => id);
const arrivals = (...rows: Watched[]) => new Set(rows.map(occurrenceOf));

const screen = (arrived: readonly Watched[]) => ({ known: null, arrived: arrivals(...arrived), putAway: new Set<string>() });

describe('cards that say what was done', () => {
  it('stand where they stood, among those that wait', () => {
    const [first, second] = [row({ id: 3, lastTime: '2026-11-21 02:59:50' }), row({ id: 1, lastTime: '2026-11-21 02:59:10' })];
    const done = row({ id: 2, lastTime: '2026-11-21 02:59:30', isDisposed: 2, acknowledgeTime: '2026-11-21 02:59:40' });
    assert.deepEqual(ids(withTold([first, second], [done])), [3, 2, 1]);
    assert.deepEqual(ids(withTold([first, second], [first])), [3, 1], 'one that asks anew has one card');
  });
});

describe('news', () => {
  it('is nothing at the first reading, then every urgent warning that was not there', () => {
    const first = newsOf(null, [row({ id: 1 }), row({ id: 2, severity: 3 })]);
    assert.deepEqual(ids(first.fresh), []);
    const second = newsOf(first.known, [
      row({ id: 1 }),
      row({ id: 3 }),
      row({ id: 4, severity: 2 }),
      row({ id: 5, severity: 3 }),
      row({ id: 6, severity: 4 }),
    ]);
    assert.deepEqual(ids(second.fresh), [3, 4]);
    assert.deepEqual(ids(newsOf(second.known, [row({ id: 3 }), row({ id: 4, severity: 2 })]).fresh), []);
  });

  it('is a critical one that happened again, not a serious one', () => {
    const { known } = newsOf(null, [row({ id: 1 }), row({ id: 2, severity: 2 })]);
    assert.deepEqual(ids(newsOf(known, [row({ id: 1, count: 2 }), row({ id: 2, severity: 2, count: 9 })]).fresh), [1]);
  });

  it('is what asks anew: a serious one that came back or grew graver, once', () => {
    const serious = row({ severity: 2 });
    const { known } = newsOf(null, [serious]);
    const back = { ...serious, count: 2, askTime: '2026-11-21 02:59:55' };
    const second = newsOf(known, [back]);
    assert.deepEqual(ids(second.fresh), [1]);
    assert.deepEqual(ids(newsOf(second.known, [{ ...back, count: 3 }]).fresh), []);
    assert.deepEqual(ids(newsOf(known, [{ ...back, acknowledgeTime: '2026-11-21 02:59:58' }]).fresh), []);
  });

  it('is a call of the green key, and the same call once more', () => {
    const call = { rule: 'service_call', severity: 3 };
    const { known, fresh } = newsOf(new Map(), [row({ id: 1, ...call }), row({ id: 2, severity: 3 })]);
    assert.deepEqual(ids(fresh), [1]);
    assert.deepEqual(ids(newsOf(known, [row({ id: 1, ...call, count: 2 })]).fresh), [1]);
    assert.equal(rings(row(call), arrivals(row(call)), NOW), false);
  });

  it('is not what was left out of one reading and comes back', () => {
    const { known } = newsOf(null, [row({ id: 1 })]);
    const empty = newsOf(known, []);
    assert.deepEqual(ids(newsOf(empty.known, [row({ id: 1 })]).fresh), []);
  });
});

describe('ringing', () => {
  const old = { lastTime: '2026-11-20 14:00:00', askTime: '2026-11-20 14:00:00' };
  it('is for critical ones that nobody has answered', () => {
    assert.equal(rings(row({}), new Set(), NOW), true);
    assert.equal(rings(row({ severity: 2 }), arrivals(row({})), NOW), false);
    assert.equal(rings(row({ acknowledgeTime: '2026-11-21 02:59:50' }), new Set(), NOW), false);
    assert.equal(rings(row({ isDisposed: 2, acknowledgeTime: '2026-11-21 02:59:50' }), new Set(), NOW), false);
    // Pressed again while somebody is on the way to the first.
    assert.equal(rings(row({ isDisposed: 2 }), new Set(), NOW), true);
    assert.equal(rings(row({ isDisposed: 1 }), new Set(), NOW), false);
  });

  it('is for what the last shift left, not for what was older when the page opened, but for what a device sent late', () => {
    assert.equal(rings(row({ lastTime: '2026-11-20 16:00:00', askTime: '2026-11-20 16:00:00' }), new Set(), NOW), true);
    assert.equal(rings(row(old), new Set(), NOW), false);
    assert.equal(rings(row(old), arrivals(row(old)), NOW), true);
    assert.equal(rings(row({ ...old, askTime: '2026-11-21 02:58:00' }), new Set(), NOW), true);
  });
});

describe('cards', () => {
  it('are the most urgent first, then the newest', () => {
    const rows = [row({ id: 1, severity: 2 }), row({ id: 2, lastTime: '2026-11-21 02:50:00' }), row({ id: 3 })];
    assert.deepEqual(ids(cardsOf(rows, screen(rows), NOW)), [3, 2, 1]);
  });

  it('are put away by occurrence', () => {
    const one = row({});
    const again = row({ count: 2 });
    assert.deepEqual(ids(cardsOf([one], { ...screen([]), putAway: arrivals(one) }, NOW)), []);
    assert.deepEqual(ids(cardsOf([again], { ...screen([again]), putAway: arrivals(one) }, NOW)), [1]);
  });

  it('of a serious one stay while its values go on coming', () => {
    const serious = row({ severity: 2 });
    const again = { ...serious, count: 9, lastTime: '2026-11-21 02:59:59' };
    assert.deepEqual(ids(cardsOf([again], screen([serious]), NOW)), [1]);
    assert.deepEqual(ids(cardsOf([again], { ...screen([serious]), putAway: arrivals(serious) }, NOW)), []);
  });

  it('of what is being handled come when it happens again', () => {
    const taken = row({ isDisposed: 2, acknowledgeTime: '2026-11-21 02:59:40' });
    const again = row({ isDisposed: 2, count: 2, askTime: '2026-11-21 02:59:50' });
    const { fresh, known } = newsOf(newsOf(null, [taken]).known, [again]);
    assert.deepEqual(ids(fresh), [1]);
    assert.deepEqual(ids(cardsOf([again], { ...screen(fresh), known }, NOW)), [1]);
  });

  it('go when somebody confirms or handles', () => {
    const answered = row({ acknowledgeTime: '2026-11-21 02:59:50' });
    const { known } = newsOf(newsOf(null, [row({})]).known, [answered]);
    assert.deepEqual(ids(cardsOf([answered], { ...screen([answered]), known }, NOW)), []);
    assert.deepEqual(ids(cardsOf([{ ...answered, isDisposed: 2 }], { ...screen([answered]), known }, NOW)), []);
    assert.deepEqual(ids(cardsOf([row({ isDisposed: 1 })], screen([row({})]), NOW)), []);
  });

  it('come back when a confirmed one happens again', () => {
    const answered = row({ acknowledgeTime: '2026-11-21 02:59:50' });
    const again = { ...answered, count: 2 };
    const before = newsOf(null, [answered]).known;
    for (let readings = 0, known = before; readings < 3; readings++) {
      known = newsOf(known, [again]).known;
      assert.deepEqual(ids(cardsOf([again], { ...screen([again]), known }, NOW)), [1], `reading ${readings}`);
    }
  });
});

describe('a card that was put away', () => {
  it('stays as a line until it is confirmed, and is a card again when it happens again', () => {
    const sos = row({});
    const putAway = new Set([occurrenceOf(sos)]);
    const seen = { ...screen([sos]), putAway };
    assert.deepEqual([ids(cardsOf([sos], seen, NOW)), ids(awayOf([sos], seen, NOW))], [[], [1]]);
    const confirmed = row({ acknowledgeTime: '2026-11-21 02:59:50' });
    assert.deepEqual(ids(awayOf([confirmed], seen, NOW)), []);
    const again = row({ count: 2 });
    assert.deepEqual([ids(cardsOf([again], seen, NOW)), ids(awayOf([again], seen, NOW))], [[1], []]);
  });

  it('goes when it is no critical one', () => {
    const serious = row({ severity: 2 });
    assert.deepEqual(ids(awayOf([serious], { ...screen([serious]), putAway: new Set([occurrenceOf(serious)]) }, NOW)), []);
  });
});

describe('cards under the pointer', () => {
  const row = (id: number): Watched => ({
    id,
    rule: 'sos',
    severity: 1,
    count: 1,
    isDisposed: 0,
    acknowledgeTime: null,
    lastTime: '2026-11-21 03:00:00',
    askTime: '2026-11-21 03:00:00',
  });
  const seen = (still: number[] | null, cards: number[]) => {
    const { shown, hidden } = standingCards(still?.map(row) ?? null, cards.map(row), 3);
    return [shown.map(({ row: { id }, gone }) => (gone ? -id : id)), hidden];
  };
  it('stay where they are: what is settled stays until the pointer leaves, what arrives comes below', () => {
    assert.deepEqual(seen(null, [4, 3, 2, 1]), [[4, 3, 2], 1]);
    assert.deepEqual(seen([4, 3, 2, 1], [5, 4, 2, 1]), [[4, -3, 2, 5], 1]);
    assert.deepEqual(seen([2, 1], []), [[-2, -1], 0]);
    assert.deepEqual(seen([], [9, 8, 7, 6]), [[9, 8, 7], 1]);
    assert.deepEqual(seen(null, [5, 4, 2]), [[5, 4, 2], 0]);
  });
});

describe('spans', () => {
  it('read as staff say them', () => {
    assert.deepEqual([-5, 0, 59, 60, 125, 3599, 3600, 90_000].map(spanText), [
      '0秒',
      '0秒',
      '59秒',
      '1分00秒',
      '2分05秒',
      '59分59秒',
      '1小时00分',
      '1天1小时',
    ]);
    assert.deepEqual([0, 30, 60, 90, 120, 3600, 5400, 90_000].map(settingText), [
      '0秒',
      '30秒',
      '1分钟',
      '1分30秒',
      '2分钟',
      '1小时',
      '1小时30分钟',
      '1天1小时',
    ]);
  });

  it('average over the answered ones only', () => {
    const at = (acknowledgeTime: string | null) => ({ askTime: '2026-11-21 03:00:00', acknowledgeTime });
    assert.equal(averageResponse([at(null)]), null);
    assert.equal(averageResponse([at('2026-11-21 03:00:20'), at(null), at('2026-11-21 03:00:40')]), 30);
  });
});

describe('opening a warning', () => {
  const seen = { visible: true, locked: false, may: true };

  it('confirms it for whoever may handle it, also while it is in progress', () => {
    for (const isDisposed of [0, 2]) assert.ok(isConfirmedByOpening({ isDisposed }, seen));
    for (const isDisposed of [1, 3, 4]) assert.ok(!isConfirmedByOpening({ isDisposed }, seen), String(isDisposed));
  });

  for (const [what, page] of [
    ['in the background', { visible: false }],
    ['behind the lock', { locked: true }],
    ['without the right', { may: false }],
  ] as const)
    it(`does not ${what}`, () => assert.ok(!isConfirmedByOpening({ isDisposed: 0 }, { ...seen, ...page })));
});
