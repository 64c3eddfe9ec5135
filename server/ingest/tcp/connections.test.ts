import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createConnections, type Connection } from '#server/ingest/tcp/connections.ts';
import { gatewayLimits, noGatewayCounts } from '#server/ingest/tcp/gateway-limits.ts';

const KEY = '1:7';
const BEAT = 600_000;

/** Connections of one device by hand: who is established, who was ended, what staff were told. */
function desk(limits: Partial<typeof gatewayLimits> = {}) {
  let now = 1_000_000;
  const counts = noGatewayCounts();
  const dropped: string[] = [];
  const told: string[] = [];
  type Named = Connection & { name: string };
  const connections = createConnections<Named>({
    clock: () => now,
    limits: { ...gatewayLimits, ...limits },
    counts,
    onContested: (one, other) => void told.push(`${one.name} and ${other.name}`),
    onRestless: ({ name }) => void told.push(`${name} restless`),
  });
  return {
    counts,
    dropped,
    told,
    pass: (ms: number) => void (now += ms),
    come(name: string, address = '192.0.2.1', proven = false) {
      const connection: Named = { name, address, drop: () => void dropped.push(name) };
      connections.enter(KEY, connection, BEAT, proven);
      connections.heard(KEY, connection);
      return connection;
    },
    say: (connection: Named) => connections.heard(KEY, connection),
    close: (connection: Named) => connections.leave(KEY, connection),
    established: () => connections.established(KEY)?.name ?? null,
    open: () => connections.of(KEY).map(({ name }) => name),
  };
}

test('a newcomer is established only when the established one has been silent for a heartbeat, or closed', () => {
  const d = desk();
  const old = d.come('old');
  const fresh = d.come('new');
  assert.equal(d.established(), 'old');
  d.pass(BEAT);
  d.say(fresh);
  assert.equal(d.established(), 'old', 'not yet longer than a heartbeat');
  d.pass(1);
  d.say(fresh);
  assert.equal(d.established(), 'new');
  d.say(old);
  assert.equal(d.established(), 'new', 'what fell silent has lost its place');
  d.close(fresh);
  assert.equal(d.established(), 'old');
  assert.deepEqual([d.counts.takeovers, d.counts.sessions, d.counts.extra], [1, 1, 0]);
});

test('the place of a connection that closes beside one from elsewhere is kept for who comes back from its address', () => {
  const d = desk();
  const own = d.come('own');
  const foreign = d.come('foreign', '198.51.100.9');
  d.close(own);
  d.say(foreign);
  assert.equal(d.established(), null, 'commands wait');
  d.come('again');
  assert.equal(d.established(), 'again');
});

test('who was there from elsewhere has the place after a minute in which nobody came back: a watch may change its network', () => {
  const d = desk();
  const home = d.come('home');
  const mobile = d.come('mobile', '198.51.100.9');
  d.close(home);
  d.pass(gatewayLimits.keptMs);
  d.say(mobile);
  assert.equal(d.established(), 'mobile');
});

test('a device whose connection closes alone is established at once from wherever it comes', () => {
  const d = desk();
  d.close(d.come('one'));
  d.come('two', '198.51.100.9');
  assert.equal(d.established(), 'two');
});

test('beyond a few connections the longest silent one goes, never the newcomer or the established one that speaks', () => {
  const d = desk({ connectionsPerDevice: 3 });
  const own = d.come('own');
  const noise = ['a', 'b', 'c', 'd', 'e'].map((name) => {
    d.pass(1000);
    d.say(own);
    return d.come(name, '198.51.100.9');
  });
  assert.deepEqual(d.dropped, ['a', 'b', 'c']);
  assert.deepEqual(d.open(), ['own', 'd', 'e']);
  d.come('own again');
  assert.deepEqual(d.dropped.at(-1), 'd', 'of the address that has most, not the device that came back');
  assert.equal(d.established(), 'own');
  d.pass(BEAT + 1);
  d.say(noise[4]!);
  d.come('later');
  assert.ok(d.dropped.includes('own'), 'what says nothing any more goes first');
  assert.deepEqual(d.counts.extra, d.open().length - 1);
});

test('taking over too often makes commands wait and is told', () => {
  const d = desk({ takeovers: 3 });
  for (let n = 0; n < 3; n++) d.close(d.come(`${n}`));
  const fourth = d.come('fourth');
  assert.equal(d.established(), null);
  assert.ok(d.told.includes('fourth restless'));
  d.pass(gatewayLimits.takeoverMs);
  d.say(fourth);
  assert.equal(d.established(), 'fourth');
});

test('two that speak in turns are told of, also when one connects anew for every frame; one that comes back is not', () => {
  const d = desk();
  const old = d.come('old');
  const fresh = d.come('fresh');
  d.say(fresh);
  assert.deepEqual(d.told, []);
  d.say(old);
  assert.deepEqual(d.told, ['old and fresh']);
  const e = desk();
  const own = e.come('own');
  e.close(e.come('brief'));
  e.say(own);
  assert.deepEqual(e.told, ['own and brief']);
});

test('who has shown the credential replaces at once', () => {
  const d = desk();
  d.come('one', '192.0.2.1', true);
  d.come('two', '198.51.100.9', true);
  assert.deepEqual([d.established(), d.dropped, d.open(), d.counts.replaced], ['two', ['one'], ['two'], 1]);
});
