import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { afterMoves, arrange, careLoad, partsConcerned, roommates, type BedHeld, type Lying } from './bed-plan.rules.ts';

const person = (id: number, more: Partial<Lying> = {}): Lying => ({ id, gender: 1, ability: 0, present: true, ...more });
const bed = (id: number, roomId: number, floor: string, of: Lying | null = null): BedHeld => ({
  id,
  roomId,
  building: '1号楼',
  floor,
  person: of,
});
const floorLoad = (beds: readonly BedHeld[], floor: string, ratios: Parameters<typeof careLoad>[2]) =>
  careLoad(beds, { building: '1号楼', floor }, ratios);

describe('arrange', () => {
  // People 1, 2, 3 lie in the beds 11, 12, 13.
  const at = new Map([
    [1, 11],
    [2, 12],
    [3, 13],
  ]);
  const plan = (...drops: [number, number][]) =>
    arrange(
      drops.map(([oldmanId, bedId]) => ({ oldmanId, bedId })),
      at,
    ).map(({ oldmanId, fromBedId, bedId }) => [oldmanId, fromBedId, bedId]);

  it('moves a person into a free bed, and two who are put on each other change places', () => {
    assert.deepEqual(plan([1, 20]), [[1, 11, 20]]);
    assert.deepEqual(plan([1, 12]), [
      [1, 11, 12],
      [2, 12, 11],
    ]);
  });

  it('makes a ring of a chain of drops', () => {
    assert.deepEqual(plan([1, 12], [2, 13]), [
      [1, 11, 12],
      [2, 12, 13],
      [3, 13, 11],
    ]);
  });

  it('lets a bed that was left be taken by the next', () => {
    assert.deepEqual(plan([1, 20], [2, 11]), [
      [1, 11, 20],
      [2, 12, 11],
    ]);
  });

  it('leaves out who ends where they began, and who lies nowhere', () => {
    assert.deepEqual(plan([1, 12], [1, 11]), []);
    assert.deepEqual(plan([1, 11]), []);
    assert.deepEqual(plan([9, 20]), []);
  });
});

describe('the house after a plan', () => {
  const [a, b, c] = [person(1), person(2, { gender: 2 }), person(3, { gender: 2 })];
  const beds = [bed(11, 1, '2', a), bed(12, 1, '2', b), bed(21, 2, '3', c), bed(22, 2, '3')];

  it('counts who lies beside whom once all have moved', () => {
    assert.deepEqual(roommates(beds, 22), { men: 0, women: 1 });
    // The two women come into one room: no man is left in it.
    const swapped = afterMoves(beds, [
      { person: a, bedId: 21 },
      { person: c, bedId: 11 },
    ]);
    assert.deepEqual(roommates(swapped, 11), { men: 0, women: 1 });
    assert.deepEqual(roommates(swapped, 21), { men: 0, women: 0 });
    assert.deepEqual(roommates(afterMoves(beds, [{ person: a, bedId: 21 }]), 21), { men: 0, women: 0 }, 'who lay in it is gone');
    assert.deepEqual(roommates(beds, 99), { men: 0, women: 0 });
  });

  it('says what carers a floor needs before and after, of those who are there and were assessed', () => {
    const heavy = person(4, { ability: 4 });
    const house = [
      ...beds,
      bed(23, 2, '3', heavy),
      bed(24, 2, '3', person(5, { ability: 4, present: false })),
      bed(25, 2, '3', person(6, { ability: null })),
      bed(26, 2, '3', person(7, { ability: 4 })),
      bed(27, 2, '3', person(8, { ability: 4 })),
    ];
    const ratios = { day: [15, 10, 6, 3, 3], night: null };
    assert.deepEqual(floorLoad(house, '3', ratios), { people: 5, unrated: 1, day: 2, night: null });
    assert.deepEqual(floorLoad(house, '2', ratios), { people: 2, unrated: 0, day: 1, night: null });
    const moved = afterMoves(house, [{ person: heavy, bedId: 11 }]);
    assert.deepEqual(floorLoad(moved, '3', ratios).day, 1);
    assert.deepEqual(floorLoad(moved, '3', { day: null, night: [0, 0, 0, 0, 1] }), { people: 4, unrated: 1, day: null, night: 2 });
  });

  it('names the floors of a plan, their buildings and the house, each where it is more than the last', () => {
    const other = { ...bed(91, 9, '1'), building: '2号楼' };
    const parts = (all: readonly BedHeld[], ...ids: number[]) =>
      partsConcerned(all, new Set(ids)).map(({ building, floor }) => `${building ?? ''}${floor ?? ''}`);
    assert.deepEqual(parts(beds, 11, 21), ['1号楼2', '1号楼3', '1号楼']);
    assert.deepEqual(parts([...beds, other], 21, 22), ['1号楼3', '1号楼', '']);
    assert.deepEqual(parts([...beds, other], 11, 91), ['1号楼2', '2号楼1', '1号楼', '']);
    assert.deepEqual(parts([bed(11, 1, '2', a)], 11), ['1号楼2']);
  });
});
