import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { cloudCall, CloudRecord } from './cloud-records.rules.ts';

const record = {
  contactId: 'job-1',
  callingNumber: '008613800000001',
  calledNumber: '057187654321',
  startTime: '1700000000000',
  establishedTime: 1_700_000_010_000,
  releaseTime: 1_700_000_070_000,
  contactType: 'Inbound',
  contactDisposition: 'Success',
  releaseInitiator: 'Agent',
  agentIds: '["a@x","b@x"]',
  satisfactionIndex: 4,
};

describe('a record of the cloud', () => {
  it('is a call that has ended', () => {
    const read = CloudRecord.parse(record);
    assert.deepEqual(read.agentIds, ['a@x', 'b@x']);
    assert.deepEqual(cloudCall(read), {
      kind: 1,
      caller: '13800000001',
      callee: '057187654321',
      party: '13800000001',
      beganAt: 1_700_000_000_000,
      establishedAt: 1_700_000_010_000,
      endedAt: 1_700_000_070_000,
      disposition: 'Success',
      endedBy: 2,
      satisfaction: 4,
    });
  });

  it('of a call that goes on is none yet', () => {
    assert.equal(cloudCall(CloudRecord.parse({ ...record, releaseTime: 0 })), null);
  });

  it('without a word of its own is said by whether it was answered; what is out of range is left out', () => {
    const call = cloudCall(
      CloudRecord.parse({ ...record, contactDisposition: '?', establishedTime: null, satisfactionIndex: 9, contactType: '' }),
    );
    assert.deepEqual([call?.disposition, call?.satisfaction, call?.kind, call?.establishedAt], ['NoAnswer', null, 2, null]);
  });

  it('that is none is refused', () => {
    for (const wrong of [{ contactId: '' }, { contactId: 'a b' }, { startTime: 'yesterday' }])
      assert.equal(CloudRecord.safeParse({ ...record, ...wrong }).success, false);
  });
});
