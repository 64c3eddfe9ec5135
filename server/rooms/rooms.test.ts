import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { devices } from '#contract/devices/devices.ts';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let manager: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  manager = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

let serial = 0;
const answer = ({ status, msg }: { status: number; msg: string | null }) => [status, msg];

async function room(input: object = {}, as = manager): Promise<number> {
  const made = await t.route(rooms.create, as, {
    building: '一号楼',
    floor: '2层',
    name: `2${String(++serial).padStart(2, '0')}`,
    beds: 2,
    ...input,
  });
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
}
const bedsOf = async (roomId: number, as = manager) => (await t.route(beds.page, as, { roomId, size: 100 })).data.records as any[];
async function person(name: string, input: object = {}, as = manager): Promise<number> {
  const made = await t.route(people.create, as, { userName: name, ...input } as never);
  assert.equal(made.status, 200, String(made.msg));
  return made.data as number;
}
const move = (oldmanId: number, fromBedId: number | null, bedId: number | null, as: TestUser | null = manager) =>
  t.route(placements.move, as, { oldmanId, fromBedId, bedId });

describe('every call', () => {
  it('refuses without a session, without the permission, and bad input in Chinese', async () => {
    const nobody = await t.user(manager.tenantId, { permissions: ['nothing'] });
    const roomId = await room();
    const [bed] = await bedsOf(roomId);
    const calls = [
      [rooms.get, { id: roomId }],
      [rooms.create, { building: '一', floor: '1', name: '1' }],
      [rooms.update, { id: roomId, building: '一', floor: '1', name: '1' }],
      [rooms.remove, { id: roomId }],
      [beds.page, {}],
      [beds.export, {}],
      [beds.get, { id: bed.id }],
      [beds.create, { roomId, name: '9床' }],
      [beds.update, { id: bed.id, name: '9床' }],
      [beds.clean, { id: bed.id }],
      [beds.remove, { id: bed.id }],
      [placements.move, { oldmanId: 1, fromBedId: null, bedId: bed.id }],
    ] as const;
    for (const [route, input] of calls) {
      assert.equal((await t.route(route, null, input as never)).status, 401, route.path);
      assert.equal((await t.route(route, nobody, input as never)).status, 403, route.path);
    }
    assert.deepEqual(answer(await t.route(rooms.create, manager, { building: '', floor: '1', name: '1' })), [400, '请输入楼栋']);
    assert.equal((await t.route(rooms.create, manager, { building: '一', floor: '1', name: '1', beds: 21 })).status, 400);
    assert.deepEqual(answer(await t.route(beds.create, manager, { roomId, name: '' })), [400, '请输入床位号']);
    assert.deepEqual(answer(await t.route(beds.update, manager, { id: bed.id, name: bed.name, status: 2 })), [
      400,
      '入住和请假随服务对象变化，不能手工设置',
    ]);
  });

  it('does not find another tenant’s rooms and beds', async () => {
    const roomId = await room();
    const [bed] = await bedsOf(roomId);
    const theirs = await person('外人', {}, stranger);
    for (const [route, input] of [
      [rooms.get, { id: roomId }],
      [rooms.update, { id: roomId, building: '一', floor: '1', name: '1' }],
      [rooms.remove, { id: roomId }],
      [beds.get, { id: bed.id }],
      [beds.create, { roomId, name: '9床' }],
      [beds.update, { id: bed.id, name: '9床' }],
      [beds.clean, { id: bed.id }],
      [beds.remove, { id: bed.id }],
    ] as const)
      assert.equal((await t.route(route, stranger, input as never)).status, 404, route.path);
    assert.deepEqual(answer(await move(theirs, null, bed.id, stranger)), [422, '床位不存在']);
    assert.equal((await move(theirs, null, bed.id)).status, 404);
    assert.deepEqual((await t.route(rooms.tree, stranger)).data, []);
    assert.equal((await t.route(beds.page, stranger)).data.total, 0);
  });
});

