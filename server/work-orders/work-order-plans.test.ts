import { nextDay } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { messages } from '#contract/messages/messages.ts';
import { holidays, workOrderPlans as plans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal } from '#test/harness.ts';
import { recurring } from '#test/recurring.ts';
import { held } from '#test/packages.ts';
import { enqueue } from '../jobs/queue.ts';
import { runJobs } from '../jobs/runner.ts';
import { planJobs } from './plan-changes.ts';
import { generatePlan, generatePlanned } from './plan-generation.ts';

const t = await harness();
const { desk, carer, stranger, oldmanId, projectId, today, form, create, read, days, orders, version, settled } = await recurring(t);
after(() => t.close());

describe('a plan', () => {
  it('asks for a session, the permission and a good form, and is its tenant’s own', async () => {
    assert.equal((await t.route(plans.create, null, form())).status, 401);
    assert.equal((await t.route(plans.create, carer, form())).status, 403);
    const cases: [object, number, string][] = [
      [{ name: ' ' }, 400, '请输入计划名称'],
      [{ jobs: [] }, 400, '请添加服务清单'],
      [{ jobs: [{ serverProjectId: projectId, time: '25:00' }] }, 400, '时间格式应为HH:mm'],
      [{ frequency: 2 }, 400, '请选择星期'],
      [{ frequency: 3 }, 400, '请选择日期'],
      [{ endsOn: nextDay(today, -1) }, 400, '结束日期不能早于开始日期'],
      [{ payType: 3 }, 422, '不能使用服务包支付，请选择其他支付方式'],
      [{ oldmanId: 99999999 }, 404, '服务对象不存在'],
      [{ jobs: [{ serverProjectId: 99999999, time: '09:00' }] }, 422, '服务项目不存在或已停用'],
      [{ jobs: [{ serverProjectId: projectId, time: '09:00', serverUserId: stranger.userId }] }, 422, '服务人员不存在或已停用'],
    ];
    for (const [more, status, message] of cases) {
      const answer = await t.route(plans.create, desk, form(more));
      assert.deepEqual([answer.status, answer.msg], [status, message], JSON.stringify(more));
    }
    const id = await create();
    assert.deepEqual(refusal(await t.route(plans.get, stranger, { id })), [404, '周期工单不存在']);
    assert.equal((await t.route(plans.end, stranger, { id, version: 1 })).status, 404);
    assert.equal((await t.route(plans.page, stranger, {})).data.total, 0);
  });

  it('has its orders made by a job, which is there when its change was committed and outlives the process', async () => {
    const answer = await t.route(plans.create, desk, form());
    const id = answer.data as number;
    // Nothing of it is in the memory of the process that answered.
    assert.deepEqual(await orders(id), []);
    assert.equal((await runJobs(t.deps, planJobs)).failed, 0);
    assert.equal((await orders(id)).length, 4);
    await t.deps.inTenant(desk.tenantId, (tx) => enqueue(tx, 'planned-orders', 'once more', { planId: id }));
    const again = await runJobs(t.deps, planJobs);
    assert.deepEqual([again.done, (await orders(id)).length], [1, 4]);
    const change = { ...form({ name: '每日助浴甲', daysAhead: 5 }), id, version: await version(id) };
    assert.equal((await t.route(plans.update, desk, change)).status, 200);
    // The same version once more is refused, and brings no job.
    assert.equal((await t.route(plans.update, desk, change)).status, 409);
    assert.deepEqual([(await runJobs(t.deps, planJobs)).done, (await orders(id)).length], [1, 6]);
  });

  it('makes each day’s order once, however many make them', async () => {
    const id = await create();
    await Promise.all(Array.from({ length: 6 }, () => generatePlan(t.deps, desk.tenantId, id)));
    await Promise.all([generatePlanned(t.deps, t.deps.now(), 1000), generatePlanned(t.deps, t.deps.now(), 1000)]);
    const made = await orders(id);
    assert.equal(made.length, 4);
    assert.deepEqual([...new Set(made.map(({ source, state, serverUserName }) => `${source} ${state} ${serverUserName}`))], ['3 2 王芳']);
    const its = (await days(id)).filter(({ status }) => status === 1);
    assert.deepEqual(
      its.map(({ day }) => day),
      [0, 1, 2, 3].map((n) => nextDay(today, n)),
    );
    assert.equal((await read(id)).generatedUntil, nextDay(today, 3));
    assert.equal((await days(id)).filter(({ status }) => status === null).length, 7, 'still to come');
  });

  it('is found by parts of its own name and of the person’s', async () => {
    const other = await person(t, desk.tenantId, '欧阳建国');
    const id = await create({ name: '100%护理_甲', oldmanId: other, startsOn: nextDay(today, 9) });
    const cases: [object, boolean][] = [
      [{ oldmanName: '欧' }, true],
      [{ oldmanName: '阳建' }, true],
      [{ oldmanName: '阳建国' }, true],
      [{ oldmanName: '建阳国' }, false],
      [{ oldmanName: '王秀' }, false],
      [{ oldmanName: '%' }, false],
      [{ name: '0%护' }, true],
      [{ name: '理_甲' }, true],
      [{ name: '0_护' }, false],
      [{ name: '护理', oldmanName: '欧阳' }, true],
    ];
    for (const [query, found] of cases) {
      const { records } = (await t.route(plans.page, desk, { ...query, size: 100 })).data;
      assert.equal(
        records.some((plan: { id: number }) => plan.id === id),
        found,
        JSON.stringify(query),
      );
    }
  });

  it('keeps holidays as it was told to', async () => {
    const off = nextDay(today, 1);
    const made = await t.route(holidays.create, desk, { day: off, name: '院庆', kind: 1 });
    assert.equal(made.status, 200, String(made.msg));
    assert.equal((await t.route(holidays.create, desk, { day: off, name: '院庆', kind: 1 })).status, 409);
    assert.equal((await t.route(holidays.page, stranger, {})).data.total, 0);
    const skipped = await create({ holidayMode: 2 });
    assert.equal((await orders(skipped)).length, 3);
    assert.deepEqual(
      (await days(skipped)).slice(0, 3).map(({ status, holiday }) => [status, holiday]),
      [
        [1, null],
        [2, '院庆'],
        [1, null],
      ],
    );
    const moved = await create({ every: 4, startsOn: off, holidayMode: 4 });
    assert.deepEqual(
      (await days(moved)).slice(0, 1).map(({ day, on }) => [day, on]),
      [[off, nextDay(off, 1)]],
    );
    const [order] = await orders(moved);
    assert.match(
      (await t.route(workOrders.get, desk, { id: order.id })).data.workOrder.workOrderJobs[0].serverTime,
      new RegExp(`^${nextDay(off, 1)} 23:30`),
    );
    const shown = await t.route(plans.preview, desk, { frequency: 1, startsOn: today, holidayMode: 2 });
    assert.deepEqual([shown.data.length, shown.data[1]], [60, { day: off, on: null, holiday: '院庆' }]);
    await t.route(holidays.remove, desk, { id: made.data });
    assert.equal((await t.route(holidays.adopt, desk, { year: 2026 })).data, 39);
    assert.equal((await t.route(holidays.adopt, desk, { year: 2026 })).data, 0);
    assert.deepEqual(refusal(await t.route(holidays.adopt, desk, { year: 2099 })), [422, '暂无2099年法定节假日，请在国务院发布后手工添加']);
    await t.deps.inTenant(desk.tenantId, (tx) => tx.run(sql`delete from holidays where tenant_id = ${desk.tenantId}`));
  });

  it('says what it could not make, and makes it when it can', async () => {
    const gone = await t.user(desk.tenantId, { name: '离职' });
    const job = { serverProjectId: projectId, time: '23:00', serverUserId: gone.userId };
    const foreign = (await held(t, desk, await person(t, desk.tenantId, '李建国'), projectId, 9)).id;
    const refused = await t.route(plans.create, desk, form({ jobs: [{ ...job, serverPackageId: foreign }] }));
    assert.deepEqual([refused.status, refused.msg], [422, '该服务包不属于该服务对象，请重新选择']);
    const own = (await held(t, desk, oldmanId, (await project(t, desk, { type: '美容', name: '理发' })).projectId, 9)).id;
    const id = await create({ jobs: [{ ...job, serverPackageId: own }] });
    const failed = await days(id);
    assert.deepEqual([failed[0].status, /不包含该服务项目/.test(failed[0].reason), (await read(id)).failed], [4, true, 4]);
    await t.deps.inTenant(desk.tenantId, async (tx) => {
      await tx.run(
        sql`update work_order_plans set jobs = jsonb_set(jobs, '{0,serverPackageId}', 'null')
          where tenant_id = ${desk.tenantId} and id = ${id}`,
      );
      await tx.run(sql`update users set status = 9 where tenant_id = ${desk.tenantId} and id = ${gone.userId}`);
    });
    assert.equal(await generatePlan(t.deps, desk.tenantId, id), 4);
    assert.deepEqual([...new Set((await orders(id)).map(({ state }) => state))], [1], 'who has left is not sent');
    assert.equal((await read(id)).failed, 0);
  });

  it('says once what is missing, names it, and shows the plan as one with a problem', async () => {
    const planner = await t.user(desk.tenantId, { name: '排班员', permissions: ['members_workorder_plan'] });
    const { data: personId } = await t.route(people.create, desk, { userName: '无电话', address: '幸福路1号' });
    const id = await create({ oldmanId: personId, name: '无电话的计划' });
    await settled(id);
    const listener = await t.deps.pool.connect();
    const heard: { k: string; p: { planId?: number } }[] = [];
    listener.on('notification', ({ payload }) => void heard.push(JSON.parse(payload!)));
    await listener.query('listen yian_events');
    await Promise.all([generatePlan(t.deps, desk.tenantId, id), generatePlan(t.deps, desk.tenantId, id)]);
    await listener.query('select 1');
    assert.ok(
      heard.some(({ k, p }) => k === 'plan.changed' && p.planId === id),
      'open pages are told, though no order was made',
    );
    listener.release(true);
    const told = async () =>
      (await t.route(messages.page, planner, { a: 0, b: 'all' })).data.records.filter(
        ({ title, text }: any) => title === '周期工单生成失败' && text.includes('无电话的计划'),
      );
    const [message, ...more] = await told();
    assert.equal(more.length, 0, 'one message for four days');
    assert.equal(
      message.text,
      `服务对象档案缺少联系电话。周期工单「无电话的计划」${today}至${nextDay(today, 3)}共4次未能生成，改好后自动补上`,
    );
    assert.equal(message.link, `/oldMan/detail?id=${personId}&tabid=basic&isview=true`);
    assert.deepEqual([(await read(id)).failed, (await read(id)).problem], [4, '服务对象档案缺少联系电话']);
    const troubled = async () => (await t.route(plans.page, desk, { status: 4 })).data.records.map((row: any) => row.id);
    assert.ok((await troubled()).includes(id));
    await t.route(people.update, desk, { id: personId, userName: '无电话', mobile: '0571-87654321' });
    assert.equal(await generatePlan(t.deps, desk.tenantId, id), 4, 'made up for once the number is there');
    assert.deepEqual([(await told()).length, (await read(id)).problem, (await troubled()).includes(id)], [1, null, false]);
  });

  it('leaves a day out and takes that back', async () => {
    const id = await create();
    const day = nextDay(today, 2);
    assert.deepEqual(refusal(await t.route(plans.skip, desk, { id, day: nextDay(today, -1) })), [422, '不能修改过去的日期']);
    const early = nextDay(today, -1);
    assert.deepEqual(refusal(await t.route(plans.days, desk, { id, from: today, to: early })), [400, '时间范围最多一年']);
    assert.deepEqual(refusal(await t.route(plans.skip, desk, { id, day, skip: false })), [409, '该日期的服务没有取消，请刷新后重试']);
    const later = await create({ startsOn: nextDay(today, 5) });
    assert.deepEqual(refusal(await t.route(plans.skip, desk, { id: later, day })), [422, '计划在该日期没有服务']);
    assert.equal((await t.route(plans.skip, desk, { id, day, reason: '住院' })).status, 200);
    assert.deepEqual(refusal(await t.route(plans.skip, desk, { id, day })), [409, '该日期已取消']);
    await settled(id);
    const [left] = (await days(id)).filter((one) => one.day === day);
    assert.deepEqual([left.status, left.reason, left.workOrderId], [3, '住院', null]);
    assert.equal((await orders(id)).filter(({ state }) => state === 6).length, 1);
    assert.equal((await t.route(plans.skip, desk, { id, day, skip: false })).status, 200);
    await settled(id);
    assert.equal((await days(id)).find((one) => one.day === day).status, 1);
    const begun = await orders(id);
    const first = (await days(id))[0];
    await t.route(workOrders.start, carer, { id: first.workOrderId });
    assert.deepEqual(
      refusal(await t.route(plans.skip, desk, { id, day: today })),
      [409, '该日期的工单已开始服务，不能取消'],
      'somebody is there already',
    );
    assert.equal(begun.length, 5);
  });

  it('is paused, changed and ended, with or without the orders to come; one of two callers wins', async () => {
    const id = await create();
    const stale = await version(id);
    const both = await Promise.all([
      t.route(plans.pause, desk, { id, version: stale }),
      t.route(plans.pause, desk, { id, version: stale }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(await generatePlan(t.deps, desk.tenantId, id), 0);
    assert.equal((await t.route(plans.resume, desk, { id, version: await version(id) })).status, 200);
    const change = form({ id, version: await version(id), cancelFuture: true, jobs: [{ serverProjectId: projectId, time: '22:00' }] });
    assert.equal((await t.route(plans.update, desk, change)).status, 200);
    await settled(id);
    const open = (await orders(id)).filter(({ state }) => state !== 6);
    assert.deepEqual(open.map(({ state }) => state).sort(), [1, 1, 1, 2], 'today’s stays, the others are made anew without a person');
    assert.deepEqual(refusal(await t.route(plans.update, desk, { ...change, cancelFuture: false })), [
      409,
      '周期工单已被他人修改，请刷新后重试',
    ]);
    assert.equal((await t.route(plans.end, desk, { id, version: await version(id), cancelFuture: true })).status, 200);
    assert.equal((await orders(id)).filter(({ state }) => state !== 6).length, 1);
    assert.deepEqual(refusal(await t.route(plans.resume, desk, { id, version: await version(id) })), [
      409,
      '周期工单已结束，不能进行此操作',
    ]);
  });
});

describe('many orders at once', () => {
  it('are moved all or not at all', async () => {
    const id = await create({ name: '改期' });
    const rows = (await orders(id)).map((one) => ({ id: one.id as number, version: one.version as number }));
    const other = await t.user(desk.tenantId, { name: '赵敏' });
    const move = { orders: rows, shiftDays: 1, time: '10:15', serverUserId: other.userId, reason: '院内活动' };
    assert.equal((await t.route(plans.reschedule, carer, move)).status, 403);
    assert.deepEqual(refusal(await t.route(plans.reschedule, desk, { orders: rows })), [400, '请选择要修改的内容']);
    assert.equal((await t.route(plans.reschedule, stranger, move)).status, 422, 'another tenant’s staff');
    const lost = await t.route(plans.reschedule, desk, { ...move, orders: [...rows.slice(1), { ...rows[0]!, version: 99 }] });
    assert.equal(lost.status, 409);
    assert.match(String(lost.msg), /^GD\d+：工单已被他人修改，请刷新后重试。所选工单均未改期$/);
    assert.deepEqual([...new Set((await orders(id)).map((one) => one.version))], [1]);
    const done = await t.route(plans.reschedule, desk, move);
    assert.deepEqual([done.status, done.data], [200, { moved: 4 }]);
    const first = (await t.route(workOrders.get, desk, { id: rows.at(-1)!.id })).data.workOrder.workOrderJobs[0];
    assert.deepEqual([first.serverTime.slice(11), first.serverUserName], ['10:15:00', '赵敏']);
    const [begins] = await days(id);
    assert.deepEqual([begins.day, begins.serverTime], [today, `${nextDay(today, 1)} 10:15:00`], 'the plan’s day says where its order went');
  });

  it('are not put at the same time as other work of the person, unless that is wanted', async () => {
    const [mornings, evenings] = [
      await create({ name: '上午' }),
      await create({ name: '傍晚', jobs: [{ serverProjectId: projectId, time: '20:00' }] }),
    ];
    const busy = await t.user(desk.tenantId, { name: '钱进' });
    const rowsOf = async (id: number) => (await orders(id)).map((one) => ({ id: one.id as number, version: one.version as number }));
    const give = { orders: await rowsOf(mornings), time: '10:00', shiftDays: 3, serverUserId: busy.userId };
    assert.equal((await t.route(plans.reschedule, desk, give)).status, 200);
    const same = { ...give, orders: await rowsOf(evenings) };
    const busyThen = await t.route(plans.reschedule, desk, same);
    assert.equal(busyThen.status, 422);
    assert.match(busyThen.msg ?? '', /时间重叠，共 4 项$/);
    assert.deepEqual([...new Set((await rowsOf(evenings)).map(({ version }) => version))], [1], 'nothing was moved');
    assert.equal((await t.route(plans.reschedule, desk, { ...same, time: '11:30' })).status, 200);
    const again = await rowsOf(evenings);
    const both = { orders: again.slice(0, 2), shiftDays: 0, time: '10:00' };
    assert.equal((await t.route(plans.reschedule, desk, both)).status, 422);
    assert.equal((await t.route(plans.reschedule, desk, { ...both, force: true })).status, 200);
  });
});
