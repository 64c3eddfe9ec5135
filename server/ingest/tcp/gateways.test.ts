/** Every protocol from the first byte to committed rows and the answer, on a real database. */
import { instantOf } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { commandStates } from '#contract/devices/device-commands.ts';
import { commandDesk } from '#server/ingest/commands.ts';
import { partStore } from '#server/ingest/message-parts.ts';
import { registrationLedger } from '#server/ingest/registrations.ts';
import { authenticationCode } from '#server/ingest/tcp/jt808-credentials.ts';
import { startTcpGateways, type TcpGateways, type TcpProtocolName } from '#server/ingest/tcp/gateways.ts';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, ingest, type TestDevice } from '#test/ingest.ts';
import { dialTerminal } from '#test/terminals.ts';
import { jt808Speaker, locationHex } from '../../../scripts/simulator/jt808-speaker.ts';
import { speakers, startTerminals, terminalId } from '../../../scripts/simulator/terminals.ts';

const SECRET = Buffer.from('the secret of this test');
const E1 = ['heartRate', 'systolic', 'diastolic', 'oxygen'].map((metric, at) => ({ metric, at }));
const settings = { profile: { items: { e1: E1 } } };
const fix = (at = Date.now()) => ({ at, lat: 30.2592, lng: 120.1303, battery: 67 });
const second = (at = Date.now()) => Math.floor(at / 1000) * 1000;

let t: Harness;
let tenant: number;
let other: number;
let sink: ReturnType<typeof ingest>;
let gateways: TcpGateways;
let desk: ReturnType<typeof commandDesk>;
before(async () => {
  t = await harness();
  [tenant, other] = [await t.tenant(), await t.tenant()];
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  const { log } = t.deps;
  desk = commandDesk({ deps: t.deps, send: (key, content) => gateways.send(key, content), protocolOf: (key) => gateways.protocolOf(key) });
  gateways = await startTcpGateways(
    { iw: 0, gt06: 0, jt808: 0, ev07b: 0 },
    {
      host: '127.0.0.1',
      directory: sink.directory,
      sink: registrationLedger({ deps: t.deps, forget: sink.directory.forget }).around(desk.around(sink.pipeline)),
      parts: partStore(t.deps),
      clock: Date.now,
      log,
    },
    SECRET,
  );
});
after(async () => {
  await gateways?.stop();
  await sink?.close();
  await t?.close();
});

const rows = <T>(device: TestDevice, table: string) =>
  t.deps.inTenant(device.tenantId, (tx) =>
    tx.rows<T>(sql`select * from ${sql.table(table)} where tenant_id = ${device.tenantId} and device_id = ${device.deviceId}`),
  );
const portOf = (name: keyof typeof speakers) => gateways.ports[name.split('-')[0] as TcpProtocolName] as number;
let serial = 700;
const register = (name: string) => addDevice(t, tenant, { imei: terminalId(name, ++serial), settings });

/** Puts a command into the queue of a device; gives what asks for its state. */
async function queued(device: TestDevice, kind: string, parameters: object) {
  const { id } = (await t.deps.inTenant(tenant, (tx) =>
    tx.row<{ id: number }>(sql`insert into device_commands (tenant_id, device_id, kind, parameters, expires_at)
      values (${tenant}, ${device.deviceId}, ${kind}, ${JSON.stringify(parameters)}, now() + interval '1 hour') returning id`),
  ))!;
  await desk.queued(tenant, device.deviceId);
  return async () => (await rows<{ id: number; state: number }>(device, 'device_commands')).find((row) => row.id === id)?.state;
}
const confirmed = async (stateOf: () => Promise<number | undefined>) => {
  for (let n = 0; n < 500 && (await stateOf()) === commandStates.sent; n++) await wait(10);
  assert.equal(await stateOf(), commandStates.confirmed);
};

/** Metric numbers that the speakers of a protocol can say. */
const MEASURED: Record<keyof typeof speakers, number[]> = {
  iw: [1, 2, 3, 4, 5, 6],
  gt06: [8],
  ev07b: [1, 4, 7, 8],
  jt808: [1, 2, 3, 4],
  'jt808-2019': [1, 2, 3, 4],
};
const VITALS = { heartRate: 72, systolic: 126, diastolic: 78, oxygen: 97, temperature: 36.5, glucose: 5.6, steps: 3400, battery: 67 };

