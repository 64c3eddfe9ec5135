import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { bedStates, canDo, isTakeable } from './beds.rules.ts';

describe('a bed', () => {
  it('can be taken while it is free or reserved', () => {
    const states = Object.values(bedStates);
    assert.deepEqual(states.filter(isTakeable), [bedStates.free, bedStates.reserved]);
  });

  it('that somebody has is only moved from; one that nobody has is settled, closed or removed', () => {
    for (const status of Object.values(bedStates)) {
      assert.deepEqual(
        (['settle', 'move', 'close', 'remove'] as const).map((action) => canDo(action, { status, taken: true })),
        [false, true, false, false],
        `taken, ${status}`,
      );
      assert.deepEqual(
        (['settle', 'move', 'close', 'remove'] as const).map((action) => canDo(action, { status, taken: false })),
        [isTakeable(status), false, true, true],
        `not taken, ${status}`,
      );
    }
  });
});
