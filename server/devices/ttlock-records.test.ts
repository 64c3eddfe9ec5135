import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { recordsOf } from './ttlock-records.ts';

const NOW = Date.UTC(2026, 10, 21, 4);
const one = (record: object) => recordsOf(JSON.stringify([record]), NOW)?.[0];

describe('records of TTLock', () => {
  it('are read by the lock’s own numbers, else by the cloud’s', () => {
    const date = NOW - 60_000;
    const told = one({
      recordTypeFromLock: 4,
      recordType: 4,
      success: 1,
      username: '张护工',
      keyboardPwd: '274951',
      lockDate: date,
      electricQuantity: 47,
      recordId: 9,
    });
    assert.deepEqual(told, {
      at: date,
      kind: 'unlock',
      method: 'code',
      success: true,
      code: '274951',
      who: '张护工',
      battery: 47,
      key: `${date}:4:9`,
    });
    const kinds = {
      7: 'refused',
      11: 'refused',
      17: 'unlock',
      20: 'unlock',
      27: 'unlock',
      30: 'close',
      31: 'open',
      44: 'tamper',
      48: 'blocked',
      64: 'left_open',
      67: 'unlock',
    };
    for (const [number, kind] of Object.entries(kinds))
      assert.equal(one({ recordTypeFromLock: Number(number), success: 1, lockDate: date })?.kind, kind, number);
    // The same number means a card to the cloud and a wrong code to the lock.
    assert.deepEqual(
      [one({ recordType: 7, success: 1, lockDate: date })?.method, one({ recordType: 7, success: 0, lockDate: date })?.kind],
      ['card', 'refused'],
    );
    assert.equal(one({ recordType: '4', success: '0', lockDate: String(date) })?.success, false);
  });

  it('are left out when we have no words for them, and taken for now when the clock is wrong', () => {
    assert.equal(recordsOf('[{"recordType":4242},null,7,"x",{"recordTypeFromLock":15}]', NOW)?.length, 0);
    for (const lockDate of [0, 946_684_800_000, NOW + 86_400_000, 'soon', null])
      assert.equal(one({ recordType: 4, success: 1, lockDate })?.at, NOW, String(lockDate));
    assert.equal(one({ recordType: 7, success: 1, lockDate: NOW, keyboardPwd: '123' })?.code, null);
    assert.equal(one({ recordType: 4, success: 1, lockDate: NOW, electricQuantity: 900 })?.battery, null);
  });

  it('are none in anything else, and stand in the order of their time', () => {
    for (const text of ['', '{}', 'null', '[', `[${'{},'.repeat(500)}{}]`]) assert.equal(recordsOf(text, NOW), null);
    const told = recordsOf(
      JSON.stringify([
        { recordType: 30, lockDate: NOW - 10, success: 1 },
        { recordType: 31, lockDate: NOW - 20, success: 1 },
      ]),
      NOW,
    );
    assert.deepEqual(
      told?.map(({ kind }) => kind),
      ['open', 'close'],
    );
  });
});
