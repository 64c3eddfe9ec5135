import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { firstVisit, newPlan, ruleOf, toInput } from './plan-form.ts';

describe('the form of a plan', () => {
  it('begins with the weekday of its first day', () => {
    assert.deepEqual(newPlan('2026-11-22').weekdays, [7]);
    assert.deepEqual(newPlan('2026-11-23').weekdays, [1]);
  });

  it('has no rule while something is missing or the end is before the start', () => {
    const whole = newPlan('2026-11-23');
    assert.ok(ruleOf(whole));
    for (const more of [{ startsOn: '' }, { weekdays: [] }, { every: 0 }, { endsOn: '2026-11-22' }, { frequency: 3, monthDays: [] }])
      assert.equal(ruleOf({ ...whole, ...more }), null, JSON.stringify(more));
  });

  it('ranks staff for its first visit, of a running plan for today, and for none while something is missing', () => {
    const known = { personId: 5, projectId: 3, startsOn: '2026-11-23', time: '09:30' };
    assert.deepEqual(firstVisit(known, '2026-11-20'), { oldmanId: 5, serverProjectId: 3, serverTime: '2026-11-23 09:30:00' });
    assert.equal(firstVisit(known, '2026-12-01')?.serverTime, '2026-12-01 09:30:00');
    assert.deepEqual(firstVisit({ ...known, projectId: undefined }, '2026-11-20'), { oldmanId: 5, serverTime: '2026-11-23 09:30:00' });
    for (const more of [{ personId: undefined }, { startsOn: undefined }, { time: '9' }])
      assert.equal(firstVisit({ ...known, ...more }, '2026-11-20'), null, JSON.stringify(more));
  });

  it('sends what the contract wants', () => {
    const values = {
      ...newPlan('2026-11-23'),
      name: '助浴',
      person: { id: 5, name: '王' },
      jobs: [{ serverProjectId: 3, time: '09:30', carer: { id: 7, name: '李', phone: null } }],
    };
    const { jobs, oldmanId, endsOn } = toInput(values);
    assert.deepEqual(
      [oldmanId, endsOn, jobs],
      [5, null, [{ serverProjectId: 3, time: '09:30', serverUserId: 7, serverPackageId: null, remarks: '' }]],
    );
  });
});
