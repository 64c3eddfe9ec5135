import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { AGAIN_MS, freshness, gravest, maskName, nudge, planPages, RECENT_MS, shownName, STALE_MS, takesOver } from './screens.rules.ts';

describe('names on the wall', () => {
  it('keep the first and the last character', () => {
    for (const [name, shown] of [
      ['王秀英', '王*英'],
      ['王英', '王*'],
      ['欧阳小珊', '欧**珊'],
      ['阿卜杜拉·买买提', '阿******提'],
      ['王', '王*'],
      ['', '*'],
      [' 王秀英 ', '王*英'],
      ['John', 'J***'],
      ['𠮷田英', '𠮷*英'],
    ] as const)
      assert.equal(maskName(name), shown, name);
  });

  it('are covered as the institution wants', () => {
    assert.deepEqual(
      (['', 'all', 'none'] as const).map((cover) => [shownName('王秀英', cover, 'person'), shownName('张护士', cover, 'staff')]),
      [
        ['王*英', '张护士'],
        ['王*英', '张*士'],
        ['王秀英', '张护士'],
      ],
    );
  });
});

describe('a warning takes over', () => {
  const opened = 10_000_000;
  const one = { id: 1, count: 1, at: opened + 1000, last: opened + 1000, acknowledgedAt: null };

  it('until somebody confirms it, however long that takes, when the screen was watching', () => {
    assert.equal(takesOver(one, opened + 24 * 3_600_000, opened), true);
    assert.equal(takesOver({ ...one, acknowledgedAt: opened + 5000 }, opened + 6000, opened), false);
  });

  it('that was there before only while it is recent', () => {
    const before = { ...one, at: opened - 1000, last: opened - 1000 };
    assert.equal(takesOver(before, opened - 1000 + RECENT_MS - 1, opened), true);
    assert.equal(takesOver(before, opened - 1000 + RECENT_MS, opened), false);
    assert.equal(
      takesOver({ ...before, last: opened + 1 }, opened + RECENT_MS * 3, opened),
      true,
      'pressed again while the screen watched',
    );
  });

  it('for a while when it is pressed again after the answer', () => {
    const again = { ...one, count: 2, acknowledgedAt: opened + 2000, last: opened + 60_000 };
    assert.equal(takesOver(again, opened + 61_000, opened), true);
    assert.equal(takesOver(again, opened + 60_000 + AGAIN_MS, opened), false);
  });

  it('SOS before falls, the longest waiting first', () => {
    const of = (id: number, rule: string, at: number) => ({ id, rule, at });
    assert.deepEqual(
      gravest([of(1, 'fall', 5), of(2, 'sos', 9), of(3, 'sos', 7), of(4, 'fall', 1)]).map(({ id }) => id),
      [3, 2, 4, 1],
    );
  });
});

describe('what stands behind the figures', () => {
  const now = 1_000_000;
  it('is said as it is', () => {
    assert.equal(freshness({ readAt: now, failing: false, pushed: true, now }), 'live');
    assert.equal(freshness({ readAt: now, failing: false, pushed: false, now }), 'polled');
    assert.equal(freshness({ readAt: now, failing: true, pushed: true, now }), 'cut', 'the last reading failed');
    assert.equal(freshness({ readAt: now - STALE_MS, failing: false, pushed: true, now }), 'live');
    assert.equal(freshness({ readAt: now - STALE_MS - 1, failing: false, pushed: true, now }), 'cut', 'a reading hangs');
  });
});

describe('the plan', () => {
  const rooms = (building: string, floor: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ building, floor, id: `${building}${floor}${at}` }));
  const shape = (pages: ReturnType<typeof planPages>) =>
    pages.map((page) =>
      page.map(({ building, floors }) => `${building}:${floors.map(({ floor, rooms: own }) => `${floor}x${own.length}`).join()}`),
    );

  it('has the highest floor on top, and buildings beside each other while they fit', () => {
    const house = [...rooms('A', '1', 3), ...rooms('A', '2', 3), ...rooms('B', '1', 2)];
    assert.deepEqual(shape(planPages(house, 3, 12)), [['A:2x3,1x3', 'B:1x2']]);
    assert.deepEqual(shape(planPages(house, 2, 12)), [['A:2x3,1x3'], ['B:1x2']]);
  });

  it('gives a long floor several lines, and tears a building only when it has to', () => {
    assert.deepEqual(shape(planPages([...rooms('A', '1', 25), ...rooms('B', '1', 1), ...rooms('B', '2', 1)], 4, 12)), [
      ['A:1x25'],
      ['B:2x1,1x1'],
    ]);
    assert.deepEqual(
      shape(
        planPages(
          [1, 2, 3, 4, 5].flatMap((floor) => rooms('C', String(floor), 1)),
          2,
          12,
        ),
      ),
      [['C:5x1,4x1'], ['C:3x1,2x1'], ['C:1x1']],
    );
    assert.deepEqual(planPages([], 8, 12), []);
  });

  it('loses no room', () => {
    const house = ['A', 'B', 'C'].flatMap((building) =>
      [1, 2, 3, 4, 5, 6].flatMap((floor) => rooms(building, String(floor), 5 + floor * 3)),
    );
    const shown = planPages(house, 8, 12).flatMap((page) =>
      page.flatMap(({ floors }) => floors.flatMap((floor) => floor.rooms.map(({ id }) => id))),
    );
    assert.deepEqual(shown.toSorted(), house.map(({ id }) => id).toSorted());
  });
});

it('the picture wanders around its place, each minute a step of two pixels at most in each direction', () => {
  for (let minute = -3; minute < 40; minute++) {
    const [[x, y], [nextX, nextY]] = [nudge(minute), nudge(minute + 1)];
    assert.ok(Math.abs(x) <= 2 && Math.abs(y) <= 2);
    assert.ok(Math.abs(nextX - x) <= 2 && Math.abs(nextY - y) <= 2, `minute ${minute}`);
  }
  assert.deepEqual(nudge(0), nudge(9));
});
