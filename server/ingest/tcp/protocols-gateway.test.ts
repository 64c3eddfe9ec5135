/** The gateway with every protocol on real sockets, without a database. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import type { DeviceProfile } from '#server/ingest/events.ts';
import { plainProfile } from '#server/ingest/events.ts';
import { startTcpGateways, type TcpProtocolName } from '#server/ingest/tcp/gateways.ts';
import { broken } from '#test/device-frames.ts';
import { dialTerminal } from '#test/terminals.ts';
import { directoryOf, eventually, memoryLog, memorySink, slowSink, type GatewayParts } from '#test/watch-gateway.ts';
import { createRandom } from '../../../scripts/simulator/random.ts';
import { speakers, terminalId } from '../../../scripts/simulator/terminals.ts';

const timeout = 60_000;
const fix = () => ({ at: Date.now() - 2000, lat: 30.2592, lng: 120.1303 });
type Name = keyof typeof speakers;

async function start(name: Name, { sink = memorySink(), ...parts }: Partial<GatewayParts> = {}, profile: DeviceProfile = plainProfile) {
  const protocol = name.split('-')[0] as TcpProtocolName;
  const directory = directoryOf([[terminalId(name, 1)], [terminalId(name, 2)]], profile);
  const gateways = await startTcpGateways(
    { [protocol]: 0 },
    { host: '127.0.0.1', directory, sink, clock: Date.now, log: memoryLog(), ...parts },
    Buffer.from('x'),
  );
  const port = gateways.ports[protocol] as number;
  const counts = () => Object.values(gateways.counts())[0] as Record<string, number>;
  return { gateways, port, counts, dial: (n: number) => dialTerminal(port, speakers[name](terminalId(name, n))) };
}

for (const name of Object.keys(speakers) as Name[]) {
  test(`${name}: no answer before the commit, none without one`, { timeout }, async (t) => {
    const sink = slowSink();
    const { gateways, dial } = await start(name, { sink });
    t.after(gateways.stop);
    const link = await dial(1);
    const login = link.login();
    let seen = 0;
    const settle = setInterval(() => {
      // The login may have to be stored first.
      for (const one of sink.waiting.slice(seen)) if (!one.frame.events.some(({ kind }) => kind === 'alarm')) one.commit();
      seen = sink.waiting.length;
    }, 5);
    t.after(() => clearInterval(settle));
    assert.equal(await login, 'welcome');
    const alarm = link.speaker.alarm('sos', fix());
    link.send(alarm);
    const alarms = () => sink.waiting.filter(({ frame }) => frame.events[0]?.kind === 'alarm');
    await eventually(() => alarms().length === 1);
    const answer = link.next();
    const early = await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 100, 'silence'))]);
    assert.equal(early, 'silence');
    alarms()[0]!.commit();
    assert.equal((await answer)?.kind, 'alarm');
    link.send(alarm);
    await eventually(() => alarms().length === 2);
    alarms()[1]!.fail();
    link.close();
    await link.closed;
    assert.equal(await link.next(), null, 'what could not be stored is not answered');
  });

  test(`${name}: a device beside thousands of malformed frames is answered`, { timeout }, async (t) => {
    const random = createRandom(7);
    const { gateways, port, counts, dial } = await start(
      name,
      { limits: { unknownPerAddress: 1_000_000 } },
      { ...plainProfile, authentication: false },
    );
    t.after(gateways.stop);
    const speaker = speakers[name](terminalId(name, 2));
    const samples = [speaker.hello(), speaker.heartbeat({ battery: 50 }), speaker.position(fix()), speaker.alarm('sos', fix())];
    const open = () => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.on('error', () => {});
      socket.resume();
      return socket;
    };
    const healthy = await dial(1);
    if (!name.startsWith('jt808')) assert.equal(await healthy.login(), 'welcome');
    let hostile: Socket = open();
    for (let n = 0; n < 4000; n++) {
      if (hostile.destroyed) hostile = open();
      // A whole login now and then, or nothing behind it would be heard.
      hostile.write(n % 40 === 0 ? samples[0]! : broken(samples[n % samples.length]!, n, random));
      if (n % 10 === 0) await new Promise(setImmediate);
      if (n % 400 !== 0) continue;
      healthy.send(healthy.speaker.alarm('sos', fix()));
      assert.equal((await healthy.next())?.kind, 'alarm');
    }
    hostile.destroy();
    healthy.close();
    await eventually(() => counts().open === 0);
    const { frames, garbageBytes, broken: wrong } = counts() as Record<'frames' | 'garbageBytes' | 'broken', number>;
    assert.ok(frames > 500 && wrong + garbageBytes > 0, JSON.stringify(counts()));
    assert.equal(counts().waiting, 0);
  });
}

test('frames before a login are not heard, and a connection may not become another device', { timeout }, async (t) => {
  const sink = memorySink();
  const { gateways, counts, dial } = await start('gt06', { sink, limits: { firstFrameMs: 300 } });
  t.after(gateways.stop);
  const silent = await dial(1);
  silent.send(silent.speaker.alarm('sos', fix()));
  assert.equal(await silent.next(), null);
  assert.deepEqual([counts().nameless, counts().silent, sink.frames.length], [1, 1, 0]);
  const changing = await dial(1);
  await changing.login();
  changing.send(speakers.gt06(terminalId('gt06', 2)).hello());
  assert.equal(await changing.next(), null);
  assert.equal(counts().foreignIds, 1);
});

test('a terminal that never authenticates is closed', { timeout }, async (t) => {
  const { gateways, counts, dial } = await start('jt808', { limits: { firstFrameMs: 300 } });
  t.after(gateways.stop);
  const link = await dial(1);
  link.send(link.speaker.heartbeat({}));
  assert.equal((await link.next())?.kind, 'refused');
  assert.equal(await link.next(), null);
  assert.deepEqual([counts().silent, counts().sessions], [1, 0]);
});
