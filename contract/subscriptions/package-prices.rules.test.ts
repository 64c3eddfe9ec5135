import { DAY } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { daysLeft, live, orderKinds, quoteOf, remainingFen, type Term } from './package-prices.rules.ts';

const NOW = Date.parse('2026-06-15T09:00:00+08:00');
const at = (days: number) => NOW + days * DAY;
const term = (from: number, days: number, valueFen: number, packageId = 1): Term => ({
  packageId,
  days,
  valueFen,
  startsAt: at(from),
  endsAt: at(from + days),
  ended: false,
});

describe('the terms that live', () => {
  it('are running or still to come, in their order; one that ends now, or was replaced, is over', () => {
    const running = term(-10, 30, 3000, 1);
    const next = term(20, 30, 3000, 2);
    const last = { ...term(-30, 30, 3000, 3), endsAt: NOW + 1 };
    const over = [term(-30, 30, 3000, 4), term(-90, 30, 3000, 5), { ...running, ended: true }, { ...next, ended: true }];
    assert.deepEqual(live([next, ...over, running, last], NOW), [next, running, last]);
    assert.deepEqual(live(over, NOW), []);
    assert.deepEqual(live([], NOW), []);
  });
});

describe('what is left of a term', () => {
  const cases: [string, Term, number, number][] = [
    ['all before it begins', term(10, 30, 3000), 30, 3000],
    ['all at its first moment', term(0, 30, 3000), 30, 3000],
    ['a day that has begun is used', { ...term(0, 30, 3000), startsAt: NOW - 1, endsAt: at(30) - 1 }, 29, 2900],
    ['half of it', term(-15, 30, 3000), 15, 1500],
    ['a third, rounded to the fen', term(-20, 30, 1000), 10, 333],
    ['two thirds, rounded to the fen', term(-10, 30, 1000), 20, 667],
    ['the last day', term(-29, 30, 3000), 1, 100],
    ['less than a day', { ...term(-30, 30, 3000), endsAt: NOW + DAY - 1 }, 0, 0],
    ['nothing after its end', term(-40, 30, 3000), 0, 0],
    ['nothing of what was replaced', { ...term(0, 30, 3000), ended: true }, 0, 0],
    ['nothing of what was free', term(0, 30, 0), 30, 0],
    ['never more days than were sold', { ...term(0, 30, 3000), endsAt: at(90) }, 30, 3000],
  ];
  for (const [name, one, days, fen] of cases)
    it(name, () => {
      assert.equal(daysLeft(one, NOW), days);
      assert.equal(remainingFen(one, NOW), fen);
    });

  it('is never negative, never grows with time, and never exceeds what was paid', () => {
    for (const valueFen of [1, 99, 100_00, 123_457])
      for (const days of [1, 7, 30, 31, 365, 366]) {
        let before = Infinity;
        for (let day = -2; day <= days + 2; day++) {
          const left = remainingFen(term(0, days, valueFen), at(day));
          assert.ok(
            Number.isInteger(left) && left >= 0 && left <= valueFen && left <= before,
            `${valueFen} fen, ${days} days, day ${day}: ${left}`,
          );
          before = left;
        }
      }
  });
});

describe('a price', () => {
  const wish = { packageId: 1, priceFen: 10_000, days: 30, terms: [], endsAt: null, now: NOW };
  it('of a first purchase is the list price, from now on', () => {
    const quote = quoteOf(wish);
    assert.deepEqual(
      [quote.kind, quote.totalFen, quote.creditFen, quote.startsAt, quote.endsAt],
      [orderKinds.first, 10_000, 0, NOW, at(30)],
    );
  });
  it('does not take the rest of a trial away', () => {
    const quote = quoteOf({ ...wish, endsAt: at(12) });
    assert.deepEqual([quote.kind, quote.startsAt, quote.endsAt], [orderKinds.first, at(12), at(42)]);
  });
  it('of a renewal extends from the end', () => {
    const quote = quoteOf({ ...wish, terms: [term(-10, 30, 10_000)], endsAt: at(20) });
    assert.deepEqual([quote.kind, quote.totalFen, quote.startsAt, quote.endsAt], [orderKinds.renewal, 10_000, at(20), at(50)]);
  });
  it('of a renewal that comes too late begins now', () => {
    const quote = quoteOf({ ...wish, terms: [term(-60, 30, 10_000)], endsAt: at(-30) });
    assert.deepEqual([quote.kind, quote.startsAt, quote.endsAt], [orderKinds.first, NOW, at(30)]);
  });
  it('of another package takes off what is left of all that runs and is to come', () => {
    const terms = [term(-15, 30, 3000), term(15, 30, 3000), { ...term(-90, 30, 9000), ended: true }];
    const quote = quoteOf({ ...wish, packageId: 2, terms, endsAt: at(45) });
    assert.deepEqual([quote.kind, quote.creditFen, quote.totalFen, quote.surplusFen], [orderKinds.change, 4500, 5500, 0]);
    assert.deepEqual([quote.startsAt, quote.endsAt], [NOW, at(30)]);
  });
  it('is never negative: what is left over is said', () => {
    const quote = quoteOf({ ...wish, packageId: 2, terms: [term(0, 365, 100_000)], endsAt: at(365) });
    assert.deepEqual([quote.creditFen, quote.totalFen, quote.surplusFen], [10_000, 0, 90_000]);
  });
  it('adds up in every case', () => {
    for (let day = 0; day <= 400; day += 7)
      for (const priceFen of [1, 9_999, 365_00, 120_000]) {
        const terms = [term(0, 365, 99_999)];
        const quote = quoteOf({ packageId: 2, priceFen, days: 30, terms, endsAt: at(365), now: at(day) });
        assert.equal(quote.creditFen + quote.totalFen, priceFen);
        const left = day < 365 ? remainingFen(terms[0]!, at(day)) : 0;
        assert.equal(quote.creditFen + quote.surplusFen, left);
        assert.ok(quote.totalFen >= 0 && quote.surplusFen >= 0 && quote.endsAt > quote.startsAt);
      }
  });
});
