import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { yuanText } from '#contract/money.ts';
import { checkouts as routes } from '#contract/stay/checkouts.ts';
import { divideHalfUp } from '#contract/stay/stay-fees.rules.ts';
import { nextDay } from '#contract/time.ts';
import { checkoutHouse } from '#test/checkouts.ts';
import { refusal } from '#test/harness.ts';
import { phone as sealed } from '../db/sealed-phones.ts';

type Line = { kind: string; fromDate: string; toDate: string; days: number; amount: number };

let its: Awaited<ReturnType<typeof checkoutHouse>>;
before(async () => {
  its = await checkoutHouse();
});
after(() => its.t.close());

/** The last settled day of the whole institution; empty: none. */
const setHouse = (value: string) =>
  its.t.deps.inTenant(its.tenantId, (tx) =>
    tx.run(sql`update parameters set value = ${value} where tenant_id = ${its.tenantId} and key = 'STAY_SETTLED_UNTIL'`),
  );
const feeOf = async (input: object) => (await its.t.route(routes.fee, its.viewer, input as never)).data;
const monthOf = (day: string) => day.slice(0, 7);
const daysOf = (day: string) => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();
/** What a bed of 3000 yuan a month comes to from a day until before another one, month by month. */
function bedsBetween(from: string, until: string): [string, number][] {
  const sums: [string, number][] = [];
  for (let day = from; day < until;) {
    const [month, start] = [monthOf(day), day];
    let days = 0;
    for (; day < until && monthOf(day) === month; day = nextDay(day)) days++;
    sums.push([start, divideHalfUp(300_000 * days, daysOf(start)) / 100]);
  }
  return sums;
}
const beds = (lines: Line[]) => lines.filter(({ kind }) => kind === 'bed').map(({ fromDate, amount }) => [fromDate, amount]);

