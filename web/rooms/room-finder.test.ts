import { it } from 'node:test';
import assert from 'node:assert/strict';
import { roomsNamed } from './room-finder.ts';

it('rooms are found by the beginning of their name, each with its building', () => {
  const room = (id: number, name: string) => ({ id, name, beds: 2, free: 1 });
  const house = [
    { building: '1', floors: [{ floor: '3', rooms: [room(1, '301'), room(2, '302')] }] },
    { building: '康复楼', floors: [{ floor: '3', rooms: [room(3, '302'), room(4, '1302')] }] },
  ];
  assert.deepEqual(
    roomsNamed(house, '302').map(({ id, place }) => [id, place]),
    [
      [2, '1号楼 3层 302'],
      [3, '康复楼 3层 302'],
    ],
  );
  assert.deepEqual(
    roomsNamed(house, '30').map(({ id }) => id),
    [1, 2, 3],
  );
});
