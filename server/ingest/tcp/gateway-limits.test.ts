import assert from 'node:assert/strict';
import { connect as dial } from 'node:net';
import { test } from 'node:test';
import { createFrameRates } from '#server/ingest/tcp/frame-rates.ts';
import { plainProfile } from '#server/ingest/events.ts';
import { gatewayLimits } from '#server/ingest/tcp/gateway-limits.ts';
import { bracketFrame } from '../../../scripts/simulator/frames.ts';
import { sendFrame } from '../../../scripts/simulator/link.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { malformedFrame } from '../../../test/malformed-frames.ts';
import { ID, alarm, bench, directoryOf, eventually, memorySink, slowSink, watch } from '../../../test/watch-gateway.ts';

const timeout = 30_000;

test('an unregistered id is refused without an answer, and asked for once only', { timeout }, async (t) => {
  const devices = [[ID]];
  const directory = directoryOf(devices);
  const { gateway, link } = await bench(t, { directory });
  for (let n = 0; n < 5; n++) {
    const stranger = await link();
    sendFrame(stranger, { vendor: '3G', id: '9999999999' }, 'LK');
    assert.equal(await stranger.next(), null);
  }
  assert.equal(gateway.counts.unknownIds, 5);
  assert.equal(gateway.counts.rateRefused, 4);
  assert.deepEqual(directory.asked, ['9999999999']);
  assert.equal(gateway.counts.sessions, 0);
  devices.push(['9999999999']);
  gateway.admit(['9999999999']);
  const registered = await link();
  sendFrame(registered, { vendor: '3G', id: '9999999999' }, 'LK');
  assert.equal((await registered.next())?.text, 'LK');
});

test('an address that tries many ids has no batch asked for them, but registered watches get in from there', { timeout }, async (t) => {
  let now = 1_000_000;
  const directory = directoryOf([[ID], ['8800000016']]);
  const wanted: string[] = [];
  const adopt = (id: string) => Promise.resolve(wanted.push(id) === 0);
  const { gateway, link } = await bench(t, { directory, adopt, clock: () => now, limits: { unknownPerAddress: 3 } });
  const answerTo = async (id: string): Promise<string | undefined> => {
    const phone = await link();
    sendFrame(phone, { vendor: '3G', id }, 'LK');
    return (await phone.next())?.text;
  };
  assert.equal(await answerTo(ID), 'LK');
  for (let n = 0; n < 5; n++) assert.equal(await answerTo(`777777777${n}`), undefined);
  assert.deepEqual(wanted, ['7777777770', '7777777771', '7777777772']);
  assert.equal(gateway.counts.rateRefused, 2);
  assert.equal(await answerTo('8800000016'), 'LK', 'never seen before');
  assert.equal(await answerTo(ID), 'LK');
  now += 60_001;
  assert.equal(await answerTo('7777777779'), undefined);
  assert.equal(wanted.at(-1), '7777777779');
});

test('an oversize frame ends the connection, a stranger sooner', { timeout }, async (t) => {
  const { gateway, link } = await bench(t, {});
  const phone = await link();
  sendFrame(phone, watch, 'LK');
  await phone.next();
  phone.write(Buffer.from(`[3G*${ID}*FFFF*img,5,${'x'.repeat(1024 * 1024)}`));
  assert.equal(await phone.next(), null);
  assert.equal(gateway.counts.oversize, 1);
  const stranger = await link();
  stranger.write(Buffer.from(`[3G*${ID}*FFFF*CONFIG,${'x'.repeat(16 * 1024)}`));
  assert.equal(await stranger.next(), null);
  assert.equal(gateway.counts.oversize, 2);
});

test('reading stops while frames wait for commit, for one connection and for all', { timeout }, async (t) => {
  const sink = slowSink();
  const { gateway, link } = await bench(t, {
    sink,
    directory: directoryOf([[ID], ['8800000016']]),
    limits: { waitingFrames: 4, totalFrames: 6 },
  });
  const [one, two] = [await link(), await link()];
  const flood = (id: string): Buffer =>
    Buffer.concat(Array.from({ length: 300 }, (_, n) => bracketFrame({ vendor: '3G', id }, `LK,${n},0,50`)));
  one.write(flood(ID));
  await eventually(() => sink.waiting.length === 4);
  two.write(flood('8800000016'));
  await eventually(() => sink.waiting.length === 6);
  await new Promise((resolve) => setTimeout(resolve, 100));
  assert.equal(sink.waiting.length, 6);
  assert.equal(gateway.counts.waiting, 6);
  let most = 0;
  let committed = 0;
  while (committed < 600) {
    await eventually(() => sink.waiting.length > 0);
    most = Math.max(most, gateway.counts.waiting);
    for (const { commit } of sink.waiting.splice(0)) {
      commit();
      committed++;
    }
  }
  await eventually(() => one.waiting.length === 300 && two.waiting.length === 300);
  assert.ok(most <= 6, `${most} waiting`);
  assert.equal(gateway.counts.waiting, 0);
});

