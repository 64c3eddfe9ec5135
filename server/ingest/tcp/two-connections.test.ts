/** A device's number is no credential: what a second connection with the same number can do to the first, in every protocol. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { DeviceProfile } from '#server/ingest/events.ts';
import { plainProfile } from '#server/ingest/events.ts';
import type { ConnectionNote } from '#server/ingest/tcp/gateway.ts';
import { startTcpGateways, type TcpProtocolName } from '#server/ingest/tcp/gateways.ts';
import { dialTerminal, watchSpeaker, type TerminalLink } from '#test/terminals.ts';
import { directoryOf, eventually, memoryLog, memorySink, type GatewayParts } from '#test/watch-gateway.ts';
import { bracketFrame } from '../../../scripts/simulator/frames.ts';
import type { Speaker } from '../../../scripts/simulator/speaker.ts';
import { speakers, terminalId } from '../../../scripts/simulator/terminals.ts';

const timeout = 60_000;
const fix = (at = Date.now()) => ({ at, lat: 30.2592, lng: 120.1303 });
const all: Record<string, (id: string) => Speaker> = { watch: watchSpeaker, ...speakers };
/** A locate command in the words of each. */
const LOCATE: Record<string, string> = { watch: 'CR', iw: 'BP16', gt06: 'WHERE#', jt808: '8201', ev07b: '040113' };
const open: DeviceProfile = { ...plainProfile, authentication: false };
const ELSEWHERE = '127.0.0.2';

/** A link that keeps its next frame when a wait for it has timed out. */
function patient(link: TerminalLink): TerminalLink {
  let under: ReturnType<TerminalLink['next']> | null = null;
  const next = () => (under ??= link.next().finally(() => (under = null)));
  return { ...link, next };
}

async function start(t: TestContext, name: string, parts: Partial<GatewayParts> = {}, profile = open) {
  const protocol = name.split('-')[0] as TcpProtocolName;
  const id = terminalId(name, 1);
  const sink = memorySink();
  const gateways = await startTcpGateways(
    { [protocol]: 0 },
    { host: '127.0.0.1', directory: directoryOf([[id]], profile), sink, clock: Date.now, log: memoryLog(), ...parts },
    Buffer.from('x'),
  );
  const links: TerminalLink[] = [];
  t.after(async () => {
    for (const link of links) link.close();
    await gateways.stop();
  });
  const counts = () => Object.values(gateways.counts())[0] as Record<string, number>;
  /** A connection that has said who it is. */
  async function come(from?: string): Promise<TerminalLink> {
    const link = await dialTerminal(gateways.ports[protocol] as number, all[name]!(id), from);
    links.push(link);
    await link.login();
    return patient(link);
  }
  const send = () => gateways.send(id, LOCATE[protocol]!);
  const alarms = () => sink.events.filter(({ kind }) => kind === 'alarm').length;
  return { id, gateways, counts, come, send, alarms, sink };
}

/** Says something and waits until it is answered. */
async function beat(link: TerminalLink): Promise<void> {
  link.send(link.speaker.heartbeat({ battery: 80 }));
  assert.ok(await link.next());
}

/** Calls for help and waits until it is answered. */
async function cry(link: TerminalLink, at = Date.now()): Promise<void> {
  link.send(link.speaker.alarm('sos', fix(at)));
  for (let heard = await link.next(); heard?.kind !== 'alarm'; heard = await link.next()) assert.ok(heard, 'the SOS is answered');
}

/** Reads what is there until a command; true when one came before the connection rested. */
async function hearsCommand(link: TerminalLink): Promise<boolean> {
  for (;;) {
    const heard = await Promise.race([link.next(), new Promise<null>((resolve) => setTimeout(resolve, 200, null))]);
    if (heard === null) return false;
    if (heard.kind === 'command') return true;
  }
}

