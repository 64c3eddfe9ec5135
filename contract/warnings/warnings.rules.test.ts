import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import {
  canDispose,
  disposalLabels,
  disposals,
  getsThrough,
  isCall,
  isOpen,
  isRealAlarm,
  isRule,
  ruleNames,
  rules,
  subjectOf,
  urgencyOf,
} from './warnings.rules.ts';

describe('handling', () => {
  it('closes what is open, and nothing twice', () => {
    for (const status of [0, 1, 2, 3, 4]) {
      for (const next of [0, 1, 2, 3, 4, 5]) {
        const expected = (status === 0 || status === 2) && next >= 1 && next <= 4;
        assert.equal(canDispose(status, next), expected, `${status} → ${next}`);
      }
    }
    assert.deepEqual([0, 1, 2, 3, 4].filter(isOpen), [disposals.open, disposals.inProgress]);
  });

  it('sends somebody for real alarms only', () =>
    assert.deepEqual([0, 1, 2, 3, 4].filter(isRealAlarm), [disposals.handled, disposals.inProgress]));

  it('has the specification’s words', () => {
    assert.deepEqual(
      [1, 2, 3, 4].map((status) => disposalLabels[status]),
      ['已处理', '处理中', '误触发', '测试'],
    );
  });
});

describe('rules', () => {
  it('raise SOS first and know their names', () => {
    assert.equal(ruleNames[0], 'sos');
    assert.equal(rules.sos.severity, 1);
    assert.ok(isRule('low_battery'));
    assert.ok(!isRule('toString') && !isRule('__proto__') && !isRule(''));
  });

  it('tell one open warning by person, else by device', () => {
    assert.equal(subjectOf(5, 9), 'p5');
    assert.equal(subjectOf(null, 9), 'd9');
  });

  it('make critical and serious ones urgent orders', () => assert.deepEqual([1, 2, 3, 4].map(urgencyOf), [2, 2, 1, 1]));
});

describe('what does not wait', () => {
  it('at any hour: whatever is critical, and an SOS or a fall of any severity', () => {
    for (const rule of ruleNames)
      for (const severity of [1, 2, 3, 4])
        assert.equal(getsThrough(rule, severity), severity === 1 || rule === 'sos' || rule === 'fall', `${rule} ${severity}`);
  });

  it('for long: a button that asks for service', () =>
    assert.deepEqual(
      ruleNames.filter((rule) => isCall(rule)),
      ['service_call'],
    ));
});
