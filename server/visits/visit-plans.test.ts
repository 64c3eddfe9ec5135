import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { visitPlans as routes } from '#contract/visits/visit-plans.ts';
import { nextDay } from '#contract/time.ts';
import { people as peopleRoutes } from '#contract/elderly/people.ts';
import { refusal } from '#test/harness.ts';
import { visitHouse, type VisitHouse } from '#test/visits.ts';

let h: VisitHouse;
let [alone, old, young, resident] = [0, 0, 0, 0];

before(async () => {
  h = await visitHouse();
  alone = await h.person('孙桂兰', { flags: ['独居', '听力差'], birth_date: '1950-01-01' });
  old = await h.person('钱有福', { birth_date: '1930-01-01', carer_id: h.carer.userId });
  young = await h.person('马志明', { birth_date: '1965-01-01' });
  resident = await h.person('何秀珍', { service_type: 1, flags: ['独居'], birth_date: '1940-01-01' });
});
after(() => h.t.close());

const create = (more: object, as = h.head) => h.t.route(routes.create, as, h.form(more) as never);
const named = (...ids: number[]) => ids.map((oldmanId) => ({ oldmanId }));
const read = (id: number) => h.call(routes.get, h.head, { id });

describe('a plan of visits', () => {
  it('is refused in words that are clear, and nothing is written', async () => {
    assert.equal((await h.t.route(routes.create, null, h.form() as never)).status, 401);
    assert.equal((await create({ people: named(alone) }, h.nurse)).status, 403);
    for (const [more, status, text] of [
      [{ name: '', people: named(alone) }, 400, '请输入计划名称'],
      [{}, 400, '请选择探访对象，或按条件覆盖'],
      [{ byRule: true }, 400, '请至少设置一个条件'],
      [{ people: named(alone, alone) }, 400, '探访对象重复'],
      [{ people: named(alone), items: [] }, 400, '请添加探访内容'],
      [
        { people: named(alone), items: Array.from({ length: 31 }, (_, at) => ({ title: `问${at}`, kind: 'text' })) },
        400,
        '探访内容最多30项',
      ],
      [{ people: named(alone), items: [{ title: '', kind: 'text' }] }, 400, '请输入探访内容的名称'],
      [{ people: named(alone), items: [{ title: '问', kind: 'choice', choices: Array(13).fill('甲') }] }, 400, '最多12个选项'],
      [{ people: named(alone), frequency: 2 }, 400, '请选择星期'],
      [{ people: named(alone), daysAllowed: 31 }, 400, '宽限天数应为0至30的整数'],
      [{ people: named(alone), minAge: 200 }, 400, '年龄应为1至120的整数'],
      [{ people: named(alone), every: 0 }, 400, '间隔应为1至99的整数'],
      [{ people: Array.from({ length: 1001 }, (_, at) => ({ oldmanId: at + 1 })) }, 400, '最多指定1000人'],
      [{ people: named(alone), visitorIds: Array(51).fill(1) }, 400, '最多选择50名探访人'],
      [{ people: named(alone), visitorIds: [999_999] }, 422, '探访人不存在或已停用'],
      [{ people: named(alone), departmentId: 999_999 }, 422, '部门不存在'],
      [{ people: named(999_999) }, 404, '服务对象不存在'],
    ] as const)
      assert.deepEqual(refusal(await create(more)), [status, text]);
    assert.equal((await h.call(routes.page, h.nurse, {})).total, 0);
  });

  it('finds people by its rule as things are, and says who before it is saved', async () => {
    const preview = async (more: object) => {
      const found = await h.call(routes.preview, h.nurse, more as never);
      assert.equal(found.total, found.people.length);
      return found.people.map(({ oldmanName }) => oldmanName).toSorted();
    };
    assert.deepEqual(await preview({ byRule: true, tags: ['独居', '空巢'] }), ['何秀珍', '孙桂兰']);
    assert.deepEqual(await preview({ byRule: true, tags: ['独居'], serviceType: 2 }), ['孙桂兰']);
    assert.deepEqual(await preview({ byRule: true, minAge: 80 }), ['何秀珍', '钱有福'].toSorted());
    assert.deepEqual(await preview({ byRule: true, careLevels: [9] }), []);
    assert.deepEqual(await preview({ people: named(young) }), ['马志明']);
    assert.deepEqual(await preview({ byRule: true, tags: ['独居'], people: named(young) }), ['何秀珍', '孙桂兰', '马志明'].toSorted());
  });

  it('makes visits for the days to come, for the same visitor each, and never twice', async () => {
    const id = await h.plan({ byRule: true, serviceType: 2, people: [{ oldmanId: young, chosen: false, userId: h.other.userId }] });
    const rows = await h.list({ planId: id });
    assert.equal(rows.length, 3 * 14);
    const who = (oldmanId: number) => [...new Set(rows.filter((row) => row.oldmanId === oldmanId).map(({ userName }) => userName))];
    assert.deepEqual([who(alone), who(old), who(young)], [['周护理'], ['周护理'], ['吴护理']]);
    const plan = await read(id);
    assert.deepEqual([plan.state, plan.covered, plan.chosen, plan.visitors.map(({ name }) => name)], [2, 3, 0, ['周护理']]);
    const covered = await h.call(routes.people, h.nurse, { id });
    assert.deepEqual(
      covered.records.map(({ oldmanName, userName, nextDay: next }) => [oldmanName, userName, next]),
      [
        ['马志明', '吴护理', h.today()],
        ['钱有福', '周护理', h.today()],
        ['孙桂兰', '周护理', h.today()],
      ],
    );
    assert.equal((await h.t.route(routes.start, h.head, { id } as never)).msg, '探访计划执行中，不能开始执行');
    await h.call(routes.update, h.head, { ...(await read(id)), name: '居家探访' } as never);
    assert.equal((await h.list({ planId: id })).length, 3 * 14);
    await h.call(routes.pause, h.head, { id } as never);
    assert.equal((await h.list({ planId: id })).length, 0);
    await h.call(routes.start, h.head, { id } as never);
    const results = await h.call(routes.results, h.nurse, { id, from: h.today(), to: nextDay(h.today(), 29) });
    assert.deepEqual([results.due, results.open, results.days.length, results.planned.length], [3, 3, 14, 30]);
    const span = (from: string, to: string) => h.t.route(routes.results, h.nurse, { id, from, to });
    assert.deepEqual(refusal(await span(nextDay(h.today()), h.today())), [400, '开始日期不能晚于结束日期']);
    assert.deepEqual(refusal(await span(h.today(), nextDay(h.today(), 400))), [400, '最多查询366天']);
    await h.call(routes.end, h.head, { id, reason: '项目结束' } as never);
    assert.equal((await h.list({ planId: id })).length, 0);
    assert.equal((await read(id)).endReason, '项目结束');
  });

  it('makes none for who is in hospital, and makes them again on return', async () => {
    const id = await h.plan({ people: named(old), visitorIds: [] });
    assert.equal((await h.list({ planId: id })).length, 14);
    const person = await h.call(peopleRoutes.get, h.head, { id: old });
    const move = async (status: number) => {
      const { version: _version, ...row } = person;
      await h.call(peopleRoutes.update, h.head, { ...row, status } as never);
    };
    await move(3);
    assert.equal((await h.list({ planId: id })).length, 0);
    await move(1);
    const back = await h.list({ planId: id });
    assert.deepEqual([back.length, back[0]!.userName], [14, '周护理']);
    await h.call(routes.end, h.head, { id, reason: '不再需要' } as never);
  });

  it('takes people in by name from the list of those without one', async () => {
    const id = await h.plan({ people: named(young), frequency: 2, weekdays: [1] });
    const join = (oldmanIds: number[], as = h.head) => h.t.route(routes.join, as, { id, oldmanIds } as never);
    assert.equal(await h.done(join([alone, young])), 1);
    assert.equal((await h.list({ planId: id })).length, 2 * 2);
    assert.deepEqual(refusal(await join([])), [400, '请选择服务对象']);
    assert.deepEqual(refusal(await join(Array.from({ length: 201 }, (_, at) => at + 1))), [400, '一次最多加入200人']);
    assert.deepEqual(refusal(await join([999_999])), [404, '服务对象不存在']);
    assert.equal((await join([alone], h.nurse)).status, 403);
  });

  it('is not found by another institution, is changed by one of two, and saved once', async () => {
    const form = h.form({ people: named(resident) });
    const once = () => h.t.call('POST', routes.create.path, { as: h.head, input: form, headers: { 'idempotency-key': 'plan-once' } });
    const [first, again] = [await once(), await once()];
    assert.equal(again.data, first.data);
    const id = first.data as number;
    for (const route of [routes.start, routes.pause])
      assert.deepEqual(refusal(await h.t.route(route, h.stranger, { id } as never)), [404, '探访计划不存在']);
    assert.equal((await h.t.route(routes.get, h.stranger, { id })).status, 404);
    const { version } = await read(id);
    const both = await Promise.all(['甲', '乙'].map((name) => h.t.route(routes.update, h.head, { ...form, id, version, name } as never)));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 409)!.msg, '探访计划已被他人修改，请刷新后重试');
    assert.deepEqual(refusal(await h.t.route(routes.end, h.head, { id, reason: '' } as never)), [400, '请填写结束原因']);
    await h.call(routes.remove, h.head, { id });
    assert.equal((await h.t.route(routes.get, h.head, { id })).status, 404);
    const running = await h.plan({ people: named(resident) });
    assert.deepEqual(refusal(await h.t.route(routes.remove, h.head, { id: running })), [409, '探访计划执行中，不能删除']);
    assert.equal((await h.rows(sql`select from visit_plans where tenant_id = ${h.tenantId} and id = ${running}`)).length, 1);
  });
});
