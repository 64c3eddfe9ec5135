import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { DAY, dayOf, nextDay } from '#contract/time.ts';
import { approvalCases } from '#contract/approvals/approval-cases.ts';
import { MOST_FILES } from '#contract/approvals/approval-forms.rules.ts';
import { leaveStates } from '#contract/staff-leave/leave-commands.rules.ts';
import { staffLeaves as routes } from '#contract/staff-leave/staff-leaves.ts';
import { boards } from '#contract/work-orders/boards.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { duties } from '#contract/warnings/duties.ts';
import { endApproval } from '#test/approving.ts';
import { person, project } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let [head, carer, heir, stranger] = [] as unknown as [TestUser, TestUser, TestUser, TestUser];
let oldmanId: number;
let projectId: number;
const serves = ['members_workorder_view', 'members_workorder_serve'];

before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  head = await t.user(tenant, { name: '院长' });
  carer = await t.user(tenant, { name: '王芳', dataScope: 3, permissions: serves });
  heir = await t.user(tenant, { name: '赵敏', dataScope: 3, permissions: serves });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  projectId = (await project(t, head)).projectId;
});
after(() => t.close());

/** The day that many days from now. */
const day = (ahead: number) => nextDay(dayOf(t.deps.now()), ahead);
const whole = (from: number, to = from) => ({ startDay: day(from), startHalf: 'am', endDay: day(to), endHalf: 'pm' }) as const;
const form = (days: object, more: object = {}) => ({ type: '事假', reason: '孩子生病', ...days, ...more }) as never;
const refusal = ({ status, msg }: { status: number; msg: unknown }) => [status, msg];
const read = async (id: number, as = carer) => (await t.route(routes.get, as, { id })).data;
const asked = async (days: object, more: object = {}, as = carer): Promise<{ id: number; caseId: number }> => {
  const made = await t.route(routes.create, as, form(days, more));
  assert.equal(made.status, 200, String(made.msg));
  return { id: made.data, caseId: (await read(made.data, as)).caseId };
};
const approve = ({ caseId }: { caseId: number }) => endApproval(t, head, caseId, 'approved');
const approved = async (days: object, more: object = {}, as = carer) => {
  const leave = await asked(days, more, as);
  await approve(leave);
  return leave;
};
const shift = (ahead: number, from: string, to: string, as = carer) =>
  t.route(duties.create, head, { userId: as.userId, day: day(ahead), from, to });
const shiftsOf = async (ahead: number, as = carer) => {
  const { staff } = (await t.route(duties.week, head, { day: day(ahead) })).data;
  return staff.find(({ userId }: { userId: number }) => userId === as.userId);
};
const order = async (ahead: number, staff: TestUser | null, time = '09:00:00') => {
  const jobLists = [{ serverProjectId: projectId, serverTime: `${day(ahead)} ${time}`, serverUserId: staff?.userId ?? null }];
  const made = await t.route(workOrders.create, head, { oldmanId, oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists });
  return made;
};
const orderOf = async (id: number) => (await t.route(workOrders.get, head, { id })).data.workOrder;