describe('a room', () => {
  it('stands in the order of the house, with its beds', async () => {
    const own = await t.user(await t.tenant());
    for (const [building, floor, name] of [
      ['B栋', '10层', '1001'],
      ['B栋', '2层', '210'],
      ['A栋', '1层', '101'],
      ['B栋', '2层', '29'],
    ])
      await room({ building, floor, name }, own);
    const { data } = await t.route(rooms.tree, own);
    assert.deepEqual(
      data.map((house: any) => [
        house.building,
        house.floors.map((one: any) => [one.floor, one.rooms.map(({ name, beds: n, free }: any) => [name, n, free])]),
      ]),
      [
        ['A栋', [['1层', [['101', 2, 2]]]]],
        [
          'B栋',
          [
            [
              '2层',
              [
                ['29', 2, 2],
                ['210', 2, 2],
              ],
            ],
            ['10层', [['1001', 2, 2]]],
          ],
        ],
      ],
    );
    const listed = (await t.route(beds.page, own, { building: 'B栋', size: 100 })).data.records as any[];
    assert.deepEqual(
      listed.map(({ roomName, name }) => `${roomName} ${name}`),
      ['29 1床', '29 2床', '210 1床', '210 2床', '1001 1床', '1001 2床'],
    );
    const next = (await t.route(beds.page, own, { building: 'B栋', size: 10, current: 2 })).data;
    assert.deepEqual([next.total, next.records.length], [6, 0]);
  });

  it('has one name in its building, is changed once, and is removed with its beds', async () => {
    const id = await room({ name: '301' });
    assert.deepEqual(answer(await t.route(rooms.create, manager, { building: '一号楼', floor: '3层', name: '301' })), [
      409,
      '该楼栋已有同名房间',
    ]);
    assert.equal((await t.route(rooms.update, manager, { id, building: '二号楼', floor: '3层', name: '301', version: 1 })).status, 200);
    assert.equal((await t.route(rooms.update, manager, { id, building: '三号楼', floor: '3层', name: '301', version: 1 })).status, 409);
    assert.equal((await t.route(rooms.get, manager, { id })).data.building, '二号楼');
    const made = await t.route(devices.create, manager, { imei: `ROOM-${process.pid}`, type: 'radar', roomId: id });
    assert.equal((await t.route(devices.get, manager, { id: made.data as number })).data.roomName, '二号楼 3层 301');
    assert.equal((await t.route(rooms.remove, manager, { id })).status, 200);
    assert.deepEqual(await bedsOf(id), []);
    assert.equal((await t.route(devices.get, manager, { id: made.data as number })).data.roomId, null, 'the device stays');
  });

  it('is not removed while somebody lives there, nor when a warning names it', async () => {
    const id = await room();
    const [bed] = await bedsOf(id);
    const who = await person('赵玉兰', { bedId: bed.id });
    assert.deepEqual(answer(await t.route(rooms.remove, manager, { id })), [422, '房间有人入住，请先安排到其他床位再删除']);
    assert.equal((await move(who, bed.id, null)).status, 200);
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(sql`insert into warnings (tenant_id, rule, subject, severity, room_id, source_type, content, happened_at, last_at) values
        (${manager.tenantId}, 'sos', 'r', 3, ${id}, 1, '呼叫', now(), now())`),
    );
    assert.deepEqual(answer(await t.route(rooms.remove, manager, { id })), [
      422,
      '房间有预警记录，不能删除；如不再使用，可将床位设为维修或修改房间号',
    ]);
    assert.equal((await bedsOf(id)).length, 2, 'nothing of it is gone');
  });
});

describe('a bed', () => {
  it('is added, named, closed and removed while nobody has it', async () => {
    const roomId = await room({ beds: 1 });
    const [first] = await bedsOf(roomId);
    assert.deepEqual(answer(await t.route(beds.create, manager, { roomId, name: first.name })), [409, '该房间已有同名床位']);
    const id = (await t.route(beds.create, manager, { roomId, name: '加床', status: bedStates.reserved })).data as number;
    assert.equal((await t.route(beds.update, manager, { id, name: '靠窗', status: bedStates.inRepair, version: 1 })).status, 200);
    assert.deepEqual(refusal(await t.route(beds.update, manager, { id, name: '靠门', version: 1 })), [
      409,
      '床位已被他人修改，请刷新后重试',
    ]);
    assert.deepEqual(
      (await bedsOf(roomId)).map(({ name, status }) => [name, status]),
      [
        ['1床', 0],
        ['靠窗', 4],
      ],
    );
    const who = await person('周文', { bedId: first.id });
    assert.deepEqual(answer(await t.route(beds.update, manager, { id: first.id, name: '1床', status: 4 })), [
      422,
      '床位有人入住，不能修改状态',
    ]);
    assert.equal((await t.route(beds.update, manager, { id: first.id, name: '一床' })).status, 200);
    const taken = (await bedsOf(roomId)).find((bed) => bed.id === first.id);
    assert.equal(taken.status, bedStates.occupied);
    assert.equal((await t.route(beds.update, manager, { ...taken, name: '1床' })).status, 200, 'its own state is no change');
    assert.deepEqual(answer(await t.route(beds.update, manager, { ...taken, status: bedStates.onLeave, version: taken.version + 1 })), [
      400,
      '入住和请假随服务对象变化，不能手工设置',
    ]);
    assert.deepEqual(answer(await t.route(beds.remove, manager, { id: first.id })), [422, '床位有人入住，不能删除']);
    assert.deepEqual(answer(await move(who, first.id, id)), [409, '床位已被占用或不可用，请重新选择'], 'in repair');
    assert.equal((await t.route(beds.remove, manager, { id })).status, 200);
  });

  it('shows who has it to those whose data scope reaches that far; others see that it is taken', async () => {
    const roomId = await room({ beds: 2 });
    const [one, two] = await bedsOf(roomId);
    const carer = await t.user(manager.tenantId, { dataScope: 3 });
    await person('李素芬', { bedId: one.id, carerId: carer.userId, gender: 2 });
    const hidden = await person('钱永福', { bedId: two.id });
    const seen = async (as: TestUser) =>
      (await bedsOf(roomId, as)).map(({ taken, oldmanName, gender, status }) => [taken, oldmanName, gender, status]);
    assert.deepEqual(await seen(manager), [
      [true, '李素芬', 2, 2],
      [true, '钱永福', null, 2],
    ]);
    assert.deepEqual(await seen(carer), [
      [true, '李素芬', 2, 2],
      [true, null, null, 2],
    ]);
    assert.equal((await t.route(beds.page, carer, { oldmanName: '钱永' })).data.total, 0);
    assert.equal((await t.route(beds.page, manager, { oldmanName: '钱永' })).data.total, 1);
    assert.equal((await move(hidden, two.id, null, carer)).status, 404);
    assert.equal((await t.route(beds.page, manager, { roomId, takeable: true })).data.total, 0);
  });
});

