import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { formProblem } from './assessment-commands.rules.ts';
import { causeText, dueCauseNames, reasonOfCause, scaleOfCause, scaleToOpen } from './due-causes.rules.ts';
import { scaleOf } from './scales.ts';

describe('causes of an assessment', () => {
  it('open a scale that there is, with a reason that can be saved', () => {
    for (const cause of dueCauseNames) {
      assert.ok(scaleOf(scaleToOpen(cause, null)), cause);
      assert.equal(formProblem({ ...reasonOfCause(cause), assessedDate: '2026-11-27' }, '2026-11-27'), null, cause);
    }
    assert.deepEqual([scaleOfCause('fall'), scaleOfCause('return')], ['morse', null]);
    assert.deepEqual(
      [scaleToOpen('months', 'braden'), scaleToOpen('fall', null), scaleToOpen('level', null)],
      ['braden', 'morse', 'gbt42195'],
    );
    assert.deepEqual(reasonOfCause('admission'), { reason: 1, reasonNote: '' });
  });

  it('are said with their day and until when', () => {
    assert.equal(causeText('fall', '2026-11-20', '2026-11-21'), '跌倒（2026-11-20），应在2026-11-21前');
    assert.equal(causeText('never', null, null), '未做能力评估');
  });
});
