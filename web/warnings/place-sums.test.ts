import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { floorsOf } from './place-sums.ts';

const place = (
  building: string | null,
  floor: string | null,
  roomName: string | null,
  open: number,
  unanswered: number,
  severity: number,
) => ({
  building,
  floor,
  roomName,
  open,
  unanswered,
  severity,
});

describe('floors', () => {
  it('have the sums of their rooms and the gravest severity, in the order of the house; what has no room is in none', () => {
    assert.deepEqual(floorsOf([]), []);
    assert.deepEqual(
      floorsOf([
        place('1号楼', '2', '201', 2, 0, 3),
        place('1号楼', '2', '202', 1, 1, 1),
        place('1号楼', '附楼', 'A', 1, 0, 4),
        place(null, null, null, 3, 3, 1),
      ]),
      [
        { building: '1号楼', floor: '2', label: '1号楼 2层', rooms: ['201（2条）', '202（1条）'], open: 3, unanswered: 1, severity: 1 },
        { building: '1号楼', floor: '附楼', label: '1号楼 附楼', rooms: ['A（1条）'], open: 1, unanswered: 0, severity: 4 },
      ],
    );
  });
});
