import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { now } from '#contract/screens/now.ts';
import { checkouts as routes } from '#contract/stay/checkouts.ts';
import { nextDay, textOf } from '#contract/time.ts';
import { warning as warn } from '#test/care.ts';
import { checkoutHouse } from '#test/checkouts.ts';
import { refusal } from '#test/harness.ts';

let its: Awaited<ReturnType<typeof checkoutHouse>>;
before(async () => void (its = await checkoutHouse()));
after(() => its.t.close());

describe('a request', () => {
  it('is for those who may, in words that are clear', async () => {
    const { t, nurse, viewer, head, stranger, today, form } = its;
    const id = await its.resident('王秀英');
    assert.equal((await t.route(routes.submit, null, form(id))).status, 401);
    assert.equal((await t.route(routes.submit, viewer, form(id))).status, 403);
    assert.deepEqual(refusal(await t.route(routes.submit, stranger, form(id))), [404, '服务对象不存在']);
    for (const [more, status, text] of [
      [{ reason: '' }, 400, '请填写退住原因'],
      [{ leaveDate: nextDay(today, -32) }, 400, '退住日期不能早于31天前'],
      [{ leaveDate: nextDay(today, 366) }, 400, '退住日期不能晚于一年后'],
      [{ destination: 4 }, 400, '请填写去世时间'],
      [{ destination: 4, diedTime: `${nextDay(today)} 10:00:00`, leaveDate: nextDay(today) }, 400, '去世时间不能晚于现在'],
      [{ destination: 4, diedTime: `${nextDay(its.leaveDate, -1)} 10:00:00` }, 400, '退住日期应为去世当天'],
      [{ oldmanId: 999_999 }, 404, '服务对象不存在'],
    ] as const)
      assert.deepEqual(refusal(await t.route(routes.submit, nurse, form(id, more))), [status, text]);
    assert.equal((await t.route(routes.page, head, { oldmanId: id } as never)).data.total, 0);
    const home = (await t.route(people.create, head, { userName: '赵大' } as never)).data;
    const words = '该服务对象没有床位和入住合同，不能办理退住';
    assert.deepEqual(refusal(await t.route(routes.submit, nurse, form(home))), [422, words]);
    const left = (await t.route(people.create, head, { userName: '钱二', status: 4 } as never)).data;
    assert.deepEqual(refusal(await t.route(routes.submit, nurse, form(left))), [422, '该服务对象已离开机构，不能办理退住']);
  });

  it('is one of two that are sent at once, and the same for who sends it again', async () => {
    const { t, nurse, head, form, stranger } = its;
    const id = await its.resident('李建国');
    const answers = await Promise.all([t.route(routes.submit, nurse, form(id)), t.route(routes.submit, head, form(id))]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409]);
    const { number, id: made } = (await t.route(routes.page, head, { oldmanName: '建国' } as never)).data.records[0];
    assert.match(number, /^TZ\d{11}$/);
    assert.equal(answers.find(({ status }) => status === 409)!.msg, `该服务对象已有退住申请${number}，请勿重复提交`);
    assert.deepEqual(refusal(await t.route(routes.get, stranger, { id: made })), [404, '退住申请不存在']);
    const other = await its.resident('孙三');
    const send = () => t.call('POST', routes.submit.path, { as: nurse, input: form(other), headers: { 'idempotency-key': 'ask-sun' } });
    const [first, second] = await Promise.all([send(), send()]);
    assert.deepEqual([first.status, second.status, first.data], [200, 200, second.data]);
  });

  it('leaves the state of the person to its end', async () => {
    const { t, head } = its;
    const id = await its.resident('周四');
    await its.asked(id);
    const row = (await t.route(people.get, head, { id })).data;
    const set = { id, userName: row.userName, status: 4 };
    assert.deepEqual(refusal(await t.route(people.update, head, set as never)), [422, '正在办理退住，请在退住办理中完成']);
    assert.deepEqual(refusal(await t.route(people.remove, head, { id })), [422, '正在办理退住，请在退住办理中完成']);
    assert.equal((await t.route(people.update, head, { ...set, status: 3 } as never)).status, 200);
  });
});

