import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { draftOfNew, findingOfStep, lookTitle, newFindings, skinNow, type Finding, type Skin } from './skin-steps.ts';
import type { Step } from './steps.ts';

const finding = (id: number, clock: string) =>
  ({ id, part: 'sacrum', kind: 2, length: 2, width: null, seenTime: `2026-11-26 ${clock}:00`, looks: 1 }) as Finding;
const skin = { records: [finding(1, '09:00'), finding(2, '08:00')], total: 2 } as unknown as Skin;
const look = (id: number, problem: Step['problem'] = null) =>
  ({ kind: 'skinLook', body: { id, kind: 3, length: 1.5, width: 1, time: '2026-11-26 10:00:00' }, problem }) as unknown as Step;
const shown = (steps: Step[]) => skinNow(skin, steps).map(({ id, kind, looks }) => [id, kind, looks]);

describe('findings of the skin on the phone', () => {
  it('stand by the last look, with what waits and was not refused', () => {
    assert.deepEqual(shown([]), [
      [2, 2, 1],
      [1, 2, 1],
    ]);
    assert.deepEqual(shown([look(2)]), [
      [1, 2, 1],
      [2, 3, 2],
    ]);
    assert.deepEqual(shown([look(2, { status: 409, text: '', fresh: null })])[0], [2, 2, 1]);
  });

  it('that are new wait beside those that are known, the newest first', () => {
    const fresh = (at: number) => ({ kind: 'skinNew', at, body: { oldmanId: 3 }, problem: null }) as unknown as Step;
    assert.deepEqual(
      newFindings([fresh(1), look(2), fresh(2)]).map(({ at }) => at),
      [2, 1],
    );
    assert.equal(shown([fresh(1)]).length, 2);
    assert.equal(draftOfNew(3), 'skinNew.3');
  });

  it('say what was seen', () => {
    assert.equal(findingOfStep(look(2)), 2);
    assert.equal(findingOfStep({ kind: 'note', body: { id: 2 } }), null);
    assert.equal(lookTitle(finding(1, '09:00'), { kind: 3, length: 1.5, width: 1 }), '骶尾部 压疮3期（1.5×1 cm）');
  });
});