describe('leave of staff', () => {
  it('is asked for by everyone, in words that are clear, and seen by oneself and those who may', async () => {
    assert.equal((await t.route(routes.create, null, form(whole(2)))).status, 401);
    for (const [days, more, text] of [
      [{ ...whole(2), startHalf: 'pm', endHalf: 'am' }, {}, '请假的结束应晚于开始'],
      [{ ...whole(2), endDay: day(500) }, {}, '一次请假最长366天'],
      [whole(-40), {}, '请假的开始不能早于30天前'],
      [{ ...whole(2), startDay: '2026-02-30' }, {}, '日期不存在'],
      [{ ...whole(2), startHalf: 'evening' }, {}, '请选择上午或下午'],
      [whole(2), { type: '旅游' }, '请选择请假类型'],
      [whole(2), { reason: ' ' }, '请填写请假原因'],
      [whole(2), { reason: 'x'.repeat(201) }, '长度不能超过200个字符'],
      [whole(2), { files: Array.from({ length: MOST_FILES + 1 }, () => '/admin/sys-file/local/1.png') }, `最多${MOST_FILES}张图片`],
    ] as const)
      assert.equal((await t.route(routes.create, carer, form(days, more))).msg, text);
    for (const handTo of [stranger.userId, carer.userId, 999_999_999])
      assert.deepEqual(refusal(await t.route(routes.create, carer, form(whole(2), { handTo }))), [422, '工作交接人不存在或已停用']);
    const { id } = await asked(whole(2, 3), { handTo: heir.userId });
    const leave = await read(id);
    assert.deepEqual([leave.state, leave.days, leave.userName, leave.handToName], [leaveStates.running, 2, '王芳', '赵敏']);
    const listed = async (as: TestUser) =>
      (await t.route(as === head || as === stranger ? routes.page : routes.mine, as, { size: 100 })).data.records.map(
        (row: { id: number }) => row.id,
      );
    assert.ok((await listed(carer)).includes(id) && (await listed(head)).includes(id));
    assert.equal((await t.route(routes.page, carer, {})).status, 403);
    for (const as of [heir, stranger]) {
      assert.ok(!(await listed(as)).includes(id));
      assert.deepEqual(refusal(await t.route(routes.get, as, { id })), [404, '请假不存在']);
      assert.equal((await t.route(routes.withdraw, as, { id })).status, 404);
    }
    assert.deepEqual(refusal(await t.route(routes.withdraw, head, { id })), [403, '只能由请假人本人操作']);
    assert.equal((await t.route(routes.export, carer, {})).status, 403);
    assert.equal((await t.route(routes.export, head, { userName: '王芳' })).status, 200);
    assert.equal((await t.route(routes.withdraw, carer, { id })).status, 200);
    assert.deepEqual(refusal(await t.route(routes.withdraw, carer, { id })), [409, '请假已撤回，不能撤回']);
  });

  it('does not overlap, also when it is asked for twice at once', async () => {
    const twenty = await Promise.all(Array.from({ length: 20 }, () => t.route(routes.create, carer, form(whole(5, 6)))));
    assert.deepEqual([twenty.filter(({ status }) => status === 200).length, twenty.filter(({ status }) => status === 422).length], [1, 19]);
    const again = await t.route(routes.create, carer, form({ ...whole(6), startHalf: 'pm' }));
    assert.match(String(again.msg), /^与已有的请假重叠：.*（审批中）$/);
    assert.equal((await t.route(routes.create, carer, form(whole(7)))).status, 200);
    assert.equal((await t.route(routes.create, heir, form(whole(6)))).status, 200);
  });

  it('says before what it would take off', async () => {
    assert.equal((await shift(20, '08:00', '16:00')).status, 200);
    assert.equal((await order(20, carer)).status, 200);
    assert.deepEqual((await t.route(routes.preview, carer, whole(20, 21))).data, { days: 2, shifts: 1, services: 1 });
    assert.equal((await t.route(routes.preview, carer, { ...whole(21), endDay: day(20) })).status, 400);
  });

  it('counts working days where the institution wants that', async () => {
    const set = (value: string) =>
      t.deps.inTenant(head.tenantId, (tx) =>
        tx.run(sql`insert into parameters (tenant_id, name, key, value) values (${tx.tenantId}, '请假', 'STAFF_LEAVE_WORKDAYS', ${value})
          on conflict (tenant_id, key) do update set value = excluded.value`),
      );
    const off = async (kind: number, ahead: number) =>
      t.deps.inTenant(head.tenantId, (tx) =>
        tx.run(sql`insert into holidays (tenant_id, day, name, kind) values (${tx.tenantId}, ${day(ahead)}, '院庆', ${kind})
          on conflict (tenant_id, day) do update set kind = excluded.kind`),
      );
    for (const ahead of [30, 31, 32, 33]) await off(ahead === 31 ? 1 : 2, ahead);
    assert.equal((await t.route(routes.preview, carer, whole(30, 33))).data.days, 4);
    await set('true');
    assert.equal((await t.route(routes.preview, carer, whole(30, 33))).data.days, 3);
    assert.deepEqual(refusal(await t.route(routes.create, carer, form(whole(31)))), [422, '所选时间都是休息日，无需请假']);
    await set('false');
  });
});

