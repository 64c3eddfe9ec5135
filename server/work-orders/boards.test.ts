import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { boards } from '#contract/work-orders/boards.ts';
import { staffSkills } from '#contract/work-orders/staff-skills.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { db } from '../db/tenant.ts';

const DAY = '2099-03-02';
const span = { from: `${DAY} 00:00:00`, to: '2099-03-03 00:00:00' };
let t: Harness;
let tenant: number;
let [desk, wang, zhao, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let [oldmanId, projectId, typeId] = [0, 0, 0];

before(async () => {
  t = await harness();
  tenant = await t.tenant();
  const onSite = ['members_workorder_view', 'members_workorder_serve'];
  desk = await t.user(tenant, { name: '调度' });
  wang = await t.user(tenant, { name: '王芳', permissions: onSite });
  zhao = await t.user(tenant, { name: '赵敏', permissions: onSite });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  ({ projectId, typeId } = await project(t, desk));
});
after(() => t.close());

/** A new order of one job at a time of the day, for somebody or nobody; gives the job as the board shows it. */
async function make(time: string, user: TestUser | null = null, day = DAY) {
  const jobLists = [{ serverProjectId: projectId, serverTime: `${day} ${time}:00`, serverUserId: user?.userId ?? null }];
  const made = await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists });
  assert.equal(made.status, 200, made.msg ?? '');
  const { data } = await t.route(boards.get, desk, { from: `${day} 00:00:00`, to: `${day} 23:59:59` });
  return data.jobs.find((job: any) => job.workOrderId === made.data);
}
const board = async (input: object = {}, as = desk) => (await t.route(boards.get, as, { ...span, ...input })).data;
const move = (job: any, change: object, as = desk) => t.route(boards.move, as, { jobId: job.id, version: job.version, ...change });
const cancel = async (job: any) => assert.equal((await t.route(workOrders.cancel, desk, { id: job.workOrderId })).status, 200);

describe('the board', () => {
  it('is refused to strangers, to nonsense and to whoever sends nobody', async () => {
    assert.equal((await t.route(boards.get, null, span)).status, 401);
    assert.equal((await t.route(boards.get, desk, { from: span.from, to: 'tomorrow' })).status, 400);
    assert.match((await t.route(boards.get, desk, { from: span.to, to: span.from })).msg ?? '', /结束时间应晚于开始时间/);
    assert.equal((await t.route(boards.get, desk, { from: span.from, to: '2099-04-03 00:00:00' })).msg, '时间范围不能超过31天');
    assert.equal((await t.route(boards.get, wang, span)).status, 403);
    const looksOnly = await t.user(tenant, { permissions: ['members_workorder_board', 'members_workorder_view'] });
    assert.equal((await t.route(boards.get, looksOnly, span)).status, 403);
  });

  it('shows jobs and staff of the span, and only of the own tenant', async () => {
    const [mine, nobodys] = [await make('09:00', wang), await make('23:30')];
    const other = await make('09:00', null, '2099-03-05');
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(
        db
          .insertInto('duties')
          .values({ tenant_id: tenant, user_id: wang.userId, starts_at: `${DAY} 07:00:00`, ends_at: `${DAY} 15:00:00` }),
      ),
    );
    const { jobs, staff, cut } = await board();
    assert.deepEqual(new Set(jobs.map((job: any) => job.id)), new Set([mine.id, nobodys.id]));
    assert.equal(cut, false);
    assert.deepEqual([mine.serverUserName, mine.status, mine.movable, mine.oldmanName], ['王芳', 2, true, '王秀英']);
    const row = staff.find((one: any) => one.id === wang.userId);
    assert.deepEqual([row.jobs, row.plannedMinutes, row.dutyMinutes, row.phone, row.duties.length], [1, 45, 480, '138****0000', 1]);
    assert.ok(
      staff.some((one: any) => one.id === zhao.userId),
      'whoever may serve is there without a job',
    );
    const next = await board({ from: '2099-03-03 00:00:00', to: '2099-03-04 00:00:00' });
    assert.deepEqual(
      next.jobs.map((job: any) => job.id),
      [nobodys.id],
      'what reaches over midnight is on both days',
    );
    assert.deepEqual(
      (await board({ unassigned: true })).jobs.map((job: any) => job.id),
      [nobodys.id],
    );
    assert.deepEqual(
      (await board({ userIds: [zhao.userId] })).staff.map((one: any) => one.id),
      [zhao.userId],
    );
    assert.deepEqual((await board({}, stranger)).jobs, []);
    for (const job of [mine, nobodys, other]) await cancel(job);
    assert.deepEqual((await board()).jobs, [], 'cancelled jobs are off the board');
  });

  it('shows a department what is its own', async () => {
    const [department] = await t.deps.inTenant(tenant, (tx) =>
      tx.rows(db.insertInto('departments').values({ tenant_id: tenant, name: '护理一部' }).returning('id')),
    );
    const narrow = await t.user(tenant, { dataScope: 2, departmentId: department!.id });
    const job = await make('10:00', wang);
    assert.deepEqual((await board({}, narrow)).jobs, []);
    assert.equal((await t.route(boards.candidates, narrow, { jobId: job.id })).status, 404);
    assert.equal((await move(job, { serverUserId: null }, narrow)).status, 404);
    await cancel(job);
  });
});

