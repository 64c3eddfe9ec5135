import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { person, project } from '#test/care.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';
import { held, offer } from '#test/packages.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { grantPackage } from './package-grants.ts';
import { releaseUse, takeUse, usablePackages, type Take } from './package-uses.ts';

let t: Harness;
let admin: TestUser;
let oldmanId: number;
let projectId: number;
let today: string;
before(async () => {
  t = await harness();
  const tenant = await t.tenant();
  admin = await t.user(tenant, { name: '管理员' });
  oldmanId = await person(t, tenant);
  projectId = (await project(t, admin)).projectId;
  today = `${((await inTenant((tx) => tx.row(sql`select current_date as day`))) as { day: string }).day} 10:00:00`;
});
after(() => t.close());

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => t.deps.inTenant(admin.tenantId, work);
const workOf = (tx: Tx) => ({ tx, actor: { userId: admin.userId, name: '管理员' } });
const take = (given: Partial<Take> & { jobId: number; packageId: number }) =>
  inTenant((tx) => takeUse(workOf(tx), { projectId, personId: oldmanId, serviceAt: today, ...given }));
const release = (jobId: number) => inTenant((tx) => releaseUse(workOf(tx), jobId));
const saying = (status: number, text: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.status === status && text.test(error.message);
const usesOf = async (packageId: number) =>
  (
    (await inTenant((tx) =>
      tx.row(
        sql`select count(*) as n from person_package_uses
          where tenant_id = ${tx.tenantId} and person_package_id = ${packageId} and released_at is null`,
      ),
    )) as { n: number }
  ).n;
const days = (n: number) => new Date(Date.parse(today.replace(' ', 'T') + '+08:00') + n * 86_400_000).toISOString().slice(0, 10);

let serial = 1_000_000;
const job = () => serial++;

describe('counts', () => {
  it('300 takers of 50 get 50, and 250 are told that none is left', async () => {
    const { id: packageId, read } = await held(t, admin, oldmanId, projectId, 50);
    const jobs = Array.from({ length: 300 }, job);
    // In waves: on a slow machine the last of 300 at once would wait for a connection for longer than the product lets anybody wait.
    const answers: PromiseSettledResult<unknown>[] = [];
    for (let at = 0; at < jobs.length; at += 75)
      answers.push(...(await Promise.allSettled(jobs.slice(at, at + 75).map((jobId) => take({ jobId, packageId })))));
    assert.equal(answers.filter(({ status }) => status === 'fulfilled').length, 50);
    for (const answer of answers)
      if (answer.status === 'rejected') assert.ok(saying(422, /^服务包“.+”的“助浴”已无剩余次数$/)(answer.reason), String(answer.reason));
    const { used, left, total, status } = await read();
    assert.deepEqual([used, left, total, status], [50, 0, 50, 3]);
    assert.equal(await usesOf(packageId), 50);
    // Everybody gives back, ten times each: every count comes back once.
    const winners = jobs.filter((_, at) => answers[at]?.status === 'fulfilled');
    const returned = await Promise.all(winners.flatMap((jobId) => Array.from({ length: 10 }, () => release(jobId))));
    assert.equal(returned.filter(Boolean).length, 50);
    const back = await read();
    assert.deepEqual([back.used, back.left, back.status], [0, 50, 2]);
    assert.equal(await usesOf(packageId), 0);
  });

  it('are taken once per job, whoever asks how often', async () => {
    const { id: packageId, read } = await held(t, admin, oldmanId, projectId, 5);
    const jobId = job();
    await Promise.all(Array.from({ length: 20 }, () => take({ jobId, packageId })));
    assert.equal((await read()).used, 1);
    assert.equal(await release(jobId), true);
    assert.equal(await release(jobId), false);
    await take({ jobId, packageId });
    assert.equal((await read()).used, 1);
    assert.equal(await usesOf(packageId), 1);
  });

  it('that were given back keep their project in the package', async () => {
    const { id: packageId, lineId, read } = await held(t, admin, oldmanId, projectId, 2);
    const jobId = job();
    await take({ jobId, packageId });
    await release(jobId);
    const kept = await t.route(personPackages.removeProject, admin, { id: lineId });
    assert.deepEqual(refusal(kept), [422, '“助浴”有过已退回的使用记录，不能删除']);
    assert.equal((await read()).projects.length, 1);
    assert.deepEqual(refusal(await t.route(personPackages.removeProject, admin, { id: 99_999_999 })), [404, '服务包项目不存在']);
  });

  it('move with a job that changes its package', async () => {
    const first = await held(t, admin, oldmanId, projectId, 3);
    const second = await held(t, admin, oldmanId, projectId, 3);
    const jobId = job();
    await take({ jobId, packageId: first.id });
    await take({ jobId, packageId: second.id });
    assert.deepEqual([(await first.read()).used, (await second.read()).used], [0, 1]);
    // Without a count to move to, the job keeps the one that it has.
    const empty = await held(t, admin, oldmanId, projectId, 1);
    await take({ jobId: job(), packageId: empty.id });
    await assert.rejects(take({ jobId, packageId: empty.id }), saying(422, /已无剩余次数/));
    assert.equal((await second.read()).used, 1);
  });

  it('are refused for another person, another project, another time, and what is void', async () => {
    const other = await person(t, admin.tenantId, '李大爷');
    const another = (await project(t, admin, { type: '医疗', name: '换药' })).projectId;
    const mine = await held(t, admin, oldmanId, projectId, 2);
    const jobId = job();
    for (const [given, text] of [
      [{ personId: other }, /不属于该服务对象/],
      [{ packageId: 99_999_999 }, /不属于该服务对象/],
      [{ projectId: another }, /^服务包“.+”不包含该服务项目$/],
      [{ serviceAt: `${days(-1)} 23:59:59` }, /起生效/],
      [{ serviceAt: `${days(30)} 00:00:00` }, /有效期至/],
    ] as [Partial<Take>, RegExp][]) {
      await assert.rejects(take({ jobId, packageId: mine.id, ...given }), saying(422, text), String(text));
    }
    await take({ jobId, packageId: mine.id, serviceAt: `${days(29)} 23:59:59` });
    await t.route(personPackages.remove, admin, { id: mine.id, reason: '家属退订' });
    await assert.rejects(take({ jobId: job(), packageId: mine.id }), saying(422, /已作废/));
    assert.equal((await mine.read()).used, 1);
    const stranger = await t.tenant();
    await assert.rejects(
      t.deps.inTenant(stranger, (tx) =>
        takeUse(workOf(tx), { jobId, packageId: mine.id, projectId, personId: oldmanId, serviceAt: today }),
      ),
      saying(422, /不属于该服务对象/),
    );
  });

  it('of finished jobs stay', async () => {
    const { id: packageId, read } = await held(t, admin, oldmanId, projectId, 2);
    const jobLists = [{ serverProjectId: projectId, serverTime: '2099-01-01 09:00:00', serverUserId: null }];
    const { data: orderId } = await t.route(workOrders.create, admin, {
      oldmanId,
      oldmanPhone: '13911112222',
      oldmanAddress: '甲',
      jobLists,
    });
    const made = (await inTenant((tx) =>
      tx.row(sql`select id from work_order_jobs where tenant_id = ${tx.tenantId} and work_order_id = ${orderId}`),
    )) as {
      id: number;
    };
    await take({ jobId: made.id, packageId });
    const { data } = await t.route(personPackages.uses, admin, { id: packageId });
    assert.deepEqual(
      [data.total, data.records[0].workOrderId, data.records[0].projectName, data.records[0].takenBy],
      [1, orderId, '助浴', '管理员'],
    );
    const setStatus = (status: number) =>
      inTenant((tx) => tx.run(sql`update work_order_jobs set status = ${status} where tenant_id = ${tx.tenantId} and id = ${made.id}`));
    await setStatus(4);
    assert.equal(await release(made.id), false);
    assert.equal((await read()).used, 1);
    await setStatus(6);
    assert.equal(await release(made.id), true);
    assert.equal((await read()).used, 0);
  });
});

describe('usable packages', () => {
  it('are those that are valid on the day and have counts, the first to end first', async () => {
    const someone = await person(t, admin.tenantId, '周奶奶');
    const late = await held(t, admin, someone, projectId, 2, { startDate: days(1) });
    const soon = await held(t, admin, someone, projectId, 2);
    const gone = await held(t, admin, someone, projectId, 2, { startDate: days(-60) });
    const spent = await held(t, admin, someone, projectId, 1);
    await take({ jobId: job(), packageId: spent.id, personId: someone });
    const ids = async (project?: number, at?: string) =>
      (await inTenant((tx) => usablePackages(tx, someone, project, at))).map(({ packageId }) => packageId);
    assert.deepEqual(await ids(), [soon.id]);
    assert.deepEqual(await ids(projectId, `${days(1)} 08:00:00`), [soon.id, late.id]);
    assert.deepEqual(await ids(projectId, `${days(-40)} 08:00:00`), [gone.id]);
    assert.deepEqual(await ids(99_999_999), []);
    const { data } = await t.route(personPackages.ofPerson, admin, {
      id: someone,
      usable: true,
      serverProjectId: projectId,
      serverTime: `${days(1)} 08:00:00`,
    });
    assert.deepEqual(
      data.map((one: any) => [one.id, one.left]),
      [
        [soon.id, 2],
        [late.id, 2],
      ],
    );
    const { data: every } = await t.route(personPackages.ofPerson, admin, { id: someone });
    assert.deepEqual(Object.fromEntries(every.map((one: any) => [one.id, one.status])), {
      [late.id]: 1,
      [soon.id]: 2,
      [spent.id]: 3,
      [gone.id]: 4,
    });
  });
});

describe('grants of goods orders', () => {
  it('are refused of a package that has lost its services, and leave none behind', async () => {
    const someone = await person(t, admin.tenantId, '郑奶奶');
    const packageId = await offer(t, admin, [{ projectId, count: 4 }], { name: '空服务包' });
    await inTenant((tx) =>
      tx.run(sql`delete from service_package_projects where tenant_id = ${tx.tenantId} and package_id = ${packageId}`),
    );
    const empty = await t.route(personPackages.add, admin, { oldmanId: someone, packageId });
    assert.deepEqual(refusal(empty), [422, '服务套餐“空服务包”没有服务项目']);
    assert.deepEqual((await t.route(personPackages.ofPerson, admin, { id: someone })).data, []);
  });

  it('happen once per order and package, also many at a time, with a package that is off sale by then', async () => {
    const someone = await person(t, admin.tenantId, '吴爷爷');
    const packageId = await offer(t, admin, [{ projectId, count: 4 }], { enabled: false });
    await assert.rejects(
      inTenant((tx) => grantPackage(workOf(tx), { personId: someone, packageId })),
      saying(422, /已停用/),
    );
    const grant = () => inTenant((tx) => grantPackage(workOf(tx), { personId: someone, packageId, goodsOrderId: 77, quantity: 2 }));
    const ids = await Promise.all(Array.from({ length: 12 }, grant));
    assert.equal(new Set(ids).size, 1);
    const { data } = await t.route(personPackages.ofPerson, admin, { id: someone });
    assert.deepEqual(
      data.map((one: any) => [one.id, one.total, one.price, one.goodsOrderId]),
      [[ids[0], 8, 600, 77]],
    );
    const changes = await t.route(personPackages.changes, admin, { id: ids[0] });
    assert.deepEqual(
      changes.data.records.map((one: any) => [one.action, one.projectName, one.before, one.after, one.userName]),
      [[1, '助浴', 0, 8, '管理员']],
    );
  });
});
