/** Recordings at rest: sealed, readable while they grow and after a kill, from any place. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { channel, heard, tone } from '#test/tone-meter.ts';
import { FRAME, QUIET } from './alaw.ts';
import { RecordingWriter } from './recording-writer.ts';
import { openRecording, waveform } from './recordings.ts';

const KEY = new Uint8Array(32).fill(3);
const WAV_HEADER = 58;
const folder = mkdtempSync(join(tmpdir(), 'recordings-'));
let files = 0;
const newPath = () => join(folder, `recording-${(files += 1)}`);
const failed = (reason: string) => assert.fail(reason);

const left = tone(500, 10_000);
const right = tone(900, 10_000);
/** A recording of so many frames that goes on. */
function begun(path: string, frames: number) {
  const writer = new RecordingWriter({ path, key: KEY, left: [], right: [] }, failed);
  for (let frame = 0; frame < frames; frame += 1) {
    const at = frame * FRAME;
    writer.add(left.subarray(at, at + FRAME), right.subarray(at, at + FRAME));
  }
  return writer;
}
const whole = async (path: string, start?: number, end?: number) => {
  const opened = await openRecording(path, KEY);
  const bytes = Buffer.concat(await Array.fromAsync(opened.read(start, end)));
  await opened.close();
  return { ...opened, content: bytes };
};
const untilGrown = async (path: string, durationMs: number) => {
  for (;;) {
    const opened = await openRecording(path, KEY).catch(() => null);
    await opened?.close();
    if (opened?.durationMs === durationMs) return;
    await pause(10);
  }
};

describe('a recording', () => {
  it('is a WAV of two channels that can be read from any place', async () => {
    const path = newPath();
    const done = await begun(path, 125).end();
    assert.deepEqual(done, { path, durationMs: 2500, bytes: readFileSync(path).length });
    const { content, bytes, durationMs, complete } = await whole(path);
    assert.deepEqual([bytes, durationMs, complete, content.length], [WAV_HEADER + 40_000, 2500, true, bytes]);
    assert.equal(content.toString('latin1', 0, 4) + content.toString('latin1', 8, 16), 'RIFFWAVEfmt ');
    assert.deepEqual([content.readUInt16LE(20), content.readUInt16LE(22), content.readUInt32LE(24)], [6, 2, 8000]);
    assert.equal(content.readUInt32LE(54), 40_000);
    const sound = Uint8Array.from(content.subarray(WAV_HEADER));
    assert.deepEqual(heard(channel(sound, 0), [500, 900]), [500]);
    assert.deepEqual(heard(channel(sound, 1), [500, 900]), [900]);
    for (const [start, end] of [
      [0, 1],
      [10, 70],
      [57, 59],
      [16_057, 16_059],
      [16_058, 40_058],
      [39_000, 99_999],
      [50_000, 60_000],
    ] as const)
      assert.deepEqual((await whole(path, start, end)).content, content.subarray(start, end), `${start} to ${end}`);
  });

  it('does not show what was said without its key', async () => {
    const path = newPath();
    await begun(path, 100).end();
    const sealed = readFileSync(path);
    const piece = Buffer.alloc(64);
    for (let at = 0; at < 32; at += 1) [piece[2 * at], piece[2 * at + 1]] = [left[at] as number, right[at] as number];
    assert.equal(sealed.includes(piece.subarray(8)), false);
    await assert.rejects(openRecording(path, new Uint8Array(32)), /another key/);
    const short = newPath();
    await begun(short, 10).end();
    await assert.rejects(openRecording(short, new Uint8Array(32)), /another key/);
    await assert.rejects(openRecording(short, new Uint8Array(16)), /32 bytes/);
    writeFileSync(short, 'something else that is long enough to be one');
    await assert.rejects(openRecording(short, KEY), /no recording/);
  });

  it('uses no key stream twice, though the key is the same', async () => {
    const [one, two] = [newPath(), newPath()];
    await begun(one, 50).end();
    await begun(two, 50).end();
    assert.notDeepEqual(readFileSync(one).subarray(40, 80), readFileSync(two).subarray(40, 80));
  });

  it('is read up to its last whole second while it grows and after it was cut off', async () => {
    const path = newPath();
    const writer = begun(path, 170);
    await untilGrown(path, 3000);
    const growing = await whole(path);
    assert.equal(growing.complete, false);
    assert.deepEqual(heard(channel(Uint8Array.from(growing.content.subarray(WAV_HEADER)), 0), [500, 900]), [500]);
    const cut = newPath();
    for (const lost of [1, 15, 16_000, 16_016, 20_000]) {
      copyFileSync(path, cut);
      truncateSync(cut, readFileSync(path).length - lost);
      assert.equal((await whole(cut)).durationMs, lost > 16_016 ? 1000 : 2000, `without ${lost}`);
    }
    truncateSync(cut, 40);
    assert.deepEqual([(await whole(cut)).durationMs, (await whole(cut)).bytes], [0, WAV_HEADER]);
    await writer.end();
    assert.deepEqual([(await whole(path)).durationMs, (await whole(path)).complete], [3400, true]);
  });

  it('says so when a byte was changed, or seconds changed places', async () => {
    const path = newPath();
    await begun(path, 150).end();
    const bytes = readFileSync(path);
    for (const at of [20, 300, 40 + 16_016 + 5]) {
      const other = Buffer.from(bytes);
      other[at] = (other[at] as number) ^ 1;
      writeFileSync(path, other);
      await assert.rejects(whole(path), /changed/);
    }
    const swapped = Buffer.concat([bytes.subarray(0, 40), bytes.subarray(16_056, 32_072), bytes.subarray(40, 16_056)]);
    writeFileSync(path, swapped);
    await assert.rejects(whole(path), /changed/);
  });

  it('overwrites no other file', async () => {
    const path = newPath();
    writeFileSync(path, 'here already');
    const { promise, resolve } = Promise.withResolvers<string>();
    const writer = new RecordingWriter({ path, key: KEY, left: [], right: [] }, resolve);
    assert.match(await promise, /EEXIST/);
    assert.equal(await writer.end(), null);
    assert.equal(readFileSync(path, 'utf8'), 'here already');
  });

  it('has a waveform of the peaks of both channels', async () => {
    const path = newPath();
    const writer = new RecordingWriter({ path, key: KEY, left: [], right: [] }, failed);
    const quiet = new Uint8Array(FRAME).fill(QUIET);
    for (let frame = 0; frame < 200; frame += 1)
      writer.add(frame < 100 ? left.subarray(0, FRAME) : quiet, frame < 150 ? quiet : right.subarray(0, FRAME));
    await writer.end();
    const { left: one, right: two } = await waveform(path, KEY, 4);
    assert.deepEqual(
      [one, two].map((peaks) => peaks.map((peak) => peak > 0.2)),
      [
        [true, true, false, false],
        [false, false, false, true],
      ],
    );
    assert.equal((await waveform(path, KEY, 1000)).left.length, 1000);
  });
});
