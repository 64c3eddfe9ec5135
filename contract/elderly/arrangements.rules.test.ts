import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { arrangementStates, closedArrangement, decideArrangement, refusedDay } from './arrangements.rules.ts';

describe('an arrangement', () => {
  it('begins between a month ago and a year ahead', () => {
    const today = '2026-03-01';
    assert.deepEqual(
      ['2026-01-28', '2026-01-29', today, '2027-03-02', '2027-03-03'].map((day) => refusedDay(day, today)),
      ['生效日期不能早于31天前', null, null, null, '生效日期不能晚于一年后'],
    );
  });

  it('is taken back only before its day', () => {
    const { planned, holds, withdrawn } = arrangementStates;
    assert.deepEqual(
      [planned, holds, withdrawn].map((state) => closedArrangement({ state }, 'withdraw')),
      [null, '变更已生效，不能撤销', '变更已撤销，不能撤销'],
    );
    assert.deepEqual(decideArrangement({ state: planned }, { action: 'withdraw' }), { change: { set: { state: withdrawn } } });
    assert.deepEqual(decideArrangement({ state: holds }, { action: 'withdraw' }), { refusal: '变更已生效，不能撤销', status: 409 });
  });
});
