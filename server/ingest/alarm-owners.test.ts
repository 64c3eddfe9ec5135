/** Whose alarm it is, and who hears of it, when things are not as usual. */
import { MINUTE } from '#contract/time.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import pg from 'pg';
import { warningPolicies } from '#contract/warnings/policies.ts';
import { harness, type Harness } from '#test/harness.ts';
import { addDevice, alarm, frame, ingest, warningsOf, type TestDevice } from '#test/ingest.ts';
import { connection } from '../db/pool.ts';
import { sweepWarnings } from '../warnings/sweeps.ts';

interface Warned {
  id: number;
  rule: string;
  subject: string;
  count: number;
  person_id: number | null;
  cleared_at: string | null;
}

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
const warned = (device: TestDevice) => warningsOf<Warned>(t, device);

describe('an alarm', () => {
  it('of a frozen institution is recorded and told of all the same, and waits there when it opens again', async () => {
    const closed = await t.tenant();
    const nurse = await t.user(closed);
    const device = await addDevice(t, closed);
    const owner = new pg.Client(connection(t.target('superuser'), 'freezing'));
    await owner.connect();
    const step = { delay: 0, to: [{ kind: 'user', id: nurse.userId, address: null }], channels: ['popup'] };
    assert.equal((await t.route(warningPolicies.create, nurse, { name: '默认', steps: [step] })).status, 200);
    await accept(device, alarm(device, 'sos', { at: Date.now() - 5000 }));
    await owner.query('update tenants set status = 9 where id = $1', [closed]);
    await owner.query(`notify yian_events, '${JSON.stringify({ t: closed, k: 'tenant.changed', p: { tenantId: closed } })}'`);
    assert.equal((await t.call('get', '/admin/user/info', { as: await t.user(closed) })).status, 401);
    assert.deepEqual(await accept(device, alarm(device, 'sos')), { stored: 1 });
    assert.equal((await sweepWarnings(t.deps)).failed, 0);
    await owner.query('update tenants set status = 0 where id = $1', [closed]);
    await owner.end();
    assert.deepEqual(
      (await warned(device)).map(({ rule, count }) => [rule, count]),
      [['sos', 2]],
    );
    const told = await t.deps.inTenant(closed, (tx) => tx.rows(sql`select state from warning_deliveries where tenant_id = ${closed}`));
    assert.deepEqual(told, [{ state: 2 }]);
  });

  it('of somebody on leave is raised: whoever presses needs somebody, wherever they are', async () => {
    const device = await addDevice(t, tenant);
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update people set status = 2 where tenant_id = ${tenant} and id = ${device.personId}`),
    );
    await accept(device, alarm(device, 'sos'), alarm(device, 'fall'));
    assert.deepEqual(
      (await warned(device)).map(({ rule }) => rule),
      ['sos', 'fall'],
    );
  });

  it('that comes late is about who wore the device then, not about who wears it now', async () => {
    const device = await addDevice(t, tenant);
    const other = await addDevice(t, tenant);
    const hours = (number: number) => sql`now() - make_interval(hours => ${number})`;
    await t.deps.inTenant(tenant, async (tx) => {
      await tx.run(sql`update device_bindings set bound_at = ${hours(9)} where tenant_id = ${tenant} and device_id = ${device.deviceId}`);
      await tx.run(sql`update devices set person_id = ${other.personId} where tenant_id = ${tenant} and id = ${device.deviceId}`);
      await tx.run(
        sql`update device_bindings set released_at = ${hours(1)} where tenant_id = ${tenant} and device_id
          = ${device.deviceId} and released_at is not null`,
      );
      await tx.run(
        sql`update device_bindings set bound_at = ${hours(1)} where tenant_id = ${tenant} and device_id
          = ${device.deviceId} and released_at is null`,
      );
    });
    sink.directory.clear();
    await accept(device, alarm(device, 'fall', { at: Date.now() - 120 * MINUTE }), alarm(device, 'sos'));
    const raised = await t.deps.inTenant(tenant, (tx) =>
      tx.rows<Warned>(
        sql`select rule, person_id, subject from warnings where tenant_id = ${tenant} and device_id = ${device.deviceId} order by rule`,
      ),
    );
    assert.deepEqual(
      raised.map(({ rule, person_id, subject }) => [rule, person_id, subject]),
      [
        ['fall', device.personId, `p${device.personId}`],
        ['sos', other.personId, `p${other.personId}`],
      ],
    );
  });
});
