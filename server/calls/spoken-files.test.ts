/** The pieces that are said to callers: each is there, is heard, fits to the others, and can be replaced by the institution. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { callSounds as routes } from '#contract/calls/call-sounds.ts';
import { pieces, spokenWords, type Piece } from '#contract/calls/spoken.rules.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { heard, share } from '#test/tone-meter.ts';
import { callHouse } from '#test/calls.ts';
import { wav } from '#test/wav.ts';
import { decode, FRAME, RATE } from '../call-media/alaw.ts';
import { ownSound } from './spoken-files.ts';

const level = (samples: Int16Array) => Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);

describe("the product's own pieces", () => {
  it('are whole frames of a voice, as loud as each other, without silence before them, clicks or clipping', async () => {
    for (const piece of pieces) {
      const bytes = await ownSound(piece);
      const samples = decode(bytes);
      const syllables = spokenWords[piece].replace(/[，。]/g, '').length;
      const seconds = bytes.length / RATE;
      assert.equal(bytes.length % FRAME, 0, piece);
      assert.ok(seconds > 0.15 * syllables && seconds < 0.55 * syllables + 0.3, `${piece}: ${seconds} s`);
      assert.ok(level(samples) > 1800 && level(samples) < 4000, `${piece}: ${level(samples)}`);
      const peak = samples.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
      assert.ok(peak > 6000 && peak < 28_000, `${piece}: ${peak}`);
      assert.ok(level(samples.subarray(0, RATE / 5)) > 300, `${piece} begins late`);
      for (const end of [samples.at(0), samples.at(-1)]) assert.ok(Math.abs(end as number) < 600, `${piece} clicks`);
      // A voice is no tone.
      for (let frequency = 100; frequency < 3500; frequency += 50) assert.ok(share(bytes, frequency) < 0.5, `${piece}: ${frequency} Hz`);
    }
  });
});

describe('a piece', () => {
  let t: Harness;
  let staff: TestUser;
  let reader: TestUser;
  before(async () => {
    t = await harness();
    const house = await callHouse(t);
    staff = await t.user(house.tenantId);
    reader = await t.user(house.tenantId, { permissions: ['cloudcall_callmenu_view'] });
  });
  after(() => t.close());

  const upload = async (name: string, frequency: number, piece: string) => {
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(wav({ frequency }))]), 'sound.wav');
    const query = new URLSearchParams({ name, piece });
    const headers = { authorization: `Bearer ${staff.token}` };
    const sent = await fetch(`${t.url}${routes.create.path}?${query}`, { method: 'POST', body: form, headers });
    return { status: sent.status, ...((await sent.json()) as { data: number; msg: string }) };
  };
  const spoken = async (piece: Piece) => (await t.route(routes.spoken, reader)).data.find((one: any) => one.piece === piece);
  const sounds = async (as: TestUser, route: typeof routes.hear | typeof routes.listen, input: Record<string, unknown>) =>
    new Uint8Array(Buffer.from((await t.route(route, as, input)).data.content, 'base64')).subarray(58);

  it('is heard as it is, replaced by an upload, replaced again, and restored', async () => {
    assert.equal((await t.route(routes.spoken, reader)).data.length, pieces.length);
    assert.deepEqual((await spoken('ahead')).sound, null);
    assert.ok((await sounds(reader, routes.hear, { piece: 'ahead' })).length > RATE);
    assert.deepEqual(refusal(await t.route(routes.hear, reader, { piece: 'nothing' })), [400, '没有这段播报']);
    assert.deepEqual(refusal((await upload('无', 500, 'nothing')) as never), [400, '没有这段播报']);
    const first = await upload('前面还有', 500, 'ahead');
    assert.equal(first.status, 200, first.msg);
    const { sound, durationMs } = await spoken('ahead');
    assert.deepEqual([sound.id, sound.name, durationMs], [first.data, '前面还有', 500]);
    assert.deepEqual(heard(await sounds(reader, routes.listen, { id: first.data }), [500]), [500]);
    const usedBy = async (id: number) => (await t.route(routes.page, reader, {})).data.records.find((one: any) => one.id === id).usedBy;
    assert.deepEqual(await usedBy(first.data), ['排队播报“您前面还有”']);
    assert.deepEqual(refusal(await t.route(routes.remove, staff, { id: first.data })), [
      422,
      '语音文件正被排队播报“您前面还有”使用，请先在那里更换',
    ]);
    const second = await upload('前面还有（新）', 900, 'ahead');
    assert.equal((await spoken('ahead')).sound.id, second.data);
    assert.deepEqual(await usedBy(first.data), []);
    // The other one takes the place back, and another piece is not touched.
    assert.equal((await t.route(routes.update, staff, { id: first.data, name: '前面还有', piece: 'ahead' })).status, 200);
    assert.deepEqual([(await spoken('ahead')).sound.id, await usedBy(second.data)], [first.data, []]);
    assert.equal((await spoken('wait')).sound, null);
    assert.equal((await t.route(routes.update, staff, { id: first.data, name: '前面还有', piece: '' })).status, 200);
    assert.equal((await spoken('ahead')).sound, null);
    assert.equal((await t.route(routes.remove, staff, { id: first.data })).status, 200);
    assert.equal((await t.route(routes.update, reader, { id: second.data, name: '别的', piece: 'ahead' })).status, 403);
    const other = await t.user(await t.tenant());
    assert.equal((await t.route(routes.update, other, { id: second.data, name: '别的', piece: 'ahead' })).status, 404);
  });
});
