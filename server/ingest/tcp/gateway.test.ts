import assert from 'node:assert/strict';
import { connect as dial } from 'node:net';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { WatchGateway } from '#server/ingest/tcp/gateway.ts';
import { bracketFrame, positionContent } from '../../../scripts/simulator/frames.ts';
import { connect, sendFrame } from '../../../scripts/simulator/link.ts';
import type { Link } from '../../../scripts/simulator/link.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { malformedFrame } from '../../../test/malformed-frames.ts';
import { directoryOf, eventually, memoryLog, memorySink, slowSink, startTestGateway } from '../../../test/watch-gateway.ts';
import type { GatewayParts } from '../../../test/watch-gateway.ts';

const ID = '8800000015';
const IMEI = '863788000000152';
const watch = { vendor: '3G', id: ID };
const timeout = 30_000;

interface Bench {
  gateway: WatchGateway;
  link(): Promise<Link>;
}

async function bench(t: TestContext, parts: Partial<GatewayParts>): Promise<Bench> {
  const gateway = await startTestGateway({ sink: memorySink(), directory: directoryOf([[ID, IMEI]]), ...parts });
  const links: Link[] = [];
  t.after(async () => {
    for (const link of links) link.close();
    await gateway.stop();
  });
  return {
    gateway,
    async link() {
      const link = await connect({ host: '127.0.0.1', port: gateway.port });
      links.push(link);
      return link;
    },
  };
}

const alarm = (status = 0x10001): string => positionContent('AL', { at: Date.now(), lat: 30.2, lng: 120.1, status });

test('a heartbeat and an SOS are stored and answered, SOS first', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateway, link } = await bench(t, { sink });
  const phone = await link();
  sendFrame(phone, watch, 'LK,50,3,100');
  assert.equal((await phone.next())?.text, 'LK');
  sendFrame(phone, watch, alarm());
  assert.equal((await phone.next())?.text, 'AL');
  assert.deepEqual(
    sink.frames.map(({ events }) => events[0]?.kind),
    ['heartbeat', 'alarm'],
  );
  assert.ok(sink.events.every(({ deviceKey }) => deviceKey === ID));
  assert.equal(gateway.online(ID), true);
  assert.equal(gateway.counts.alarms, 1);
});

test('no answer before the commit, none at all without one', { timeout }, async (t) => {
  const sink = slowSink();
  const { link } = await bench(t, { sink });
  const phone = await link();
  sendFrame(phone, watch, alarm());
  await eventually(() => sink.waiting.length === 1);
  // A frame that needs no commit is answered in order, so its answer proves that the earlier one had its chance.
  sendFrame(phone, watch, 'TKQ');
  await new Promise((resolve) => setTimeout(resolve, 150));
  assert.deepEqual(phone.waiting, []);
  sink.waiting[0]!.commit();
  assert.equal((await phone.next())?.text, 'AL');
  assert.equal((await phone.next())?.text, 'TKQ');
});

test('a rejected frame is not answered, the connection and the next frame live', { timeout }, async (t) => {
  const sink = slowSink();
  const log = memoryLog();
  const { gateway, link } = await bench(t, { sink, log });
  const phone = await link();
  sendFrame(phone, watch, alarm());
  sendFrame(phone, watch, 'LK');
  await eventually(() => sink.waiting.length === 2);
  sink.waiting[0]!.fail();
  sink.waiting[1]!.commit();
  assert.equal((await phone.next())?.text, 'LK');
  assert.deepEqual(phone.waiting, []);
  assert.equal(gateway.counts.rejected, 1);
  assert.equal(gateway.counts.waiting, 0);
  assert.ok(!log.lines.some((line) => line.includes(ID)), 'no device id in the log');
});

