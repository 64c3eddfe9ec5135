import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { screens as routes } from '#contract/screens/screens.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { db, type Tx } from '#server/db/tenant.ts';
import { raiseWarning } from '#server/warnings/raise.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let wall: TestUser;
before(async () => void (t = await harness()));
after(() => t.close());
beforeEach(async () => {
  tenant = await t.tenant('颐和养老院');
  wall = await t.user(tenant, { permissions: ['tenant_screen'] });
});

const put = (table: string, values: object, of = tenant) =>
  t.deps.inTenant(of, async (tx) => {
    const row = await tx.row(
      db
        .insertInto(table as 'people')
        .values({ tenant_id: of, ...values } as never)
        .returning('id'),
    );
    return (row as { id: number }).id;
  });
const inside = <T>(work: (tx: Tx) => Promise<T>, of = tenant) => t.deps.inTenant(of, work);
const read = async (as = wall) => (await t.route(routes.tenant, as)).data;

/** A house of one room with two beds, one of them 王秀英's, and her watch. */
async function house(of = tenant) {
  const room = await put('rooms', { building: '1号楼', floor: '2层', name: '203' }, of);
  const [bed] = [await put('beds', { room_id: room, name: '1床', status: 2 }, of), await put('beds', { room_id: room, name: '2床' }, of)];
  const person = await put(
    'people',
    { name: '王秀英', gender: 2, birth_date: '1940-01-01', care_level: 5, bed_id: bed, flags: ['跌倒高危'] },
    of,
  );
  const imei = `86${String(person).padStart(13, '0')}`;
  const device = await put('devices', { imei, type: 'watch', person_id: person }, of);
  return { room, bed, person, device };
}

const sos = (deviceId: number, at = Date.now(), of = tenant) =>
  inside((tx) => raiseWarning(tx, t.deps, { rule: 'sos', deviceId, code: 'sos', at, late: false, place: null }), of);

