import { MINUTE } from '../time.ts';
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  counts,
  crossesItself,
  distance,
  middleOf,
  moved,
  outsideBy,
  purposes,
  sizeOf,
  stepFence,
  unknownState,
  type FenceRule,
  type FenceState,
  type Fix,
  type Point,
} from './fences.rules.ts';

const HOME: Point = [116.39, 39.9];
const DEGREE = 111_195;
/** Metres east and north of home. */
const at = (east: number, north: number): Point => [
  HOME[0] + east / DEGREE / Math.cos((HOME[1] * Math.PI) / 180),
  HOME[1] + north / DEGREE,
];
const circle = (radius: number, rest: Partial<FenceRule> = {}): FenceRule => ({
  purpose: purposes.inside,
  shape: { kind: 'circle', center: HOME, radius },
  margin: 50,
  windows: [],
  ...rest,
});
const fix = ([lng, lat]: Point, minute: number, accuracy: number | null = null, satellite = true): Fix => ({
  lng,
  lat,
  accuracy,
  satellite,
  at: minute * MINUTE,
});

/** Runs fixes through; gives when something was raised or cleared, in minutes. */
function run(fence: FenceRule, fixes: readonly Fix[], state: FenceState = unknownState) {
  const raised: number[] = [];
  const cleared: number[] = [];
  const doubts: number[] = [];
  for (const one of fixes) {
    const step = stepFence(state, one, fence);
    if (!step) continue;
    state = step.state;
    if (step.action === 'raise') raised.push(one.at / MINUTE);
    if (step.action === 'clear') cleared.push(one.at / MINUTE);
    if (step.doubt) doubts.push(one.at / MINUTE);
  }
  return { raised, cleared, doubts, state };
}

/** Seeded, uniform in [0, 1). */
function random(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const normal = (next: () => number) => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());

describe('geometry', () => {
  const square = [at(-100, -100), at(100, -100), at(100, 100), at(-100, 100)];
  it('measures how far outside or inside a place is', () => {
    const near = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 0.5, `${value} ≠ ${expected}`);
    near(distance(HOME, at(300, 400)), 500);
    near(outsideBy({ kind: 'circle', center: HOME, radius: 100 }, at(0, 130)), 30);
    near(outsideBy({ kind: 'polygon', points: square }, at(0, 130)), 30);
    near(outsideBy({ kind: 'polygon', points: square }, at(130, 140)), 50);
    near(outsideBy({ kind: 'polygon', points: square }, at(80, 0)), -20);
    const notched = [at(-100, -100), at(100, -100), at(100, 100), at(0, 0), at(-100, 100)];
    near(outsideBy({ kind: 'polygon', points: notched }, at(0, 50)), 50 / Math.SQRT2);
    near(sizeOf({ kind: 'polygon', points: square }), Math.sqrt(40_000 / Math.PI));
  });

  it('measures how far from a line a place is: its ends are round, and it is not closed', () => {
    const way = { kind: 'line', points: square, radius: 20 } as const;
    const near = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 0.5, `${value} ≠ ${expected}`);
    near(outsideBy(way, at(0, -130)), 10);
    near(outsideBy(way, at(0, -100)), -20);
    near(outsideBy(way, at(-100, 0)), 80);
    near(outsideBy(way, at(-130, -140)), 30);
    assert.equal(sizeOf(way), 20);
  });

  it('knows a polygon that crosses itself', () => {
    assert.equal(crossesItself(square), false);
    assert.equal(crossesItself([square[0]!, square[2]!, square[1]!, square[3]!]), true);
    assert.equal(crossesItself([at(0, 0), at(10, 0), at(0, 10)]), false);
  });
});

