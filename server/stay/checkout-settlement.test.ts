import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { accountMovements } from '#contract/accounts/accounts.ts';
import { arrangements } from '#contract/elderly/arrangements.ts';
import { people } from '#contract/elderly/people.ts';
import { carePlans } from '#contract/care/care-plans.ts';
import { yuanText } from '#contract/money.ts';
import { beds } from '#contract/rooms/beds.ts';
import { checkouts as routes } from '#contract/stay/checkouts.ts';
import { contracts } from '#contract/stay/contracts.ts';
import { nextDay, textOf } from '#contract/time.ts';
import { outings } from '#contract/visitors/outings.ts';
import { checkoutHouse } from '#test/checkouts.ts';
import { refusal } from '#test/harness.ts';
import { on } from '../events.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

let its: Awaited<ReturnType<typeof checkoutHouse>>;
let broken: number | null = null;
before(async () => {
  its = await checkoutHouse();
  on('person.changed', async ({ personId }) => {
    if (personId === broken) throw new Error('the last step fails');
  });
});
after(() => its.t.close());

const settled = async (oldmanId: number, more: object = {}): Promise<number> => {
  const id = await its.asked(oldmanId, more);
  await its.signAll(id);
  return id;
};
const back = { refundType: 2, receiver: '王强' };
const checkOut = (id: number, more: object = {}, headers: Record<string, string> = {}) =>
  its.t.call('POST', routes.checkOut.path, { as: its.finance, input: { id, dueAmount: its.due, ...more }, headers });
const personOf = async (id: number) => (await its.t.route(people.get, its.head, { id })).data;
const movements = async (oldmanId: number) =>
  (await its.t.route(accountMovements.page, its.head, { oldmanId, size: 50 } as never)).data.records as Record<string, never>[];
const count = (lines: { kind: string }[]) => lines.map(({ kind }) => kind);

