import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { MOST_VIEWS, savedTicketViews as routes } from '#contract/tickets/saved-ticket-views.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [head, agent, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  head = await t.user(tenant, { permissions: ['business_ticket_view', 'business_ticket_assign'] });
  agent = await t.user(tenant, { permissions: ['business_ticket_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

interface View {
  id: number;
  name: string;
  shared: boolean;
  filters: object;
  sort: string | null;
  descending: boolean;
  version: number;
}
const complaints = { name: '未办结投诉', filters: { view: 'mine', type: 2, keyword: '' }, sort: 'create_time', descending: true };
const list = async (as: TestUser): Promise<View[]> => (await t.route(routes.list, as)).data;
const create = (as: TestUser, more: object = {}) => t.route(routes.create, as, { ...complaints, ...more });
const names = async (as: TestUser) => (await list(as)).map(({ name, shared }) => [name, shared]);

describe('a view of tickets', () => {
  it('is kept with its filters and order, and seen by who made it', async () => {
    const { data: id } = await create(agent);
    assert.deepEqual(await list(agent), [{ ...complaints, id, shared: false, filters: { view: 'mine', type: 2 }, version: 1 }]);
    assert.deepEqual(await list(head), []);
    assert.deepEqual(await list(stranger), []);
    for (const other of [head, stranger]) {
      assert.deepEqual(refusal(await t.route(routes.update, other, { id, version: 1, name: '甲' })), [404, '诉求视图不存在']);
      assert.deepEqual(refusal(await t.route(routes.remove, other, { id })), [404, '诉求视图不存在']);
    }
  });

  it('is renamed, keeps what an update leaves out, and is not overwritten unseen', async () => {
    const { data: id } = await create(agent, { name: '水电' });
    assert.equal((await t.route(routes.update, agent, { id, version: 1, name: '水电维修' })).status, 200);
    const stale = await t.route(routes.update, agent, { id, version: 1, name: '旧' });
    assert.deepEqual(refusal(stale), [409, '诉求视图已被他人修改，请刷新后重试']);
    assert.equal(stale.data.name, '水电维修');
    assert.equal((await t.route(routes.update, agent, { id, version: 2, sort: null, filters: { state: 2 } })).status, 200);
    const { name, sort, filters, descending } = (await list(agent)).find((one) => one.id === id)!;
    assert.deepEqual([name, sort, filters, descending], ['水电维修', null, { state: 2 }, true]);
    const twice = await create(agent, { name: '水电维修' });
    assert.deepEqual(refusal(twice), [409, '已有同名的视图']);
    assert.equal((await t.route(routes.remove, agent, { id })).status, 200);
    assert.deepEqual(await names(agent), [['未办结投诉', false]]);
  });

  it('is shared, changed and taken back by who may assign tickets', async () => {
    assert.equal((await create(agent, { name: '全院', shared: true })).status, 403);
    const { data: id } = await create(head, { name: '全院投诉' });
    assert.equal((await t.route(routes.update, head, { id, version: 1, shared: true })).status, 200);
    assert.deepEqual(await names(agent), [
      ['全院投诉', true],
      ['未办结投诉', false],
    ]);
    assert.deepEqual(await names(stranger), []);
    assert.equal((await t.route(routes.update, agent, { id, version: 2, name: '甲' })).status, 403);
    assert.equal((await t.route(routes.update, agent, { id, version: 2, shared: false })).status, 403);
    assert.equal((await t.route(routes.remove, agent, { id })).status, 403);
    const [, own] = await list(agent);
    assert.equal((await t.route(routes.update, agent, { id: own!.id, version: own!.version, shared: true })).status, 403);
    assert.equal((await t.route(routes.update, head, { id, version: 2, shared: false })).status, 200);
    assert.deepEqual(await names(agent), [['未办结投诉', false]]);
    assert.deepEqual(await names(head), [['全院投诉', false]]);
  });

  it('has a name, filters that the list knows, and so many beside it', async () => {
    assert.deepEqual(refusal(await create(agent, { name: ' ' })), [400, '请填写视图名称']);
    assert.deepEqual(refusal(await create(agent, { sort: 'title' })), [400, '排序方式不正确']);
    assert.equal((await create(agent, { filters: { state: 99 } })).status, 400);
    const odd = (await create(stranger, { filters: { type: 2, password: 'x' } })).data;
    assert.deepEqual((await list(stranger)).find(({ id }) => id === odd)!.filters, { type: 2 });
    for (let n = 1; n < MOST_VIEWS; n++) assert.equal((await create(stranger, { name: `视图${n}` })).status, 200);
    assert.deepEqual(refusal(await create(stranger, { name: '再一个' })), [422, '最多保存30个视图']);
    for (let n = 0; n < MOST_VIEWS; n++) assert.equal((await create(stranger, { name: `共享${n}`, shared: true })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.update, stranger, { id: odd, version: 1, shared: true })), [422, '最多共享30个视图']);
  });
});
