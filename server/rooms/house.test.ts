import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { files } from '#contract/files/files.ts';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { house, type House, type HouseBed, type HouseRoom } from '#contract/rooms/house.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { textOf } from '#contract/time.ts';
import { warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { orderDesk } from '#test/order-desk.ts';

let t: Harness;
let manager: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  manager = await t.user(await t.tenant(), { name: '陈主任' });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];
const FLOOR = { building: '2号楼', floor: '1层' };

let serial = 100;
async function room(input: object = {}, as = manager): Promise<number> {
  const made = await t.route(rooms.create, as, { ...FLOOR, name: String(++serial), beds: 2, ...input });
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
}
const read = async (as = manager): Promise<House> => {
  const { status, data, msg } = await t.route(house.read, as);
  assert.equal(status, 200, String(msg));
  return data as House;
};
const roomOf = ({ rooms: all }: House, id: number) => all.find((one) => one.id === id) as HouseRoom;
const bedIn = (found: HouseRoom, at = 0) => found.beds[at] as HouseBed;
/** A person in the first bed of a room. */
async function resident(roomId: number, name: string, as = manager, input: object = {}): Promise<number> {
  const made = await t.route(people.create, as, { userName: name, ...input } as never);
  const [bed] = roomOf(await read(as), roomId).beds;
  const moved = await t.route(placements.move, as, { oldmanId: made.data as number, fromBedId: null, bedId: bed!.id });
  assert.equal(moved.status, 200, String(moved.msg));
  return made.data as number;
}
const inTenant = (as: TestUser, query: ReturnType<typeof sql>) => t.deps.inTenant(as.tenantId, (tx) => tx.run(query));

describe('the house', () => {
  it('asks for a session and the permission, of a layout that of rooms', async () => {
    const none = await t.user(manager.tenantId, { permissions: [] });
    const looks = await t.user(manager.tenantId, { permissions: ['business_bcroom_house'] });
    const plan = { ...FLOOR, width: 10, height: 10, version: null, rooms: [] };
    for (const [route, input] of [
      [house.read, {}],
      [house.some, {}],
      [house.lay, plan],
      [house.unlay, { ...FLOOR, version: 1 }],
    ] as const) {
      assert.equal((await t.route(route, null, input as never)).status, 401, route.path);
      assert.equal((await t.route(route, none, input as never)).status, 403, route.path);
    }
    assert.equal((await t.route(house.read, looks)).status, 200);
    assert.equal((await t.route(house.lay, looks, plan)).status, 403);
  });

  it('has rooms with beds and who has them, of the own institution only', async () => {
    const id = await room();
    const person = await resident(id, '王秀英', manager, { flags: ['跌倒高危'] });
    const own = roomOf(await read(), id);
    assert.deepEqual([own.building, own.floor, own.spot, own.beds.length], ['2号楼', '1层', null, 2]);
    const [taken, free] = own.beds as [HouseBed, HouseBed];
    assert.deepEqual([taken.status, taken.taken, taken.person?.id, taken.person?.name], [2, true, person, '王秀英']);
    assert.deepEqual(taken.person?.flags, ['跌倒高危']);
    assert.deepEqual([free.status, free.taken, free.person, free.alarm], [0, false, null, null]);
    assert.ok(taken.statusTime, 'it was taken just now');
    assert.deepEqual(await read(stranger), { rooms: [], plans: [], more: false });
  });

  it('shows of whom the session may not know only that the bed is taken', async () => {
    const id = await room();
    await resident(id, '李四');
    const narrow = await t.user(manager.tenantId, { dataScope: 3 });
    const bed = bedIn(roomOf(await read(narrow), id));
    assert.deepEqual([bed.taken, bed.status, bed.person], [true, 2, null]);
  });

  it('says since when a bed is in repair, and tells open pages', async () => {
    const id = await room();
    const bed = bedIn(roomOf(await read(), id), 1);
    assert.equal(bed.statusTime, null);
    await t.route(beds.update, manager, { id: bed.id, name: bed.name, status: 4 });
    const now = bedIn(roomOf(await read(), id), 1);
    assert.deepEqual([now.status, now.statusTime?.slice(0, 10)], [4, textOf(Date.now()).slice(0, 10)]);
    await t.route(beds.update, manager, { id: bed.id, name: '窗边' });
    assert.equal(bedIn(roomOf(await read(), id), 1).statusTime, now.statusTime, 'a new name is no new state');
  });
});