describe('the fees of several months', () => {
  it('are all that were not settled: from the contract on, from the admission on, or after the last settled day', async () => {
    const { leaveDate, tenantId, head, t } = its;
    const start = nextDay(leaveDate, -60);
    const oldmanId = await its.resident('钱一');
    await setHouse('');
    const all = await feeOf({ oldmanId, leaveDate });
    assert.deepEqual([all.fromDate, all.settledUntil], [start, null]);
    assert.deepEqual(beds(all.lines), bedsBetween(start, leaveDate));
    assert.deepEqual(all.hints, [`从${start}起逐月收取；以前月份已结清的，请先登记“已结算至”`]);
    assert.equal(all.dueAmount, Math.round(all.lines.reduce((sum: number, { amount }: Line) => sum + amount, 0) * 100) / 100);

    const admitted = nextDay(start, 5);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into admissions (tenant_id, number, state, enter_type, person_id, person_name, admit_on, ends_on, bed_fen, care_fen,
          meal_fen, other_fen, deposit_fen, signer_name, contract_id, user_id, user_name, admitted_at, admitted_by)
        select ${tenantId}, 'RZ20200101001', 6, 1, ${oldmanId}, '钱一', ${admitted}, ends_on, bed_fen, care_fen, meal_fen, other_fen,
          deposit_fen, signer_name, id, ${head.userId}, '院长', now(), '院长'
        from contracts where tenant_id = ${tenantId} and person_id = ${oldmanId}`),
    );
    assert.deepEqual(beds((await feeOf({ oldmanId, leaveDate })).lines), bedsBetween(admitted, leaveDate));

    await setHouse(nextDay(start, 20));
    assert.deepEqual(beds((await feeOf({ oldmanId, leaveDate })).lines), bedsBetween(nextDay(start, 21), leaveDate));
    await setHouse(leaveDate);
    const none = await feeOf({ oldmanId, leaveDate });
    assert.deepEqual([none.lines, none.dueAmount], [[], 0]);
    assert.deepEqual(none.hints, [`费用已结算至${leaveDate}，退住日期之后多收的费用请用手工项目退还`]);
    await setHouse('');
  });

  it('are cut where the contract changes, and give back an outing over the end of a month', async () => {
    const { leaveDate, tenantId, t } = its;
    const oldmanId = await its.resident('钱二');
    const first = `${monthOf(leaveDate)}-01`;
    const changes = nextDay(first, -6);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into contracts (tenant_id, person_id, number, part, effective_on, ends_on, bed_fen, care_fen, meal_fen, other_fen,
          deposit_fen, signer_name, signed_on, reason, user_id, user_name)
        select tenant_id, person_id, number, 2, ${changes}, ends_on, 420000, care_fen, meal_fen, other_fen, deposit_fen, signer_name,
          ${changes}, '换床', user_id, user_name
        from contracts where tenant_id = ${tenantId} and person_id = ${oldmanId}`),
    );
    const at = (day: string) => `${day} 09:00:00`;
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`insert into outings (tenant_id, state, person_id, person_name, companion_name, companion_phone, destination, leave_at, due_at,
          left_at, left_by, returned_at, returned_by)
        values (${tenantId}, 3, ${oldmanId}, '钱二', '钱强', ${sealed('13912340000')}, '家', ${at(nextDay(first, -4))}, ${at(nextDay(first, 3))},
          ${at(nextDay(first, -4))}, '李敏', ${at(nextDay(first, 2))}, '李敏')`),
    );
    const { lines } = (await feeOf({ oldmanId, leaveDate })) as { lines: Line[] };
    const last = lines.filter(({ kind }) => kind === 'bed').slice(-2);
    assert.deepEqual(
      last.map(({ fromDate, toDate }) => [fromDate, toDate]),
      [
        [changes, nextDay(first, -1)],
        [first, nextDay(leaveDate, -1)],
      ],
    );
    const before = daysOf(nextDay(first, -1));
    assert.equal(last[0]!.amount, divideHalfUp(420_000 * 6, before) / 100);
    assert.deepEqual(
      lines.filter(({ kind }) => kind === 'meal_back').map(({ fromDate, days, amount }) => [fromDate, days, amount]),
      [
        [nextDay(first, -3), 3, -divideHalfUp(90_000 * 3, before) / 100],
        [first, 2, -divideHalfUp(90_000 * 2, daysOf(first)) / 100],
      ],
    );
    // Its lines stand in their months, in turn.
    assert.deepEqual(
      lines.map(({ fromDate }) => monthOf(fromDate)),
      lines.map(({ fromDate }) => monthOf(fromDate)).toSorted(),
    );
  });

  it('begin after the day that the check-out names, which comes before the setting of the house', async () => {
    const { t, finance, nurse, stranger, leaveDate, today, due } = its;
    const oldmanId = await its.resident('钱三', { cash: 9000 });
    const id = await its.asked(oldmanId);
    const first = `${monthOf(leaveDate)}-01`;
    const version = async () => (await its.read(id)).version;
    const set = (settledUntil: string | null, as = finance, more: object = {}) =>
      t.route(routes.settledUntil, as, { id, settledUntil, ...more } as never);
    const whole = (await feeOf({ id })).dueAmount;
    assert.ok(whole > due);
    assert.deepEqual(refusal(await set(leaveDate)), [422, '已结算日期应早于退住日期，多收的费用请用手工项目退还']);
    const later = await its.asked(await its.resident('钱四'), { leaveDate: nextDay(today, 9) });
    assert.deepEqual(refusal(await t.route(routes.settledUntil, finance, { id: later, settledUntil: nextDay(today, 1) } as never)), [
      422,
      '已结算日期不能晚于今天',
    ]);
    assert.equal((await set(nextDay(first, -1), nurse)).status, 403);
    assert.equal((await set(nextDay(first, -1), stranger)).status, 404);
    const seen = await version();
    assert.equal((await set(nextDay(first, -1), finance, { version: seen })).status, 200);
    assert.equal((await set(null, finance, { version: seen })).status, 409);
    const fee = await feeOf({ id });
    assert.deepEqual([fee.dueAmount, fee.settledUntil, fee.fromDate], [due, nextDay(first, -1), first]);
    assert.deepEqual((await its.read(id)).logs.at(-1).text, `费用已结算至${nextDay(first, -1)}`);
    await its.signAll(id);
    const input = { id, refundType: 2, receiver: '王强' };
    const stale = await t.route(routes.checkOut, finance, { ...input, dueAmount: whole } as never);
    assert.deepEqual(refusal(stale), [409, `费用已变化，现为${yuanText(due)}，请核对后重新确认`]);
    assert.equal((await t.route(routes.checkOut, finance, { ...input, dueAmount: due } as never)).status, 200);
    assert.deepEqual(await its.purses(oldmanId), [0, 0, 0]);
    assert.equal((await its.read(id)).refundAmount, Math.round((9000 - due) * 100) / 100);
    assert.deepEqual(refusal(await set(null)), [409, '退住申请已退住，不能登记已结算日期']);
  });
});