describe('moving a job', () => {
  it('is refused: 401, 400, 403, another tenant’s 404', async () => {
    const job = await make('09:00');
    assert.equal((await t.route(boards.move, null, { jobId: job.id, version: 1 })).status, 401);
    assert.equal((await t.route(boards.move, desk, { jobId: job.id })).status, 400);
    assert.equal((await move(job, { serverTime: 'soon' })).status, 400);
    assert.equal((await move(job, { serverUserId: wang.userId }, wang)).status, 403);
    assert.equal((await move(job, { serverUserId: stranger.userId }, stranger)).status, 404);
    assert.match((await move(job, { serverUserId: stranger.userId })).msg ?? '', /服务人员不存在或已停用/);
    assert.equal((await move({ id: 99_999_999, version: 1 }, { serverUserId: null })).status, 404);
    await cancel(job);
  });

  it('gives it to somebody, moves it in time, and takes it back, each with the version before', async () => {
    const job = await make('09:00');
    const sent = (await move(job, { serverUserId: wang.userId })).data;
    assert.deepEqual([sent.status, sent.state, sent.serverUserName, sent.version], [2, 2, '王芳', job.version + 1]);
    assert.notEqual(sent.respondedAt, null);
    const later = (await move(sent, { serverTime: `${DAY} 11:15:00` })).data;
    assert.deepEqual([later.serverTime, later.serverUserId, later.version], [`${DAY} 11:15:00`, wang.userId, sent.version + 1]);
    assert.ok(later.completeBy > sent.completeBy, 'the targets move along');
    const both = (await move(later, { serverTime: `${DAY} 12:00:00`, serverUserId: zhao.userId })).data;
    assert.deepEqual([both.serverTime, both.serverUserName], [`${DAY} 12:00:00`, '赵敏']);
    const back = (await move(both, { serverUserId: null })).data;
    assert.deepEqual([back.status, back.state, back.serverUserId], [1, 1, null]);
    assert.equal(
      (await move(back, { serverTime: back.serverTime, serverUserId: null })).data.version,
      back.version,
      'nothing to do changes nothing',
    );
    const detail = (await t.route(workOrders.get, desk, { id: job.workOrderId })).data;
    const log = JSON.stringify(detail.workOrder.workOrderJobs[0].workOrderJobLogs);
    for (const text of ['派给王芳', '时间由03-02 09:00改为03-02 11:15', '派给赵敏，原为王芳', '改为待派，原为赵敏'])
      assert.ok(log.includes(text), log);
    await cancel(job);
  });

  it('is answered 409 with the order as it is, when somebody was faster', async () => {
    const job = await make('09:00');
    await move(job, { serverUserId: wang.userId });
    const late = await move(job, { serverUserId: zhao.userId });
    assert.equal(late.status, 409);
    assert.deepEqual([late.data.workNo, late.data.serverUserName, late.data.version], [job.workNo, '王芳', job.version + 1]);
    await cancel(job);
  });

  it('has one winner of ten', async () => {
    const job = await make('09:00');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => move(job, { serverUserId: (index % 2 ? wang : zhao).userId })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)]);
    await cancel(job);
  });

  it('says what is at the same time, and does it only when forced', async () => {
    const [first, second] = [await make('09:00', wang), await make('09:30')];
    const answer = await move(second, { serverUserId: wang.userId });
    assert.equal(answer.status, 422);
    assert.match(answer.msg ?? '', /与 03-02 09:00 的王秀英·助浴时间重叠/);
    assert.deepEqual(answer.data, [{ jobId: first.id, serverTime: `${DAY} 09:00:00`, minutes: 45, label: '王秀英·助浴' }]);
    const touching = await move(second, { serverUserId: wang.userId, serverTime: `${DAY} 09:45:00` });
    assert.equal(touching.status, 200, 'touching ends are no overlap');
    const forced = await move(touching.data, { serverTime: `${DAY} 09:10:00`, force: true });
    assert.deepEqual([forced.status, forced.data.serverTime], [200, `${DAY} 09:10:00`]);
    for (const job of [first, second]) await cancel(job);
  });

  it('never books one person twice at the same moment, however many press', async () => {
    const jobs = [];
    for (let n = 0; n < 6; n++) jobs.push(await make('14:00'));
    const answers = await Promise.all(jobs.map((job) => move(job, { serverUserId: wang.userId })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422, 422, 422, 422]);
    for (const job of jobs) await cancel(job);
  });

  it('refuses past days, what is under way, and what is over', async () => {
    const job = await make('09:00', wang);
    assert.match((await move(job, { serverTime: '2020-01-01 09:00:00' })).msg ?? '', /不能早于昨天/);
    assert.equal((await t.route(workOrders.start, wang, { id: job.workOrderId })).status, 200);
    const running = (await board()).jobs.find((one: any) => one.id === job.id);
    assert.equal(running.movable, false);
    const answer = await move(running, { serverUserId: zhao.userId });
    assert.equal(answer.status, 409);
    assert.equal(answer.data.state, 3);
    assert.equal((await t.route(workOrders.finish, wang, { id: job.workOrderId })).status, 200);
  });
});