describe('the signals', () => {
  it('are the gravest open warning, of the bed or of the room it came from', async () => {
    const [own, hall] = [await room(), await room()];
    const person = await resident(own, '赵一');
    await warning(t, manager.tenantId, person, { rule: 'low_battery', severity: 3 });
    assert.deepEqual([bedIn(roomOf(await read(), own)).alarm?.title, bedIn(roomOf(await read(), own)).alarm?.severity], ['低电量', 3]);
    const sos = await warning(t, manager.tenantId, person);
    await inTenant(manager, sql`update warnings set room_id = ${hall} where tenant_id = ${manager.tenantId} and id = ${sos}`);
    const found = await read();
    const { alarm } = bedIn(roomOf(found, own));
    assert.deepEqual([alarm?.id, alarm?.title, alarm?.severity, alarm?.acknowledged], [sos, 'SOS求助', 1, false]);
    assert.equal(roomOf(found, hall).alarm?.id, sos, 'the room that it came from is lit');
    assert.equal(roomOf(found, own).alarm, null, 'the own room shows it by its bed');
    await t.route(warnings.acknowledge, manager, { id: sos });
    assert.equal(bedIn(roomOf(await read(), own)).alarm?.acknowledged, true);
    const { data } = await t.route(warnings.get, manager, { id: sos });
    assert.equal(data.roomId, hall, 'the warning itself names the room');
  });

  it('are values out of bounds, and a visit that begins soon', async () => {
    const { desk, carer, oldmanId, make, job } = await orderDesk(t);
    await inTenant(
      desk,
      sql`insert into threshold_states (tenant_id, person_id, metric, level) values (${desk.tenantId}, ${oldmanId}, 1, 4)`,
    );
    const id = await make({ jobLists: [job({ serverTime: textOf(t.deps.now() + 3_600_000) })] });
    assert.equal(bedIn((await read(desk)).rooms[0]!).order, null, 'no one is sent yet');
    await t.route(workOrders.dispatch, desk, { id, serverUserId: carer.userId });
    const [found] = (await read(desk)).rooms;
    const bed = bedIn(found!);
    assert.deepEqual([bed.gravity, bed.order?.id, bed.order?.carer, bed.order?.status], [2, id, '王芳', 2]);
    const later = (
      await read(await t.user(desk.tenantId, { dataScope: 3, permissions: ['business_bcroom_house', 'members_workorder_view'] }))
    ).rooms[0];
    assert.equal(bedIn(later!).order, null, 'the orders of others are kept from a session of its own data');
  });

  it('are another place indoors, while that is fresh', async () => {
    const [own, other] = [await room(), await room()];
    const person = await resident(own, '钱二');
    await warning(t, manager.tenantId, person, { rule: 'low_battery', severity: 3 });
    const stay = (place: number, minutes: number) =>
      inTenant(
        manager,
        sql`insert into device_stays (tenant_id, device_id, since, until, person_id, place_id, place, source)
          select d.tenant_id, d.id, now() - make_interval(mins => ${minutes}), now() - make_interval(mins => ${minutes}), d.person_id, i.id,
            app.place_text(i.building, i.floor, i.name, null) || '附近', 'wifi'
          from devices d join indoor_places i on i.tenant_id = d.tenant_id and i.room_id = ${place}
          where d.tenant_id = ${manager.tenantId} and d.person_id = ${person}`,
      );
    await stay(other, 50);
    assert.equal(bedIn(roomOf(await read(), own)).elsewhere, null, 'what was an hour ago is not now');
    await stay(other, 2);
    const { elsewhere } = bedIn(roomOf(await read(), own));
    assert.deepEqual([elsewhere?.roomId, elsewhere?.text], [other, `2号楼 1层 ${roomOf(await read(), other).name}附近`]);
    await stay(own, 1);
    assert.equal(bedIn(roomOf(await read(), own)).elsewhere, null, 'home again');
  });

  it('are left out for those who may not call the lists behind them', async () => {
    const id = await room();
    const person = await resident(id, '孙三');
    await warning(t, manager.tenantId, person);
    await inTenant(
      manager,
      sql`insert into threshold_states (tenant_id, person_id, metric, level) values (${manager.tenantId}, ${person}, 1, 3)`,
    );
    const looks = await t.user(manager.tenantId, { permissions: ['business_bcroom_house'] });
    const { alarm, gravity, order, elsewhere, person: who } = bedIn(roomOf(await read(looks), id));
    assert.deepEqual([alarm, gravity, order, elsewhere, who?.name], [null, 0, null, null, '孙三']);
    assert.deepEqual([bedIn(roomOf(await read(), id)).alarm?.rule, bedIn(roomOf(await read(), id)).gravity], ['sos', 1]);
  });

  it('come for those rooms alone that an event concerns', async () => {
    const id = await room({ floor: '9层' });
    const person = await resident(id, '周五');
    const sos = await warning(t, manager.tenantId, person);
    const some = async (input: object, as = manager) =>
      ((await t.route(house.some, as, input as never)).data as House).rooms.map((one) => one.id);
    const bed = bedIn(roomOf(await read(), id));
    for (const input of [{ personIds: [person] }, { warningIds: [sos] }, { bedIds: [bed.id] }, { floorOfRoomId: id }])
      assert.deepEqual([await some(input), await some(input, stranger)], [[id], []], JSON.stringify(input));
    assert.deepEqual(await some({}), []);
    assert.equal((await t.route(house.some, manager, { bedIds: Array.from({ length: 201 }, (_, n) => n + 1) })).status, 400);
  });
});

