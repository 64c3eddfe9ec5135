/** The page 设备模拟: from the button over NOTIFY to the simulator, over the device's own connection and its gateway to what staff see. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { simulations as routes } from '#contract/devices/simulations.ts';
import { connection } from '#server/db/pool.ts';
import { startTcpGateways, type TcpGateways } from '#server/ingest/tcp/gateways.ts';
import { refusal, type TestUser } from '#test/harness.ts';
import { gatewayOf } from '#test/mqtt-gateway.ts';
import { addOfType } from '#test/mqtt.ts';
import { eventually } from '#test/processes.ts';
import { hearFor } from '../../scripts/simulator/hearing.ts';
import { startSimulator, type Simulator } from '../../scripts/simulator/simulator.ts';

const timeout = 60_000;
const WATCH = '863788000000115';
const [PENDANT, BADGE, HUB, BELT, RADAR] = ['863788100000014', '13810000011', 'HUB1000001001', 'BELT1000001001', 'RADAR1000001001'];
const NUMBERS = { watch: WATCH, ev07b: PENDANT, jt808: BADGE, hub: HUB, bed: BELT, radar: RADAR };

describe('设备模拟', { timeout }, () => {
  let g: Awaited<ReturnType<typeof gatewayOf>>;
  let admin: TestUser;
  let stranger: TestUser;
  let gateways: TcpGateways;
  const ids = {} as Record<keyof typeof NUMBERS, number>;
  const running: { simulator?: Simulator; hearing?: ReturnType<typeof hearFor> } = {};

  const say = (deviceId: number, kind: string, more: object = {}, as = admin) => g.t.route(routes.say, as, { deviceId, kind, ...more });
  const rows = <T>(table: string, deviceId: number) => g.rows<T>({ tenantId: g.tenant, deviceId }, table);
  const warned = async (deviceId: number) => (await rows<{ rule: string }>('warnings', deviceId)).map(({ rule }) => rule).sort();

  async function addType(kind: string, protocol: string): Promise<number> {
    const made = await g.t.deps.inTenant(g.tenant, (tx) =>
      tx.row<{ id: number }>(sql`insert into device_types (tenant_id, name, kind, protocol, profile)
        values (${g.tenant}, ${protocol + kind}, ${kind}, ${protocol}, ${protocol === 'jt808' ? '{"alarms":{"3":"removed"}}' : '{}'})
        returning id`),
    );
    return made!.id;
  }

  before(async () => {
    g = await gatewayOf();
    g.t.deps.config.demo = true;
    admin = await g.t.user(g.tenant);
    stranger = await g.t.user(await g.t.tenant());
    for (const [name, imei] of Object.entries(NUMBERS) as [keyof typeof NUMBERS, string][]) {
      const kind = { watch: 'watch', ev07b: 'pendant', jt808: 'pendant', hub: 'hub', bed: 'bed', radar: 'radar' }[name];
      const typeId = await addType(kind, ['hub', 'bed', 'radar'].includes(name) ? 'mqtt' : name);
      ids[name] = (await addOfType(g.t, g.tenant, typeId, { kind, imei, password: false })).deviceId;
    }
    await g.t.deps.inTenant(g.tenant, async (tx) => {
      await tx.run(sql`update devices set hub_id = ${ids.hub} where tenant_id = ${g.tenant} and id = ${ids.bed}`);
      await tx.run(sql`update people set longitude = 120.12, latitude = 30.27 where tenant_id = ${g.tenant}`);
    });
    const { deps } = g.t;
    gateways = await startTcpGateways(
      { watch: 0, ev07b: 0, jt808: 0 },
      { host: '127.0.0.1', directory: g.sink.directory, sink: g.sink.pipeline, clock: Date.now, log: deps.log },
      deps.secrets.blind,
    );
  });
  after(async () => {
    running.hearing?.stop();
    await running.simulator?.stop();
    await gateways?.stop();
    await g?.close();
  });

  it('asks for a session, a form, a permission, and the tenant’s own device', async () => {
    const input = { deviceId: ids.watch, kind: 'sos' };
    assert.equal((await g.t.route(routes.say, null, input)).status, 401);
    for (const [bad, text] of [
      [{ ...input, kind: 'explode' }, '请选择要模拟的内容'],
      [{ ...input, deviceId: null }, '请选择设备'],
      [{ ...input, kind: 'measure', values: { heartRate: 900 } }, '心率应为25至250'],
    ] as const) {
      const answer = await g.t.route(routes.say, admin, bad);
      assert.deepEqual([answer.status, answer.msg], [400, text]);
    }
    const looks = await g.t.user(g.tenant, { permissions: ['tenant_device_simulator_view'] });
    assert.equal((await say(ids.watch, 'sos', {}, looks)).status, 403);
    assert.equal((await g.t.route(routes.page, await g.t.user(g.tenant, { permissions: ['tenant_device_view'] }))).status, 403);
    assert.equal((await say(ids.watch, 'sos', {}, stranger)).status, 404);
    assert.equal((await g.t.route(routes.page, stranger)).data.total, 0);
  });

  it('is not there outside demonstration mode', async () => {
    g.t.deps.config.demo = false;
    try {
      for (const answer of [await g.t.route(routes.page, admin), await say(ids.watch, 'sos')])
        assert.deepEqual([answer.status, answer.msg], [404, '该功能只在演示环境提供']);
    } finally {
      g.t.deps.config.demo = true;
    }
  });

  it('says that no simulator runs, and changes nothing', async () => {
    const answer = await say(ids.watch, 'sos');
    assert.deepEqual([answer.status, answer.msg], [422, '模拟器未运行']);
    assert.deepEqual(await warned(ids.watch), []);
  });

  it('refuses what a device has no words for', async () => {
    for (const [id, kind, values] of [
      [ids.hub, 'sos', undefined],
      [ids.ev07b, 'removed', undefined],
      [ids.bed, 'offline', undefined],
    ] as const)
      assert.deepEqual(refusal(await say(id, kind, { values })), [422, '该设备没有这项功能'], kind);
    assert.equal((await say(ids.watch, 'sos', { values: { heartRate: 70 } })).msg, '只有测量需要数值');
    assert.equal((await say(ids.ev07b, 'measure', { values: { temperature: 39 } })).msg, '该设备不测量这项数值');
    const other = await addOfType(g.t, g.tenant, await addType('other', 'watch'), {
      kind: 'watch',
      imei: '863719000000115',
      password: false,
    });
    assert.equal((await say(other.deviceId, 'sos')).status, 404, 'a real device is nobody’s to play');
  });

  describe('with a simulator', () => {
    before(async () => {
      const { deps } = g.t;
      const simulator = startSimulator({
        deps,
        host: '127.0.0.1',
        ports: { ...gateways.ports, mqtt: g.gateway.port },
        homes: new Map([[g.tenant, { lng: 120.12, lat: 30.27 }]]),
        everySeconds: 3600,
      });
      running.simulator = simulator;
      running.hearing = hearFor(simulator, deps, () => connection(g.t.target('app'), 'simulator'));
      await Promise.all([simulator.ready, running.hearing.ready]);
      await eventually(
        () => simulator.online === 5,
        () => `5 devices online: ${simulator.online}`,
      );
    });

    it('raises alarms by the device’s own protocol before it answers', async () => {
      for (const kind of ['sos', 'fall', 'removed', 'lowBattery']) {
        const answer = await say(ids.watch, kind);
        assert.deepEqual([answer.status, answer.msg], [200, null], kind);
      }
      assert.deepEqual(await warned(ids.watch), ['fall', 'low_battery', 'removed', 'sos']);
      assert.equal((await say(ids.ev07b, 'sos')).status, 200);
      assert.deepEqual(await warned(ids.ev07b), ['sos']);
      assert.equal((await say(ids.jt808, 'removed')).status, 200);
      assert.deepEqual(await warned(ids.jt808), ['removed']);
      assert.equal((await say(ids.radar, 'fall')).status, 200);
      assert.deepEqual(await warned(ids.radar), ['fall']);
    });

    it('answers those who press at once', async () => {
      const answers = await Promise.all([say(ids.ev07b, 'sos'), say(ids.radar, 'fall'), say(ids.ev07b, 'sos')]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      assert.deepEqual(await warned(ids.ev07b), ['sos'], 'an open one is counted, not raised again');
    });

    it('lists the devices with the newest warning, which whoever may not see warnings does not', async () => {
      const { data } = await g.t.route(routes.page, admin);
      assert.deepEqual(
        data.records.map(({ imei, warning }: any) => [imei, warning?.title ?? null]),
        [
          [RADAR, '跌倒'],
          [BELT, null],
          [HUB, null],
          [BADGE, '设备脱落'],
          [PENDANT, 'SOS求助'],
          [WATCH, '低电量'],
        ],
      );
      const named = await g.t.route(routes.page, admin, { name: 'RADAR' });
      assert.deepEqual([named.data.total, (await g.t.route(routes.page, admin, { type: 'bed' })).data.total], [1, 1]);
      const looks = await g.t.user(g.tenant, { permissions: ['tenant_device_simulator_view'] });
      assert.ok((await g.t.route(routes.page, looks)).data.records.every(({ warning }: any) => warning === null));
    });

    it('measures what was asked for, also through the gateway that speaks for a belt', async () => {
      assert.equal((await say(ids.watch, 'measure', { values: { heartRate: 138 } })).status, 200);
      const newest = async (id: number, metric: number) => {
        const found = await eventually(async () =>
          (await rows<{ metric: number; value: number }>('latest_readings', id)).find((one) => one.metric === metric),
        );
        return found.value;
      };
      assert.deepEqual([await newest(ids.watch, 1), await newest(ids.watch, 2), await newest(ids.watch, 5)], [138, 126, 36.5]);
      await eventually(async () => (await warned(ids.watch)).some((rule) => rule.includes('heart')));
      assert.equal((await say(ids.bed, 'measure', { values: { heartRate: 61, breathing: 14 } })).status, 200);
      assert.deepEqual([await newest(ids.bed, 1), await newest(ids.bed, 9)], [61, 14]);
    });

    it('is switched off, says nothing then, and comes back', async () => {
      assert.equal((await say(ids.ev07b, 'offline')).status, 200);
      await eventually(() => gateways.protocolOf(`${g.tenant}:${ids.ev07b}`) === null);
      const silent = await say(ids.ev07b, 'fall');
      assert.deepEqual([silent.status, silent.msg], [422, '设备已断线，请先恢复']);
      assert.equal((await say(ids.ev07b, 'online')).status, 200);
      assert.equal((await say(ids.ev07b, 'fall')).status, 200);
      assert.deepEqual(await warned(ids.ev07b), ['fall', 'sos']);
    });

    it('goes for a walk, one at a time', async () => {
      assert.equal((await say(ids.jt808, 'leave')).status, 200);
      assert.equal((await say(ids.jt808, 'leave')).msg, '佩戴人已在院外，约一分钟后回来');
      await eventually(async () => (await rows('positions', ids.jt808)).length >= 1);
    });

    it('writes down who pressed what', async () => {
      const { data } = await g.t.call('GET', '/admin/log/page', { as: admin, input: { size: 50 } });
      assert.ok(data.records.some(({ title }: any) => title === '模拟设备上报'));
    });

    it('leaves a device alone for which somebody made a password of his own', async () => {
      const { tenant } = g;
      await g.t.deps.inTenant(tenant, (tx) =>
        tx.run(sql`update device_credentials set created_by = ${admin.userId} where tenant_id = ${tenant} and device_id = ${ids.radar}`),
      );
      await running.simulator!.look();
      assert.equal((await say(ids.radar, 'fall')).msg, '该设备不由模拟器控制');
    });
  });
});
