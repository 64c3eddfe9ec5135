/** Who is given the code of a JT/T 808 device, on sockets and a real database. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceProfiles } from '#contract/devices/device-profiles.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { devices } from '#contract/devices/devices.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { ingest } from '#test/ingest.ts';
import { dialTerminal } from '#test/terminals.ts';
import { jt808Speaker } from '../../scripts/simulator/jt808-speaker.ts';
import { partStore } from './message-parts.ts';
import { registrationLedger } from './registrations.ts';
import { authenticationCode } from './tcp/jt808-credentials.ts';
import { startTcpGateways, type TcpGateways } from './tcp/gateways.ts';

const SECRET = Buffer.from('the secret of this test');
let t: Harness;
let nurse: TestUser;
let sink: ReturnType<typeof ingest>;
let ledger: ReturnType<typeof registrationLedger>;
let gateways: TcpGateways;
let typeId: number;
let now = Date.now();
before(async () => {
  t = await harness({ now: () => now });
  nurse = await t.user(await t.tenant());
  typeId = (await t.route(deviceTypes.create, nurse, { name: '工牌', kind: 'pendant', protocol: 'jt808' })).data as number;
  sink = ingest(t);
  await sink.pool.query('select app.prepare_partitions()');
  ledger = registrationLedger({ deps: t.deps, forget: sink.directory.forget });
  gateways = await startTcpGateways(
    { jt808: 0 },
    {
      host: '127.0.0.1',
      directory: sink.directory,
      sink: ledger.around(sink.pipeline),
      parts: partStore(t.deps),
      clock: Date.now,
      log: t.deps.log,
    },
    SECRET,
  );
});
after(async () => {
  await gateways?.stop();
  await sink?.close();
  await t?.close();
});

let number = 13_700_000_000;
async function add() {
  const imei = String(++number);
  const id = (await t.route(devices.create, nurse, { imei, type: 'pendant', typeId })).data as number;
  return { id, imei, key: `${nurse.tenantId}:${id}` };
}
/** How the login of a terminal with this id ends. */
async function come(imei: string, terminalId: string, code?: string) {
  const link = await dialTerminal(
    gateways.ports.jt808 as number,
    jt808Speaker(imei, { terminalId, ...(code === undefined ? {} : { code }) }),
  );
  const ended = await link.login();
  link.close();
  await link.closed;
  return ended;
}
const standing = async (id: number) => (await t.route(deviceProfiles.get, nurse, { id })).data.registration;
const row = (id: number) =>
  t.deps.inTenant(nurse.tenantId, (tx) =>
    tx.row<Record<string, string | null>>(
      sql`select * from device_registrations where tenant_id = ${nurse.tenantId} and device_id = ${id}`,
    ),
  );

describe('registrations of terminals', { timeout: 240_000 }, () => {
  it('bind the code to the first terminal that shows it; it may register again, another one may not', async () => {
    const { id, imei } = await add();
    assert.equal(await come(imei, 'TERM001'), 'welcome');
    const first = await standing(id);
    assert.equal(first.boundId, 'TERM001');
    assert.ok(first.givenTime && first.boundTime && first.refusedTime === null);
    assert.equal(await come(imei, 'TERM001'), 'welcome', 'after a reset it registers again');
    assert.equal(await come(imei, 'THIEF01'), 'refused');
    const after = await standing(id);
    assert.deepEqual([after.boundId, after.boundTime, after.refusedId], ['TERM001', first.boundTime, 'THIEF01']);
    const seen = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows<{ id: number }>(sql`select device_id as id from device_states where tenant_id = ${nurse.tenantId} and device_id = ${id}`),
    );
    assert.equal(seen.length, 1, 'the terminal that showed the code was seen');
  });

  it('whoever only registers has not been there, and binds nothing', async () => {
    const { id, imei, key } = await add();
    const link = await dialTerminal(gateways.ports.jt808 as number, jt808Speaker(imei, { terminalId: 'EARLY01' }));
    link.send(link.speaker.hello());
    assert.equal((await link.next())?.kind, 'step');
    link.close();
    await link.closed;
    const { n } = (await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.row<{ n: number }>(sql`select count(*) as n from device_states where tenant_id = ${nurse.tenantId} and device_id = ${id}`),
    ))!;
    assert.ok(n <= 1);
    assert.equal(await come(imei, '', authenticationCode(SECRET, key)), 'welcome');
    assert.ok((await row(id))?.bound_at, 'the code on a later connection is that of whoever was given it last');
  });

  it('stay open for a terminal that shows its code without ever having registered here', async () => {
    const { id, imei, key } = await add();
    assert.equal(await come(imei, '', authenticationCode(SECRET, key)), 'welcome');
    assert.equal(await row(id), undefined);
    assert.equal(await come(imei, 'TERM002'), 'welcome');
  });

  it('are opened again by staff for an exchanged terminal, and closed for good', async () => {
    const { id, imei } = await add();
    assert.equal(await come(imei, 'OLD0001'), 'welcome');
    assert.equal(await come(imei, 'NEW0001'), 'refused');
    assert.equal((await t.route(deviceProfiles.open, nurse, { id })).status, 200);
    sink.directory.forget(nurse.tenantId, id);
    assert.equal(await come(imei, 'NEW0001'), 'welcome');
    assert.equal(await come(imei, 'OLD0001'), 'refused');
    assert.equal((await t.route(deviceProfiles.close, nurse, { id })).status, 200);
    sink.directory.forget(nurse.tenantId, id);
    assert.equal(await come(imei, 'NEW0001'), 'refused', 'not even the one that is there');
  });

  it('begin anew when the device gets another number', async () => {
    const { id, imei } = await add();
    assert.equal(await come(imei, 'FIRST01'), 'welcome');
    const next = String(++number);
    assert.equal((await t.route(devices.update, nurse, { id, imei: next, type: 'pendant', typeId })).status, 200);
    sink.directory.forget(nurse.tenantId, id);
    assert.equal(await row(id), undefined);
    assert.equal(await come(next, 'OTHER01'), 'welcome');
  });

  it('that are refused are written down once a minute', async () => {
    const { id, imei } = await add();
    await come(imei, 'REAL001');
    await come(imei, 'WRONG01');
    await come(imei, 'WRONG02');
    assert.equal((await row(id))?.refused_id, 'WRONG01');
    now += 61_000;
    await come(imei, 'WRONG02');
    assert.equal((await row(id))?.refused_id, 'WRONG02');
    assert.ok(ledger.counts.refused >= 3);
  });
});
