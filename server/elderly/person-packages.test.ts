import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { personPackages as routes } from '#contract/elderly/person-packages.ts';
import { servicePackages } from '#contract/services/service-packages.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { held, offer } from '#test/packages.ts';
import { takeUse } from './package-uses.ts';

let t: Harness;
let tenant: number;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
let oldmanId: number;
let bathing: number;
let walking: number;
let today: string;
before(async () => {
  t = await harness();
  tenant = await t.tenant();
  admin = await t.user(tenant, { name: '管理员' });
  reader = await t.user(tenant, { permissions: ['members_oldmanpackage_view'] });
  stranger = await t.user(await t.tenant());
  oldmanId = await person(t, tenant);
  bathing = (await project(t, admin)).projectId;
  walking = (await project(t, admin, { type: '陪伴', name: '散步' })).projectId;
  today = ((await t.deps.inTenant(tenant, (tx) => tx.row(sql`select current_date as day`))) as { day: string }).day;
});
after(() => t.close());

let serial = 5_000_000;
const use = (packageId: number, projectId = bathing) =>
  t.deps.inTenant(tenant, (tx) =>
    takeUse(
      { tx, actor: { userId: admin.userId, name: '管理员' } },
      { jobId: serial++, packageId, projectId, personId: oldmanId, serviceAt: `${today} 09:00:00` },
    ),
  );
const plus = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const ledger = async (id: number) => (await t.route(routes.changes, admin, { id, size: 50 })).data.records as any[];

describe('every call', () => {
  it('asks for a session, good input and the permission, and sees nothing of other tenants', async () => {
    const mine = await held(t, admin, oldmanId, bathing, 3);
    const inputs = [
      [routes.page, {}],
      [routes.export, {}],
      [routes.ofPerson, { id: oldmanId }],
      [routes.uses, { id: mine.id }],
      [routes.changes, { id: mine.id }],
      [routes.add, { oldmanId, packageId: mine.offerId }],
      [routes.updateNum, { id: mine.lineId, num: 9, reason: '补偿' }],
      [routes.remove, { id: mine.id }],
      [routes.removeProject, { id: mine.lineId }],
    ] as const;
    const nobody = await t.user(tenant, { permissions: ['members_oldman_view'] });
    for (const [route, input] of inputs) {
      assert.equal((await t.route(route, null, input)).status, 401, route.path);
      assert.equal((await t.route(route, nobody, input)).status, 403, route.path);
      const answer = await t.route(route, stranger, input);
      if (route === routes.page) assert.equal(answer.data.total, 0);
      else if (route !== routes.export) assert.equal(answer.status, 404, route.path);
    }
    for (const [route, input, message] of [
      [routes.add, { packageId: mine.offerId }, '请选择服务对象'],
      [routes.add, { oldmanId }, '请选择服务套餐'],
      [routes.add, { oldmanId, packageId: mine.offerId, startDate: '2026-02-30' }, '日期不存在'],
      [routes.updateNum, { id: mine.lineId, num: 0, reason: '补偿' }, '不能小于1'],
      [routes.updateNum, { id: mine.lineId, num: 9, reason: ' ' }, '请填写原因'],
    ] as const) {
      const answer = await t.route(route, admin, input);
      assert.deepEqual([answer.status, answer.msg], [400, message]);
    }
    assert.equal((await t.route(routes.page, reader)).data.total, 1);
    assert.equal((await mine.read()).total, 3);
  });
});

