import { HOUR } from '#contract/time.ts';
import { afterEach, describe, it, mock } from 'node:test';
import assert from 'node:assert/strict';
import { hearClock, serverNow } from './server-clock.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const at = (ms: number) => new Date(ms).toUTCString();
afterEach(() => mock.timers.reset());

describe('the server’s clock', () => {
  it('counts where the browser’s is wrong, and no second of the network does', () => {
    mock.timers.enable({ apis: ['Date'], now: NOON + 5 * HOUR });
    assert.equal(serverNow(), NOON + 5 * HOUR);
    hearClock(at(NOON));
    assert.equal(serverNow(), NOON);
    for (const answer of [at(NOON + 3000), at(NOON - 3000), null, 'nonsense']) {
      hearClock(answer);
      assert.equal(serverNow(), NOON);
    }
    mock.timers.tick(60_000);
    assert.equal(serverNow(), NOON + 60_000);
    hearClock(at(NOON + 5 * HOUR + 62_000));
    assert.equal(serverNow(), NOON + 5 * HOUR + 60_000);
  });
});
