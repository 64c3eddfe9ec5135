import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { accountMovements, accounts } from '#contract/accounts/accounts.ts';
import { beds } from '#contract/rooms/beds.ts';
import { rooms } from '#contract/rooms/rooms.ts';
import { now } from '#contract/screens/now.ts';
import { admissions } from '#contract/stay/admissions.ts';
import { earnests as routes } from '#contract/stay/earnests.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { ledgerErrors, offerPayTypes } from '#test/accounts-ledger.ts';
import { endApproval } from '#test/approving.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { resubmitApproval } from '../approvals/case-work.ts';
import { workIn } from '../events.ts';

let t: Harness;
let tenant: number;
let [head, desk, viewer, stranger] = [] as unknown as TestUser[] as [TestUser, TestUser, TestUser, TestUser];
let bedIds: number[] = [];
let taken = 0;
const today = dayOf(Date.now());
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  await offerPayTypes(t, tenant);
  await t.deps.inTenant(tenant, (tx) =>
    tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tenant}, '限额', 'ACCOUNT_ALONE', '1000')`),
  );
  head = await t.user(tenant, { name: '院长' });
  desk = await t.user(tenant, {
    name: '陈财务',
    permissions: [
      routes.take.access,
      routes.settle.access,
      admissions.page.access,
      admissions.submit.access,
      enquiries.page.access,
      enquiries.create.access,
    ] as string[],
  });
  viewer = await t.user(tenant, { name: '小何', permissions: [admissions.page.access] as string[] });
  stranger = await t.user(await t.tenant());
  const room = (await t.route(rooms.create, head, { building: '1号楼', floor: '3', name: '301', beds: 12 } as never)).data;
  bedIds = (await t.route(beds.page, head, { roomId: room, size: 50 } as never)).data.records.map(({ id }: { id: number }) => id);
});
after(() => t.close());

/** Somebody who is to come, approved; the contract asks for a deposit of 5000 yuan. */
async function coming(userName: string, more: object = {}): Promise<number> {
  const form = {
    enterType: 1,
    userName,
    gender: 2,
    birthDate: '1941-05-06',
    contactName: '王强',
    contactPhone: '13912340001',
    bedId: bedIds[taken++]!,
    admitDate: today,
    trialDate: null,
    endDate: nextDay(today, 364),
    bedFee: 2500,
    careFee: 1800,
    mealFee: 900,
    deposit: 5000,
    signerName: '王强',
    ...more,
  };
  const made = await t.route(admissions.submit, desk, form as never);
  assert.equal(made.status, 200, String(made.msg));
  const { caseId } = (await t.route(admissions.get, head, { id: made.data })).data;
  await endApproval(t, head, caseId, 'approved');
  return made.data;
}
async function waiting(userName: string): Promise<number> {
  const made = await t.route(enquiries.create, desk, {
    userName,
    contactName: '刘洋',
    mobile: `139${String(10_000_000 + ++taken)}`,
    source: 1,
  } as never);
  assert.equal(made.status, 200, String(made.msg));
  return made.data;
}
const take = (held: object, amount: number, more: object = {}, as = desk) =>
  t.route(routes.take, as, { ...held, amount, payType: 1, payer: '王强', terms: '入住前7日通知的全额退还', ...more } as never);
const settle = (held: object, returned: number, kept: number, more: object = {}, as = desk) =>
  t.route(routes.settle, as, { ...held, returned, kept, payType: 1, receiver: '王强', reason: '家属改变主意', ...more } as never);
const read = async (held: object, as = desk) => (await t.route(routes.read, as, held as never)).data;
const admit = (id: number, more: object = {}) =>
  t.route(admissions.admit, head, { id, depositPaid: 0, prepaid: 0, payType: 1, ...more } as never);
/** What waits in 现在 of the money of who did not come. */
const waits = async (as = desk): Promise<string[][]> =>
  (await t.route(now.read, as, { kind: 'earnest' } as never)).data.rows.map(({ name, text }: { name: string; text: string }) => [
    name,
    text,
  ]);
const purses = async (id: number) => {
  const { availableBalance, depositBalance } = (await t.route(accounts.get, head, { id })).data;
  return [availableBalance, depositBalance];
};
/** All that was ever taken is held, or became something else: to the fen. */
const held = () =>
  t.deps.inTenant(tenant, (tx) =>
    tx.row<{ left: number; used: number; booked: number }>(sql`
      select (select coalesce(sum(amount_fen), 0)::bigint from earnest_movements where tenant_id = ${tenant}) as left,
        (select coalesce(-sum(amount_fen), 0)::bigint from earnest_movements where tenant_id = ${tenant} and kind = 2) as used,
        (select coalesce(sum(earnest_fen), 0)::bigint from account_movements where tenant_id = ${tenant}) as booked`),
  );

describe('money of a reservation', () => {
  it('is taken with a receipt, and becomes the deposit of the account in the transaction of the admission', async () => {
    const admissionId = await coming('王秀英');
    const of = { admissionId };
    for (const [input, status, text] of [
      [{ amount: 0 }, 400, '定金金额应大于0'],
      [{ amount: 10.001 }, 400, '定金金额最多两位小数'],
      [{ payer: '' }, 400, '请填写交款人'],
      [{ terms: '' }, 400, '请填写退还约定'],
      [{ payType: 2 }, 422, '支付方式不可用，请重新选择'],
      [{ enquiryId: 1 }, 400, '请选择咨询或入住申请'],
    ] as const)
      assert.deepEqual(refusal(await take(of, 1000, input)), [status, text]);
    assert.equal((await take(of, 1000, {}, viewer)).status, 403);
    assert.equal((await take(of, 1000, {}, stranger)).status, 404);
    const input = { admissionId, amount: 1000.01, payType: 1, payer: '王强', terms: '按约定' };
    const send = () => t.call('POST', routes.take.path, { as: desk, input, headers: { 'idempotency-key': 'dj-1' } });
    const answers = await Promise.all([send(), send()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200],
    );
    assert.equal((await take(of, 0.99)).status, 200);
    const { left, open, lines } = await read(of);
    assert.deepEqual([left, open, lines.length], [1001, true, 2], 'what was sent twice was taken once');
    assert.match(lines[1].number, new RegExp(`^DJ${today.replaceAll('-', '')}001$`));
    assert.deepEqual([lines[1].partner, lines[1].after, lines[0].after], ['王强', 1000.01, 1001]);
    const listed = (await t.route(admissions.page, viewer, { userName: '王秀英' } as never)).data.records[0];
    assert.equal(listed.earnest, 1001);
    assert.equal((await t.route(admissions.page, viewer, { earnest: true } as never)).data.total, 1);

    const done = await Promise.all([admit(admissionId, { depositPaid: 3999 }), admit(admissionId, { depositPaid: 3999 })]);
    assert.deepEqual(done.map(({ status }) => status).toSorted(), [200, 409]);
    const { oldmanId } = done.find(({ status }) => status === 200)!.data;
    assert.deepEqual(await purses(oldmanId), [0, 5000]);
    assert.equal((await read(of)).left, 0);
    const [used] = (await t.route(accountMovements.page, head, { oldmanId } as never)).data.records;
    assert.deepEqual([used.deposit, used.number], [1001, null]);
    assert.match(used.remarks, /^定金转押金，RZ/);
    assert.deepEqual(refusal(await take(of, 1)), [422, '已入住、已取消或已流失的，不能再收定金']);
    assert.deepEqual(refusal(await settle(of, 1, 0)), [422, '没有可处理的定金']);
    assert.deepEqual(await ledgerErrors(t, tenant), []);
  });

  it('fills the deposit and is prepaid with the rest, or is prepaid as a whole', async () => {
    const [first, second] = [await coming('李建国'), await coming('周玉兰')];
    await take({ admissionId: first }, 1500.55);
    await take({ admissionId: second }, 1500.55);
    const a = await admit(first, { depositPaid: 4000 });
    assert.deepEqual(await purses(a.data.oldmanId), [500.55, 5000]);
    const b = await admit(second, { earnestTo: 2, depositPaid: 0 });
    assert.deepEqual(await purses(b.data.oldmanId), [1500.55, 0]);
    const { used, booked } = (await held())!;
    assert.equal(used, booked);
  });

  it('stays with the enquiry that it was taken for, through an application that failed', async () => {
    const enquiryId = await waiting('刘芳');
    assert.equal((await take({ enquiryId }, 500)).status, 200);
    const first = await coming('刘芳', { enquiryId });
    assert.equal((await read({ admissionId: first })).left, 500, 'seen from the application');
    assert.equal((await take({ admissionId: first }, 200)).status, 200);
    assert.equal((await t.route(admissions.cancel, head, { id: first, reason: '改天' } as never)).status, 200);
    assert.equal((await read({ enquiryId })).left, 700);
    assert.deepEqual(await waits(), [['刘芳', '没有入住，定金¥700.00待退还或不退']]);
    assert.deepEqual(await waits(viewer), []);
    assert.deepEqual(refusal(await t.route(enquiries.lose, head, { id: enquiryId, reason: 1 } as never)), [
      422,
      '已收定金¥700.00，请先在“定金”中退还或不退，再标记流失',
    ]);
    const second = await coming('刘芳', { enquiryId });
    assert.deepEqual(await waits(), [], 'the next application uses it');
    const admitted = await admit(second);
    assert.equal(admitted.status, 200, String(admitted.msg));
    assert.deepEqual(await purses(admitted.data.oldmanId), [0, 700]);
    assert.equal((await read({ enquiryId })).left, 0);
  });

  it('is paid back or kept when they do not come: all of it, with a reason, once', async () => {
    const admissionId = await coming('陈桂英');
    const of = { admissionId };
    await take(of, 800);
    await t.route(admissions.cancel, head, { id: admissionId, reason: '不来了' } as never);
    assert.equal((await read(of)).left, 800, 'a cancellation loses nothing');
    assert.deepEqual(await waits(), [['陈桂英', '没有入住，定金¥800.00待退还或不退']]);
    assert.deepEqual(await waits(stranger), []);
    for (const [returned, kept, more, status, text] of [
      [500, 299.99, {}, 422, '退还与不退之和应等于定金余额¥800.00'],
      [500, 300, { reason: '' }, 400, '请填写处理原因'],
      [500, 300, { receiver: '' }, 400, '请填写收款人'],
      [500, 300, { payType: null }, 400, '请选择支付方式'],
    ] as const)
      assert.deepEqual(refusal(await settle(of, returned, kept, more)), [status, text]);
    const answers = await Promise.all([settle(of, 500, 300), settle(of, 500, 300)]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 422]);
    const { left, lines } = await read(of);
    assert.equal(left, 0);
    assert.deepEqual(await waits(), []);
    assert.deepEqual(
      lines.map(({ kind, amount, number, partner }: any) => [kind, amount, number === null, partner]),
      [
        [4, -300, true, null],
        [3, -500, false, '王强'],
        [1, 800, false, '王强'],
      ],
    );
  });

  it('above the limit waits for a second person, and is not used meanwhile', async () => {
    const admissionId = await coming('赵大爷');
    const of = { admissionId };
    await take(of, 3000);
    const asked = await settle(of, 3000, 0);
    assert.ok(asked.data.caseId > 0);
    const waits = '定金的处理申请正在审批，请等待结果或先撤回';
    assert.deepEqual(refusal(await settle(of, 3000, 0)), [422, waits]);
    assert.deepEqual(refusal(await take(of, 1)), [422, waits]);
    assert.deepEqual(refusal(await admit(admissionId)), [422, waits]);
    const { left, open, request } = await read(of);
    assert.deepEqual([left, open, request.returned, request.createBy], [3000, false, 3000, '陈财务']);
    assert.deepEqual(refusal(await t.route(routes.withdraw, head, { id: request.id })), [403, '只能由申请人本人操作']);
    assert.deepEqual(refusal(await t.route(routes.withdraw, stranger, { id: request.id })), [404, '定金处理申请不存在']);
    assert.equal((await t.route(routes.withdraw, desk, { id: request.id })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.withdraw, desk, { id: request.id })), [409, '申请已撤回，不能撤回']);
    const again = await settle(of, 2000, 1000);
    await endApproval(t, head, again.data.caseId, 'returned');
    const sentBack = (await read(of)).request.id;
    const once = t.deps.inTenant(tenant, (tx) =>
      resubmitApproval(workIn(tx, t.deps, { userId: desk.userId, name: '陈财务' }), { kind: 'earnest', businessId: sentBack }),
    );
    await assert.rejects(once, /定金处理申请不能修改，请撤回后重新申请/);
    assert.equal((await t.route(routes.withdraw, desk, { id: sentBack })).status, 200);
    const third = await settle(of, 2000, 1000);
    await endApproval(t, head, third.data.caseId, 'rejected');
    assert.equal((await read(of)).left, 3000);
    const last = await settle(of, 2000, 1000);
    await endApproval(t, head, last.data.caseId, 'approved');
    assert.equal((await read(of)).left, 0);
    assert.equal((await admit(admissionId)).status, 200);
    const { left: all, used, booked } = (await held())!;
    assert.deepEqual([all, used], [0, booked]);
    assert.deepEqual(await ledgerErrors(t, tenant), []);
  });
});