describe('adding a package', () => {
  it('copies what is on offer; the offer’s later changes do not reach it', async () => {
    const projects = [
      { projectId: bathing, count: 4 },
      { projectId: walking, count: 8 },
    ];
    const packageId = await offer(t, admin, projects, { name: '月度安心', price: 399.9, validDays: 31 });
    const { data: id, msg } = await t.route(routes.add, admin, { oldmanId, packageId, startDate: plus(2), remarks: '家属代付' });
    assert.equal(msg, '操作成功');
    await t.route(servicePackages.update, admin, {
      id: packageId,
      name: '月度升级',
      price: 1,
      validDays: 1,
      projects: [{ projectId: walking, count: 1 }],
    });
    const { data } = await t.route(routes.page, reader, { oldmanId, packageName: '月度安心' });
    const { projects: lines, createTime, ...row } = data.records[0];
    assert.deepEqual(row, {
      id,
      oldmanId,
      oldmanName: '王秀英',
      packageId,
      packageName: '月度安心',
      price: 399.9,
      startDate: plus(2),
      endDate: plus(32),
      status: 1,
      total: 12,
      used: 0,
      left: 12,
      goodsOrderId: null,
      voidReason: null,
      remarks: '家属代付',
      createBy: '管理员',
      version: 1,
    });
    assert.match(createTime, /^\d{4}-/);
    assert.deepEqual(
      lines.map(({ projectName, total, used, left }: any) => [projectName, total, used, left]),
      [
        ['助浴', 4, 0, 4],
        ['散步', 8, 0, 8],
      ],
    );
  });

  it('happens once under one idempotency key', async () => {
    const packageId = await offer(t, admin, [{ projectId: bathing, count: 1 }]);
    const input = { oldmanId, packageId };
    const add = () => t.call('PUT', routes.add.path, { as: admin, input, headers: { 'idempotency-key': 'add-1' } });
    const answers = await Promise.all([add(), add(), add()]);
    assert.equal(new Set(answers.map(({ data }) => data)).size, 1);
    assert.equal((await t.route(routes.page, admin, { packageId })).data.total, 1);
  });

  it('is refused for what is disabled or missing, and for people who have left', async () => {
    const off = await offer(t, admin, [{ projectId: bathing, count: 1 }], { enabled: false, name: '下架服务包' });
    const gone = await person(t, tenant, '赵先生');
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update people set status = 4, bed_id = null where tenant_id = ${tenant} and id = ${gone}`),
    );
    const on = await offer(t, admin, [{ projectId: bathing, count: 1 }]);
    for (const [input, status, message] of [
      [{ oldmanId, packageId: off }, 422, '服务套餐“下架服务包”已停用，不能添加'],
      [{ oldmanId, packageId: 99_999_999 }, 404, '服务套餐不存在'],
      [{ oldmanId: 99_999_999, packageId: on }, 404, '服务对象不存在'],
      [{ oldmanId: gone, packageId: on }, 422, '该服务对象已离开，不能添加服务包'],
    ] as const) {
      const answer = await t.route(routes.add, admin, input);
      assert.deepEqual([answer.status, answer.msg], [status, message]);
    }
  });
});

describe('a project’s total', () => {
  it('changes with a reason, never below what is used, and the ledger says so', async () => {
    const { id, lineId, read } = await held(t, admin, oldmanId, bathing, 3);
    await use(id);
    await use(id);
    const low = await t.route(routes.updateNum, admin, { id: lineId, num: 1, reason: '误加' });
    assert.deepEqual([low.status, low.msg], [422, '总次数不能少于已使用的2次']);
    const same = await t.route(routes.updateNum, admin, { id: lineId, num: 3, reason: '误加' });
    assert.deepEqual([same.status, same.msg], [422, '总次数没有变化']);
    assert.equal((await t.route(routes.updateNum, admin, { id: lineId, num: 2, reason: '误加一次' })).msg, '更新成功');
    const now = await read();
    assert.deepEqual([now.total, now.left, now.status, now.version], [2, 0, 3, 2]);
    assert.deepEqual(
      (await ledger(id)).map(({ action, before, after, reason, userName }) => [action, before, after, reason, userName]),
      [
        [4, 3, 2, '误加一次', '管理员'],
        [2, 2, 1, null, '管理员'],
        [2, 3, 2, null, '管理员'],
        [1, 0, 3, null, '管理员'],
      ],
    );
  });

  it('and takers at the same moment never cross', async () => {
    const { id, lineId, read } = await held(t, admin, oldmanId, bathing, 20);
    const lower = Array.from({ length: 5 }, (_, at) => t.route(routes.updateNum, admin, { id: lineId, num: 10 + at, reason: '调整' }));
    const takers = Array.from({ length: 30 }, () => use(id));
    await Promise.allSettled([...takers, ...lower]);
    const now = await read();
    assert.ok(now.used <= now.total && now.used >= 10, `${now.used} of ${now.total}`);
  });
});

describe('taking away', () => {
  it('deletes a package that was never used, voids one that was', async () => {
    const unused = await held(t, admin, oldmanId, bathing, 3);
    assert.deepEqual((await t.route(routes.remove, admin, { id: unused.id, reason: '录错' })).data, { voided: false });
    assert.equal(await unused.read(), undefined);
    assert.equal((await t.route(routes.remove, admin, { id: unused.id })).status, 404);
    const used = await held(t, admin, oldmanId, bathing, 3);
    await use(used.id);
    assert.deepEqual((await t.route(routes.remove, admin, { id: used.id, reason: '家属退订' })).data, { voided: true });
    const now = await used.read();
    assert.deepEqual([now.status, now.voidReason, now.used], [5, '家属退订', 1]);
    const again = await t.route(routes.remove, admin, { id: used.id });
    assert.match(again.msg ?? '', /^服务包“.+”已作废，不能再次作废$/);
    const change = await t.route(routes.updateNum, admin, { id: used.lineId, num: 9, reason: '加' });
    assert.match(change.msg ?? '', /^服务包“.+”已作废，不能修改$/);
    assert.deepEqual(
      (await ledger(used.id)).map(({ action, reason }) => [action, reason]),
      [
        [6, '家属退订'],
        [2, null],
        [1, null],
      ],
    );
  });

  it('removes a project that was never used, but not the last one', async () => {
    const packageId = await offer(t, admin, [
      { projectId: bathing, count: 4 },
      { projectId: walking, count: 8 },
    ]);
    const { data: id } = await t.route(routes.add, admin, { oldmanId, packageId });
    const lines = async () =>
      (await t.route(routes.page, admin, { packageId })).data.records[0].projects as { id: number; projectName: string }[];
    const [first, second] = (await lines()) as unknown as [{ id: number }, { id: number }];
    await use(id);
    const kept = await t.route(routes.removeProject, admin, { id: first.id });
    assert.deepEqual([kept.status, kept.msg], [422, '“助浴”已有使用记录，不能删除，可将总次数改为已使用的1次']);
    assert.equal((await t.route(routes.removeProject, admin, { id: second.id, reason: '不需要' })).msg, '删除成功');
    assert.deepEqual(
      (await lines()).map(({ projectName }) => projectName),
      ['助浴'],
    );
    const only = await held(t, admin, oldmanId, bathing, 3);
    const last = await t.route(routes.removeProject, admin, { id: only.lineId });
    assert.deepEqual([last.status, last.msg], [422, '服务包至少保留一个服务项目，可以删除整个服务包']);
  });
});

describe('the list', () => {
  it('finds by person, name, state and end, and every row is in the state that it was found by', async () => {
    const someone = await person(t, tenant, '欧阳淑芬');
    const make = (startDate: string, count = 2) => held(t, admin, someone, bathing, count, { startDate });
    const pending = await make(plus(5));
    const soon = await make(plus(-20));
    const running = await make(plus(0));
    const expired = await make(plus(-30));
    const voided = await make(plus(0));
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update person_packages set status = 2 where tenant_id = ${tenant} and id = ${voided.id}`),
    );
    const spent = await make(plus(0));
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update person_package_projects set used = total where tenant_id = ${tenant} and id = ${spent.lineId}`),
    );
    const found = async (input: object) =>
      (await t.route(routes.page, admin, { oldmanName: '淑芬', ...input })).data.records as { id: number; status: number }[];
    assert.equal((await found({})).length, 6);
    for (const [status, ids] of [
      [1, [pending.id]],
      [2, [running.id, soon.id]],
      [3, [spent.id]],
      [4, [expired.id]],
      [5, [voided.id]],
    ] as const) {
      const rows = await found({ status });
      assert.deepEqual(rows.map((row) => row.id).sort(), [...ids].sort(), `status ${status}`);
      assert.ok(rows.every((row) => row.status === status));
    }
    assert.deepEqual(
      (await found({ expiring: 10 })).map(({ id }) => id),
      [soon.id],
    );
    assert.deepEqual(
      (await found({ endEnd: plus(-1) })).map(({ id }) => id),
      [expired.id],
    );
    assert.equal((await found({ ascs: 'end_date' }))[0]?.id, expired.id);
    const file = await t.route(routes.export, admin, { oldmanName: '淑芬', format: 'csv', columns: 'oldmanName,status,projects' });
    assert.equal(file.status, 200);
    assert.match(String(file.msg), /欧阳淑芬,已用完,助浴 0\/2/);
  });

  it('shows carers the packages of their own people only', async () => {
    const carer = await t.user(tenant, { permissions: ['members_oldmanpackage_view', 'members_oldmanpackage_del'], dataScope: 3 });
    const theirs = await person(t, tenant, '孙奶奶');
    await t.deps.inTenant(tenant, (tx) =>
      tx.run(sql`update people set carer_id = ${carer.userId} where tenant_id = ${tenant} and id = ${theirs}`),
    );
    const mine = await held(t, admin, theirs, bathing, 2);
    const others = await held(t, admin, oldmanId, bathing, 2);
    assert.deepEqual(
      (await t.route(routes.page, carer)).data.records.map(({ id }: any) => id),
      [mine.id],
    );
    assert.equal((await t.route(routes.ofPerson, carer, { id: oldmanId })).status, 404);
    assert.deepEqual(refusal(await t.route(routes.remove, carer, { id: others.id })), [404, '服务包不存在']);
    assert.deepEqual(refusal(await t.route(routes.removeProject, carer, { id: others.lineId })), [404, '服务包不存在']);
  });
});