test('a sink that throws, and a directory that fails, are survived', { timeout }, async (t) => {
  const broken = {
    accept(): never {
      throw new Error('sink');
    },
  };
  const { gateway, link } = await bench(t, { sink: broken });
  const phone = await link();
  sendFrame(phone, watch, 'LK');
  sendFrame(phone, watch, 'TKQ');
  assert.equal((await phone.next())?.text, 'TKQ');
  assert.equal(gateway.counts.rejected, 1);
  const down = await bench(t, { directory: { find: () => Promise.reject(new Error('down')) } });
  const lost = await down.link();
  sendFrame(lost, watch, 'LK');
  assert.equal(await lost.next(), null);
  assert.equal(down.gateway.counts.directoryErrors, 1);
  assert.equal(down.gateway.counts.unknownIds, 0);
});

test('answers keep the order of the frames although commits do not', { timeout }, async (t) => {
  const sink = slowSink();
  const { link } = await bench(t, { sink });
  const phone = await link();
  phone.write(Buffer.concat([bracketFrame(watch, 'LK'), bracketFrame(watch, alarm()), bracketFrame(watch, 'INIT,1,a,b,c')]));
  await eventually(() => sink.waiting.length === 3);
  assert.deepEqual(
    sink.waiting.map(({ frame }) => frame.events[0]?.kind),
    ['heartbeat', 'alarm', 'info'],
  );
  for (const { commit } of sink.waiting.toReversed()) commit();
  assert.deepEqual([(await phone.next())?.text, (await phone.next())?.text, (await phone.next())?.text], ['LK', 'AL', 'INIT,1']);
});

test('split and merged frames of all dialects over a real socket', { timeout }, async (t) => {
  const { link } = await bench(t, {});
  const phone = await link();
  const stream = Buffer.concat([
    bracketFrame({ vendor: 'SG', id: ID }, 'LK'),
    bracketFrame({ vendor: 'CS', id: IMEI }, alarm(), 3),
    bracketFrame({ vendor: 'ZJ', id: ID, index: '00A7' }, positionContent('UD', { at: Date.now(), lat: 30.2, lng: 120.1 })),
  ]);
  for (const byte of stream) phone.write(Buffer.from([byte]));
  const answers = [await phone.next(), await phone.next(), await phone.next()];
  assert.deepEqual(
    answers.map((one) => one && [one.vendor, one.id, one.index, one.text]),
    [
      ['SG', ID, null, 'LK'],
      ['CS', IMEI, null, 'AL'],
      ['ZJ', ID, '00A7', 'UD'],
    ],
  );
});

test('an unregistered id is refused without an answer, and asked for once only', { timeout }, async (t) => {
  const directory = directoryOf([[ID]]);
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
});

test('an address that tries many ids is refused, but a watch seen before gets in from there', { timeout }, async (t) => {
  let now = 1_000_000;
  const directory = directoryOf([[ID], ['8800000016']]);
  const { gateway, link } = await bench(t, { directory, clock: () => now, limits: { unknownPerAddress: 3 } });
  const answerTo = async (id: string): Promise<string | undefined> => {
    const phone = await link();
    sendFrame(phone, { vendor: '3G', id }, 'LK');
    return (await phone.next())?.text;
  };
  assert.equal(await answerTo(ID), 'LK');
  for (let n = 0; n < 5; n++) assert.equal(await answerTo(`777777777${n}`), undefined);
  assert.equal(directory.asked.length, 4);
  assert.equal(gateway.counts.rateRefused, 2);
  assert.equal(await answerTo('8800000016'), undefined);
  assert.equal(await answerTo(ID), 'LK');
  now += 60_001;
  assert.equal(await answerTo('8800000016'), 'LK');
});

test('a new connection replaces the old one, by either id', { timeout }, async (t) => {
  const { gateway, link } = await bench(t, {});
  const first = await link();
  sendFrame(first, watch, 'LK');
  await first.next();
  const second = await link();
  sendFrame(second, { vendor: '3G', id: IMEI }, 'LK');
  assert.equal((await second.next())?.text, 'LK');
  await first.closed;
  assert.equal(gateway.counts.replaced, 1);
  assert.equal(gateway.counts.sessions, 1);
  assert.equal(gateway.online(ID), true);
  second.close();
  await eventually(() => !gateway.online(ID));
});