describe('moving a job that was cancelled', () => {
  it('is refused, though its order goes on', async () => {
    const jobLists = ['10', '11'].map((hour) => ({ serverProjectId: projectId, serverTime: `${DAY} ${hour}:00:00` }));
    const { data: id } = await t.route(workOrders.create, desk, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists });
    const read = async () => (await t.route(workOrders.get, desk, { id })).data.workOrder;
    const [{ id: jobId }] = (await read()).workOrderJobs;
    assert.equal((await t.route(workOrders.cancel, desk, { id, jobId })).status, 200);
    const before = await read();
    const late = await move({ id: jobId, version: before.version }, { serverTime: `${DAY} 12:00:00` });
    assert.deepEqual([...refusal(late), await read()], [409, '该服务已取消', before]);
    assert.equal((await t.route(workOrders.cancel, desk, { id })).status, 200);
  });
});

describe('candidates', () => {
  it('are ranked with a sentence for each part; the carer who was there before comes first', async () => {
    const job = await make('08:00');
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update work_order_jobs set service_at = now() - interval '3 days' where tenant_id = ${tenant} and status = 4`),
    );
    const { data } = await t.route(boards.candidates, desk, { jobId: job.id });
    assert.equal(data[0].name, '王芳');
    assert.deepEqual(
      data[0].parts.map(({ key }: any) => key),
      ['skill', 'duty', 'overlap', 'distance', 'continuity', 'load'],
    );
    assert.match(data[0].parts[4].why, /90 天内为王秀英服务过 1 次/);
    assert.match(data[0].parts[1].why, /07:00–15:00 当班/);
    const off = data.find((one: any) => one.name === '赵敏');
    assert.deepEqual(off.blocks, ['不当班']);
    const evening = await t.route(boards.candidates, desk, { jobId: job.id, at: `${DAY} 20:00:00` });
    assert.ok(evening.data.every((one: any) => one.blocks.includes('不当班')));
    assert.equal((await t.route(boards.candidates, null, { jobId: job.id })).status, 401);
    assert.equal((await t.route(boards.candidates, desk, {})).status, 400);
    assert.equal((await t.route(boards.candidates, wang, { jobId: job.id })).status, 403);
    assert.equal((await t.route(boards.candidates, stranger, { jobId: job.id })).status, 404);
    await cancel(job);
  });

  it('of a type that somebody is trained for are those who are', async () => {
    const job = await make('08:00');
    const made = await t.route(staffSkills.create, desk, { userId: zhao.userId, serverTypeId: typeId, level: 3 });
    const { data } = await t.route(boards.candidates, desk, { jobId: job.id });
    assert.deepEqual(data.find((one: any) => one.name === '王芳').blocks, ['不具备所需技能']);
    await t.route(staffSkills.remove, desk, { id: made.data });
    await cancel(job);
  });
});

describe('a proposal', () => {
  it('shares out what nobody does and saves nothing', async () => {
    const [one, two, evening] = [await make('08:00'), await make('08:30'), await make('21:00')];
    const before = await board();
    const { data, status } = await t.route(boards.propose, desk, span);
    assert.equal(status, 200);
    const of = (job: any) => data.proposals.find((proposal: any) => proposal.job.id === job.id);
    assert.equal(of(one).userName, '王芳');
    assert.equal(of(two).userId, null);
    assert.match(of(two).why, /没有合适的人员：.*时间重叠 1 人/);
    assert.match(of(evening).why, /不当班/);
    assert.deepEqual((await board()).jobs, before.jobs);
    const accepted = await move(of(one).job, { serverUserId: of(one).userId });
    assert.equal(accepted.status, 200);
    for (const job of [one, two, evening]) await cancel(job);
    assert.equal((await t.route(boards.propose, desk, span)).msg, '这段时间没有待派的服务');
    assert.equal((await t.route(boards.propose, null, span)).status, 401);
    assert.equal((await t.route(boards.propose, desk, {})).status, 400);
    assert.equal((await t.route(boards.propose, wang, span)).status, 403);
  });
});

describe('skills of the staff', () => {
  it('are written, read, changed and removed; once per type', async () => {
    const form = { userId: wang.userId, serverTypeId: typeId, level: 2, validUntil: '2020-01-01', certificate: '养老护理员' };
    assert.equal((await t.route(staffSkills.create, null, form)).status, 401);
    assert.match((await t.route(staffSkills.create, desk, { level: 2 })).msg ?? '', /请选择员工/);
    assert.equal((await t.route(staffSkills.create, desk, { ...form, level: 4 })).status, 400);
    assert.equal((await t.route(staffSkills.create, wang, form)).status, 403);
    assert.match((await t.route(staffSkills.create, stranger, form)).msg ?? '', /员工不存在|服务分类不存在/);
    const { data: id } = await t.route(staffSkills.create, desk, form);
    assert.deepEqual(refusal(await t.route(staffSkills.create, desk, form)), [409, '该员工已登记此分类的技能']);
    const [row] = (await t.route(staffSkills.page, desk, { userName: '王芳', expired: true })).data.records;
    assert.deepEqual(
      [row.id, row.userName, row.serverTypeName, row.expired, row.certificate],
      [id, '王芳', '生活照料', true, '养老护理员'],
    );
    assert.equal((await t.route(staffSkills.get, stranger, { id })).status, 404);
    assert.equal((await t.route(staffSkills.update, desk, { ...form, id, level: 3, validUntil: null, version: row.version })).status, 200);
    assert.equal((await t.route(staffSkills.update, desk, { ...form, id, version: row.version })).status, 409);
    const fresh = (await t.route(staffSkills.get, desk, { id })).data;
    assert.deepEqual([fresh.level, fresh.validUntil, fresh.expired], [3, null, false]);
    assert.equal((await t.route(staffSkills.remove, stranger, { id })).status, 404);
    assert.equal((await t.route(staffSkills.remove, desk, { id })).status, 200);
  });
});