describe('the approval of a leave', () => {
  it('empties the roster, cuts what reaches over, and hands services back, in one', async () => {
    assert.equal((await shift(40, '08:00', '16:00')).status, 200);
    assert.equal((await shift(40, '20:00', '06:00')).status, 200);
    assert.equal((await shift(42, '08:00', '16:00')).status, 200);
    const [mine, later, others] = [(await order(40, carer)).data, (await order(42, carer)).data, (await order(40, heir)).data];
    const leave = await approved({ startDay: day(40), startHalf: 'pm', endDay: day(40), endHalf: 'pm' }, { handTo: heir.userId });
    const week = await shiftsOf(40);
    const clocks = (from: number) =>
      week.duties.filter(({ startTime }: any) => startTime >= `${day(from)} 00:00:00` && startTime < `${day(from + 2)} 00:00:00`);
    assert.deepEqual(
      clocks(40).map(({ startTime, endTime }: any) => [startTime.slice(11, 16), endTime.slice(11, 16)]),
      [
        ['08:00', '12:00'],
        ['00:00', '06:00'],
      ],
    );
    assert.deepEqual([(await orderOf(mine)).state, (await orderOf(later)).state, (await orderOf(others)).state], [2, 2, 2]);
    const { effects } = await read(leave.id);
    assert.deepEqual(
      effects.map(({ kind, startTime, endTime }: any) => [kind, startTime.slice(11, 16), endTime.slice(11, 16)]),
      [
        ['shift', '12:00', '16:00'],
        ['shift', '20:00', '00:00'],
      ],
    );
    const evening = (await order(41, carer, '19:00:00')).data;
    await approved({ startDay: day(41), startHalf: 'pm', endDay: day(41), endHalf: 'pm' }, { handTo: heir.userId });
    const back = await orderOf(evening);
    assert.equal(back.state, 1);
    assert.match(JSON.stringify(back), /王芳：请假/);
    const told = await t.deps.inTenant(head.tenantId, (tx) =>
      tx.rows<{ title: string; recipient_id: number }>(sql`
        select title, recipient_id from messages where tenant_id = ${tx.tenantId} and title like '王芳请假%'`),
    );
    assert.ok(told.some(({ recipient_id, title }) => recipient_id === heir.userId && title === '王芳请假，请您接手工作'));
    assert.ok(told.some(({ recipient_id, title }) => recipient_id === head.userId && title === '王芳请假'));
  });

  it('keeps who is away from the roster and from every way of sending them', async () => {
    await approved(whole(50, 51));
    assert.match(String((await shift(50, '08:00', '16:00')).msg), /^王芳 .+ 至 .+ 请假，不能排班$/);
    assert.deepEqual((await shiftsOf(50)).leaves.length, 1);
    const away = /^王芳 .+ 至 .+ 请假，请选择其他人员$/;
    assert.match(String((await order(50, carer)).msg), away);
    const { data: id } = await order(50, null);
    const sent = await t.route(workOrders.dispatch, head, { id, serverUserId: carer.userId, force: true } as never);
    assert.deepEqual([sent.status, away.test(String(sent.msg))], [422, true]);
    const listed = (await t.route(boards.candidates, head, { jobId: (await jobsOf(id))[0] } as never)).data;
    const judged = listed.find(({ userId }: { userId: number }) => userId === carer.userId);
    assert.ok(judged.blocks.includes('请假中'));
    assert.equal((await t.route(workOrders.dispatch, head, { id, serverUserId: heir.userId } as never)).status, 200);
    const { version } = await orderOf(id);
    const moved = await t.route(boards.move, head, {
      jobId: (await jobsOf(id))[0],
      version,
      serverUserId: carer.userId,
      force: true,
    } as never);
    assert.match(String(moved.msg), away);
  });

  it('proposes whom the person on leave named first', async () => {
    const { data: id } = await order(55, carer);
    await approved(whole(55), { handTo: heir.userId });
    const [best] = (await t.route(boards.candidates, head, { jobId: (await jobsOf(id))[0] } as never)).data;
    assert.equal(best.userId, heir.userId);
    assert.ok(best.parts.some(({ why }: { why: string }) => why === '请假人指定的工作交接人'));
  });

  it('and a dispatch at the same moment never leave a service with who is away', async () => {
    const leave = await asked(whole(60));
    const { data: id } = await order(60, null);
    const [, sent] = await Promise.all([
      approve(leave),
      t.route(workOrders.dispatch, head, { id, serverUserId: carer.userId, force: true } as never),
    ]);
    assert.ok([200, 409, 422].includes(sent.status), `${sent.status} ${sent.msg}`);
    const open = await t.deps.inTenant(head.tenantId, (tx) =>
      tx.rows(sql`select id from work_order_jobs where tenant_id = ${tx.tenantId} and work_order_id = ${id} and user_id = ${carer.userId}`),
    );
    assert.deepEqual(open, []);
    assert.equal((await read(leave.id)).state, leaveStates.approved);
  });

  it('happens once, and undoes itself when what follows fails', async () => {
    const leave = await asked(whole(65));
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => approve(leave)));
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
    const other = await asked(whole(66));
    assert.equal((await shift(66, '08:00', '16:00')).status, 200);
    await assert.rejects(
      t.deps.inTenant(head.tenantId, async (tx) => {
        await endApproval(
          { ...t, deps: { ...t.deps, inTenant: (_tenant: number, work: any) => work(tx) } } as never,
          head,
          other.caseId,
          'approved',
        );
        throw new Error('killed');
      }),
      /killed/,
    );
    assert.equal((await read(other.id)).state, leaveStates.running);
    assert.equal((await shiftsOf(66)).duties.filter(({ startTime }: any) => startTime.startsWith(day(66))).length, 1);
  });

  it('is locked while it runs, and asked for again after it was returned', async () => {
    const { id, caseId } = await asked(whole(70));
    assert.deepEqual(refusal(await t.route(routes.resubmit, carer, { ...(form(whole(71)) as object), id } as never)), [
      409,
      '请假审批中，不能修改',
    ]);
    await endApproval(t, head, caseId, 'returned');
    const { version, state } = await read(id);
    assert.equal(state, leaveStates.returned);
    const there = await t.route(approvalCases.resubmit, carer, { id: caseId });
    assert.deepEqual(refusal(there), [409, '请在“员工请假”中修改后重新提交']);
    const again = (input: object, as = carer) => t.route(routes.resubmit, as, { ...(form(whole(71)) as object), id, ...input } as never);
    assert.deepEqual(refusal(await again({ version: version - 1 })), [409, '请假已被修改，请刷新后重试']);
    assert.equal((await again({ version }, heir)).status, 404);
    assert.deepEqual(refusal(await again({ version }, head)), [403, '只能由请假人本人操作']);
    assert.equal((await again({ version })).status, 200);
    assert.deepEqual([(await read(id)).state, (await read(id)).startTime], [leaveStates.running, `${day(71)} 00:00:00`]);
    await endApproval(t, head, caseId, 'rejected');
    assert.equal((await read(id)).state, leaveStates.rejected);
  });

  it('is ended early by who may: shifts stay off, and the person can be sent again', async () => {
    assert.equal((await shift(75, '08:00', '16:00')).status, 200);
    const { id } = await approved(whole(75, 77));
    const { version } = await read(id);
    const end = (as: TestUser, input: object = {}) => t.route(routes.end, as, { id, reason: '提前返岗', version, ...input } as never);
    assert.equal((await end(carer)).status, 403);
    assert.equal((await end(stranger)).status, 404);
    assert.deepEqual(refusal(await end(head, { reason: '' })), [400, '请填写销假原因']);
    const both = await Promise.all([end(head), end(head)]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(both.find(({ status }) => status === 200)!.data.length, 1);
    const ended = await read(id);
    assert.deepEqual([ended.state, ended.takenDays, ended.endReason], [leaveStates.ended, 0, '提前返岗']);
    assert.deepEqual((await shiftsOf(75)).leaves, []);
    assert.equal((await shift(75, '08:00', '16:00')).status, 200);
    const past = await approved({
      startDay: dayOf(t.deps.now() - 3 * DAY),
      startHalf: 'am',
      endDay: dayOf(t.deps.now() - 2 * DAY),
      endHalf: 'pm',
    });
    assert.deepEqual(refusal(await t.route(routes.end, head, { id: past.id, reason: '补' })), [409, '请假已结束，无需销假']);
  });
});

const jobsOf = async (orderId: number): Promise<number[]> =>
  (
    await t.deps.inTenant(head.tenantId, (tx) =>
      tx.rows<{ id: number }>(
        sql`select id from work_order_jobs where tenant_id = ${tx.tenantId} and work_order_id = ${orderId} order by id`,
      ),
    )
  ).map(({ id }) => id);
