import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { CHOKING, FALL, incidentNumber, incidentTypes, isFall, isGrave, isHazard, isLoud, needsPerson } from './incident-types.rules.ts';

describe('the type of an incident', () => {
  it('says what is reported at once, what is loud, what is observed, and whom it concerns', () => {
    const named = (holds: (type: number) => boolean) =>
      Object.keys(incidentTypes)
        .map(Number)
        .filter(holds)
        .map((type) => incidentTypes[type]);
    assert.deepEqual(
      named((type) => isGrave({ type, died: false })),
      ['走失', '猝死', '食物中毒', '火灾'],
    );
    assert.deepEqual(named(isFall), ['坠床', '跌倒']);
    assert.deepEqual(
      named((type) => !needsPerson(type)),
      ['食物中毒', '感染聚集', '火灾', '虐待投诉', '其他'],
    );
    const loud = (type: number, severity: number | null, died = false) => isLoud({ type, severity, died });
    assert.deepEqual(
      [loud(FALL, null), loud(FALL, 2), loud(FALL, 3), loud(FALL, 4, true), loud(CHOKING, null), loud(7, 4)],
      [false, true, false, true, true, true],
    );
    assert.deepEqual([isHazard({ severity: 4, died: false }), isHazard({ severity: 4, died: true })], [true, false]);
    assert.equal(incidentNumber(42), 'BL000042');
  });
});
