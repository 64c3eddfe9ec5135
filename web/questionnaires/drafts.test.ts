import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { DRAFT_MS, readDraft, removeDraft, wipeDrafts, writeDraft, type DraftOf } from './drafts.ts';

/** As a browser's storage, with room for so many entries. */
function shelf(most = Infinity) {
  const kept = new Map<string, string>();
  return {
    get length() {
      return kept.size;
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (name: string) => kept.get(name) ?? null,
    removeItem: (name: string) => void kept.delete(name),
    setItem(name: string, text: string) {
      if (!kept.has(name) && kept.size >= most) throw new Error('QuotaExceededError');
      kept.set(name, text);
    },
  };
}

const NOW = Date.parse('2026-11-21T10:00:00Z');
const of = (change: Partial<DraftOf> = {}): DraftOf => ({ tenantId: 1, userId: 2, key: 'visit', jobId: 7, ...change });
const draft = (text: string, at = NOW, version = 0) => ({ values: { field101: text }, at, version });

describe('answers that wait in the browser', () => {
  it('are told apart by user, tenant, questionnaire and job', () => {
    const here = shelf();
    const all = [of(), of({ userId: 22 }), of({ tenantId: 12 }), of({ key: 'visit2' }), of({ jobId: 8 }), of({ jobId: null })];
    for (const [index, one] of all.entries()) assert.ok(writeDraft(one, draft(String(index)), here));
    assert.deepEqual(
      all.map((one) => readDraft(one, 0, NOW, here)?.values.field101),
      ['0', '1', '2', '3', '4', '5'],
    );
  });

  it('are only for the version of the record that they were typed over', () => {
    const here = shelf();
    writeDraft(of(), draft('mine', NOW, 3), here);
    assert.equal(readDraft(of(), 4, NOW, here), null);
    assert.equal(readDraft(of(), 3, NOW, here)?.values.field101, 'mine');
  });

  it('go when they are submitted, when their owner signs out, and after three days', () => {
    const here = shelf();
    const [first, second, theirs] = [of(), of({ jobId: 8 }), of({ userId: 22 })];
    for (const one of [first, second, theirs]) writeDraft(one, draft('x'), here);
    here.setItem('yian.theme', 'dark');
    removeDraft(first, here);
    assert.equal(readDraft(first, 0, NOW, here), null);
    assert.ok(readDraft(second, 0, NOW, here));
    wipeDrafts({ tenantId: 1, userId: 2 }, here);
    assert.equal(readDraft(second, 0, NOW, here), null);
    assert.ok(readDraft(theirs, 0, NOW + DRAFT_MS, here));
    assert.equal(readDraft(theirs, 0, NOW + DRAFT_MS + 1, here), null);
    assert.deepEqual(here.getItem('yian.theme'), 'dark', 'nothing else is touched');
    assert.equal(here.length, 1);
  });

  it('do no harm when they cannot be read or written', () => {
    const here = shelf(1);
    here.setItem('yian.draft.1.2.7.visit', '{"values":');
    assert.equal(readDraft(of(), 0, NOW, here), null);
    assert.ok(writeDraft(of(), draft('x'), here));
    assert.equal(writeDraft(of({ jobId: 8 }), draft('y'), here), false);
  });
});
