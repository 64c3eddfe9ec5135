import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { RISK_SCALES, riskProblem, withParts } from './plan-proposal.rules.ts';
import { scaleOf } from './scales.ts';

describe('what an assessment proposes for the care plan', () => {
  it('is a problem for each risk, by scales that there are', () => {
    for (const scale of RISK_SCALES) assert.ok(scaleOf(scale), scale);
    assert.deepEqual(riskProblem({ scale: 'braden', scaleName: 'Braden', levelName: '高风险', day: '2026-11-20' }), {
      category: 'skin',
      text: 'Braden：高风险',
      source: '评估 2026-11-20',
    });
    assert.equal(riskProblem({ scale: 'x', scaleName: 'X', levelName: '', day: '' }).category, 'other');
  });

  it('leaves what the plan says as it is, and adds what it does not say, in order', () => {
    const plan = { problems: [{ text: 'a', source: 'plan' }], goals: [], interventions: [{ name: '翻身', minutes: 5 }] };
    const template = {
      problems: [
        { text: 'b', source: 't' },
        { text: 'a', source: 't' },
      ],
      goals: [{ text: 'g' }],
      interventions: [
        { name: '助浴', minutes: 40 },
        { name: '翻身', minutes: 9 },
      ],
    };
    assert.deepEqual(withParts(plan, template, { problems: [{ text: 'c', source: 'r' }], goals: [], interventions: [] }), {
      problems: [
        { text: 'a', source: 'plan' },
        { text: 'b', source: 't' },
        { text: 'c', source: 'r' },
      ],
      goals: [{ text: 'g' }],
      interventions: [
        { name: '翻身', minutes: 5 },
        { name: '助浴', minutes: 40 },
      ],
    });
  });
});