for (const name of Object.keys(all)) {
  test(
    `${name}: fifteen SOS come through and are answered while a second connection says the same number again and again`,
    { timeout },
    async (t) => {
      const { come, alarms, counts } = await start(t, name);
      const first = await come();
      const second = await come(ELSEWHERE);
      for (let n = 0; n < 15; n++) {
        second.send(n % 5 === 0 ? second.speaker.hello() : second.speaker.heartbeat({ battery: 99 }));
        await eventually(() => counts().waiting === 0);
        await cry(first, Date.now() - n * 1000);
      }
      assert.equal(alarms(), 15);
      assert.equal(counts().replaced, 0);
    },
  );

  test(
    `${name}: connections that come anew every time take nothing from the first, which alone is told commands`,
    { timeout },
    async (t) => {
      const { come, alarms, send } = await start(t, name);
      const first = await come();
      for (let n = 0; n < 15; n++) {
        const other = await come(ELSEWHERE);
        await cry(first, Date.now() - n * 1000);
        if (n % 3 === 0) {
          assert.ok(send());
          assert.equal(await hearsCommand(first), true);
          assert.equal(await hearsCommand(other), false, 'a command tells names and numbers');
        }
        if (n % 2 === 0) other.close();
      }
      assert.equal(alarms(), 15);
    },
  );

  test(
    `${name}: an SOS of the connection beside the established one is stored and answered, also when that one is dead or has gone`,
    { timeout },
    async (t) => {
      const { come, alarms, send, counts, sink, id } = await start(t, name);
      // Its network is gone without a FIN: it sends nothing and does not close.
      const first = await come();
      const second = await come(ELSEWHERE);
      await cry(second);
      assert.equal(alarms(), 1);
      assert.ok(send());
      assert.equal(await hearsCommand(second), false, 'it is not the established one');
      await beat(first);
      await cry(second, Date.now() - 1000);
      assert.equal(alarms(), 2, 'and when the first speaks again');
      first.close();
      await eventually(() => counts().extra === 0);
      await cry(second, Date.now() - 2000);
      assert.equal(alarms(), 3, 'while the place of the first is kept');
      assert.ok(sink.frames.every(({ device }) => device.key === id));
    },
  );

  for (const [profile, minutes] of [
    [open, name === 'watch' ? 10 : 6],
    [{ ...open, heartbeatMs: 120_000 }, 2],
  ] as const)
    test(
      `${name}: commands go to the newcomer when the established one has been silent for ${minutes} minutes, not before`,
      { timeout },
      async (t) => {
        let now = Date.now();
        const { come, send, counts } = await start(t, name, { clock: () => now }, profile);
        const [first, second] = [await come(), await come(ELSEWHERE)];
        now += minutes * 60_000;
        await beat(second);
        assert.equal(counts().takeovers, 0);
        now += 1;
        await beat(second);
        assert.equal(counts().takeovers, 1);
        assert.ok(send());
        assert.equal(await hearsCommand(second), true);
        assert.equal(await hearsCommand(first), false);
      },
    );
}

test('the connection beside the established one confirms no command', { timeout }, async (t) => {
  const { come, send, sink, counts } = await start(t, 'watch');
  const first = await come();
  const second = await come(ELSEWHERE);
  assert.ok(send());
  assert.equal(await hearsCommand(first), true);
  const answer = bracketFrame({ vendor: '3G', id: terminalId('watch', 1) }, 'CR');
  const replies = () => sink.events.filter(({ kind }) => kind === 'reply').length;
  second.send(answer);
  second.send(second.speaker.hello());
  await second.next();
  await eventually(() => counts().waiting === 0);
  assert.equal(replies(), 0);
  first.send(answer);
  await eventually(() => replies() === 1);
});

test('staff hear that two connections speak in turns, the established one first, and from where', { timeout }, async (t) => {
  const notes: ConnectionNote[] = [];
  const { come } = await start(t, 'gt06', { note: (_, note) => void notes.push(note) });
  const first = await come();
  const second = await come(ELSEWHERE);
  for (const link of [second, first, second]) {
    link.send(link.speaker.heartbeat({ battery: 50 }));
    await link.next();
  }
  assert.deepEqual(notes[0], { kind: 'twice', addresses: ['127.0.0.1', ELSEWHERE] });
  assert.deepEqual(notes.at(-1), notes[0]);
});

for (const [networks, lets] of [
  [['127.0.0.0/31'], true],
  [['127.0.0.1', '2001:db8::/32'], true],
  [['10.0.0.0/8', '2001:db8::/32'], false],
] as const)
  test(`a type with the networks ${networks.join(' ')} ${lets ? 'lets in' : 'refuses'} a device from 127.0.0.1`, { timeout }, async (t) => {
    const notes: ConnectionNote[] = [];
    const { come, counts, gateways, id } = await start(t, 'iw', { note: (_, note) => void notes.push(note) }, { ...open, networks });
    for (let n = 0; n < 3; n++) await come();
    assert.equal(gateways.online(id), lets);
    assert.deepEqual([counts().foreignNetworks, counts().unknownIds], [lets ? 0 : 3, 0]);
    if (!lets) assert.deepEqual(notes[0], { kind: 'outside', address: '127.0.0.1' });
  });
