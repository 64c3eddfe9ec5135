import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bracketFrame, positionContent } from '../../../scripts/simulator/frames.ts';
import { connect, sendFrame } from '../../../scripts/simulator/link.ts';
import { ID, IMEI, alarm, bench, directoryOf, eventually, memoryLog, memorySink, slowSink, watch } from '../../../test/watch-gateway.ts';

const timeout = 30_000;

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

test('a number with letters is the device’s in either case, from the socket to the stored SOS', { timeout }, async (t) => {
  for (const [registered, spoken] of [
    ['88A0B0000F', '88a0b0000f'],
    ['88a0b0000f', '88A0B0000F'],
    ['88a0b0000f', '88a0b0000f'],
  ] as const) {
    const sink = memorySink();
    const { gateway, link } = await bench(t, { sink, directory: directoryOf([[registered]]) });
    const phone = await link();
    for (const content of ['LK,50,3,100', alarm()]) {
      sendFrame(phone, { vendor: '3G', id: spoken }, content);
      const heard = await phone.next();
      assert.deepEqual([heard?.id, heard?.text], [spoken, content.slice(0, 2)], 'answered as it calls itself');
    }
    assert.deepEqual(
      sink.events.flatMap((event) => (event.kind === 'alarm' ? [[event.deviceKey, event.alarm]] : [])),
      [[registered, 'sos']],
    );
    assert.deepEqual([gateway.online(registered), gateway.counts.foreignIds], [true, 0]);
  }
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

test('a new connection stands beside the old one, by either id, and is told commands once that closes', { timeout }, async (t) => {
  const { gateway, link } = await bench(t, {});
  const first = await link();
  sendFrame(first, watch, 'LK');
  await first.next();
  const second = await link();
  sendFrame(second, { vendor: '3G', id: IMEI }, 'LK');
  assert.equal((await second.next())?.text, 'LK');
  sendFrame(first, watch, 'LK');
  assert.equal((await first.next())?.text, 'LK');
  assert.deepEqual([gateway.counts.sessions, gateway.counts.extra], [1, 1]);
  first.close();
  await eventually(() => gateway.counts.extra === 0);
  assert.equal(gateway.online(ID), true);
  assert.ok(gateway.send(ID, 'CR'));
  assert.equal((await second.next())?.text, 'CR');
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
