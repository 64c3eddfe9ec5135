import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { detailsProblem, detailsText } from '#contract/care/care-charts.rules.ts';
import { noteKindNames } from '#contract/care/care-notes.ts';
import { quickChoices } from './note-choices.ts';

describe('the quick choices of a note', () => {
  it('say what the server takes, in the words of the chart', () => {
    for (const kind of noteKindNames)
      for (const { label, values } of quickChoices(kind)) {
        assert.equal(detailsProblem(kind, values), null, `${kind} ${label}`);
        assert.equal(detailsText(kind, values), label);
      }
    assert.deepEqual(quickChoices('mood'), []);
    assert.equal(quickChoices('stool').length, 7);
  });
});
