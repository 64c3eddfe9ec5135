import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let [manager, clerk, reader, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
before(async () => {
  t = await harness({ now: () => Date.parse('2026-11-16T09:00:00+08:00') });
  tenant = await t.tenant();
  manager = await t.user(tenant);
  clerk = await t.user(tenant, { permissions: ['members_oldman_edit'] });
  reader = await t.user(tenant, { permissions: ['business_bcroom_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

let serial = 0;
const room = async (monthFee?: number | null): Promise<number> =>
  (await t.route(rooms.create, manager, { building: '价目楼', floor: '1层', name: `1${++serial}`, beds: 2, monthFee })).data;
const bedsOf = async (roomId: number) => (await t.route(beds.page, manager, { roomId, size: 100 })).data.records as any[];
const feesOf = async (roomId: number) => (await bedsOf(roomId)).map(({ monthFee }) => monthFee);
const person = async (userName: string, input: object): Promise<number> =>
  (await t.route(people.create, manager, { userName, ...input } as never)).data;

describe('the price of a bed', () => {
  it('is given to all beds of a room at once, or to one of them; none is none', async () => {
    const id = await room(1500.5);
    assert.deepEqual(await feesOf(id), [1500.5, 1500.5]);
    const [first] = await bedsOf(id);
    assert.equal((await t.route(beds.update, manager, { id: first.id, name: '窗边', monthFee: 1800 })).status, 200);
    assert.deepEqual((await feesOf(id)).toSorted(), [1500.5, 1800]);
    await t.route(beds.update, manager, { id: first.id, name: '1床' });
    assert.deepEqual((await feesOf(id)).toSorted(), [1500.5, 1800], 'not named: as it was');
    const change = { id, building: '价目楼', floor: '1层', name: `1${serial}` };
    await t.route(rooms.update, manager, change);
    assert.deepEqual((await feesOf(id)).toSorted(), [1500.5, 1800], 'a room that is renamed keeps them');
    await t.route(rooms.update, manager, { ...change, monthFee: 2000 });
    assert.deepEqual(await feesOf(id), [2000, 2000]);
    await t.route(beds.update, manager, { id: first.id, name: '1床', monthFee: null });
    assert.deepEqual((await feesOf(id)).toSorted(), [2000, null]);
    assert.deepEqual(await feesOf(await room()), [null, null]);
    const made = (await t.route(beds.create, manager, { roomId: id, name: '3床', monthFee: 900 })).data;
    assert.equal((await t.route(beds.get, manager, { id: made })).data.monthFee, 900);
  });

  it('is refused when it is no price, and by a user who may not change beds', async () => {
    const id = await room(1500);
    const [bed] = await bedsOf(id);
    for (const [monthFee, text] of [
      [-1, '床位月费不能小于0'],
      [1_000_001, '床位月费过大'],
      [0.001, '床位月费最多两位小数'],
    ] as const)
      assert.deepEqual(refusal(await t.route(beds.update, manager, { id: bed.id, name: '1床', monthFee })), [400, text]);
    assert.equal((await t.route(beds.update, reader, { id: bed.id, name: '1床', monthFee: 1 })).status, 403);
    assert.equal((await t.route(beds.update, stranger, { id: bed.id, name: '1床', monthFee: 1 })).status, 404);
    assert.deepEqual(await feesOf(id), [1500, 1500]);
  });
});

describe('what another bed would mean', () => {
  it('is said before anything is done: prices, the contract, and who is in the room', async () => {
    const [from] = await bedsOf(await room(1500));
    const [to, beside] = await bedsOf(await room(2000));
    const moving = await person('换一', { gender: 1, bedId: from.id });
    await person('换二', { gender: 2, bedId: beside.id });
    const ask = (moves: [number, number][], as = manager) =>
      t.route(placements.preview, as, { oldmanIds: moves.map(([id]) => id), bedIds: moves.map(([, bedId]) => bedId) } as never);
    const preview = (bedId: number, oldmanId = moving, as = manager) => ask([[oldmanId, bedId]], as);
    const first = async (answer: ReturnType<typeof preview>) => (await answer).data.people[0];
    const { from: was, to: becomes, ...facts } = await first(preview(to.id));
    assert.deepEqual(facts, {
      oldmanId: moving,
      oldmanName: '换一',
      reserved: false,
      gender: 1,
      flags: [],
      men: 0,
      women: 1,
      fromFee: 1500,
      toFee: 2000,
      contractFee: null,
    });
    assert.match(`${was} ${becomes}`, /^价目楼 1层 \S+ 1床 价目楼 1层 \S+ 1床$/);
    assert.deepEqual((await first(preview(beside.id))).women, 0, 'who lies in it changes places or is gone');
    assert.deepEqual((await first(preview(from.id))).men, 0, 'a person is not their own neighbour');
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`
        insert into contracts (tenant_id, person_id, number, part, effective_on, ends_on, bed_fen, care_fen, meal_fen, other_fen,
          deposit_fen, signer_name, signed_on, user_id, user_name)
        select ${tenant}, ${moving}, 'HT1', part, day::date, '2027-11-15', fen, 0, 0, 0, 0, '家属', '2026-11-01', ${manager.userId}, '甲'
        from (values (1, '2026-11-01', 160000), (2, '2026-11-10', 170000), (3, '2026-12-01', 180000)) as v(part, day, fen)`),
    );
    assert.equal((await first(preview(to.id))).contractFee, 1700, 'the part in force today');
    assert.equal((await first(preview(to.id, moving, clerk))).contractFee, null, 'who may not see contracts');
    assert.deepEqual(refusal(await preview(to.id, moving, stranger)), [404, '服务对象不存在']);
    assert.deepEqual(refusal(await preview(99_999)), [404, '床位不存在']);
    assert.equal((await preview(to.id, moving, reader)).status, 403);
    assert.deepEqual(refusal(await ask([])), [400, '参数oldmanIds不正确']);
    assert.deepEqual(
      refusal(
        await ask([
          [moving, to.id],
          [moving, beside.id],
        ]),
      ),
      [400, '同一服务对象或床位不能重复'],
    );
    assert.equal((await bedsOf(from.roomId))[0].oldmanId, moving, 'the person has not moved');
  });

  it('is said of all who change places at once: the room after it, and the carers of both floors', async () => {
    const upstairs = (await t.route(rooms.create, manager, { building: '3号楼', floor: '9层', name: '901', beds: 2 })).data;
    const below = (await t.route(rooms.create, manager, { building: '3号楼', floor: '8层', name: '801', beds: 2 })).data;
    const [[high], [low, lowToo]] = [await bedsOf(upstairs), await bedsOf(below)];
    const [he, she] = [await person('换三', { gender: 1, bedId: high.id }), await person('换四', { gender: 2, bedId: low.id })];
    await person('换五', { gender: 2, bedId: lowToo.id });
    const rate = (id: number, ability: number) =>
      t.deps.inTenant(tenant, (tx) => tx.run(sql`update people set ability = ${ability} where tenant_id = ${tenant} and id = ${id}`));
    await rate(he, 4);
    await rate(she, 0);
    const { data } = await t.route(placements.preview, manager, { oldmanIds: [he, she], bedIds: [low.id, high.id] } as never);
    assert.deepEqual(
      data.people.map(({ oldmanName, men, women }: any) => [oldmanName, men, women]),
      [
        ['换三', 0, 1],
        ['换四', 0, 0],
      ],
    );
    const load = (people: number, unrated: number, day: number) => ({ people, unrated, day, night: null });
    const loads = (all: any[]) => Object.fromEntries(all.map(({ place, before, after }) => [place, [before, after]]));
    const said = loads(data.loads);
    assert.deepEqual(Object.keys(said), ['3号楼 8层', '3号楼 9层', '3号楼', '全机构']);
    assert.deepEqual(said['3号楼 8层'], [load(2, 1, 1), load(2, 1, 1)]);
    assert.deepEqual(said['3号楼 9层'], [load(1, 0, 1), load(1, 0, 1)]);
    assert.deepEqual(said['3号楼'], [load(3, 1, 1), load(3, 1, 1)]);
    assert.deepEqual(said['全机构'][0], said['全机构'][1], 'who changes places changes nothing of the house');
    // Three who need most care leave one carer too few below.
    const more = await bedsOf((await t.route(rooms.create, manager, { building: '3号楼', floor: '8层', name: '802', beds: 3 })).data);
    for (const [at, bed] of more.entries()) await rate(await person(`重${at}`, { gender: 2, bedId: bed.id }), 4);
    const alone = (await t.route(placements.preview, manager, { oldmanIds: [he], bedIds: [low.id] } as never)).data;
    const moved = loads(alone.loads);
    assert.deepEqual(moved['3号楼 8层'], [load(5, 1, 2), load(5, 1, 2)]);
    assert.deepEqual(moved['3号楼 9层'], [load(1, 0, 1), load(0, 0, 0)]);
    assert.deepEqual(moved['3号楼'], [load(6, 1, 2), load(5, 1, 2)], 'who lay there is taken to be gone');
    assert.equal(moved['全机构'][0].people - moved['全机构'][1].people, 1);
  });
});
