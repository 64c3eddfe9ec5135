import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { instantOf, isoOf } from '../time.ts';
import {
  admissionStateLabels,
  closedAdmission,
  dayProblem,
  decideAdmission,
  KEEPING,
  personProblem,
  type AdmissionAction,
  type AdmissionCommand,
} from './admission-commands.rules.ts';

const now = instantOf('2026-11-25 09:00:00');
const commands: Record<AdmissionAction, AdmissionCommand> = {
  approved: { action: 'approved' },
  rejected: { action: 'rejected' },
  withdrawn: { action: 'withdrawn' },
  returned: { action: 'returned' },
  edit: { action: 'edit', set: { remarks: '改' } },
  admit: { action: 'admit', by: '院长' },
  cancel: { action: 'cancel', reason: '改去别处' },
};
const OPEN: Record<number, AdmissionAction[]> = {
  1: ['approved', 'rejected', 'withdrawn', 'returned'],
  2: ['admit', 'cancel'],
  3: [],
  4: [],
  5: ['withdrawn', 'edit'],
  6: [],
  7: [],
};

describe('an admission', () => {
  for (const [state, open] of Object.entries(OPEN))
    for (const [action, command] of Object.entries(commands) as [AdmissionAction, AdmissionCommand][])
      it(`in state ${admissionStateLabels[Number(state)]} is ${open.includes(action) ? 'open' : 'closed'} to ${action}`, () => {
        const row = { state: Number(state) };
        assert.equal(closedAdmission(row, action) === null, open.includes(action));
        const decision = decideAdmission(row, command, now);
        assert.equal('change' in decision, open.includes(action));
        if ('refusal' in decision) assert.equal(decision.status, 409);
      });

  it('says who admitted and why it was cancelled, and keeps a bed while the person is still to come', () => {
    const set = (state: number, command: AdmissionCommand) => {
      const decision = decideAdmission({ state }, command, now);
      return 'change' in decision ? decision.change?.set : assert.fail(decision.refusal);
    };
    assert.deepEqual(set(2, commands.admit), { state: 6, admitted_at: isoOf(now), admitted_by: '院长' });
    assert.deepEqual(set(2, commands.cancel), { state: 7, cancel_reason: '改去别处' });
    assert.deepEqual(set(5, commands.edit), { state: 1, remarks: '改' });
    assert.deepEqual(KEEPING, [1, 2, 5]);
  });

  it('has days in their order', () => {
    const days = { admitDate: '2026-12-01', trialDate: '2026-12-15', endDate: '2027-11-30' };
    const today = '2026-11-25';
    assert.equal(dayProblem(days, today), null);
    assert.equal(dayProblem({ ...days, trialDate: null, admitDate: today }, today), null);
    assert.equal(dayProblem({ ...days, admitDate: '2026-11-24' }, today), '入住日期不能早于今天');
    assert.equal(dayProblem({ ...days, admitDate: '2027-11-26', endDate: '2028-01-01' }, today), '入住日期不能晚于一年后');
    assert.equal(dayProblem({ ...days, endDate: '2026-12-01' }, today), '合同到期日期应晚于入住日期');
    for (const trialDate of ['2026-11-30', '2027-12-01'])
      assert.equal(dayProblem({ ...days, trialDate }, today), '试住日期应在入住日期和合同到期日期之间');
  });

  it('is of who has no bed and lives', () => {
    assert.equal(personProblem({ status: 4, bedId: null }), null);
    assert.equal(personProblem({ status: 1, bedId: null }), null);
    assert.equal(personProblem({ status: 5, bedId: null }), '该服务对象已故，不能办理入住');
    assert.equal(personProblem({ status: 1, bedId: 3 }), '该服务对象已有床位，不能办理入住');
  });
});