describe('a fix', () => {
  const out = at(0, 400);
  const inside = Array.from({ length: 3 }, (_, minute) => fix(HOME, minute + 1));

  it('raises after two in a row, once, and clears after two back', () => {
    const { raised, cleared, doubts } = run(circle(200), [...inside, fix(out, 4), fix(out, 5), fix(out, 6), fix(HOME, 7), fix(HOME, 8)]);
    assert.deepEqual([raised, cleared, doubts], [[5], [8], [4]]);
  });

  it('of a fence drawn around somebody absent raises nothing until they were there', () => {
    assert.deepEqual(
      run(
        circle(200),
        [1, 2, 3, 40, 80].map((minute) => fix(out, minute)),
      ).raised,
      [],
    );
    assert.deepEqual(run(circle(200), [fix(out, 1), fix(out, 2), fix(HOME, 3), fix(HOME, 4), fix(out, 5), fix(out, 6)]).raised, [6]);
  });

  it('is told again every half hour while the person is out, and at once when they leave anew', () => {
    const minutes = Array.from({ length: 70 }, (_, minute) => fix(out, minute + 4));
    assert.deepEqual(run(circle(200), [...inside, ...minutes]).raised, [5, 35, 65]);
    assert.deepEqual(
      run(circle(200), [...inside, fix(out, 4), fix(out, 5), fix(HOME, 6), fix(HOME, 7), fix(out, 8), fix(out, 9)]).raised,
      [5, 9],
    );
  });

  it('that is old, repeated, near the line or a stray one changes nothing', () => {
    const fence = circle(200);
    assert.deepEqual(run(fence, [...inside, fix(out, 4), fix(out, 4), fix(out, 2), fix(HOME, 5), fix(out, 6), fix(HOME, 7)]).raised, []);
    assert.deepEqual(run(fence, [...inside, ...[4, 5, 6, 7].map((minute) => fix(at(0, 260), minute))]).raised, []);
    assert.deepEqual(run(fence, [...inside, ...[4, 5, 6, 7].map((minute) => fix(at(0, 330), minute, 100))]).raised, []);
    assert.deepEqual(run(fence, [...inside, fix(at(0, 400), 4), fix(at(0, -700), 5), fix(HOME, 6)]).raised, []);
    assert.deepEqual(run(fence, [...inside, fix(at(0, 400), 4), fix(at(0, -700), 5), fix(at(900, 0), 6)]).raised, [6]);
  });

  it('without satellites is of no use but for a fence of a kilometre', () => {
    assert.equal(counts(circle(999).shape, { satellite: false }), false);
    assert.deepEqual(run(circle(200), [...inside, fix(out, 4, null, false), fix(out, 5, null, false)]).raised, []);
    assert.deepEqual(run(circle(1000), [...inside, fix(at(0, 1200), 4, 100, false), fix(at(0, 1200), 5, 100, false)]).raised, [5]);
  });

  it('keeps to its hours: who is out when the night begins is told of', () => {
    const start = Date.parse('2026-11-16T20:50:00+08:00') / MINUTE;
    const fence = circle(200, { windows: [{ days: [], from: '21:00', to: '06:00' }] });
    const track = [
      ...[0, 1].map((minute) => fix(HOME, start + minute)),
      ...Array.from({ length: 20 }, (_, minute) => fix(out, start + 2 + minute)),
    ];
    assert.deepEqual(run(fence, track).raised, [start + 10]);
    const morning = Date.parse('2026-11-17T05:50:00+08:00') / MINUTE;
    const { raised, cleared } = run(fence, [
      fix(HOME, morning),
      fix(HOME, morning + 1),
      ...Array.from({ length: 20 }, (_, minute) => fix(out, morning + 2 + minute)),
    ]);
    assert.deepEqual([raised, cleared], [[morning + 3], [morning + 10]]);
  });

  it('on a river bank to stay away from raises, and off the way home', () => {
    const way = [at(-500, 0), at(0, 0), at(0, 500)] as const;
    const bank: FenceRule = { purpose: purposes.away, shape: { kind: 'line', points: way, radius: 30 }, margin: 50, windows: [] };
    assert.deepEqual(
      run(bank, [1, 2, 3].map((minute) => fix(at(60, 60), minute)).concat(fix(at(-80, 5), 4), fix(at(-90, 2), 5))).raised,
      [5],
    );
    const home: FenceRule = { ...bank, purpose: purposes.inside };
    assert.deepEqual(
      run(home, [1, 2].map((minute) => fix(at(-100, 5), minute)).concat(fix(at(-300, 250), 3), fix(at(-300, 260), 4))).raised,
      [4],
    );
  });

  it('in a place to stay away from raises, also in a small one', () => {
    const pond = circle(30, { purpose: purposes.away });
    const bank = [1, 2, 3].map((minute) => fix(at(0, 60), minute));
    assert.deepEqual(run(pond, [...bank, fix(at(0, 10), 4), fix(at(0, 12), 5), fix(at(0, 60), 6), fix(at(0, 60), 7)]), {
      ...run(pond, [...bank, fix(at(0, 10), 4), fix(at(0, 12), 5), fix(at(0, 60), 6), fix(at(0, 60), 7)]),
      raised: [5],
      cleared: [7],
    });
  });
});