test('malformed frames from registered and foreign devices: a healthy watch beside them is still answered', { timeout }, async (t) => {
  const random = createRandom(20_261_121);
  const { gateway, link } = await bench(t, { directory: directoryOf([[ID], ['8800000016']]), limits: { unknownPerAddress: 1_000_000 } });
  const healthy = await link();
  let hostile = await link();
  for (let n = 0; n < 10_000; n++) {
    if (!hostile.open) hostile = await link();
    const bytes = malformedFrame(n, random);
    const at = random.between(0, bytes.length);
    hostile.write(bytes.subarray(0, at));
    hostile.write(bytes.subarray(at));
    if (n % 10 === 0) await new Promise(setImmediate);
    if (n % 500 !== 0) continue;
    sendFrame(healthy, { vendor: '3G', id: '8800000016' }, alarm());
    assert.equal((await healthy.next())?.text, 'AL');
  }
  const { frames, unknownIds, foreignIds } = gateway.counts;
  assert.ok(frames > 1000 && unknownIds + foreignIds > 0, JSON.stringify(gateway.counts));
});

test('silent and idle connections are closed', { timeout }, async (t) => {
  const { gateway, link } = await bench(t, { limits: { firstFrameMs: 100, idleMs: 400 } });
  const silent = await link();
  silent.write(Buffer.from('noise['));
  assert.equal(await silent.next(), null);
  assert.equal(gateway.counts.silent, 1);
  const idle = await link();
  sendFrame(idle, watch, 'LK');
  assert.equal((await idle.next())?.text, 'LK');
  assert.equal(await idle.next(), null);
  assert.equal(gateway.counts.idle, 1);
});

test('connections are limited, of all and of strangers', { timeout }, async (t) => {
  const few = await bench(t, { limits: { maxConnections: 1 } });
  const idle = await few.link();
  const only = await few.link();
  assert.equal(await idle.next(), null, 'who has not said who it is gives way');
  sendFrame(only, watch, 'LK');
  assert.equal((await only.next())?.text, 'LK');
  assert.equal(await (await few.link()).next(), null, 'a device does not');
  assert.deepEqual([few.gateway.counts.dropped, few.gateway.counts.gaveWay], [1, 1]);
  for (const limits of [{ strangersPerAddress: 2 }, { strangers: 2 }]) {
    const strangers = await bench(t, { limits });
    const known = await strangers.link();
    sendFrame(known, watch, 'LK');
    await known.next();
    const [oldest, later] = [await strangers.link(), await strangers.link()];
    await eventually(() => strangers.gateway.counts.open === 3);
    await strangers.link();
    assert.equal(await oldest.next(), null);
    assert.deepEqual([strangers.gateway.counts.dropped, strangers.gateway.counts.gaveWay, later.open], [0, 1, true]);
  }
});

test('who is being looked up does not give way, so a fleet that comes at once does not push itself out', { timeout }, async (t) => {
  const answers: (() => void)[] = [];
  const device = { key: ID, tenantId: 1, ids: [ID], profile: plainProfile };
  const directory = { find: () => new Promise<typeof device>((resolve) => answers.push(() => resolve(device))) };
  const { gateway, link } = await bench(t, { directory, limits: { strangersPerAddress: 2 } });
  const [one, two] = [await link(), await link()];
  for (const phone of [one, two]) sendFrame(phone, watch, 'LK');
  await eventually(() => answers.length === 2);
  assert.equal(await (await link()).next(), null);
  for (const answer of answers) answer();
  assert.deepEqual([(await one.next())?.text, (await two.next())?.text, gateway.counts.gaveWay], ['LK', 'LK', 0]);
});