describe('the departments', () => {
  it('sign in their turns, each with its own right, and once', async () => {
    const { t, nurse, viewer, head, stranger, sign } = its;
    const id = await its.asked(await its.resident('吴五'));
    assert.deepEqual(refusal(await sign(id, 'nursing', viewer)), [403, '权限不足，不允许访问']);
    assert.deepEqual(refusal(await sign(id, 'medical', nurse)), [403, '权限不足，不允许访问']);
    assert.equal((await sign(id, 'nursing', stranger)).status, 404);
    assert.deepEqual(refusal(await sign(id, 'finance')), [409, '尚未轮到财务部审核']);
    assert.deepEqual((await its.read(id)).waiting, ['nursing', 'medical', 'general']);
    const both = await Promise.all([sign(id, 'nursing', nurse, { note: '已交班' }), sign(id, 'nursing')]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '护理部已审核通过');
    await sign(id, 'medical');
    assert.deepEqual((await its.read(id)).waiting, ['general']);
    for (const department of ['general', 'finance', 'business', 'director'] as const)
      assert.equal((await sign(id, department)).status, 200);
    const { state, waiting, logs, signs } = await its.read(id);
    assert.deepEqual([state, waiting, logs.length, logs[0].status, logs[1].status], [2, [], 7, 1, 2]);
    assert.ok(signs.every((one: { state: number; signTime: string | null }) => one.state === 2 && one.signTime !== null));
    assert.deepEqual(refusal(await sign(id, 'director')), [409, '退住申请待结算，不能审核']);
    assert.equal((await t.route(routes.cancel, nurse, { id, reason: '不走了' })).status, 403);
    assert.deepEqual(refusal(await t.route(routes.cancel, head, { id, reason: '' })), [400, '请填写取消原因']);
    assert.equal((await t.route(routes.cancel, head, { id, reason: '不走了' })).status, 200);
    assert.equal((await t.route(routes.cancel, head, { id, reason: '不走了' })).status, 409);
  });

  it('send back to who asked, who corrects and is signed anew', async () => {
    const { t, nurse, head, sign, form } = its;
    const oldmanId = await its.resident('郑六');
    const id = await its.asked(oldmanId);
    await sign(id, 'medical');
    assert.deepEqual(refusal(await t.route(routes.sendBack, nurse, { id, department: 'nursing', note: '' })), [400, '请填写退回原因']);
    assert.equal((await t.route(routes.sendBack, nurse, { id, department: 'nursing', note: '日期不对' })).status, 200);
    assert.deepEqual(refusal(await sign(id, 'nursing')), [409, '护理部已退回，等待申请人重新提交']);
    const again = (as = nurse, more: object = {}) => t.route(routes.submit, as, form(oldmanId, { id, destination: 2, ...more }));
    assert.deepEqual(refusal(await again(head)), [403, '只能由申请人本人修改']);
    const other = await its.resident('冯七');
    assert.deepEqual(refusal(await again(nurse, { oldmanId: other })), [422, '不能更换服务对象，请取消后重新申请']);
    assert.deepEqual(refusal(await again(nurse, { version: 1 })), [409, '退住申请已被他人修改，请刷新后重试']);
    assert.deepEqual(refusal(await again()), [200, '已提交退住申请']);
    const { signs, destination } = await its.read(id);
    assert.deepEqual(
      [destination, signs.slice(0, 3).map(({ department, state }: { department: string; state: number }) => [department, state])],
      [
        2,
        [
          ['nursing', 1],
          ['medical', 2],
          ['general', 1],
        ],
      ],
    );
    const told = await t.deps.inTenant(its.tenantId, (tx) =>
      tx.rows<{ title: string }>(sql`select title from messages where tenant_id = ${its.tenantId} and recipient_id = ${nurse.userId}
        and title like '郑六%' order by id`),
    );
    assert.deepEqual(
      told.map(({ title }) => title),
      ['郑六退住待护理部审核', '郑六的退住申请被退回', '郑六退住待护理部审核'],
    );
  });

  it('see what is open with them, and do not agree while an alarm is open', async () => {
    const { t, tenantId, sign } = its;
    const oldmanId = await its.resident('陈八', { cash: 10 });
    const id = await its.asked(oldmanId);
    const warning = await warn(t, tenantId, oldmanId);
    const open = async () =>
      Object.fromEntries(
        (await its.read(id)).signs.map((one: { department: string; open: { text: string }[] }) => [one.department, one.open]),
      );
    const { nursing, general, finance, business, director } = await open();
    assert.match(nursing[0].text, /^预警未处理：/);
    assert.deepEqual([nursing[0].blocks, nursing[0].link], [true, `/warning/warning/index?id=${warning}`]);
    assert.deepEqual(
      general.map(({ text }: { text: string }) => text),
      ['设备手表待收回，办理退住时解绑'],
    );
    assert.equal(finance[0].text, '可用余额¥10.00、虚拟余额¥0.00、押金¥0.00');
    assert.match(business[0].text, /^入住合同HT\d{11}至/);
    assert.equal(director.length, 5);
    const refused = await sign(id, 'nursing');
    assert.equal(refused.status, 422);
    assert.match(String(refused.msg), /^请先处理：预警未处理/);
    await t.deps.inTenant(tenantId, (tx) => tx.run(sql`update warnings set status = 1 where tenant_id = ${tenantId} and id = ${warning}`));
    assert.equal((await sign(id, 'nursing')).status, 200);
  });

  it('are those of the institution', async () => {
    const { t, tenantId, sign } = its;
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(
        sql`insert into parameters (tenant_id, name, key, value) values (${tenantId}, 'x', 'CHECKOUT_DEPARTMENTS', 'finance;director')`,
      ),
    );
    const id = await its.asked(await its.resident('褚九'));
    assert.deepEqual(refusal(await sign(id, 'nursing')), [409, '本次退住不需要护理部审核']);
    assert.deepEqual((await its.read(id)).waiting, ['finance']);
    await t.deps.inTenant(tenantId, (tx) =>
      tx.run(sql`delete from parameters where tenant_id = ${tenantId} and key = 'CHECKOUT_DEPARTMENTS'`),
    );
  });
});

