import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { deviceIntegrations as routes } from '#contract/devices/device-integrations.ts';
import { deviceTypes } from '#contract/devices/device-types.ts';
import { mappingTemplates, templateNames } from '#contract/devices/mapping-templates.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { addOfType, addType } from '#test/mqtt.ts';
import { SECRET } from '#test/pushes.ts';
import { openSecret } from './integration-keys.ts';

let t: Harness;
let nurse: TestUser;
let looker: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant());
  looker = await t.user(nurse.tenantId, { permissions: ['tenant_deviceintegration_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const { mapping } = mappingTemplates.pushed;
let serial = 0;
const form = (more: object = {}) => ({ name: `平台${++serial}`, kind: 'webhook', mapping, ...more });
const create = async (more: object = {}) => (await t.route(routes.create, nurse, form(more))).data as number;

describe('integrations', () => {
  it('are kept from those who may not', async () => {
    const id = await create();
    assert.equal((await t.route(routes.page, null)).status, 401);
    assert.equal((await t.route(routes.create, nurse, form({ mapping: { fields: [] } }))).status, 400);
    assert.equal((await t.route(routes.create, looker, form())).status, 403);
    for (const route of [routes.address, routes.secret, routes.state, routes.try])
      assert.equal((await t.route(route, looker, { id, secret: 'x', kind: 'webhook', mapping, body: '{}' })).status, 403, route.path);
    for (const [route, input] of [
      [routes.get, { id }],
      [routes.update, { ...form(), id }],
      [routes.remove, { id }],
      [routes.address, { id }],
      [routes.secret, { id, secret: 'x' }],
      [routes.deliveries, { id }],
      [routes.state, { id }],
    ] as const)
      assert.equal((await t.route(route, stranger, input)).status, 404, route.path);
    assert.equal((await t.route(routes.page, stranger)).data.total, 0);
    assert.equal((await t.route(routes.page, looker)).status, 200);
  });

  it('say in Chinese what is wrong with them', async () => {
    const wrong: [more: object, says: RegExp][] = [
      [{ name: '' }, /请输入名称/],
      [{ kind: 'ftp' }, /请选择接入方式/],
      [{ mapping: { ...mapping, device: undefined } }, /设备编号的路径/],
      [{ mapping: { device: 'a b', fields: mapping.fields } }, /无法识别/],
      [{ kind: 'poller' }, /拉取地址/],
      [{ kind: 'poller', polling: { url: 'ftp://x', everySeconds: 60 } }, /https/],
      [{ kind: 'poller', polling: { url: 'https://a:b@example.com', everySeconds: 60 } }, /用户名/],
      [{ kind: 'poller', polling: { url: 'https://example.com', everySeconds: 1 } }, /10秒/],
      [{ signature: { scheme: 'md5' } }, /签名所在/],
      [{ signature: { scheme: 'hmac-sha256', place: { in: 'header', name: 'X' }, over: 'timestamp.body' } }, /时间戳/],
      [{ signature: { scheme: 'none', networks: ['10.0.0.0/99'] } }, /网段/],
      [{ signature: { scheme: 'none', windowSeconds: 5000 } }, /600秒/],
      [{ reply: { status: 500 } }, /状态码/],
    ];
    for (const [more, says] of wrong) {
      const { status, msg } = await t.route(routes.create, nurse, form(more));
      assert.equal(status, 400, JSON.stringify(more));
      assert.match(msg ?? '', says);
    }
    const name = form().name;
    assert.equal((await t.route(routes.create, nurse, form({ name }))).status, 200);
    assert.deepEqual([(await t.route(routes.create, nurse, form({ name }))).status], [409]);
  });

  it('are changed by one of two', async () => {
    const id = await create();
    const row = (await t.route(routes.get, nurse, { id })).data;
    assert.deepEqual(
      [row.kind, row.hasAddress, row.hasSecret, row.mapping.fields.length],
      ['webhook', false, false, mapping.fields.length],
    );
    const update = (more: object = {}) => t.route(routes.update, nurse, { ...row, id, version: row.version, remarks: '核对过', ...more });
    assert.equal((await update({ kind: 'mqtt' })).status, 422);
    assert.deepEqual((await Promise.all([update(), update()])).map(({ status }) => status).sort(), [200, 409]);
  });

  it('hand out their address once and keep their secret sealed', async () => {
    const id = await create();
    const { data } = await t.route(routes.address, nurse, { id });
    assert.match(data.path, /^\/tenant-device\/push\/[\w-]{43}$/);
    assert.equal((await t.route(routes.secret, nurse, { id, secret: SECRET })).status, 200);
    const row = (await t.route(routes.get, nurse, { id })).data;
    assert.deepEqual([row.hasAddress, row.hasSecret], [true, true]);
    assert.equal(JSON.stringify(row).includes(SECRET), false);
    const kept = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.row<{ address_key: Buffer; secret_cipher: Buffer }>(
        sql`select * from device_integration_secrets where tenant_id = ${nurse.tenantId} and integration_id = ${id}`,
      ),
    );
    assert.equal(openSecret(t.deps.secrets, nurse.tenantId, id, kept!.secret_cipher), SECRET);
    assert.throws(() => openSecret(t.deps.secrets, nurse.tenantId, id + 1, kept!.secret_cipher));
    assert.equal(kept!.address_key.length, 32);
    // Neither the record of changes nor the operation log has it.
    for (const table of ['row_changes', 'operation_logs']) {
      const found = await t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.rows(
          sql`select 1 from ${sql.table(table)} x where tenant_id = ${nurse.tenantId} and (strpos(x::text, ${SECRET}) > 0
            or strpos(x::text, ${data.path.slice(-43)}) > 0)`,
        ),
      );
      assert.equal(found.length, 0, table);
    }
    await t.route(routes.secret, nurse, { id, secret: '' });
    assert.equal((await t.route(routes.get, nurse, { id })).data.hasSecret, false);
    const mqtt = await create({ kind: 'mqtt' });
    assert.equal((await t.route(routes.address, nurse, { id: mqtt })).status, 422);
  });

  it('of a type in use stay', async () => {
    const id = await create({ kind: 'mqtt' });
    const type = await addType(t, nurse.tenantId, 'mqtt', { integrationId: id });
    assert.equal((await t.route(routes.remove, nurse, { id })).status, 422);
    const row = (await t.route(deviceTypes.get, nurse, { id: type })).data;
    assert.ok(row.integrationName);
    assert.equal((await t.route(deviceTypes.update, nurse, { ...row, id: type, protocol: 'http' })).status, 422);
    assert.equal((await t.route(deviceTypes.update, nurse, { ...row, id: type, integrationId: 999_999 })).status, 422);
    assert.equal((await t.route(deviceTypes.update, nurse, { ...row, id: type, integrationId: null })).status, 200);
    assert.equal((await t.route(routes.remove, nurse, { id })).status, 200);
    assert.equal((await t.route(routes.get, nurse, { id })).status, 404);
  });

  it('are tried without a trace', async () => {
    const device = await addOfType(t, nurse.tenantId, await addType(t, nurse.tenantId, 'http'), { password: false });
    const foreign = await addOfType(t, stranger.tenantId, await addType(t, stranger.tenantId, 'http'), { password: false });
    const broker = await addOfType(t, nurse.tenantId, await addType(t, nurse.tenantId, 'mqtt'));
    const attempt = async (body: unknown) =>
      (await t.route(routes.try, nurse, { kind: 'webhook', mapping: mappingTemplates.plain.mapping, body: JSON.stringify(body) })).data;
    const { records } = await attempt([
      { id: device.imei, time: Date.now(), heartRate: 70, temperature: 99 },
      { id: foreign.imei, heartRate: 70 },
      { id: broker.imei, time: Date.now() - 3_600_000, alarm: 'sos' },
      { heartRate: 70 },
    ]);
    assert.deepEqual(
      records.map(({ known, ownTime, late }: Record<string, boolean>) => [known, ownTime, late]),
      [
        [true, true, false],
        [false, false, false],
        [false, true, true],
        [null, false, false],
      ],
    );
    assert.deepEqual(
      records[0].recorded.map(({ text }: { text: string }) => text),
      ['心率 70 次/分'],
    );
    assert.match(records[0].problems[0].message, /体温 99 超出合理范围/);
    assert.match(records[2].problems[0].message, /通信协议/);
    for (const table of ['readings', 'device_events', 'device_states']) {
      const found = await t.deps.inTenant(nurse.tenantId, (tx) =>
        tx.rows(sql`select 1 from ${sql.table(table)} where tenant_id = ${nurse.tenantId}`),
      );
      assert.equal(found.length, 0, table);
    }
    const [old] = (await attempt({ id: device.imei, time: Date.now() - 8 * 86_400_000, heartRate: 70 })).records;
    assert.deepEqual([old.ownTime, old.late], [false, false], 'a clock that is a week behind is not believed, here as in life');
    const reader = await create();
    const read = await addOfType(t, nurse.tenantId, await addType(t, nurse.tenantId, 'http', { integrationId: reader }), {
      password: false,
    });
    const of = async (id: number | null) =>
      (
        await t.route(routes.try, nurse, {
          id,
          kind: 'webhook',
          mapping: mappingTemplates.plain.mapping,
          body: JSON.stringify({ id: read.imei, heartRate: 70 }),
        })
      ).data.records[0];
    assert.equal((await of(reader)).known, true);
    for (const id of [null, await create()]) {
      const other = await of(id);
      assert.equal(other.known, false);
      assert.match(other.problems.at(-1).message, /指定了另一个数据接入/);
    }
    const bad = await t.route(routes.try, nurse, { kind: 'webhook', mapping, body: 'hello' });
    assert.deepEqual([bad.status, bad.msg], [400, '报文既不是JSON，也不是表单（name=value）']);
    for (const name of templateNames) {
      const template = mappingTemplates[name];
      const tried = await t.route(routes.try, nurse, {
        kind: template.kinds[0],
        mapping: template.mapping,
        body: JSON.stringify(template.sample),
      });
      assert.equal(tried.status, 200);
      assert.ok(
        tried.data.records.some(({ recorded }: { recorded: unknown[] }) => recorded.length > 0),
        name,
      );
    }
  });

  it('lose their traces after seven days', async () => {
    const id = await create();
    await t.deps.inTenant(nurse.tenantId, async (tx) => {
      for (const days of [0, 6, 8])
        await tx.run(
          sql`insert into device_integration_deliveries (tenant_id, integration_id, at, result, deliveries)
            values (${nurse.tenantId}, ${id}, now() - make_interval(days => ${days}), 1, 1)`,
        );
      await tx.run(
        sql`insert into device_integration_states (tenant_id, integration_id, sample, sample_at)
          values (${nurse.tenantId}, ${id}, '{}', now() - interval '8 days')`,
      );
      await tx.run(
        sql`insert into device_integration_nonces (tenant_id, integration_id, nonce, at)
          values (${nurse.tenantId}, ${id}, 'a', now() - interval '2 hours'), (${nurse.tenantId}, ${id}, 'b', now())`,
      );
    });
    const { rows } = await t.deps.cleanup.query('select app.clear_integration_traces(1000) as gone');
    assert.equal(rows[0].gone, 1);
    assert.equal((await t.route(routes.deliveries, nurse, { id })).data.total, 2);
    assert.equal((await t.route(routes.state, nurse, { id })).data.sample, null);
    const nonces = await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.rows(sql`select nonce from device_integration_nonces where tenant_id = ${nurse.tenantId} and integration_id = ${id}`),
    );
    assert.deepEqual(nonces, [{ nonce: 'b' }]);
  });
});
