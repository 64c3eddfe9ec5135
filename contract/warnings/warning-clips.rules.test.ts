import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { clipAddress, pauseAfter } from './warning-clips.rules.ts';

describe('a clip', () => {
  it('is tried again after longer and longer pauses, and then no more', () => {
    const pauses = [1, 2, 3, 4, 5].map(pauseAfter) as number[];
    assert.deepEqual(
      pauses,
      pauses.toSorted((a, b) => a - b),
    );
    assert.ok(pauses.every((seconds) => seconds > 0));
    assert.equal(pauseAfter(6), null);
  });

  it('comes from an address without a name and a password, and from nothing else', () => {
    for (const address of ['https://clips.example.cn/a.mp4', 'http://10.0.0.8:8080/clip?id=1']) assert.equal(clipAddress(address), address);
    for (const address of [
      '',
      'clips/a.mp4',
      'file:///etc/passwd',
      'rtsp://camera/1',
      'https://user:secret@clips.cn/a',
      7,
      null,
      `https://a.cn/${'x'.repeat(2000)}`,
    ])
      assert.equal(clipAddress(address), null, String(address).slice(0, 40));
  });
});