test('a connection may not change its device', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateway, link } = await bench(t, { sink, directory: directoryOf([[ID], ['8800000016']]) });
  const phone = await link();
  sendFrame(phone, watch, 'LK');
  await phone.next();
  sendFrame(phone, { vendor: '3G', id: '8800000016' }, alarm());
  assert.equal(await phone.next(), null);
  assert.equal(gateway.counts.foreignIds, 1);
  assert.equal(sink.events.filter(({ kind }) => kind === 'alarm').length, 0);
});

test('what arrived before the connection broke is still stored', { timeout }, async (t) => {
  const sink = memorySink();
  const { link } = await bench(t, { sink });
  const phone = await link();
  sendFrame(phone, watch, alarm());
  phone.close();
  await eventually(() => sink.events.some(({ kind }) => kind === 'alarm'));
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
  const { gateway, link } = await bench(t, { sink, directory: directoryOf([[ID], ['8800000016']]), limits: { waitingFrames: 4, totalFrames: 6 } });
  const [one, two] = [await link(), await link()];
  const flood = (id: string): Buffer => Buffer.concat(Array.from({ length: 300 }, (_, n) => bracketFrame({ vendor: '3G', id }, `LK,${n},0,50`)));
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
  await few.link();
  assert.equal(await (await few.link()).next(), null);
  await eventually(() => few.gateway.counts.dropped === 1);
  const strangers = await bench(t, { limits: { strangersPerAddress: 2 } });
  const known = await strangers.link();
  sendFrame(known, watch, 'LK');
  await known.next();
  await strangers.link();
  await strangers.link();
  assert.equal(await (await strangers.link()).next(), null);
  assert.equal(strangers.gateway.counts.dropped, 1);
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

test('commands reach the watch, their answer comes back as an event', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateway, link } = await bench(t, { sink });
  assert.equal(gateway.send(ID, 'CR'), false);
  const phone = await link();
  sendFrame(phone, { vendor: 'ZJ', id: ID, index: '0009' }, 'LK');
  await phone.next();
  assert.deepEqual(gateway.send(ID, 'UPLOAD,600'), { index: '0001' });
  const command = await phone.next();
  assert.deepEqual([command?.vendor, command?.index, command?.text], ['ZJ', '0001', 'UPLOAD,600']);
  sendFrame(phone, { vendor: 'ZJ', id: ID, index: '0001' }, 'UPLOAD');
  await eventually(() => sink.events.some((event) => event.kind === 'reply' && event.command === 'UPLOAD' && event.index === '0001'));
  gateway.disconnect(ID);
  assert.equal(await phone.next(), null);
});

test('a graceful stop refuses new connections, finishes commits in flight and answers them', { timeout }, async (t) => {
  const sink = slowSink();
  const { gateway, link } = await bench(t, { sink });
  const phone = await link();
  sendFrame(phone, watch, alarm());
  await eventually(() => sink.waiting.length === 1);
  let stopped = false;
  const stopping = gateway.stop().then(() => (stopped = true));
  await assert.rejects(connect({ host: '127.0.0.1', port: gateway.port }));
  sendFrame(phone, watch, 'LK');
  assert.equal(stopped, false);
  sink.waiting[0]!.commit();
  assert.equal((await phone.next())?.text, 'AL');
  assert.equal(await phone.next(), null);
  await stopping;
  assert.equal(sink.waiting.length, 1, 'nothing new was taken');
  assert.equal(gateway.counts.open, 0);
});

test('a stop does not wait for ever for a commit', { timeout }, async (t) => {
  const sink = slowSink();
  const { gateway, link } = await bench(t, { sink, limits: { stopMs: 100 } });
  sendFrame(await link(), watch, alarm());
  await eventually(() => sink.waiting.length === 1);
  await gateway.stop();
  assert.equal(gateway.counts.open, 0);
});