describe("an institution's screen", () => {
  it('is for those who may, and for nobody else', async () => {
    assert.equal((await t.route(routes.tenant, null)).status, 401);
    const nurse = await t.user(tenant, { permissions: ['warning_devicewarning_view', 'members_oldman_view'] });
    assert.equal((await t.route(routes.tenant, nurse)).status, 403);
    assert.equal((await t.call('GET', '/members/screen/tenant', { as: wall, headers: { 'tenant-id': String(tenant + 1) } })).status, 403);
  });

  it('of an empty house is empty', async () => {
    const screen = await read();
    assert.equal(screen.tenantName, '颐和养老院');
    assert.deepEqual(
      [screen.people.inCare, screen.beds.total, screen.rooms, screen.staff.people, screen.devices.total, screen.places],
      [0, 0, [], [], 0, []],
    );
    assert.deepEqual(
      [screen.warnings.days.length, screen.warnings.open, screen.warnings.urgent, screen.warnings.response.p50],
      [30, 0, [], null],
    );
    assert.deepEqual([screen.orders.today, screen.orders.overdue, screen.health.people], [[], 0, 0]);
  });

  it('shows people, beds, staff and devices as they are, of this institution only', async () => {
    const { device } = await house();
    await put('people', { name: '李大山', gender: 1, birth_date: '1960-01-01', status: 3 });
    await put('people', { name: '赵离院', status: 4 });
    const nurse = await t.user(tenant, { name: '张护士' });
    await inside(async (tx) => {
      await tx.run(
        sql`insert into device_states (tenant_id, device_id, last_seen_at, battery, longitude, latitude, located_at)
          values (${tenant}, ${device}, now(), 12, 120.1, 30.2, now())`,
      );
      await tx.run(sql`insert into duties (tenant_id, user_id, starts_at, ends_at) values
        (${tenant}, ${nurse.userId}, now() - interval '1 hour', now() + interval '7 hours'),
          (${tenant}, ${wall.userId}, now() - interval '9 hours', now() - interval '1 hour')`);
    });
    const other = await t.tenant();
    await house(other);
    const { people, beds, rooms, staff, devices, places } = await read();
    assert.deepEqual([people.inCare, people.inHospital, people.away, people.men, people.women, people.newThisMonth], [1, 1, 0, 1, 1, 2]);
    assert.deepEqual(
      people.ages.filter(({ men, women }: any) => men + women > 0).map(({ label, men, women }: any) => [label, men, women]),
      [
        ['60–69岁', 1, 0],
        ['80–89岁', 0, 1],
      ],
    );
    assert.deepEqual([beds.total, beds.occupied, beds.free, beds.floors[0].floor], [2, 1, 1, '2层']);
    assert.deepEqual(
      rooms.map((one: any) => [one.name, one.beds]),
      [['203', [2, 0]]],
    );
    assert.deepEqual([staff.onDuty, staff.people[0].name], [1, '张护士']);
    assert.deepEqual([devices.total, devices.online, devices.lowBattery, devices.never], [1, 1, 1, 0]);
    assert.deepEqual([places.length, places[0].name, places[0].severity], [1, '王*英', null]);
  });

  it('tells the states of devices apart', async () => {
    const [seen, told] = [(await house()).device, await put('devices', { imei: '860000000000771', type: 'bed' })];
    await put('devices', { imei: '860000000000772', type: 'bed' });
    await put('devices', { imei: '860000000000773', type: 'bed', enabled: false });
    await inside(async (tx) => {
      await tx.run(
        sql`insert into device_states (tenant_id, device_id, last_seen_at)
          values (${tenant}, ${seen}, now() - interval '1 hour'), (${tenant}, ${told}, now() - interval '2 days')`,
      );
      await tx.run(sql`insert into device_silences (tenant_id, device_id, since) values (${tenant}, ${told}, now() - interval '1 day')`);
    });
    const { devices } = await read();
    assert.deepEqual([devices.total, devices.online, devices.offline, devices.silent, devices.never], [3, 0, 1, 1, 1]);
  });

  it('has an SOS until somebody confirms it, and again when it is pressed again', async () => {
    const { device, room } = await house();
    const before = Date.now();
    const raised = await sos(device, before);
    const { warnings: first } = await read();
    assert.deepEqual(
      [first.open, first.unanswered, first.urgentTotal, first.today[0]],
      [1, 1, 1, { severity: 1, total: 1, open: 1, inProgress: 0, handled: 0, falseTrigger: 0, test: 0 }],
    );
    const [line] = first.urgent;
    assert.deepEqual(
      [line.title, line.name, line.roomName, line.roomId, line.age !== null, line.flags, line.acknowledgeTime],
      ['SOS求助', '王*英', '1号楼 2层 203 1床', room, true, ['跌倒高危'], null],
    );
    assert.equal(JSON.stringify(first).includes('王秀英'), false);
    assert.deepEqual([first.list[0].id, first.days.at(-1).critical], [raised?.warningId, 1]);

    const nurse = await t.user(tenant, { name: '张护士' });
    assert.equal((await t.route(warnings.acknowledge, nurse, { id: raised?.warningId as number })).status, 200);
    const { warnings: answered } = await read();
    assert.deepEqual([answered.urgent, answered.unanswered, answered.open, answered.response.count], [[], 0, 1, 1]);
    assert.equal(answered.list[0].acknowledgeName, '张护士');

    await sos(device, Date.now() + 1000);
    const { warnings: again } = await read();
    assert.deepEqual([again.urgent.length, again.urgent[0].count, again.urgent[0].acknowledgeTime !== null], [1, 2, true]);
    assert.equal((await t.route(warnings.updateStatus, nurse, { id: raised?.warningId as number, isDisposed: 2 })).status, 200);
    assert.deepEqual((await read()).warnings.urgent, [], 'somebody is on the way');
  });

  it('covers names as the institution wants', async () => {
    await house().then(({ device }) => sos(device));
    const nurse = await t.user(tenant, { name: '张护士' });
    await inside((tx) =>
      tx.run(
        sql`insert into duties (tenant_id, user_id, starts_at, ends_at)
          values (${tenant}, ${nurse.userId}, now() - interval '1 hour', now() + interval '1 hour')`,
      ),
    );
    const set = (value: string) =>
      inside((tx) =>
        tx.run(sql`insert into parameters (tenant_id, name, key, value, system) values (${tenant}, '大屏姓名显示', 'SCREEN_NAMES', ${value}, true)
          on conflict (tenant_id, key) do update set value = excluded.value`),
      );
    for (const [value, person, staff] of [
      ['all', '王*英', '张*士'],
      ['none', '王秀英', '张护士'],
      ['', '王*英', '张护士'],
      ['nonsense', '王*英', '张护士'],
    ] as const) {
      await set(value);
      const screen = await read();
      assert.deepEqual([screen.warnings.urgent[0].name, screen.staff.people[0].name], [person, staff], value);
    }
  });

  it('counts today by Shanghai, and the thirty days before it', async () => {
    const { person, device } = await house();
    const at = (back: string, status = 1, acknowledged: string | null = null) =>
      inside((tx) =>
        tx.run(sql`insert into warnings (tenant_id, rule, subject, severity, person_id, device_id, source_type, content, happened_at,
          last_at, created_at, status, acknowledged_at)
          select ${tenant}, 'low_battery', ${`p${person}`}, 3, ${person}, ${device}, 1, '设备电量低', x, x, x, ${status},
            x + ${acknowledged}::interval
          from (select date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' + ${back}::interval) as t (x)`),
      );
    await at('0 seconds', 1, '30 seconds');
    await at('1 second');
    await at('-1 second', 3);
    await at('-29 days', 4);
    await at('-29 days -1 second');
    const { today, days, response } = (await read()).warnings;
    assert.deepEqual(today, [{ severity: 3, total: 2, open: 0, inProgress: 0, handled: 2, falseTrigger: 0, test: 0 }]);
    assert.deepEqual(
      [days.at(-1).total, days.at(-2).total, days[0].total, days.reduce((sum: number, { total }: any) => sum + total, 0)],
      [2, 1, 1, 4],
    );
    assert.deepEqual([response.count, response.p50, response.most], [1, 30, 30]);
  });

  it("has today's orders by state, and those that are late", async () => {
    const { person } = await house();
    const type = await put('service_types', { name: '生活照料' });
    const project = await put('service_projects', { service_type_id: type, name: '助浴', price_fen: 100 });
    const order = async (status: number, number: string, due: string, paused: string | null = null) => {
      const id = await put('work_orders', {
        number,
        status,
        person_id: person,
        person_name: '王秀英',
        person_phone: '1',
        person_address: '本院',
        complete_by: new Date(Date.now() + Number(due) * 60_000).toISOString(),
        paused_at: paused,
      });
      await put('work_order_jobs', {
        work_order_id: id,
        project_id: project,
        project_name: '助浴',
        service_type_id: type,
        service_type_name: '生活照料',
        service_at: new Date().toISOString(),
        minutes: 30,
        price_fen: 100,
        user_name: '刘护工',
      });
    };
    await order(1, 'A1', '-90');
    await order(4, 'A2', '-60');
    await order(3, 'A3', '60');
    await order(5, 'A4', '-10', new Date(Date.now() - 30 * 60_000).toISOString());
    const { orders } = await read();
    assert.deepEqual(
      orders.today.map(({ status, count }: any) => [status, count]),
      [
        [1, 1],
        [3, 1],
        [4, 1],
        [5, 1],
      ],
    );
    assert.deepEqual(
      [orders.overdue, orders.late.map(({ name, projects, carer }: any) => [name, projects, carer])],
      [1, [['王*英', '助浴', '刘护工']]],
    );
  });

  it('has the levels in force and the scores of the house', async () => {
    const { person, device } = await house();
    await inside(async (tx) => {
      await tx.run(sql`insert into threshold_states (tenant_id, person_id, metric, level) values (${tenant}, ${person}, 1, 4)`);
      // NEWS2: a heart rate of 135 is 3 points in one parameter.
      await tx.run(
        sql`insert into latest_readings (tenant_id, device_id, metric, at, value, person_id)
          values (${tenant}, ${device}, 1, now(), 135, ${person})`,
      );
    });
    const { health } = await read();
    assert.deepEqual([health.people, health.urgent, health.watch], [1, 1, 0]);
    assert.deepEqual(health.news2, { high: 0, medium: 0, lowMedium: 1, low: 0, complete: 0 });
  });
});
