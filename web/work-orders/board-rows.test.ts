import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { BoardJob, BoardStaff } from './board-data.ts';
import { rowsOf } from './board-rows.ts';

const job = (id: number, serverUserId: number | null, more: Partial<BoardJob> = {}) =>
  ({ id, serverUserId, serverTypeId: 1, emergencyType: 1, ...more }) as BoardJob;
const carer = (id: number, ...from: string[]) =>
  ({ id, name: `员工${id}`, duties: from.map((startTime) => ({ startTime })) }) as BoardStaff;
const ALL = { type: null, urgency: null, staff: [], everybody: false, week: false };
const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);

describe('what a board shows', () => {
  const jobs = [job(1, 11), job(2, null), job(3, 13, { serverTypeId: 2 }), job(4, 12, { emergencyType: 2 })];
  const staff = [carer(11, '2026-11-21 13:00:00'), carer(12, '2026-11-21 07:00:00'), carer(13), carer(14)];

  it('is nothing before the server has answered', () => {
    assert.deepEqual(rowsOf(undefined, ALL), { staff: [], own: [], waiting: [] });
  });

  it('is who is on duty or has a job, the earliest first, and what waits', () => {
    const rows = rowsOf({ jobs, staff }, ALL);
    assert.deepEqual([ids(rows.staff), ids(rows.own), ids(rows.waiting)], [[12, 11, 13], [1, 3, 4], [2]]);
  });

  it('keeps the order of the server for a week', () => {
    assert.deepEqual(ids(rowsOf({ jobs, staff }, { ...ALL, week: true }).staff), [11, 12, 13]);
  });

  it('is everybody when that is asked for, or when there is no roster', () => {
    assert.deepEqual(ids(rowsOf({ jobs, staff }, { ...ALL, everybody: true }).staff), [12, 11, 13, 14]);
    assert.deepEqual(ids(rowsOf({ jobs: [], staff: [carer(13), carer(14)] }, ALL).staff), [13, 14]);
  });

  it('is only the staff that are chosen, with their jobs', () => {
    const rows = rowsOf({ jobs, staff }, { ...ALL, staff: [14, 11] });
    assert.deepEqual([ids(rows.staff), ids(rows.own), ids(rows.waiting)], [[11, 14], [1], [2]]);
  });

  it('leaves out other services and other urgencies, and who had nothing else to do', () => {
    const rows = rowsOf({ jobs, staff }, { ...ALL, type: 1, urgency: 1 });
    assert.deepEqual([ids(rows.staff), ids(rows.own), ids(rows.waiting)], [[12, 11], [1], [2]]);
  });
});
