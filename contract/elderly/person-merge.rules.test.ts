import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mergeProblems, proposedToKeep } from './person-merge.rules.ts';

const side = (status: number, bedId: number | null = null, id = 1) => ({ id, status, bedId });

describe('mergeProblems', () => {
  it('lets no person be in two beds, and keeps the record of who is here', () => {
    assert.deepEqual(mergeProblems(side(1, 7), side(1, 8)), ['两份档案都有床位，请先让其中一份退床']);
    assert.deepEqual(mergeProblems(side(4), side(1, 8)), ['保留的档案已离开机构，请改为保留在院的一份']);
    assert.deepEqual([mergeProblems(side(1, 7), side(1)), mergeProblems(side(1), side(5)), mergeProblems(side(5), side(4))], [[], [], []]);
  });
});

describe('proposedToKeep', () => {
  it('proposes who is here before who has gone, then who has a bed, then the older record', () => {
    assert.equal(proposedToKeep(side(4, null, 1), side(1, null, 2)).id, 2);
    assert.equal(proposedToKeep(side(1, null, 1), side(1, 7, 2)).id, 2);
    assert.equal(proposedToKeep(side(1, null, 2), side(1, null, 1)).id, 1);
  });
});
