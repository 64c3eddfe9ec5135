import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { bodyParts, isBodyPart, partLabel } from './body-parts.rules.ts';

describe('the parts of the body', () => {
  it('have keys and names of their own', () => {
    assert.equal(new Set(bodyParts.map(({ key }) => key)).size, bodyParts.length);
    assert.equal(new Set(bodyParts.map(({ label }) => label)).size, bodyParts.length);
    assert.ok(isBodyPart('forearm.left') && !isBodyPart('forearm') && !isBodyPart('toString'));
    assert.equal(partLabel('heel.right'), '右足跟');
  });
});
