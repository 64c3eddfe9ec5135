import { MINUTE } from '../time.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { judgePosition, noFilterMemory, type FilterMemory, type PositionFilter, type Verdict } from './position-filters.rules.ts';

const T = Date.UTC(2026, 5, 15, 1);
/** Metres east of a place on the equator's latitude scale at 30° north. */
const east = (metres: number) => 120 + metres / 96_486;
const run = (
  fixes: readonly { m: number; min: number; accuracy?: number }[],
  filter: PositionFilter = {},
  receivedAt = T + 60 * MINUTE,
) => {
  let memory: FilterMemory = noFilterMemory();
  const verdicts: Verdict[] = [];
  for (const { m, min, accuracy = null } of fixes) {
    const judged = judgePosition(memory, { at: T + min * MINUTE, lng: east(m), lat: 30, accuracy }, receivedAt, filter);
    memory = judged.memory;
    verdicts.push(judged.verdict);
  }
  return verdicts;
};

test('a fix that nobody can have reached is doubted, the next one near the last believed one is not', () => {
  assert.deepEqual(
    run([
      { m: 0, min: 0 },
      { m: 90_000, min: 1 },
      { m: 50, min: 2 },
    ]),
    ['keep', 'doubt', 'keep'],
  );
  assert.deepEqual(
    run(
      [
        { m: 0, min: 0 },
        { m: 3000, min: 1 },
      ],
      { maxSpeedKmh: 100 },
    ),
    ['keep', 'doubt'],
  );
  assert.deepEqual(
    run([
      { m: 0, min: 0 },
      { m: 3000, min: 1 },
    ]),
    ['keep', 'keep'],
    '180 km/h is a train',
  );
});

test('three that agree with each other are right, and the first one was wrong; three that do not are not', () => {
  const wrong = { m: 500_000, min: 0 };
  assert.deepEqual(run([wrong, { m: 0, min: 1 }, { m: 30, min: 2 }, { m: 60, min: 3 }, { m: 90, min: 4 }]), [
    'keep',
    'doubt',
    'doubt',
    'keep',
    'keep',
  ]);
  assert.deepEqual(
    run([
      { m: 0, min: 0 },
      { m: 500_000, min: 1 },
      { m: -500_000, min: 2 },
      { m: 900_000, min: 3 },
      { m: 20, min: 4 },
    ]),
    ['keep', 'doubt', 'doubt', 'doubt', 'keep'],
  );
});

test('less exact is coarse, older than kept is outdated, of the time before is the track’s business', () => {
  assert.deepEqual(
    run(
      [
        { m: 0, min: 0, accuracy: 50 },
        { m: 10, min: 1, accuracy: 500 },
      ],
      { accuracyMetres: 100 },
    ),
    ['keep', 'coarse'],
  );
  assert.deepEqual(run([{ m: 0, min: 0 }], { outdatedHours: 1 }, T + 61 * MINUTE), ['outdated']);
  assert.deepEqual(
    run([
      { m: 0, min: 10 },
      { m: 90_000, min: 9 },
    ]),
    ['keep', 'keep'],
  );
});

test('somebody who sits is kept every so many minutes, and at once when they go', () => {
  const sitting = [0, 2, 4, 6, 8, 10, 12].map((min) => ({ m: min, min }));
  assert.deepEqual(run([...sitting, { m: 200, min: 13 }], { minMetres: 30, keepMinutes: 10 }), [
    'keep',
    'still',
    'still',
    'still',
    'still',
    'keep',
    'still',
    'keep',
  ]);
  assert.deepEqual(run(sitting), Array(7).fill('keep'), 'by default nothing is left out');
});

test('whatever comes, a fix sent a second time is judged as the first time', () => {
  const fix = fc.record({
    m: fc.integer({ min: -1e6, max: 1e6 }),
    min: fc.integer({ min: 0, max: 600 }),
    accuracy: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(fix, { maxLength: 12 }), fix, (before, last) => {
      const filter = { accuracyMetres: 300, minMetres: 50, maxSpeedKmh: 120 };
      const all = [...before, last] as Parameters<typeof run>[0];
      const [once, twice] = [run(all, filter, T), run([...all, last as never], filter, T)];
      assert.equal(twice.at(-1), once.at(-1));
    }),
  );
});