describe('a layout', () => {
  const PLACE = { building: '5号楼', floor: '2层' };
  const lay = (input: object, as = manager) =>
    t.route(house.lay, as, { ...PLACE, width: 40, height: 20, picture: null, version: null, rooms: [], ...input } as never);
  const spot = (roomId: number, x = 0, y = 0) => ({ roomId, x, y, w: 8, h: 5 });

  it('is kept with its version; who is later hears who was faster', async () => {
    const [a, b] = [await room(PLACE), await room(PLACE)];
    assert.deepEqual((await lay({ rooms: [spot(a), spot(b, 8)] })).data, { version: 1 });
    const found = await read();
    assert.deepEqual([roomOf(found, a).spot, roomOf(found, b).spot?.x], [{ x: 0, y: 0, w: 8, h: 5 }, 8]);
    assert.deepEqual(
      found.plans.map(({ building, width, version, updateName }) => [building, width, version, updateName]),
      [['5号楼', 40, 1, '陈主任']],
    );
    const later = await lay({ rooms: [spot(a)] });
    assert.deepEqual(answer(later), [409, '陈主任已先修改该楼层的布局，请按最新布局重新调整']);
    assert.equal(later.data.version, 1);
    assert.equal(roomOf(await read(), b).spot?.x, 8, 'nothing changed');
    assert.deepEqual((await lay({ version: 1, width: 12, height: 6, rooms: [spot(a, 2)] })).data, { version: 2 });
    assert.deepEqual([roomOf(await read(), a).spot?.x, roomOf(await read(), b).spot], [2, null]);
    assert.equal((await t.route(house.unlay, manager, { ...PLACE, version: 1 })).status, 409);
    assert.deepEqual(answer(await t.route(house.unlay, manager, { ...PLACE, version: 2 })), [200, '已恢复自动布局']);
    assert.deepEqual([(await read()).plans, roomOf(await read(), a).spot], [[], null]);
    assert.deepEqual(answer(await lay({ version: 2, rooms: [spot(a)] })), [409, '该楼层已恢复自动布局，请重新调整']);
    assert.deepEqual(answer(await t.route(house.unlay, manager, { ...PLACE, version: 2 })), [404, '楼层布局不存在']);
  });

  it('is refused when rooms lie outside, on one another, twice, or on another floor', async () => {
    const [a, b, elsewhere] = [await room(PLACE), await room(PLACE), await room()];
    const theirs = await room({}, stranger);
    const names = new Map((await read()).rooms.map(({ id, name }) => [id, name]));
    for (const [input, said] of [
      [{ rooms: [spot(a, 35)] }, `房间${names.get(a)}超出楼层范围`],
      [{ rooms: [spot(a), spot(b, 7)] }, `房间${names.get(a)}与${names.get(b)}重叠，请移开`],
      [{ rooms: [spot(a), spot(a, 20)] }, '同一房间不能布置两次'],
      [{ rooms: [spot(elsewhere)] }, '布局中有不属于该楼层的房间，请刷新后重试'],
      [{ rooms: [spot(theirs)] }, '布局中有不属于该楼层的房间，请刷新后重试'],
      [{ floor: '99层' }, '该楼层没有房间'],
    ] as const)
      assert.deepEqual(answer(await lay(input)), [422, said]);
    assert.deepEqual(answer(await lay({ width: 0 })), [400, '宽度应为1至200的整数']);
    assert.deepEqual(answer(await lay({ rooms: [{ ...spot(a), w: 2 }] })), [400, '房间宽度应为3至200的整数']);
    const many = Array.from({ length: 501 }, () => spot(a));
    assert.deepEqual(answer(await lay({ rooms: many })), [400, '一层最多布置500间房间']);
    assert.deepEqual((await read()).plans, []);
  });

  it('is forgotten for a room that moves to another floor', async () => {
    const id = await room({ ...PLACE, floor: '7层' });
    await lay({ floor: '7层', rooms: [spot(id)] });
    assert.ok(roomOf(await read(), id).spot);
    const { name } = roomOf(await read(), id);
    await t.route(rooms.update, manager, { id, building: '5号楼', floor: '8层', name });
    assert.equal(roomOf(await read(), id).spot, null);
  });

  it('has a picture of the own institution beneath it, and no other', async () => {
    const id = await room({ ...PLACE, floor: '4层' });
    const upload = async (as: TestUser, purpose: string) => {
      const body = new FormData();
      body.append('file', new Blob([Buffer.from(PNG, 'base64')]), 'floor.png');
      const answered = await fetch(`${t.url}${files.upload.path}?purpose=${purpose}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${as.token}` },
        body,
      });
      return ((await answered.json()) as { data: { url: string } }).data.url;
    };
    const own = await upload(manager, 'shared');
    const input = { floor: '4层', rooms: [spot(id)] };
    for (const picture of [await upload(stranger, 'shared'), await upload(manager, 'private')])
      assert.deepEqual(answer(await lay({ ...input, picture })), [422, '平面图不存在，请重新上传']);
    assert.equal((await lay({ ...input, picture: 'https://evil.example/x.png' })).status, 400);
    assert.equal((await lay({ ...input, picture: own })).status, 200);
    assert.equal((await read()).plans.find(({ floor }) => floor === '4层')?.picture, own);
  });
});

/** One white dot. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
