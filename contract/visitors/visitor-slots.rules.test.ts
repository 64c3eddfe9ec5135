import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf } from '../time.ts';
import { bookableDays, codeOf, heldOn, isBlocked, newCode, overlaps, weekdaysText, weekdayText, type Slot } from './visitor-slots.rules.ts';

// A Thursday.
const now = instantOf('2026-03-05 14:10:00');
const slot = (more: Partial<Slot> = {}): Slot => ({ weekdays: [4], startClock: '14:00', endClock: '16:00', building: null, ...more });

describe('a booking code', () => {
  it('has six characters that are not read for each other, and is known as it is typed', () => {
    let at = 0;
    assert.equal(
      newCode(() => at++),
      '234567',
    );
    assert.equal(codeOf(' ab-c2 34 '), 'ABC234');
    assert.equal(codeOf('ＡＢＣ２３４'), 'ABC234');
    for (const none of ['ABC23', 'ABC2345', 'ABC10O', '']) assert.equal(codeOf(none), null, none);
  });
});

describe('a slot', () => {
  const CASES: [string, Slot, string, string[], boolean][] = [
    ['its weekday', slot(), '2026-03-12', [], true],
    ['another weekday', slot(), '2026-03-06', [], false],
    ['a closed day', slot(), '2026-03-12', ['2026-03-12'], false],
    ['today while it goes on', slot(), '2026-03-05', [], true],
    ['today when it is over', slot({ startClock: '08:00', endClock: '14:10' }), '2026-03-05', [], false],
    ['a day that is past', slot(), '2026-02-26', [], false],
  ];
  for (const [name, one, day, closed, held] of CASES)
    it(`is ${held ? '' : 'not '}held on ${name}`, () => assert.equal(heldOn(one, day, closed, now), held));

  it('is booked from today on', () => {
    assert.deepEqual(bookableDays(now, 2), ['2026-03-05', '2026-03-06', '2026-03-07']);
    assert.deepEqual(bookableDays(now, 0), ['2026-03-05']);
  });

  it('meets another of the same house on the same weekday', () => {
    assert.ok(overlaps(slot(), slot({ startClock: '15:59', endClock: '17:00' })));
    assert.ok(!overlaps(slot(), slot({ startClock: '16:00', endClock: '17:00' })));
    assert.ok(!overlaps(slot(), slot({ weekdays: [5] })));
    assert.ok(!overlaps(slot({ building: '1号楼' }), slot({ building: '2号楼' })));
    assert.ok(overlaps(slot({ building: '1号楼' }), slot()));
  });

  it('says its days in words', () => {
    assert.equal(weekdayText('2026-03-05'), '周四');
    assert.equal(weekdaysText([1, 2, 3, 4, 5]), '周一至周五');
    assert.equal(weekdaysText([0, 6]), '周六、周日');
    assert.equal(weekdaysText([0, 2, 4]), '周二、周四、周日');
    assert.equal(weekdaysText([0, 1, 2, 3, 4, 5, 6]), '每天');
  });
});

describe('health', () => {
  const asked = { text: '发热', blocks: true };
  it('keeps out who answers so, and who has a fever', () => {
    assert.ok(isBlocked([{ ...asked, answer: true }], null));
    assert.ok(!isBlocked([{ ...asked, answer: false }], 37.2));
    assert.ok(isBlocked([], 37.3));
    assert.ok(isBlocked([{ text: '已接种', blocks: false, answer: false }], null));
  });
});
