import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { tickets as routes } from '#contract/tickets/tickets.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [zhang, li] = [] as unknown as [TestUser, TestUser];
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  zhang = await t.user(tenant, { name: '张敏' });
  li = await t.user(tenant, { name: '李娜' });
});
after(() => t.close());

const create = async (more: object = {}): Promise<number> =>
  (await t.route(routes.create, zhang, { title: '热水不热', text: '302没有热水', askerName: '王女士', ...more })).data;
const read = async (id: number) => (await t.route(routes.get, zhang, { id })).data;
const versioned = async (id: number) => ({ id, version: (await read(id)).version as number });

describe('merging, splitting, linking', () => {
  it('a merged one goes on in the other, also with what was merged into it; twice at once one way wins', async () => {
    const [one, two, three] = [await create({ title: '甲' }), await create({ title: '乙' }), await create({ title: '丙' })];
    assert.equal((await t.route(routes.merge, zhang, { ...(await versioned(one)), into: two })).status, 200);
    const same = await t.route(routes.merge, zhang, { id: one, version: (await versioned(one)).version, into: two });
    assert.equal(same.status, 200, 'the same again changes nothing');
    assert.equal((await t.route(routes.merge, zhang, { ...(await versioned(two)), into: three })).status, 200);
    assert.equal((await read(one)).mergedInto.id, three);
    const whole = await read(three);
    assert.equal(whole.messages.length, 3);
    assert.deepEqual(
      whole.merged.map(({ title }: { title: string }) => title),
      ['甲', '乙'],
    );
    assert.deepEqual(refusal(await t.route(routes.answer, zhang, { ...(await versioned(one)), text: 'x' })), [409, '诉求已合并，不能回复']);
    assert.deepEqual(refusal(await t.route(routes.merge, zhang, { ...(await versioned(three)), into: three })), [422, '不能合并到自己']);
    const [a, b] = [await create(), await create()];
    const both = await Promise.all([
      t.route(routes.merge, zhang, { ...(await versioned(a)), into: b }),
      t.route(routes.merge, li, { ...(await versioned(b)), into: a }),
    ]);
    assert.equal(both.filter(({ status }) => status === 200).length, 1, JSON.stringify(both.map(refusal)));
  });

  it('messages are split off once, and stay where they were', async () => {
    const id = await create();
    await t.route(routes.note, zhang, { id, text: '另外空调也坏了' });
    const { messages: said } = await read(id);
    const messageIds = [said[1].id];
    const split = await t.route(routes.split, zhang, { ...(await versioned(id)), title: '空调坏了', messageIds });
    assert.equal(split.status, 200);
    const made = await read(split.data);
    assert.deepEqual([made.splitFrom.id, made.messages.length, made.messages[0].text], [id, 1, '另外空调也坏了']);
    assert.equal((await read(id)).messages[1].splitNo, made.ticketNo);
    const again = await t.route(routes.split, zhang, { ...(await versioned(id)), title: '空调坏了', messageIds });
    assert.deepEqual(refusal(again), [409, '所选消息已拆分']);
    const other = await t.route(routes.split, zhang, { ...(await versioned(await create())), title: '甲', messageIds });
    assert.deepEqual(refusal(other), [422, '所选消息不属于该诉求']);
  });

  it('links go both ways, once', async () => {
    const [one, two] = [await create(), await create()];
    for (const [id, other] of [
      [one, two],
      [two, one],
    ])
      assert.equal((await t.route(routes.link, zhang, { id, other, linked: true })).status, 200);
    assert.deepEqual([(await read(one)).related.length, (await read(two)).related[0].id], [1, one]);
    assert.deepEqual(refusal(await t.route(routes.link, zhang, { id: one, other: one, linked: true })), [422, '不能关联自己']);
    await t.route(routes.link, zhang, { id: two, other: one, linked: false });
    assert.deepEqual((await read(one)).related, []);
  });
});
