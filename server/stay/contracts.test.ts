import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { contracts as routes } from '#contract/stay/contracts.ts';
import { now } from '#contract/screens/now.ts';
import { pageOfNow } from '#contract/screens/now.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [head, reader, stranger] = [] as unknown as [TestUser, TestUser, TestUser];
const today = dayOf(Date.now());

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  head = await t.user(tenant, { name: '院长' });
  reader = await t.user(tenant, { name: '小何', permissions: [routes.page.access] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const resident = async (userName: string): Promise<number> => (await t.route(people.create, head, { userName } as never)).data;
const form = (oldmanId: number, more: object = {}) =>
  ({
    oldmanId,
    effectiveDate: nextDay(today, -40),
    endDate: nextDay(today, 20),
    signedDate: nextDay(today, -41),
    bedFee: 2500,
    careFee: 1800.5,
    mealFee: 900,
    deposit: 5000,
    signerName: '王强',
    signerRelation: 1,
    ...more,
  }) as never;
const changed = (id: number, more: object = {}) =>
  form(0, { oldmanId: undefined, id, effectiveDate: today, endDate: nextDay(today, 300), signedDate: today, reason: '续签', ...more });
const entered = async (userName: string): Promise<{ oldmanId: number; id: number }> => {
  const oldmanId = await resident(userName);
  const made = await t.route(routes.create, head, form(oldmanId));
  assert.equal(made.status, 200, String(made.msg));
  return { oldmanId, id: made.data };
};
/** Puts people into the beds of one room, in order. */
const lieInBeds = (...ids: number[]) =>
  t.deps.inTenant(head.tenantId, (tx) =>
    tx.run(sql`with room as (insert into rooms (tenant_id, building, floor, name) values (${tx.tenantId}, '1', '2', '201') returning id),
        given as (insert into beds (tenant_id, room_id, name, status) select ${tx.tenantId}::bigint, room.id, n || '床', 2
          from room, generate_series(1, ${ids.length}::int) n returning id, name)
      update people set bed_id = given.id from given, unnest(${ids}::bigint[]) with ordinality as one (id, n)
      where people.tenant_id = ${tx.tenantId} and people.id = one.id and given.name = one.n || '床'`),
  );
const partsOf = async (oldmanId: number) => (await t.route(routes.ofPerson, reader, { oldmanId })).data;

describe('a contract', () => {
  it('of a resident who came before is entered once, in words that are clear', async () => {
    const oldmanId = await resident('王秀英');
    assert.equal((await t.route(routes.create, null, form(oldmanId))).status, 401);
    assert.equal((await t.route(routes.create, reader, form(oldmanId))).status, 403);
    for (const [more, status, text] of [
      [{ endDate: nextDay(today, -50) }, 400, '到期日期不能早于生效日期'],
      [{ signedDate: nextDay(today) }, 400, '签订日期不能晚于今天'],
      [{ oldmanId: 999_999 }, 404, '服务对象不存在'],
      [{ files: Array.from({ length: 21 }, (_, at) => `/admin/sys-file/a/${at}.png`) }, 400, '最多9张图片'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.create, head, form(oldmanId, more))), [status, text]);
    const made = await t.route(routes.create, head, form(oldmanId));
    assert.equal(made.status, 200, String(made.msg));
    const row = (await t.route(routes.get, reader, { id: made.data })).data;
    assert.match(row.number, /^HT\d{11}$/);
    assert.deepEqual(
      [row.part, row.state, row.oldmanName, row.monthFee, row.signerName, row.createBy],
      [1, 2, '王秀英', 5200.5, '王强', '院长'],
    );
    assert.deepEqual(refusal(await t.route(routes.create, head, form(oldmanId))), [422, `该服务对象已有合同${row.number}，请变更该合同`]);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id: made.data })), [404, '入住合同不存在']);
    assert.deepEqual(refusal(await t.route(routes.change, stranger, changed(made.data))), [404, '入住合同不存在']);
    const gone = await resident('离开的人');
    await t.route(people.update, head, { id: gone, userName: '离开的人', status: 4 } as never);
    assert.deepEqual(refusal(await t.route(routes.create, head, form(gone))), [422, '该服务对象已离开机构，不能登记合同']);
  });

  it('is changed from a day on by one of two at once, and both parts are kept', async () => {
    const { oldmanId, id } = await entered('陈玉兰');
    for (const [more, status, text] of [
      [{ reason: '' }, 400, '请填写变更原因'],
      [{ signedDate: nextDay(today) }, 400, '签订日期不能晚于今天'],
      [{ effectiveDate: nextDay(today, -40) }, 422, `生效日期应晚于上一版的生效日期${nextDay(today, -40)}`],
      [{ effectiveDate: nextDay(today, -32) }, 422, '生效日期不能早于31天前'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.change, head, changed(id, more))), [status, text]);
    assert.deepEqual(refusal(await t.route(routes.change, head, changed(id, { version: 9 }))), [409, '入住合同已被他人修改，请刷新后重试']);
    const both = await Promise.all([3000, 3100].map((careFee) => t.route(routes.change, head, changed(id, { careFee }))));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '该合同已有更新的版本，请刷新后重试');
    const [now, first] = await partsOf(oldmanId);
    assert.deepEqual([now.part, now.state, now.reason, first.part, first.state], [2, 2, '续签', 1, 3]);
    assert.equal(now.number, first.number);
    const page = await t.route(routes.page, reader, { oldmanName: '陈玉' } as never);
    assert.deepEqual(
      page.data.records.map(({ part }: { part: number }) => part),
      [2],
    );
  });

  it('that was changed for a later day holds as before until then, and can be taken back', async () => {
    const { oldmanId, id } = await entered('孙福');
    assert.deepEqual(refusal(await t.route(routes.withdraw, head, { id })), [422, '已生效的合同不能撤销，请登记新的变更']);
    const later = await t.route(routes.change, head, changed(id, { effectiveDate: nextDay(today, 5) }));
    assert.equal(later.status, 200, String(later.msg));
    const states = async () => (await partsOf(oldmanId)).map(({ part, state }: { part: number; state: number }) => [part, state]);
    assert.deepEqual(await states(), [
      [2, 1],
      [1, 2],
    ]);
    assert.equal((await t.route(routes.withdraw, reader, { id: later.data })).status, 403);
    assert.equal((await t.route(routes.withdraw, head, { id: later.data })).status, 200);
    assert.deepEqual(await states(), [[1, 2]]);
  });

  it('waits for its renewal from 30 days before its end', async () => {
    const { oldmanId, id } = await entered('赵淑珍');
    await lieInBeds(oldmanId, await resident('同住的人'));
    const waiting = async (as: TestUser) =>
      (await t.route(now.read, as, { kind: 'contract_end' })).data.rows
        .filter(({ personId }: { personId: number }) => personId === oldmanId)
        .map((row: Parameters<typeof pageOfNow>[0] & { text: string; place: string }) => [row.text, row.place, pageOfNow(row)]);
    assert.deepEqual(await waiting(head), [
      [`合同${nextDay(today, 20)}到期`, '1号楼 2层 201 1床', `/oldMan/detail?id=${oldmanId}&tabid=contract&isview=true`],
    ]);
    assert.deepEqual(await waiting(reader), []);
    await t.route(routes.change, head, changed(id));
    assert.deepEqual(await waiting(head), []);
  });

  it('is found by the day on which it ends, keeps what was signed, and is exported', async () => {
    const { id } = await entered('李桂芬');
    const until = async (endsUntil: string) =>
      (await t.route(routes.page, reader, { oldmanName: '李桂芬', endsUntil } as never)).data.total as number;
    assert.deepEqual([await until(nextDay(today, 19)), await until(nextDay(today, 20))], [0, 1]);
    assert.deepEqual(
      refusal(await t.route(routes.attach, head, { id, files: Array.from({ length: 21 }, () => '/admin/sys-file/a/b.png') } as never)),
      [400, '最多20张图片'],
    );
    assert.equal((await t.route(routes.attach, head, { id, files: [] })).status, 200);
    assert.equal((await t.route(routes.attach, head, { id, version: 1, files: [] })).status, 409);
    const sheet = await t.call('GET', routes.export.path, { as: head });
    assert.equal(sheet.status, 200);
  });
});
