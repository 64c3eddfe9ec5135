import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { findingKinds as kinds } from '#contract/stay/reconciliation.rules.ts';
import { reconciliation as routes } from '#contract/stay/reconciliation.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let tenant: number;
let [head, reader, stranger] = [] as unknown as [TestUser, TestUser, TestUser];

before(async () => {
  t = await harness();
  tenant = await t.tenant();
  head = await t.user(tenant, { name: '院长' });
  reader = await t.user(tenant, { permissions: [routes.page.access], dataScope: 2 });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const run = (statement: ReturnType<typeof sql>) => t.deps.inTenant(tenant, (tx) => tx.run(statement));
const one = async (statement: ReturnType<typeof sql>): Promise<number> =>
  (await t.deps.inTenant(tenant, (tx) => tx.row<{ id: number }>(statement as never)))!.id;

const resident = async (userName: string): Promise<number> => (await t.route(people.create, head, { userName } as never)).data;
const bed = (name: string, status: number, fen: number | null = null) =>
  one(sql`with r as (insert into rooms (tenant_id, building, floor, name) values (${tenant}, '1号楼', '2层', ${name}) returning id)
    insert into beds (tenant_id, room_id, name, status, month_fen) select ${tenant}, id, 'A', ${status}, ${fen} from r returning id`);
const contract = (person: number, number: string, more: { fee?: number; deposit?: number; ends?: string } = {}) =>
  run(sql`insert into contracts (tenant_id, person_id, number, effective_on, ends_on, bed_fen, care_fen, meal_fen, other_fen, deposit_fen,
      signer_name, signed_on, user_id, user_name) values (${tenant}, ${person}, ${number}, '2020-01-01', ${more.ends ?? '2999-12-31'},
      ${more.fee ?? 0}, 0, 0, 0, ${more.deposit ?? 0}, '王强', '2020-01-01', ${head.userId}, '院长')`);
const found = async (query: object = {}) => {
  const answer = await t.route(routes.page, head, { ...query, size: 100 } as never);
  assert.equal(answer.status, 200, String(answer.msg));
  return (answer.data.records as { kind: number; oldmanName: string | null; place: string | null; finding: string }[])
    .map(({ kind, oldmanName, place, finding }) => [kind, oldmanName, place, finding] as const)
    .toSorted(([a], [b]) => a - b);
};

describe('the reconciliation of stays', () => {
  it('names what beds, residents, contracts and accounts say differently, and nothing else', async () => {
    const right = await resident('全一致');
    await run(sql`update people set bed_id = ${await bed('201', 2, 250_000)} where tenant_id = ${tenant} and id = ${right}`);
    await contract(right, 'HT1', { fee: 250_000 });
    assert.deepEqual(await found(), []);

    const dearer = await resident('床位贵');
    await run(sql`update people set bed_id = ${await bed('202', 0, 300_000)} where tenant_id = ${tenant} and id = ${dearer}`);
    await contract(dearer, 'HT2', { fee: 250_050, deposit: 500_000 });
    const bedless = await resident('无床位');
    await run(sql`update people set status = 2 where tenant_id = ${tenant} and id = ${bedless}`);
    await contract(bedless, 'HT3', { ends: '2020-12-31' });
    const gone = await resident('已离开');
    await contract(gone, 'HT4');
    await run(sql`update people set status = 4 where tenant_id = ${tenant} and id = ${gone}`);
    await run(sql`insert into person_accounts (tenant_id, id, cash_fen, deposit_fen) values (${tenant}, ${gone}, -1250, 90)
      on conflict (tenant_id, id) do update set cash_fen = -1250, deposit_fen = 90`);
    await bed('203', 2);
    await bed('204', 1);
    await run(sql`update people set service_type = 2 where tenant_id = ${tenant} and id = ${await resident('居家的')}`);

    assert.deepEqual(await found(), [
      [kinds.noBed, '无床位', null, '没有安排床位'],
      [kinds.noContract, '无床位', null, '合同已于2020-12-31到期'],
      [kinds.bedState, null, '1号楼 2层 203 A', '床位状态为有人，没有服务对象'],
      [kinds.bedState, null, '1号楼 2层 202 A', '床位贵在此床位，床位状态为无人'],
      [kinds.bedFee, '床位贵', '1号楼 2层 202 A', '合同每月¥2,500.50，床位价格每月¥3,000.00'],
      [kinds.openContract, '已离开', null, '合同HT4没有终止'],
      [kinds.moneyLeft, '已离开', null, '可用余额¥-12.50，押金¥0.90'],
      [kinds.depositShort, '床位贵', '1号楼 2层 202 A', '合同约定¥5,000.00，已收¥0.00'],
      [kinds.keptBed, null, '1号楼 2层 204 A', '床位状态为预定，没有进行中的入住申请'],
      [kinds.absence, '无床位', null, '状态为请假，没有外出中的登记'],
    ]);
  });

  it('is filtered, reaches as far as its session does, and stays in its tenant', async () => {
    assert.deepEqual(
      (await found({ kind: kinds.bedFee })).map(([, name]) => name),
      ['床位贵'],
    );
    assert.equal((await found({ oldmanName: '无床' })).length, 3);
    assert.deepEqual(refusal(await t.route(routes.page, head, { kind: 77 } as never)), [400, '对账项目不正确']);
    const seen = (await t.route(routes.page, reader, {} as never)).data.records;
    assert.ok(seen.every((one: { oldmanId: number | null }) => one.oldmanId === null));
    assert.equal((await t.route(routes.page, stranger, {} as never)).data.total, 0);
    assert.equal((await t.route(routes.page, await t.user(tenant, { permissions: [] }), {} as never)).status, 403);
    const sheet = await t.route(routes.export, head, { format: 'csv' } as never);
    assert.equal(sheet.status, 200);
  });
});