describe('thirty days', () => {
  /**
   * Rests 30 m inside a fence of 300 m; 2 % of the fixes are six times as far off. A device that
   * is asked for more says nothing of its accuracy, the other σ.
   */
  function resting(seed: number, sigma: number, everyMinutes: number, quick: boolean) {
    const next = random(seed);
    const fence = circle(300);
    let state = unknownState;
    let raised = 0;
    let extra: number[] = [];
    const take = (when: number) => {
      const spread = next() < 0.02 ? sigma * 6 : sigma;
      const step = stepFence(state, fix(at(270 + normal(next) * spread, normal(next) * spread), when, quick ? null : sigma), fence);
      if (!step) return;
      state = step.state;
      if (step.action === 'raise') raised++;
      // On the first fix outside the device is asked for six in three minutes.
      if (step.doubt && quick) extra = [0.5, 1, 1.5, 2, 2.5, 3].map((later) => when + later);
    };
    for (let minute = 0; minute < 30 * 1440; minute += everyMinutes) {
      for (const when of extra) if (when < minute) take(when);
      extra = extra.filter((when) => when >= minute);
      take(minute);
    }
    return raised;
  }

  it('at rest raise nothing, with fixes every 5 minutes', () => {
    for (const sigma of [10, 25]) {
      for (const quick of [false, true]) {
        const counted = Array.from({ length: 20 }, (_, seed) => resting(seed + 1, sigma, 5, quick));
        assert.deepEqual(counted, Array(20).fill(0), `σ ${sigma} m, ${quick ? 'asked' : 'not asked'}`);
      }
    }
  });

  it('end with a walk away that is found within two minutes', () => {
    const delays: number[] = [];
    for (let seed = 1; seed <= 200; seed++) {
      const next = random(seed);
      const sigma = seed % 2 ? 10 : 25;
      const noisy = (east: number) => at(east + normal(next) * sigma, normal(next) * sigma);
      const before = Array.from({ length: 60 }, (_, minute) => fix(noisy(200), minute));
      // Walks out at 1.2 m/s; surely out is beyond the margin and what the fix may be off by.
      const phase = next();
      const walk = Array.from({ length: 15 }, (_, minute) => fix(noisy(300 + (minute + phase) * 72), 60 + minute));
      const { raised } = run(circle(300), [...before, ...walk]);
      assert.equal(raised.length, 1);
      const crossed = 60 - phase + 65 / 72;
      delays.push(raised[0]! - crossed);
    }
    delays.sort((a, b) => a - b);
    assert.ok(delays[Math.floor(delays.length / 2)]! <= 2, `median ${delays[100]} min`);
    assert.ok(delays[Math.floor(delays.length * 0.9)]! <= 2.6, `90 of 100: ${delays[180]} min`);
    assert.equal(delays.filter((delay) => delay > 5).length, 0);
  });
});

it('the middle of a fence is the centre of its circle or of the box around its points', () => {
  assert.deepEqual(middleOf(circle(100).shape), HOME);
  assert.deepEqual(
    middleOf({
      kind: 'polygon',
      points: [
        [116, 39],
        [118, 39],
        [116, 41],
      ],
    }),
    [117, 40],
  );
});

it('a step is written down when it changes more than its time', () => {
  const inside = [1, 2, 3].reduce((state, minute) => stepFence(state, fix(HOME, minute), circle(100))!.state, unknownState);
  assert.ok(moved(unknownState, { ...stepFence(inside, fix(HOME, 4), circle(100))! }));
  assert.ok(!moved(inside, stepFence(inside, fix(HOME, 4), circle(100))!));
  assert.ok(moved(inside, stepFence(inside, fix(at(500, 0), 4), circle(100))!));
});