for (const name of Object.keys(speakers) as (keyof typeof speakers)[]) {
  describe(name, { timeout: 240_000 }, () => {
    it('stores position, measurements and an SOS before it answers them; another tenant sees nothing', async () => {
      const device = await register(name);
      const link = await dialTerminal(portOf(name), speakers[name](device.imei));
      assert.equal(await link.login(), 'welcome');
      assert.equal(gateways.online(device.known.key), true);
      const { speaker } = link;
      const positionAt = second() - 60_000;
      link.send(speaker.position(fix(positionAt)));
      link.send(Buffer.concat(speaker.vitals(VITALS, second() - 30_000)));
      const at = second() - 1000;
      const alarm = speaker.alarm('sos', fix(at));
      link.send(alarm);
      for (let heard = await link.next(); heard?.kind !== 'alarm'; heard = await link.next()) assert.ok(heard, 'the alarm is answered');
      const events = await rows<{ code: string; at: string }>(device, 'device_events');
      assert.deepEqual(
        events.map(({ code, at: when }) => [code, instantOf(when)]),
        [['sos', at]],
      );
      const [warning, ...more] = await rows<{ rule: string; count: number; person_id: number; longitude: number }>(device, 'warnings');
      assert.deepEqual(more, []);
      assert.deepEqual([warning?.rule, warning?.count, warning?.person_id], ['sos', 1, device.personId]);
      assert.ok(Math.abs((warning?.longitude ?? 0) - 120.1303) < 0.0001);
      const measured = await rows<{ metric: number; value: number }>(device, 'latest_readings');
      for (const metric of MEASURED[name])
        assert.ok(
          measured.some((row) => row.metric === metric),
          `metric ${metric}`,
        );
      const places = await rows<{ at: string; approximate: boolean }>(device, 'positions');
      assert.ok(places.some((row) => instantOf(row.at) === positionAt && !row.approximate));
      // The same alarm again is answered and changes nothing.
      link.send(alarm);
      for (let heard = await link.next(); heard && heard.kind !== 'alarm' && heard.kind !== 'data'; heard = await link.next());
      assert.equal((await rows(device, 'device_events')).length, 1);
      assert.equal((await rows<{ count: number }>(device, 'warnings'))[0]?.count, 1);
      for (const table of ['device_events', 'warnings', 'positions', 'latest_readings', 'readings', 'device_states', 'devices']) {
        const seen = await t.deps.inTenant(other, (tx) => tx.rows(sql`select 1 from ${sql.table(table)}`));
        assert.equal(seen.length, 0, table);
      }
      link.close();
      await link.closed;
    });

    it('tells falls and a low battery from an SOS', async () => {
      const device = await register(name);
      const link = await dialTerminal(portOf(name), speakers[name](device.imei));
      await link.login();
      link.send(link.speaker.alarm('fall', fix()));
      link.send(link.speaker.alarm('lowBattery', fix()));
      for (let left = 2; left > 0;) if ((await link.next())?.kind === 'alarm') left--;
      const codes = (await rows<{ code: string }>(device, 'device_events')).map(({ code }) => code);
      assert.deepEqual(codes.sort(), ['fall', 'low_battery']);
      link.close();
    });

    it('refuses a stranger, and a device whose type speaks something else', async () => {
      const stranger = await dialTerminal(portOf(name), speakers[name](terminalId(name, 999)));
      assert.equal(await stranger.login(), null);
      const device = await register(name);
      await t.deps.inTenant(tenant, async (tx) => {
        const type = await tx.row<{ id: number }>(
          sql`insert into device_types (tenant_id, name, kind, protocol) values (${tenant}, ${`类型${serial}`}, 'watch', 'mqtt')
            returning id`,
        );
        await tx.run(sql`update devices set type_id = ${type!.id} where tenant_id = ${tenant} and id = ${device.deviceId}`);
      });
      const link = await dialTerminal(portOf(name), speakers[name](device.imei));
      assert.equal(await link.login(), null);
      assert.deepEqual(await rows(device, 'device_states'), []);
    });

    it('is told a command of the queue in its own words, and its answer confirms it', async () => {
      const device = await register(name);
      const link = await dialTerminal(portOf(name), speakers[name](device.imei));
      await link.login();
      const stateOf = await queued(device, 'uploadInterval', { seconds: 600 });
      assert.equal((await link.next())?.kind, 'command');
      await confirmed(stateOf);
      link.close();
      await link.closed;
    });

    it('serves a fleet of the simulator', async () => {
      const devices = await Promise.all([register(name), register(name), register(name)]);
      const ids = devices.map(({ imei }) => imei);
      const fleet = startTerminals({ protocol: name, host: '127.0.0.1', port: portOf(name), ids, rate: 60, heartbeatMs: 200 });
      assert.ok(await fleet.connected(15_000));
      for (const id of ids) fleet.alarm(id);
      assert.ok(await fleet.acknowledged(15_000));
      const counts = await fleet.stop();
      assert.equal(counts.alarmsAcknowledged, 3);
      for (const device of devices)
        assert.equal((await rows<{ code: string }>(device, 'device_events')).filter(({ code }) => code === 'sos').length, 1);
    });
  });
}