describe('moving somebody', () => {
  it('frees one bed and takes the other, together', async () => {
    const [one, two] = await bedsOf(await room());
    const who = await person('孙秀珍', { bedId: one.id });
    assert.equal((await move(who, one.id, two.id)).status, 200);
    const now = await bedsOf(one.roomId);
    assert.deepEqual(
      now.map(({ status, oldmanName }) => [status, oldmanName]),
      [
        [0, null],
        [2, '孙秀珍'],
      ],
    );
    assert.equal((await t.route(people.update, manager, { id: who, userName: '孙秀珍', status: 2 } as never)).status, 200);
    assert.equal((await bedsOf(one.roomId))[1].status, bedStates.onLeave, 'the bed waits');
    assert.equal((await move(who, two.id, one.id)).status, 200);
    assert.equal((await bedsOf(one.roomId))[0].status, bedStates.onLeave);
    assert.deepEqual(answer(await move(who, one.id, one.id)), [422, '请选择另一张床位']);
    assert.equal((await t.route(people.update, manager, { id: who, userName: '孙秀珍', status: 4 } as never)).status, 200);
    assert.deepEqual(answer(await move(who, null, two.id)), [422, '该服务对象已离开机构，不能安排床位']);
  });

  it('leaves a bed to be cleaned, until staff say that it is or the next person has it', async () => {
    const [first, second] = await bedsOf(await room());
    const one = await person('周一');
    const waits = async () => (await bedsOf(first.roomId)).map(({ cleaningSince }) => cleaningSince !== null);
    await move(one, null, first.id);
    await move(one, first.id, second.id);
    assert.deepEqual(await waits(), [true, false]);
    for (let times = 0; times < 2; times++) assert.deepEqual(answer(await t.route(beds.clean, manager, { id: first.id })), [200, '已清洁']);
    assert.deepEqual(await waits(), [false, false]);
    await move(one, second.id, null);
    await move(one, null, second.id);
    assert.deepEqual(await waits(), [false, false]);
  });

  it('is refused to whoever saw an older state, and gives a bed to one of many', async () => {
    const [one, two] = await bedsOf(await room());
    const who = await person('吴桂芳', { bedId: one.id });
    const stale = await move(who, null, two.id);
    assert.deepEqual([...answer(stale), stale.data.bedId], [409, '该服务对象的床位已变化，请刷新后重试', one.id]);
    const [three] = await bedsOf(await room({ beds: 1 }));
    const all = await Promise.all(Array.from({ length: 6 }, (_, at) => person(`候补${'甲乙丙丁戊己'[at]}`)));
    const answers = await Promise.all(all.map((id) => move(id, null, three.id)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409, 409, 409]);
    const taken = await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.rows(sql`select id from people where tenant_id = ${manager.tenantId} and bed_id = ${three.id}`),
    );
    assert.equal(taken.length, 1);
  });

  it('never leaves a bed that was closed or removed at the same moment with somebody in it', async () => {
    for (let round = 0; round < 6; round++) {
      const [bed] = await bedsOf(await room({ beds: 1 }));
      const who = await person(`同时${round}`);
      const other =
        round % 2 ? t.route(beds.remove, manager, { id: bed.id }) : t.route(beds.update, manager, { id: bed.id, name: '1床', status: 4 });
      const [moved, changed] = await Promise.all([move(who, null, bed.id), other]);
      assert.notEqual(moved.status === 200, changed.status === 200, `${moved.msg} ${changed.msg}`);
      assert.ok(moved.status < 500 && changed.status < 500);
    }
  });
});