describe('the fees', () => {
  it('say each line, the purses and what becomes of them, for a person on a day and for a check-out', async () => {
    const { t, head, viewer, stranger, leaveDate, due } = its;
    const oldmanId = await its.resident('王秀英', { cash: 1000, deposit: 5000, grant: 300 });
    const fee = (await t.route(routes.fee, viewer, { oldmanId, leaveDate })).data;
    assert.deepEqual([fee.dueAmount, fee.fromCash, fee.fromDeposit, fee.supplement], [due, 1000, Math.round((due - 1000) * 100) / 100, 0]);
    assert.equal(fee.refund, Math.round((6000 - due) * 100) / 100);
    assert.deepEqual(count(fee.lines), ['bed', 'care', 'meal']);
    assert.match(fee.lines[0].text, /^床位费 ¥3,000\.00\/月 × 12天 ÷ (28|29|30|31)天$/);
    const first = `${leaveDate.slice(0, 7)}-01`;
    assert.deepEqual(
      [fee.fromDate, fee.lines[0].fromDate, fee.lines[0].toDate, fee.lines[0].days],
      [first, first, nextDay(leaveDate, -1), 12],
    );
    assert.deepEqual(fee.hints, [`费用已结算至${nextDay(first, -1)}，从${first}起逐月收取`]);
    const id = await its.asked(oldmanId);
    assert.deepEqual((await t.route(routes.fee, viewer, { id })).data.dueAmount, due);
    assert.equal((await t.route(routes.fee, viewer, { oldmanId })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.fee, viewer, {})), [400, '请选择服务对象']);
    assert.equal((await t.route(routes.fee, stranger, { oldmanId })).status, 404);
    assert.equal((await t.route(routes.fee, stranger, { id })).status, 404);
    const alone = (await t.route(people.create, head, { userName: '赵大' } as never)).data;
    const none = (await t.route(routes.fee, viewer, { oldmanId: alone })).data;
    assert.deepEqual([none.lines, none.fromDate, none.hints], [[], null, ['没有入住合同，床位、护理和膳食费用需人工核对']]);
  });

  it('give meals back for whole days of an outing, and care for days in hospital', async () => {
    const { t, viewer, tenantId, leaveDate } = its;
    const oldmanId = await its.resident('李建国');
    const at = (days: number) => `${nextDay(leaveDate, days)} 09:00:00`;
    await t.deps.inTenant(tenantId, async (tx) => {
      await tx.run(sql`insert into outings (tenant_id, state, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at,
          left_at, left_by, returned_at, returned_by)
        values (${tenantId}, 3, ${oldmanId}, '李建国', '李强', ${sealed('13912340000')}, '家', ${at(-10)}, ${at(-5)}, ${at(-10)}, '李敏', ${at(-6)}, '李敏')`);
      await tx.run(sql`insert into row_changes (tenant_id, table_name, row_id, action, before, after, created_at) values
        (${tenantId}, 'people', ${oldmanId}, 2, '{"status": 1}', '{"status": 3}', ${at(-4)}), (${tenantId}, 'people', ${oldmanId}, 2,
        '{"status": 3}', '{"status": 1}', ${at(-2)})`);
    });
    const { lines, hints } = (await t.route(routes.fee, viewer, { oldmanId, leaveDate })).data;
    const backs = lines.filter(({ kind }: { kind: string }) => kind.endsWith('_back'));
    assert.deepEqual(
      backs.map(({ kind, days, fromDate }: { kind: string; days: number; fromDate: string }) => [kind, days, fromDate]),
      [
        ['meal_back', 3, nextDay(leaveDate, -9)],
        ['meal_back', 1, nextDay(leaveDate, -3)],
        ['care_back', 1, nextDay(leaveDate, -3)],
      ],
    );
    assert.equal(hints[1], '外出和住院退费按登记的离开、返回日期计算，请核对');
  });

  it('are reckoned as the institution says', async () => {
    const { t, viewer, tenantId, leaveDate } = its;
    const oldmanId = await its.resident('周三');
    const set = (key: string, value: string) =>
      t.deps.inTenant(tenantId, (tx) =>
        tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tenantId}, ${key}, ${key}, ${value})`),
      );
    await set('STAY_BASIS', 'D30');
    await set('STAY_LAST_DAY', 'half');
    const { lines, dueAmount } = (await t.route(routes.fee, viewer, { oldmanId, leaveDate })).data;
    assert.deepEqual([lines[0].text, lines[0].days, dueAmount], ['床位费 ¥3,000.00/月 × 12.5天 ÷ 30天', 12.5, 2375]);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`delete from parameters where tenant_id = ${tenantId} and key in ('STAY_BASIS', 'STAY_LAST_DAY')`),
    );
  });
});

describe('carrying it through', () => {
  it('settles to the fen, ends all that was, and frees the bed to be cleaned, once', async () => {
    const { t, head, tenantId, today, due } = its;
    const oldmanId = await its.resident('陈玉兰', { cash: 500, deposit: 5000, grant: 300 });
    const wash = { name: '翻身', kind: 'turn', mode: 'clock', clocks: ['07:30'] };
    const plan = await t.route(carePlans.save, head, { oldmanId, interventions: [wash] } as never);
    assert.equal(plan.status, 200, String(plan.msg));
    assert.equal((await t.route(carePlans.start, head, { id: plan.data, startDay: today } as never)).status, 200);
    await its.row(sql<object>`with made as (insert into dictionaries (tenant_id, type) values (${tenantId}, 'care_level') returning id)
      insert into dictionary_items (tenant_id, dictionary_id, value, label) select ${tenantId}, id, '4', '四级' from made returning id`);
    const later = { id: oldmanId, careLevel: 4, effectiveDate: nextDay(today, 5), reason: '评估' };
    assert.equal((await t.route(arrangements.level, head, later as never)).status, 200);
    const soon = { leaveTime: textOf(Date.now() + 60_000), dueTime: textOf(Date.now() + 7_200_000) };
    const out = { oldmanId, companionName: '陈强', companionPhone: '13912340000', destination: '家', leaves: false, ...soon };
    const outing = await t.route(outings.create, head, out as never);
    assert.equal(outing.status, 200, String(outing.msg));
    const work = sql<object>`insert into devices (tenant_id, imei, name, person_id) values (${tenantId}, '863719000198', '手环', ${oldmanId}) returning id`;
    const device = await its.row(work);
    await its.row(sql<object>`insert into work_order_plans (tenant_id, name, person_id, jobs, frequency, every, starts_on, created_by)
      values (${tenantId}, '每天助浴', ${oldmanId}, '[]', 1, 1, ${today}, ${head.userId}) returning id`);
    const { bedId } = await personOf(oldmanId);
    const id = await settled(oldmanId);
    const before = await its.purses(oldmanId);
    for (const [more, status, text] of [
      [{}, 400, '请选择退款方式'],
      [{ refundType: 2 }, 400, '请填写收款人'],
      [{ ...back, dueAmount: 1 }, 409, `费用已变化，现为${yuanText(due)}，请核对后重新确认`],
      [{ ...back, manual: [{ text: '', amount: 1, reason: '坏' }] }, 400, '请填写项目名称'],
      [{ ...back, manual: Array.from({ length: 21 }, () => ({ text: '赔偿', amount: 1, reason: '坏' })) }, 400, '手工项目最多20项'],
      [{ ...back, manual: [{ text: '赔偿', amount: 0, reason: '坏' }] }, 400, '金额不能为0'],
      [{ ...back, manual: [{ text: '赔偿', amount: 1.005, reason: '坏' }] }, 400, '金额最多两位小数'],
      [{ ...back, manual: [{ text: '赔偿', amount: 1, reason: '' }] }, 400, '请填写手工项目的原因'],
    ] as const)
      assert.deepEqual(refusal(await checkOut(id, more)), [status, text]);
    assert.equal((await t.route(routes.checkOut, its.nurse, { id, dueAmount: due, ...back } as never)).status, 403);
    assert.equal((await t.route(routes.checkOut, its.stranger, { id, dueAmount: due, ...back } as never)).status, 404);
    // The last step fails: nothing of the others is left.
    broken = oldmanId;
    const manual = [{ text: '房门赔偿', amount: 120.5, reason: '门锁损坏' }];
    const total = Math.round((due + 120.5) * 100) / 100;
    const send = () => checkOut(id, { ...back, manual, dueAmount: total }, { 'idempotency-key': 'out-chen' });
    assert.equal((await send()).status, 500);
    assert.deepEqual([(await its.read(id)).state, await its.purses(oldmanId), (await personOf(oldmanId)).bedId], [2, before, bedId]);
    assert.deepEqual([(await its.read(id)).lines, (await t.route(outings.get, head, { id: outing.data })).data.state], [[], 1]);
    broken = null;

    const answers = await Promise.all([send(), send()]);
    assert.deepEqual(
      answers.map(({ status, msg }) => [status, status === 200 ? null : msg]),
      [
        [200, null],
        [200, null],
      ],
    );
    assert.deepEqual(refusal(await checkOut(id, { ...back, manual, dueAmount: total })), [409, '退住申请已退住，不能办理退住']);
    assert.deepEqual(await its.purses(oldmanId), [0, 0, 0]);
    const row = await its.read(id);
    const refund = Math.round((5500 - total) * 100) / 100;
    assert.deepEqual(
      [row.state, row.dueAmount, row.refundAmount, row.paidAmount, row.refundType, row.receiver],
      [3, total, refund, 0, 2, '王强'],
    );
    assert.deepEqual(count(row.lines), ['bed', 'care', 'meal', 'manual']);
    assert.deepEqual([row.lines[3].text, row.lines[3].amount], ['房门赔偿（门锁损坏）', 120.5]);
    assert.deepEqual(
      row.logs.slice(-2).map(({ status }: { status: number }) => status),
      [4, 5],
    );
    const [repaid, charged] = await movements(oldmanId);
    assert.deepEqual([repaid!.tradingType, charged!.tradingType, charged!.remarks], [3, 7, `退住结算，${row.number}，未用补贴退回`]);
    const person = await personOf(oldmanId);
    const bed = (await t.route(beds.get, head, { id: bedId })).data;
    assert.deepEqual([person.status, person.bedId, bed.status, bed.cleaningSince === null], [4, null, 0, false]);
    const parts = (await t.route(contracts.ofPerson, head, { oldmanId })).data;
    assert.deepEqual([parts[0].state, parts[0].endedDate], [4, its.leaveDate]);
    assert.equal((await t.route(carePlans.get, head, { id: plan.data })).data.state, 3);
    assert.equal((await t.route(arrangements.ofPerson, head, { oldmanId })).data.changes[0].state, 3);
    assert.equal((await t.route(outings.get, head, { id: outing.data })).data.state, 4);
    const worn = await its.row<{ person: number | null }>(
      sql`select person_id as person from devices where tenant_id = ${tenantId} and id = ${(device as { id: number }).id}`,
    );
    assert.equal(worn!.person, null);
    const recurring = await its.row<{ status: number }>(
      sql`select status from work_order_plans where tenant_id = ${tenantId} and person_id = ${oldmanId}`,
    );
    assert.equal(recurring!.status, 2);
  });

  it('takes what is lacking at the desk, or leaves it as a debt with a reason', async () => {
    const { due } = its;
    const [paying, owing] = [await its.resident('孙一', { cash: 100 }), await its.resident('孙二', { deposit: 200 })];
    const [first, second] = [await settled(paying), await settled(owing)];
    const lacking = Math.round((due - 100) * 100) / 100;
    assert.deepEqual(refusal(await checkOut(first)), [400, `还需补交${yuanText(lacking)}，请选择支付方式`]);
    assert.deepEqual(refusal(await checkOut(first, { payType: 2 })), [422, '支付方式不可用，请重新选择']);
    assert.equal((await checkOut(first, { payType: 1 })).status, 200);
    assert.deepEqual([await its.purses(paying), (await its.read(first)).paidAmount], [[0, 0, 0], lacking]);
    assert.deepEqual(refusal(await checkOut(second, { owed: true })), [400, '请填写欠费原因']);
    assert.equal((await checkOut(second, { owed: true, owedReason: '家属下周付' })).status, 200);
    const debt = Math.round((due - 200) * 100) / 100;
    const row = await its.read(second);
    assert.deepEqual(
      [await its.purses(owing), row.owedAmount, row.owedReason, row.depositAmount],
      [[-debt, 0, 0], debt, '家属下周付', 200],
    );
  });

  it('waits for the leave day, for signs, and for what blocks', async () => {
    const { t, tenantId, today, nurse, form, head } = its;
    const oldmanId = await its.resident('吴一');
    const id = await its.asked(oldmanId, { leaveDate: nextDay(today, 2) });
    assert.deepEqual(refusal(await checkOut(id, back)), [409, '退住申请待审核，不能办理退住']);
    await its.signAll(id);
    assert.deepEqual(refusal(await checkOut(id, back)), [422, '退住日期未到，请在当天或之后办理']);
    assert.deepEqual(refusal(await t.route(routes.submit, nurse, form(oldmanId, { id }))), [409, '退住申请待结算，不能修改']);
    const other = await its.resident('吴二');
    const second = await settled(other);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into goods_orders (tenant_id, number, person_id, orderer_name, phone, address, total_fen)
        values (${tenantId}, 'SP1', ${other}, '吴二', ${sealed('13911112222')}, '甲', 800)`),
    );
    assert.deepEqual(refusal(await checkOut(second, { payType: 1 })), [422, '请先处理：商品订单SP1待支付¥8.00']);
    await t.deps.inTenant(tenantId, (tx) => tx.run(sql`update people set status = 4 where tenant_id = ${tenantId} and id = ${other}`));
    assert.deepEqual(refusal(await checkOut(second, { payType: 1 })), [422, '该服务对象已离开机构，请取消退住申请']);
    assert.equal((await t.route(routes.cancel, head, { id: second, reason: '已离开' })).status, 200);
  });

  it('of a death ends in 已故', async () => {
    const { t, head, viewer } = its;
    const oldmanId = await its.resident('卫一', { cash: 9000 });
    const diedTime = textOf(Date.now() - 1000);
    const id = await settled(oldmanId, { destination: 4, diedTime, leaveDate: diedTime.slice(0, 10) });
    const { dueAmount } = (await t.route(routes.fee, viewer, { id })).data;
    assert.equal((await checkOut(id, { ...back, dueAmount })).status, 200);
    assert.equal((await personOf(oldmanId)).status, 5);
    assert.deepEqual(await its.purses(oldmanId), [0, 0, 0]);
    assert.equal((await t.route(routes.page, head, { state: 3, destination: 4 } as never)).data.total, 1);
  });
});
