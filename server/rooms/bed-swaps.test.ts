import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { people } from '#contract/elderly/people.ts';
import { placements } from '#contract/elderly/placements.ts';
import { bedStates } from '#contract/rooms/beds.rules.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { harness, refusal as answer, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [manager, stranger] = [] as unknown as [TestUser, TestUser];
before(async () => {
  t = await harness();
  manager = await t.user(await t.tenant());
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

let serial = 0;
const room = async (): Promise<number> =>
  (await t.route(rooms.create, manager, { building: '一号楼', floor: '2层', name: `2${++serial}`, beds: 2 })).data;
const bedsOf = async (roomId: number) => (await t.route(beds.page, manager, { roomId, size: 100 })).data.records as any[];
const person = async (name: string, input: object): Promise<number> =>
  (await t.route(people.create, manager, { userName: name, ...input } as never)).data;

describe('changing places', () => {
  it('lets two change places, and three in a ring, or nobody', async () => {
    const [one, two] = await bedsOf(await room());
    const [three] = await bedsOf(await room());
    const [a, b, c] = [
      await person('冯一', { bedId: one.id }),
      await person('冯二', { bedId: two.id }),
      await person('冯三', { bedId: three.id }),
    ];
    await t.route(people.update, manager, { id: b, userName: '冯二', status: 2 } as never);
    const swap = (ring: [number, number][], as = manager) =>
      t.route(placements.swap, as, {
        moves: ring.map(([oldmanId, fromBedId], at) => ({ oldmanId, fromBedId, bedId: ring[(at + 1) % ring.length]![1] })),
      } as never);
    const where = async () => {
      const rows = [...(await bedsOf(one.roomId)), ...(await bedsOf(three.roomId))];
      return rows.map(({ oldmanName, status }) => [oldmanName, status]).slice(0, 3);
    };
    const { occupied, onLeave } = bedStates;
    assert.equal(
      (
        await swap([
          [a, one.id],
          [b, two.id],
        ])
      ).status,
      200,
    );
    assert.deepEqual(await where(), [
      ['冯二', onLeave],
      ['冯一', occupied],
      ['冯三', occupied],
    ]);
    assert.deepEqual(
      answer(
        await swap([
          [a, one.id],
          [b, two.id],
        ]),
      ),
      [409, '冯一的床位已变化，请刷新后重试'],
    );
    assert.deepEqual(await where(), [
      ['冯二', onLeave],
      ['冯一', occupied],
      ['冯三', occupied],
    ]);
    assert.equal(
      (
        await swap([
          [a, two.id],
          [b, one.id],
          [c, three.id],
        ])
      ).status,
      200,
    );
    assert.deepEqual(await where(), [
      ['冯一', occupied],
      ['冯三', occupied],
      ['冯二', onLeave],
    ]);
    assert.deepEqual(answer(await swap([])), [400, '请选择服务对象和床位']);
    assert.deepEqual(answer(await swap([[a, one.id]])), [422, '请选择另一张床位']);
    const eleven = Array.from({ length: 11 }, (_, at): [number, number] => [at + 1, at + 1]);
    assert.deepEqual(answer(await swap(eleven)), [400, '一次最多换10人']);
    assert.deepEqual(
      answer(
        await swap([
          [a, one.id],
          [a, three.id],
        ]),
      ),
      [400, '同一服务对象或床位不能重复'],
    );
    assert.equal(
      (
        await swap(
          [
            [a, one.id],
            [b, three.id],
          ],
          stranger,
        )
      ).status,
      404,
    );
    const both = await Promise.all([
      swap([
        [a, one.id],
        [b, three.id],
      ]),
      swap([
        [b, three.id],
        [a, one.id],
      ]),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual(await where(), [
      ['冯二', onLeave],
      ['冯三', occupied],
      ['冯一', occupied],
    ]);
    await t.route(people.update, manager, { id: c, userName: '冯三', status: 4 } as never);
    assert.equal(
      (
        await swap([
          [a, three.id],
          [c, two.id],
        ])
      ).status,
      409,
    );
  });

  it('lets a chain end in a free bed, and all stay when that bed was taken or is out of use', async () => {
    const [one, two] = await bedsOf(await room());
    const [free, other] = await bedsOf(await room());
    const [a, b] = [await person('蒋一', { bedId: one.id }), await person('蒋二', { bedId: two.id })];
    const chain = (last: number) =>
      t.route(placements.swap, manager, {
        moves: [
          { oldmanId: a, fromBedId: one.id, bedId: two.id },
          { oldmanId: b, fromBedId: two.id, bedId: last },
        ],
      } as never);
    const where = async () =>
      [...(await bedsOf(one.roomId)), ...(await bedsOf(free.roomId))].map(({ oldmanName, status, cleaningSince }) => [
        oldmanName,
        status,
        cleaningSince !== null,
      ]);
    const { occupied, free: empty } = bedStates;
    const before = await where();
    const visitor = await person('蒋三', { bedId: free.id });
    assert.deepEqual(answer(await chain(free.id)), [409, '床位已被占用或不可用，请重新选择']);
    await t.route(people.update, manager, { id: visitor, userName: '蒋三', bedId: null } as never);
    await t.route(placements.move, manager, { oldmanId: visitor, fromBedId: free.id, bedId: null });
    await t.route(beds.clean, manager, { id: free.id });
    await t.route(beds.update, manager, { id: other.id, name: '2床', status: bedStates.inRepair });
    assert.deepEqual(answer(await chain(other.id)), [409, '床位已被占用或不可用，请重新选择']);
    assert.deepEqual((await where()).slice(0, 2), before.slice(0, 2), 'all lie where they lay');
    // Of two plans for one bed one is carried out.
    const answers = await Promise.all([chain(free.id), chain(free.id)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    assert.deepEqual((await where()).slice(0, 3), [
      [null, empty, true],
      ['蒋一', occupied, false],
      ['蒋二', occupied, false],
    ]);
  });
});