describe('IW', { timeout: 240_000 }, () => {
  it('has confirmed a phone book by the AP14 with its serial; one that asks for a position aid before confirms nothing', async () => {
    const device = await register('iw');
    const speaker = speakers.iw(device.imei);
    // It confirms when the test says so.
    const link = await dialTerminal(portOf('iw'), { ...speaker, hear: (chunk) => speaker.hear(chunk).map(({ kind }) => ({ kind })) });
    assert.equal(await link.login(), 'welcome');
    const stateOf = await queued(device, 'phoneBook', { contacts: [{ name: '女儿', phone: '13500000001' }] });
    assert.equal((await link.next())?.kind, 'command');
    const say = (text: string) => link.send(Buffer.from(`IW${text}#`));
    say('AP14,460,0,9520,3671');
    assert.equal((await link.next())?.kind, 'command', 'BP14 with the aid');
    assert.equal(await stateOf(), commandStates.sent);
    say('AP14,000001,73593F51|13500000001');
    say('AP03,06000908000102,5,30');
    assert.equal((await link.next())?.kind, 'heartbeat', 'a confirmation is not answered');
    await confirmed(stateOf);
    link.close();
  });
});

describe('JT/T 808', { timeout: 240_000 }, () => {
  const port = () => gateways.ports.jt808 as number;

  it('hears nobody before he has shown his code, refuses a wrong one, and lets neither push the real device out', async () => {
    const device = await register('jt808');
    const real = await dialTerminal(port(), jt808Speaker(device.imei, { code: authenticationCode(SECRET, device.known.key) }));
    assert.equal(await real.login(), 'welcome', 'the derived code is believed without a registration');
    const impostor = await dialTerminal(port(), jt808Speaker(device.imei));
    impostor.send(impostor.speaker.alarm('sos', fix()));
    assert.equal((await impostor.next())?.kind, 'refused');
    assert.deepEqual(await rows(device, 'device_events'), []);
    const guess = await dialTerminal(port(), jt808Speaker(device.imei, { code: 'guess' }));
    assert.equal(await guess.login(), 'refused');
    await guess.closed;
    assert.equal(gateways.online(device.known.key), true);
    real.send(real.speaker.alarm('sos', fix()));
    assert.equal((await real.next())?.kind, 'alarm');
    impostor.close();
    real.close();
  });

  it('gives the code only to the terminal it knows, and to nobody when registration is closed', async () => {
    const known = await addDevice(t, tenant, { imei: terminalId('jt808', ++serial), settings: { profile: { terminalId: 'REAL001' } } });
    const wrong = await dialTerminal(port(), jt808Speaker(known.imei));
    assert.equal(await wrong.login(), 'refused');
    const right = await dialTerminal(port(), jt808Speaker(known.imei, { terminalId: 'REAL001' }));
    assert.equal(await right.login(), 'welcome');
    const closed = await addDevice(t, tenant, { imei: terminalId('jt808', ++serial), settings: { profile: { registration: false } } });
    const late = await dialTerminal(port(), jt808Speaker(closed.imei));
    assert.equal(await late.login(), 'refused');
    for (const link of [wrong, right, late]) link.close();
  });

  it('keeps stored positions for the track and counts a repeated batch once', async () => {
    const device = await register('jt808');
    const link = await dialTerminal(port(), jt808Speaker(device.imei));
    await link.login();
    const at = second() - 3 * 3_600_000;
    const bodies = [0, 60_000, 120_000].map((ms) => locationHex(fix(at + ms)));
    const size = (hex: string) => (hex.length / 2).toString(16).padStart(4, '0');
    const batch = `000301${bodies.map((body) => size(body) + body).join('')}`;
    for (let n = 0; n < 2; n++) {
      link.send(link.speaker.raw(0x0704, batch));
      assert.equal((await link.next())?.kind, 'data');
    }
    assert.equal((await rows(device, 'positions')).length, 3);
    link.close();
  });
});