test(
  'five hundred idle connections of one address keep no watch of that address out, and its SOS comes through',
  { timeout },
  async (t) => {
    const sink = memorySink();
    const numbers = Array.from({ length: 20 }, (_, n) => String(8_800_000_100 + n));
    const { gateway, link } = await bench(t, { sink, directory: directoryOf(numbers.map((id) => [id])) });
    for (let n = 0; n < gatewayLimits.strangersPerAddress; n++) await link();
    await eventually(() => gateway.counts.open === gatewayLimits.strangersPerAddress);
    for (const id of numbers) {
      const phone = await link();
      sendFrame(phone, { vendor: '3G', id }, alarm());
      assert.equal((await phone.next())?.text, 'AL', `${id} is heard`);
    }
    assert.equal(sink.events.filter(({ kind }) => kind === 'alarm').length, numbers.length);
    assert.equal(gateway.counts.dropped, 0);
  },
);

test('a connection that floods does not slow another one of the same device, whose SOS is taken at once', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateway, link } = await bench(t, { sink, limits: { burstFrames: 20, framesPerSecond: 0.001 } });
  const first = await link();
  sendFrame(first, watch, 'LK');
  await first.next();
  const flooding = await link();
  flooding.write(Buffer.concat(Array.from({ length: 500 }, () => bracketFrame(watch, 'LK'))));
  await eventually(() => gateway.counts.throttled > 0);
  sendFrame(first, watch, alarm());
  assert.equal((await first.next())?.text, 'AL');
});

test('a device that never reads is cut off instead of filling memory', { timeout }, async (t) => {
  const { gateway } = await bench(t, {});
  const deaf = dial({ host: '127.0.0.1', port: gateway.port }).pause();
  t.after(() => deaf.destroy());
  deaf.on('error', () => {});
  deaf.write(bracketFrame(watch, 'LK'));
  await eventually(() => gateway.online(ID));
  // The kernel takes a few megabytes before anything waits in the process.
  let sent = 0;
  while (gateway.send(ID, 'x'.repeat(60_000))) assert.ok(++sent < 2000);
  assert.equal(gateway.counts.unread, 1);
  await eventually(() => !gateway.online(ID));
});

test('a device that sends too fast is read more slowly and loses nothing, others are not', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateway, link } = await bench(t, {
    sink,
    directory: directoryOf([[ID], ['8800000016']]),
    limits: { burstFrames: 20, framesPerSecond: 100 },
  });
  const fast = await link();
  fast.write(Buffer.concat(Array.from({ length: 60 }, (_, n) => bracketFrame(watch, `LK,${n},0,50`))));
  await eventually(() => sink.frames.length === 20);
  const other = await link();
  sendFrame(other, { vendor: '3G', id: '8800000016' }, 'LK');
  assert.equal((await other.next())?.text, 'LK');
  await eventually(() => sink.frames.length === 61 && fast.waiting.length === 60);
  assert.ok(gateway.counts.throttled >= 20, `${gateway.counts.throttled}`);
});

test('what a device sent too fast is forgotten with its connection', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateway, link } = await bench(t, { sink, limits: { burstFrames: 10, framesPerSecond: 0.001 } });
  for (let n = 0; n < 20; n++) {
    // A new connection is no new burst.
    const fast = await link();
    fast.write(Buffer.concat(Array.from({ length: 500 }, () => bracketFrame(watch, 'LK'))));
    // One burst for the connection that is told commands, one for those beside it.
    const before = gateway.counts.throttled;
    await eventually(() => gateway.counts.throttled > before);
    fast.close();
    await fast.closed;
  }
  await eventually(() => gateway.counts.open === 0);
  assert.equal(sink.frames.length, 20);
  assert.equal(gateway.counts.waiting, 0);
});

test('the allowance of a device fills up again, and is not saved beyond the burst', () => {
  let now = 0;
  const rates = createFrameRates({ ...gatewayLimits, burstFrames: 3, framesPerSecond: 10 }, () => now);
  const takes = (count: number) => Array.from({ length: count }, () => rates.take('1:1'));
  assert.deepEqual(takes(5), [0, 0, 0, 100, 100]);
  assert.equal(rates.take('1:2'), 0);
  now = 100;
  assert.deepEqual(takes(2), [0, 100]);
  now = 1_000_000;
  assert.deepEqual(takes(4), [0, 0, 0, 100]);
});
