import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  extentOf,
  floorOf,
  generatedFloor,
  isInside,
  LEAST_ROOM,
  MOST_CELLS,
  naturalOrder,
  overlapOf,
  roomSize,
  stepped,
  type LaidRoom,
} from './house.rules.ts';

const room = (id: number, name: string, beds = 2) => ({ id, name, beds });
const laid = (floor: ReturnType<typeof generatedFloor>): LaidRoom[] => [...floor.spots].map(([roomId, spot]) => ({ roomId, ...spot }));

describe('the order of names', () => {
  it('is as people count: 2 before 10', () => {
    assert.deepEqual(['10层', '2层', '1层', 'B1'].toSorted(naturalOrder), ['1层', '2层', '10层', 'B1']);
    assert.deepEqual(['1002', '302', '302-2', '302-10'].toSorted(naturalOrder), ['302', '302-2', '302-10', '1002']);
    assert.equal(naturalOrder('302', '302'), 0);
  });
});

describe('a floor without a layout', () => {
  it('has its rooms in two rows along a corridor, neighbours by number opposite each other', () => {
    const floor = generatedFloor([room(4, '210'), room(1, '201'), room(3, '203'), room(2, '202')]);
    const at = (id: number) => floor.spots.get(id)!;
    assert.deepEqual([at(1).x, at(1).y, at(3).y], [0, 0, 0]);
    assert.ok(at(3).x >= at(1).x + at(1).w, 'beside its neighbour, not on it');
    assert.equal(at(2).x, 0);
    assert.ok(at(2).y > at(1).y + at(1).h, 'the corridor lies between');
    assert.equal(at(4).x, at(3).x, 'room 210 is the fourth, whatever its number was added as');
    assert.equal(overlapOf(laid(floor)), null);
    assert.ok(laid(floor).every((one) => isInside(one, floor)));
  });

  it('is as wide as its beds need, and has several corridors when there are many rooms', () => {
    assert.ok(roomSize(1).w < roomSize(2).w);
    assert.ok(roomSize(20).h > roomSize(4).h);
    assert.deepEqual(roomSize(0), roomSize(1), 'a room without beds still holds its name');
    const many = Array.from({ length: 45 }, (_, n) => room(n, String(n), (n % 6) + 1));
    const floor = generatedFloor(many);
    assert.equal(floor.spots.size, 45);
    assert.equal(overlapOf(laid(floor)), null);
    assert.ok(floor.height > generatedFloor(many.slice(0, 20)).height);
    assert.deepEqual(generatedFloor([]), { width: 0, height: 0, spots: new Map() });
  });
});

describe('a floor with a layout', () => {
  const plan = { width: 30, height: 12 };
  it('has its rooms where they were put', () => {
    const spot = { x: 3, y: 4, w: 8, h: 5 };
    const floor = floorOf([{ ...room(1, '201'), spot }], plan);
    assert.deepEqual([floor.width, floor.height, floor.spots.get(1)], [30, 12, spot]);
  });

  it('shows rooms that came later below the others', () => {
    const floor = floorOf(
      [
        { ...room(1, '201'), spot: { x: 0, y: 0, w: 8, h: 5 } },
        { ...room(2, '202'), spot: null },
      ],
      plan,
    );
    assert.ok(floor.spots.get(2)!.y >= plan.height);
    assert.ok(floor.height > plan.height);
    assert.equal(overlapOf(laid(floor)), null);
  });

  it('is drawn from its rooms when nothing is laid out', () => {
    const rooms = [{ ...room(1, '201'), spot: null }];
    assert.deepEqual(floorOf(rooms, null), generatedFloor(rooms));
  });
});

describe('the editor', () => {
  const spot = { x: 5, y: 5, w: 6, h: 4 };
  it('moves and resizes by cells, on the floor and never below what a room needs', () => {
    assert.deepEqual(stepped(spot, 'move', 1, -1), { x: 6, y: 4, w: 6, h: 4 });
    assert.deepEqual(stepped(spot, 'move', -99, -99), { x: 0, y: 0, w: 6, h: 4 });
    assert.deepEqual(stepped(spot, 'move', 999, 0).x, MOST_CELLS - 6);
    assert.deepEqual(stepped(spot, 'size', 2, 1), { x: 5, y: 5, w: 8, h: 5 });
    assert.deepEqual(stepped(spot, 'size', -99, -99), { x: 5, y: 5, ...LEAST_ROOM });
  });

  it('knows which rooms lie on one another, and how large a floor they need', () => {
    const one = { roomId: 1, ...spot };
    const touching = { roomId: 2, x: 11, y: 5, w: 3, h: 2 };
    const on = { roomId: 3, x: 10, y: 8, w: 3, h: 2 };
    assert.equal(overlapOf([one, touching]), null, 'walls may touch');
    assert.deepEqual(
      overlapOf([one, touching, on])?.map(({ roomId }) => roomId),
      [1, 3],
    );
    assert.deepEqual(extentOf([one, touching, on]), { width: 14, height: 10 });
    assert.deepEqual(extentOf([]), { width: 1, height: 1 });
    assert.equal(isInside(one, { width: 11, height: 9 }), true);
    assert.equal(isInside(one, { width: 10, height: 9 }), false);
    assert.equal(isInside({ x: -1, y: 0, w: 3, h: 2 }, { width: 10, height: 9 }), false);
  });
});
