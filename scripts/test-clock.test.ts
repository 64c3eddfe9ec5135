import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DAY, HOUR, instantOf, SECOND, textOf } from '#contract/time.ts';
import { clockEnvironment, hasClock, otherClocks, withoutClock } from './test-clock.ts';

describe('the clock of a test run', () => {
  const soon = textOf(Date.now() + 3 * HOUR);

  it('is the time asked for, in a process with this environment', { skip: !hasClock() && 'libfaketime is not installed' }, () => {
    const more = clockEnvironment(soon);
    const library = more.LD_PRELOAD ?? '';
    assert.ok(existsSync(library), library);
    // What this run itself has is taken off first: the offset counts from its own clock.
    const env = { ...withoutClock(process.env), ...more };
    const { stdout } = spawnSync(process.execPath, ['-p', 'Date.now()'], { env, encoding: 'utf8' });
    const ahead = Number(process.env.FAKETIME ?? 0) * SECOND;
    const off = Number(stdout) - (instantOf(soon) - ahead);
    assert.ok(off > -2 * SECOND && off < 30 * SECOND, `${off} ms off`);
  });

  it('says what is wrong with a time', () => {
    for (const text of ['noon', '2028-02-29 25:00:00', '']) assert.throws(() => clockEnvironment(text), /is no time like/, text);
    assert.throws(() => clockEnvironment(textOf(Date.now() - HOUR)), hasClock() ? /must lie in the future/ : /needs libfaketime/);
  });

  it('is elsewhere for the whole suite too: late on a leap day and early in a year, both to come', () => {
    const clocks = otherClocks();
    for (const clock of clocks) assert.ok(instantOf(clock) > Date.now(), clock);
    assert.deepEqual(
      clocks.map((clock) => clock.slice(4)),
      ['-02-29 23:50:00', '-01-01 00:05:00'],
    );
    assert.equal(textOf(instantOf(clocks[0] as string) + DAY).slice(4, 10), '-03-01', 'the year has a leap day');
  });

  it('is not Chromium’s', () =>
    assert.deepEqual(withoutClock({ PATH: '/bin', LD_PRELOAD: 'x', FAKETIME: '+5', FAKETIME_DONT_FAKE_MONOTONIC: '1' }), { PATH: '/bin' }));
});
