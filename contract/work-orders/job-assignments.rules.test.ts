import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assigned, freed } from './job-assignments.rules.ts';
import { jobStatus } from './work-orders.rules.ts';

const BEA = { id: 8, username: 'bea', name: '赵护理', phone: '13812345678' };

describe('a job', () => {
  it('that a member of staff takes over is hers, and nothing of who was there before stays', () => {
    const { status, user_id, user_name, user_phone, ...rest } = assigned(BEA);
    assert.deepEqual([status, user_id, user_name, user_phone], [jobStatus.assigned, 8, '赵护理', '13812345678']);
    const visit = ['at', 'address', 'longitude', 'latitude', 'image', 'received_at', 'distance', 'reason'].map((one) => `check_in_${one}`);
    const back = ['returned_at', 'returned_by', 'returned_name', 'return_reason'];
    assert.deepEqual(rest, Object.fromEntries([...visit, ...back].map((column) => [column, null])));
  });

  it('of a member of staff without a telephone has none', () => assert.equal(assigned({ ...BEA, phone: null }).user_phone, null));

  it('that is taken away has no one and no visit, and keeps its status and why it was handed back', () => {
    const { status: _status, returned_at: _at, returned_by: _by, returned_name: _name, return_reason: _reason, ...columns } = assigned(BEA);
    assert.deepEqual(freed, Object.fromEntries(Object.keys(columns).map((column) => [column, null])));
  });
});
