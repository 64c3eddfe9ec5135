import { HOUR, dayOf, textOf } from '#contract/time.ts';
import { shiftStart } from '#contract/health/observations.rules.ts';
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { measurements } from '#contract/health/measurements.ts';
import { observations } from '#contract/health/observations.ts';
import { overviews } from '#contract/health/overviews.ts';
import { rounds } from '#contract/health/rounds.ts';
import { thresholds } from '#contract/health/thresholds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

/** Building, floor, room, bed and who lies there, in the order of a round; without a place by pinyin. */
const HOUSE = [
  ['2号楼', '2层', '202', '2床', '张三'],
  ['2号楼', '2层', '202', '10床', '阿福'],
  ['2号楼', '2层', '210', '1床', '李四'],
  ['2号楼', '10层', '1001', '1床', '王五'],
  ['10号楼', '1层', '101', '1床', '包六'],
  [null, null, null, null, '蔡七'],
  [null, null, null, null, '周八'],
] as const;
const ALL = HOUSE.map(([, , , , name]) => name);

let t: Harness;
let nurse: TestUser;
const ids = new Map<string, number>();
const id = (name: string) => ids.get(name) as number;

/** Rows that are written in the other direction than they are read. */
async function furnish(): Promise<void> {
  await t.deps.inTenant(nurse.tenantId, async (tx) => {
    for (const [building, floor, room, bed, name] of HOUSE.toReversed()) {
      const made =
        building === null
          ? undefined
          : await tx.row<{ id: number }>(sql`
              with room as (insert into rooms (tenant_id, building, floor, name) values (${nurse.tenantId}, ${building}, ${floor}, ${room})
                on conflict (tenant_id, building, name) do update set floor = excluded.floor returning id)
              insert into beds (tenant_id, room_id, name) select ${nurse.tenantId}, id, ${bed} from room returning id`);
      const row = await tx.row<{ id: number }>(sql`
        insert into people (tenant_id, name, bed_id) values (${nurse.tenantId}, ${name}, ${made?.id ?? null}) returning id`);
      ids.set(name, row!.id);
    }
  });
}

before(async () => {
  t = await harness();
  nurse = await t.user(await t.tenant(), { name: '李护士' });
  await furnish();
});
after(() => t.close());

const names = async (input = {}) =>
  (await t.route(overviews.page, nurse, { ascs: ['place'], size: 50, ...input })).data.records.map(({ userName }: any) => userName);
const progress = async (input = {}) => (await t.route(rounds.progress, nurse, input)).data;
const people = async () => (await t.route(rounds.people, nurse)).data;
const measure = (name: string, value: number, at: number) =>
  t.route(measurements.create, nurse, { oldmanId: id(name), time: textOf(at), values: [{ metric: 'temperature', value }] });

describe('a round', () => {
  it('asks for a session and the permission', async () => {
    const none = await t.user(nurse.tenantId, { permissions: [] });
    for (const route of [rounds.progress, rounds.people]) {
      assert.equal((await t.route(route, null)).status, 401);
      assert.equal((await t.route(route, none)).status, 403);
    }
  });

  it('goes by building, floor, room and bed as people count them, then by pinyin, over pages too', async () => {
    assert.deepEqual(await names(), ALL);
    const paged = [];
    for (const current of [1, 2, 3]) paged.push(...(await names({ current, size: 3 })));
    assert.deepEqual(paged, ALL);
    assert.deepEqual(
      (await people()).people.map(({ userName }: any) => userName),
      ALL,
    );
    const tree = (await t.route(rooms.tree, nurse)).data;
    assert.deepEqual(
      tree.map(({ building, floors }: any) => [building, floors.map(({ floor }: any) => floor)]),
      [
        ['2号楼', ['2层', '10层']],
        ['10号楼', ['1层']],
      ],
    );
  });

  it('is narrowed to a building and a floor', async () => {
    assert.deepEqual(await names({ building: '2号楼' }), ALL.slice(0, 4));
    assert.deepEqual(await names({ building: '2号楼', floor: '10层' }), ['王五']);
    assert.deepEqual(await progress({ building: '2号楼' }), { total: 4, measured: 0 });
    assert.equal((await t.route(rounds.progress, nurse, { building: '楼'.repeat(21) })).status, 400);
  });

  it('counts who was measured by staff in this shift', async () => {
    const now = Date.now();
    assert.equal((await measure('张三', 36.5, Math.max(shiftStart(now), now - HOUR / 60))).status, 200);
    assert.equal((await measure('李四', 36.6, shiftStart(now) - HOUR)).status, 200);
    assert.deepEqual(await progress(), { total: 7, measured: 1 });
    assert.deepEqual(await names({ unmeasured: 'true' }), ALL.slice(1));
    const [first] = (await people()).people;
    assert.deepEqual([first.userName, first.measured, first.values.temperature, first.place], ['张三', true, 36.5, '2号楼 2层 202 2床']);
    const row = (await t.route(overviews.page, nurse, { userName: '张三' })).data.records[0];
    assert.equal('building' in row, false);
  });

  it('leaves out who is not in care', async () => {
    await t.deps.inTenant(nurse.tenantId, (tx) =>
      tx.run(sql`update people set status = 3 where tenant_id = ${nurse.tenantId} and id = ${id('王五')}`),
    );
    assert.equal((await progress()).total, 6);
    assert.equal((await names({ unmeasured: 'true' })).includes('王五'), false);
    assert.equal(
      (await people()).people.some(({ userName }: any) => userName === '王五'),
      false,
    );
  });

  it('brings the bounds by which a phone judges: of the house, and those of a person alone', async () => {
    const own = { oldmanId: id('李四'), metric: 'heartRate', high: 121, startsOn: dayOf(Date.now()), reason: '遵医嘱' };
    const set = await t.route(thresholds.set, nurse, own);
    assert.equal(set.status, 200, set.msg ?? '');
    const read = await people();
    assert.equal(read.limits.temperature.high, 37.3);
    const of = (name: string) => read.people.find(({ userName }: any) => userName === name);
    assert.equal(of('李四').limits.heartRate.high, 121);
    assert.deepEqual(of('张三').limits, {});
    assert.equal(read.more, false);
  });

  it('shows no one of another tenant, and no one beyond the data scope', async () => {
    const stranger = await t.user(await t.tenant());
    assert.deepEqual((await t.route(rounds.people, stranger)).data.people, []);
    const own = await t.user(nurse.tenantId, { dataScope: 3 });
    assert.deepEqual((await t.route(rounds.progress, own)).data, { total: 0, measured: 0 });
  });

  it('of observations goes the same way; those that are due can be seen alone', async () => {
    for (const name of ['周八', '包六', '阿福'])
      await t.route(observations.start, nurse, { oldmanId: id(name), kind: 1, startTime: textOf(Date.now()), reason: '跌倒' });
    const read = async (input = {}) => (await t.route(observations.page, nurse, { size: 100, ...input })).data.records;
    const due = await read({ due: 'true' });
    assert.deepEqual([...new Set(due.map(({ userName }: any) => userName))], ['阿福', '包六', '周八']);
    assert.ok(due.every(({ state }: any) => state <= 1));
    assert.ok((await read()).length > due.length);
    assert.deepEqual([...new Set((await read({ building: '10号楼' })).map(({ userName }: any) => userName))], ['包六']);
  });
});
