import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sentText, visitText } from './visit-texts.ts';

const visit = (serverStartTime: string | null, serverEndTime: string | null = null) => ({ serverStartTime, serverEndTime });

describe('how far a visit is', () => {
  it('says of a carer whether she has checked in or out, and when', () => {
    assert.equal(visitText({ status: 2, workOrderServer: null }), '已派单，尚未签到');
    assert.equal(visitText({ status: 3, workOrderServer: visit('2026-11-25 02:58:10') }), '02:58 已签到');
    assert.equal(visitText({ status: 4, workOrderServer: visit('2026-11-25 02:58:10', '2026-11-25 03:10:00') }), '03:10 已签退');
  });

  it('says on a card that a carer was sent but is not there, or that she is', () => {
    assert.deepEqual(
      [null, 1, 2, 3, 4].map((workOrderState) => sentText({ workOrderState })),
      [null, null, '已派单，护理员尚未签到', '护理员已到现场', null],
    );
  });
});
