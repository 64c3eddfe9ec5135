import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, frame, ingest, reading, state, timelineOf, warningsOf, type TestDevice } from '#test/ingest.ts';

let t: Harness;
let tenant: number;
let sink: ReturnType<typeof ingest>;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  sink = ingest(t);
});
after(async () => {
  await sink?.close();
  await t?.close();
});

const accept = (device: TestDevice, ...events: Parameters<typeof frame>[1][]) => sink.pipeline.accept(frame(device, ...events));

describe('the low-battery state', () => {
  it('raises when it turns on, not while it stays, and notes when it is over', async () => {
    const device = await addDevice(t, tenant);
    const now = Date.now();
    await accept(device, reading(device, 'battery', 60), state(device, 0, now - 50_000));
    for (let ago = 40; ago > 10; ago -= 10) await accept(device, state(device, 0x11, now - ago * 1000));
    assert.deepEqual(
      (await warningsOf(t, device)).map(({ rule, count, cleared_at }) => [rule, count, cleared_at]),
      [['low_battery', 1, null]],
    );
    await accept(device, state(device, 0x10, now - 5000));
    const [cleared] = await warningsOf(t, device);
    assert.notEqual(cleared?.cleared_at, null);
    await accept(device, state(device, 1, now));
    const [again] = await warningsOf(t, device);
    assert.deepEqual([again?.count, again?.cleared_at], [2, null]);
    assert.deepEqual(
      (await timelineOf(t, device, again!.id)).map(({ kind }) => kind),
      ['raised', 'cleared', 'repeated'],
    );
  });

  it('is not raised again by another process', async () => {
    const device = await addDevice(t, tenant);
    await accept(device, state(device, 1, Date.now() - 5000));
    const second = ingest(t);
    await second.pipeline.accept(frame(device, state(device, 1)));
    assert.deepEqual(
      (await warningsOf(t, device)).map(({ count }) => count),
      [1],
    );
    await second.close();
  });
});
