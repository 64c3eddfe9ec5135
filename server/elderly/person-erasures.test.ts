/** Whose record is on the list, who may do what with it, and that nothing happens when two do it at once. What goes is test/erased-people.test.ts. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { personErasures as routes } from '#contract/elderly/person-erasures.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import '#server/subscribers.ts';
import { everyPermission, harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let chief: TestUser;
let second: TestUser;
let nurse: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  [chief, second] = [await t.user(tenant), await t.user(tenant)];
  nurse = await t.user(tenant, { permissions: everyPermission().filter((one) => one !== routes.page.access) });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const run = (query: ReturnType<typeof sql>) => t.deps.inTenant(chief.tenantId, (tx) => tx.run(query));
/** A person who left so many years ago. */
async function gone(userName: string, years: number, status = 4): Promise<number> {
  const { data } = await t.route(people.create, chief, { userName, mobile: '13800000000', status });
  await run(sql`update people set left_at = now() - make_interval(years => ${years}) + interval '1 hour' where id = ${data}`);
  return data as number;
}
const idsOf = async (search: object = {}, as = chief): Promise<number[]> =>
  (await t.route(routes.page, as, { size: 100, ...search })).data.records.map(({ id }: { id: number }) => id);
const read = async (id: number) => (await t.route(routes.preview, chief, { id })).data;
const given = async (id: number, more: object = {}) => ({ id, version: (await read(id)).person.version, ...more }) as never;
const reason = '保管期满';

describe('the list of records that need not be kept', () => {
  it('has who left more than five years ago, or longer where the institution says so, of its own tenant', async () => {
    const [old, late, dead] = [await gone('陈一', 6), await gone('陈二', 5), await gone('陈三', 12, 5)];
    const here = (await t.route(people.create, chief, { userName: '陈四' })).data as number;
    assert.deepEqual((await idsOf({ userName: '陈' })).toSorted(), [old, dead].toSorted());
    await run(sql`insert into parameters (tenant_id, name, key, value) values (${chief.tenantId}, '保留', 'PERSON_KEPT_YEARS', '10')`);
    assert.deepEqual(await idsOf({ userName: '陈' }), [dead]);
    await run(sql`update parameters set value = '1' where tenant_id = ${chief.tenantId} and key = 'PERSON_KEPT_YEARS'`);
    assert.deepEqual((await idsOf({ userName: '陈' })).toSorted(), [old, dead].toSorted());
    for (const id of [late, here]) assert.deepEqual(refusal(await t.route(routes.preview, chief, { id })), [404, '可删除的档案不存在']);
    assert.deepEqual(await idsOf({}, stranger), []);
    assert.deepEqual(refusal(await t.route(routes.preview, stranger, { id: old })), [404, '可删除的档案不存在']);
    assert.equal((await t.route(routes.page, nurse, {})).status, 403);
  });
});

describe('an erasure', () => {
  it('is stopped by a hold with its reason until that is lifted', async () => {
    const id = await gone('李一', 6);
    await t.route(routes.ask, chief, await given(id, { reason }));
    assert.deepEqual(refusal(await t.route(routes.hold, second, await given(id, { reason: ' ' }))), [400, '请填写暂缓原因']);
    assert.equal((await t.route(routes.hold, second, await given(id, { reason: '诉讼未结' }))).status, 200);
    const { person } = await read(id);
    assert.deepEqual([person.state, person.holdReason, person.askId], [3, '诉讼未结', null]);
    assert.deepEqual(refusal(await t.route(routes.ask, chief, await given(id, { reason }))), [422, '该档案已暂缓删除，请先解除暂缓']);
    assert.deepEqual(await idsOf({ state: 3 }), [id]);
    assert.equal((await t.route(routes.release, chief, await given(id))).status, 200);
    assert.equal((await read(id)).person.state, 1);
    assert.deepEqual(refusal(await t.route(routes.release, chief, await given(id))), [422, '该档案没有暂缓删除，请刷新后重试']);
  });

  it('can be withdrawn, and is refused while money or orders are open', async () => {
    const id = await gone('李二', 6);
    await run(sql`insert into person_accounts (tenant_id, id, cash_fen) values (${chief.tenantId}, ${id}, 100)
      on conflict (tenant_id, id) do update set cash_fen = 100`);
    assert.deepEqual((await read(id)).against, ['账户还有余额、押金或欠费，请先结清']);
    assert.deepEqual(refusal(await t.route(routes.ask, chief, await given(id, { reason }))), [422, '账户还有余额、押金或欠费，请先结清']);
    await run(sql`update person_accounts set cash_fen = 0 where tenant_id = ${chief.tenantId} and id = ${id}`);
    assert.equal((await t.route(routes.ask, chief, await given(id, { reason }))).status, 200);
    assert.equal((await t.route(routes.withdraw, second, await given(id))).status, 200);
    assert.deepEqual(refusal(await t.route(routes.confirm, second, await given(id))), [422, '没有待确认的删除申请，请刷新后重试']);
    assert.equal((await read(id)).person.userName, '李二');
  });

  it('needs another one, and of two at once one wins', async () => {
    const id = await gone('李三', 6);
    const stale = await given(id);
    await t.route(routes.ask, chief, await given(id, { reason }));
    assert.deepEqual(refusal(await t.route(routes.confirm, second, stale)), [409, '档案已被他人修改，请刷新后重试']);
    const third = await t.user(chief.tenantId);
    const input = await given(id);
    assert.deepEqual(refusal(await t.route(routes.confirm, chief, input)), [422, '须由申请人以外的另一人确认删除']);
    const answers = await Promise.all([second, third].map((as) => t.route(routes.confirm, as, input)));
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404]);
    assert.deepEqual(await idsOf({ userName: '李三' }), []);
    const { data } = await t.route(operationLogs.page, chief, { title: routes.confirm.summary });
    assert.deepEqual([data.total, data.records[0].params], [1, `id=${id}&version`]);
    // In no list, and not to be changed any more.
    assert.equal((await t.route(people.get, chief, { id })).status, 404);
    assert.equal((await t.route(people.update, chief, { id, userName: '李三' })).status, 404);
  });

  it('takes the records that were merged into it', async () => {
    const [id, dropped] = [await gone('赵一', 6), await gone('赵二', 6)];
    await run(sql`update people set deleted_at = now(), merged_into = ${id} where id = ${dropped}`);
    await t.route(routes.ask, chief, await given(id, { reason }));
    assert.equal((await t.route(routes.confirm, second, await given(id))).status, 200);
    const rows = await t.deps.inTenant(chief.tenantId, (tx) =>
      tx.rows<{ name: string; mobile: string | null }>(sql`select name, mobile from people where id in (${id}, ${dropped}) order by id`),
    );
    assert.deepEqual(rows, [
      { name: `已删除人员${id}`, mobile: null },
      { name: `已删除人员${dropped}`, mobile: null },
    ]);
  });
});
