import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  closedIncident,
  decideIncident,
  gapsOf,
  incidentEvents,
  incidentStateLabels,
  type Completeness,
  type IncidentAction,
  type IncidentCommand,
} from './incident-commands.rules.ts';

const now = instantOf('2026-11-24 09:00:00');
const at = isoOf(now);
const commands: Record<IncidentAction, IncidentCommand> = {
  edit: { action: 'edit', set: { course: '摔倒' } },
  tell: { action: 'tell', set: { family_told_at: '2026-11-24 08:50:00' } },
  measure: { action: 'measure' },
  accept: { action: 'accept', by: '院长' },
  submit: { action: 'submit', by: '护士', gaps: [] },
  close: { action: 'close', by: '院长', conclusion: '同意', gaps: [] },
  return: { action: 'return', reason: '原因不清' },
  reopen: { action: 'reopen', reason: '家属有异议' },
};
const OPEN: Record<number, (IncidentAction | 'delete')[]> = {
  1: ['edit', 'tell', 'measure', 'accept', 'delete'],
  2: ['edit', 'tell', 'measure', 'submit', 'delete'],
  3: ['tell', 'close', 'return'],
  4: ['tell', 'reopen'],
};

describe('an incident', () => {
  for (const [state, open] of Object.entries(OPEN)) {
    for (const [action, command] of Object.entries(commands) as [IncidentAction, IncidentCommand][])
      it(`in state ${incidentStateLabels[Number(state)]} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        const row = { state: Number(state) };
        assert.equal(closedIncident(row, action) === null, open.includes(action));
        const decision = decideIncident(row, command, now);
        assert.equal('change' in decision, open.includes(action));
        if ('refusal' in decision) assert.equal(decision.status, 409);
      });
    it(`in state ${incidentStateLabels[Number(state)]} is ${open.includes('delete') ? 'removed' : 'kept'}`, () =>
      assert.equal(closedIncident({ state: Number(state) }, 'delete') === null, open.includes('delete')));
  }

  it('goes its way, with who did it and when', () => {
    const set = (state: number, command: IncidentCommand) => {
      const decision = decideIncident({ state }, command, now);
      return 'change' in decision ? decision.change : assert.fail(decision.refusal);
    };
    assert.deepEqual(set(1, commands.accept)?.set, { state: 2, accepted_at: at, accepted_by: '院长' });
    assert.deepEqual(set(2, commands.submit)?.set, { state: 3, submitted_at: at, submitted_by: '护士' });
    assert.deepEqual(set(3, commands.return), {
      action: 'return',
      set: { state: 2, submitted_at: null, submitted_by: null },
      note: '原因不清',
    });
    assert.deepEqual(set(3, commands.close), {
      action: 'close',
      set: { state: 4, closed_at: at, closed_by: '院长', conclusion: '同意', alert_at: null },
      note: '同意',
    });
    assert.deepEqual(set(4, commands.reopen)?.set, {
      state: 2,
      closed_at: null,
      closed_by: null,
      conclusion: null,
      submitted_at: null,
      submitted_by: null,
    });
    assert.deepEqual(set(2, commands.measure), { action: 'measure', set: {}, note: null });
    assert.ok(Object.keys(incidentEvents).length > 10);
  });

  it('is not reviewed or closed while something is missing', () => {
    const gaps = ['事件分级', '原因分析'];
    assert.deepEqual(decideIncident({ state: 2 }, { action: 'submit', by: '护士', gaps }, now), {
      refusal: '还缺少事件分级、原因分析，不能提交审核',
      status: 422,
    });
    assert.deepEqual(decideIncident({ state: 3 }, { action: 'close', by: '院长', conclusion: '好', gaps: ['告知家属'] }, now), {
      refusal: '还缺少告知家属，不能结案',
      status: 422,
    });
  });
});

describe('what is missing', () => {
  const whole: Completeness = {
    type: 6,
    severity: 3,
    died: false,
    causes: [1],
    causeText: null,
    measures: 1,
    people: 1,
    told: 1,
    authorityTold: false,
  };
  it('is named', () => {
    for (const [change, gaps] of [
      [{}, []],
      [{ severity: null }, ['事件分级']],
      [{ told: 0 }, ['告知家属']],
      [{ people: 2 }, ['告知家属']],
      [{ people: 0, told: 0 }, []],
      [{ told: 0, severity: 4 }, []],
      [{ died: true }, ['报告主管部门']],
      [{ type: 7 }, ['报告主管部门']],
      [{ type: 7, authorityTold: true }, []],
      [{ causes: [] }, ['原因分析']],
      [{ causes: [], causeText: '地面湿滑' }, []],
      [{ measures: 0 }, ['整改措施']],
      [{ severity: null, told: 0, causes: [], measures: 0 }, ['事件分级', '告知家属', '原因分析', '整改措施']],
    ] as const)
      assert.deepEqual(gapsOf({ ...whole, ...change }), gaps, JSON.stringify(change));
  });
});