describe('a death', () => {
  it('is of its own day, with time, place and certificate', async () => {
    const { today, read } = its;
    const diedTime = textOf(Date.now() - 60_000);
    const id = await its.asked(await its.resident('卫十'), {
      destination: 4,
      leaveDate: diedTime.slice(0, 10),
      diedTime,
      deathPlace: '本院',
      deathCertificate: 'SW2026001',
      belongings: '手表一块，交王强',
    });
    const row = await read(id);
    assert.deepEqual(
      [row.diedTime, row.deathPlace, row.deathCertificate, row.belongings, row.leaveDate <= today],
      [diedTime, '本院', 'SW2026001', '手表一块，交王强', true],
    );
  });
});

describe('现在', () => {
  it('has what waits for a sign of the own department, and for the settlement', async () => {
    const { t, nurse, finance, viewer } = its;
    const oldmanId = await its.resident('蒋一');
    const id = await its.asked(oldmanId);
    const seen = async (as: typeof nurse) => {
      const { rows } = (await t.route(now.read, as)).data;
      return rows
        .filter((row: { id: number; kind: string }) => row.kind === 'checkout' && row.id === id)
        .map(({ text }: { text: string }) => text);
    };
    assert.deepEqual([await seen(nurse), await seen(finance), await seen(viewer)], [['退住待护理部审核'], [], []]);
    for (const department of ['nursing', 'medical', 'general'] as const) await its.sign(id, department);
    assert.deepEqual([await seen(nurse), await seen(finance)], [[], ['退住待财务部审核']]);
    for (const department of ['finance', 'business', 'director'] as const) await its.sign(id, department);
    assert.deepEqual([await seen(nurse), await seen(finance)], [[], ['退住待结算']]);
  });
});
