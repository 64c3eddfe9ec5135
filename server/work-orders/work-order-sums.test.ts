import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { dataScopes } from '#contract/users/roles.ts';
import { workOrderStatistics as routes, statisticsBy } from '#contract/work-orders/work-order-statistics.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { connection } from '#server/db/pool.ts';
import { person, project } from '#test/care.ts';
import { changer, numbers, type World } from '#test/changing-orders.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import type { Context, Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { addDays } from './plan-generation.ts';
import { workOrderStatistics } from './work-order-statistics.ts';
import { fillDays } from './work-order-sums-upkeep.ts';

const FROM = '2026-03-20';
const DAYS = 45;
const SPAN = { from: FROM, to: addDays(FROM, DAYS - 1) };
const BY = Object.keys(statisticsBy) as (keyof typeof statisticsBy)[];
const random = numbers(20260320);

let t: Harness;
let desk: TestUser;
let world: World;
let department: number;
let admin: pg.Client;
before(async () => {
  t = await harness();
  const tenantId = await t.tenant();
  desk = await t.user(tenantId, { name: '调度' });
  const staff = [await t.user(tenantId, { name: '王芳' }), await t.user(tenantId, { name: '李娜' })];
  const projects = [await project(t, desk), await project(t, desk, { type: '家政', name: '保洁' }), await project(t, desk, { type: '康复', name: '训练' })];
  const personIds = [await person(t, tenantId), await person(t, tenantId), await person(t, tenantId)];
  // Reaching everybody's orders by their department, somebody reads what orders and jobs say, not what was kept.
  department = await t.deps.inTenant(tenantId, async (tx) => {
    const made = await tx.row<{ id: number }>(sql`insert into departments (tenant_id, name) values (${tenantId}, '护理部') returning id`);
    await tx.run(sql`update people set department_id = ${made!.id} where tenant_id = ${tenantId}`);
    return made!.id;
  });
  world = { tenantId, personIds, projects, staffIds: staff.map(({ userId }) => userId), from: FROM, days: DAYS };
  admin = new pg.Client({ ...connection(t.target('superuser'), 'sums'), statement_timeout: 0, idle_in_transaction_session_timeout: 0 });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await t.close();
});

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => t.deps.inTenant(world.tenantId, work);
const days = (from: number, many: number) => Array.from({ length: many }, (_, at) => addDays(FROM, from + at));
const fill = (these: string[], least = 1) => fillDays(t.deps.inTenant, world.tenantId, these, least);
const count = async (text: string) => (await admin.query(`select count(*)::integer as n from ${text} and tenant_id = ${world.tenantId}`)).rows[0].n as number;

/** Reads for somebody who reaches everything, through what was kept or, `plain`, from all orders and jobs. */
const read = (tx: Tx, query: object, plain: boolean) => {
  const session = {
    tenantId: world.tenantId,
    userId: desk.userId,
    dataScope: plain ? dataScopes.custom : dataScopes.all,
    permissions: new Set(),
    departmentIds: [department],
  } as unknown as Session;
  return workOrderStatistics.read(routes.read.input.parse(query), { tx, session } as unknown as Context) as Promise<{ total: any; rows: any[] }>;
};

/** Both ways of the same moment, by everything, over whole and random spans. */
async function compare(what: string, spans: { from: string; to: string }[]) {
  await inTenant(async (tx) => {
    await tx.snapshot();
    for (const span of spans)
      for (const by of BY)
        assert.deepEqual(await read(tx, { ...span, by }, false), await read(tx, { ...span, by }, true), `${what}, by ${by}, ${span.from} to ${span.to}`);
  });
}
function spans(many: number) {
  return [
    SPAN,
    ...Array.from({ length: many }, () => {
      const from = Math.floor(random() * DAYS);
      return { from: addDays(FROM, from), to: addDays(FROM, from + Math.floor(random() * (DAYS - from))) };
    }),
  ];
}

/** What the rows of the tables say, added up here: the figures that days and the SQL could get wrong. */
async function byHand({ from, to }: typeof SPAN) {
  const { rows } = await admin.query(
    `select j.*, o.status as order_status, o.person_id, s.score, service_at::date::text as day from work_order_jobs j join work_orders o on o.tenant_id = j.tenant_id and o.id = j.work_order_id
     left join work_order_scores s on s.tenant_id = o.tenant_id and s.work_order_id = o.id and o.status = 7
     where j.tenant_id = $1 and service_at >= $2::date and service_at < $3::date + 1`,
    [world.tenantId, from, to],
  );
  const figures = (of: any[]) => {
    const done = of.filter(({ status }) => status === 4);
    const rated = of.filter(({ score }) => score !== null);
    return {
      jobs: of.length,
      finished: done.length,
      orders: new Set(of.map((one) => one.work_order_id)).size,
      amount: done.reduce((sum, one) => sum + (one.package_id ? 0 : one.price_fen), 0) / 100,
      scores: new Set(rated.map((one) => one.work_order_id)).size,
      score: rated.length ? rated.reduce((sum, { score }) => sum + score, 0) / rated.length : null,
    };
  };
  const keys = { project: 'project_id', type: 'service_type_id', staff: 'user_id', person: 'person_id', day: 'day' } as const;
  const grouped = (key: string) => Object.groupBy(rows, (row) => String(row[key] ?? 0));
  return {
    total: figures(rows),
    by: Object.fromEntries(
      Object.entries(keys).map(([by, key]) => [by, Object.fromEntries(Object.entries(grouped(key)).map(([value, of]) => [value, figures(of as any[])]))]),
    ),
  };
}
const near = (has: any, wants: any, what: string) => {
  for (const [figure, value] of Object.entries(wants))
    assert.ok(value === null ? has[figure] === null : Math.abs(has[figure] - (value as number)) < 0.006, `${what} ${figure}: ${has[figure]}, not ${value}`);
};

async function change(many: number, at: ReturnType<typeof changer>) {
  for (let n = 0; n < many; n++) {
    await inTenant(at).catch((error) => {
      if (error.code !== '40P01') assert.match(error.message, /rolled back/);
    });
  }
}

describe('kept sums', () => {
  it('are what all orders say after thousands of changes, whoever fills meanwhile', async () => {
    for (let batch = 0; batch < 8; batch++) {
      let changing = true;
      let compared = 0;
      const changes = Promise.all([1, 2, 3].map((n) => change(110, changer(world, numbers(batch * 10 + n))))).finally(() => (changing = false));
      const filler = async () => {
        while (changing) await fill(days(Math.floor(random() * (DAYS - 5)), 1 + Math.floor(random() * 5)));
      };
      const reader = async () => {
        while (changing) await compare(`batch ${batch}, meanwhile`, [spans(1)[1]!]).then(() => compared++);
      };
      await Promise.all([changes, filler(), filler(), reader()]);
      assert.ok(compared > 0);
      await compare(`batch ${batch}, some days`, spans(3));
      assert.equal(await fill(days(0, DAYS)), true);
      assert.equal(
        await count('work_order_marks where day <= current_date + 999'),
        await count(`work_order_marks where day not between '${SPAN.from}' and '${SPAN.to}'`),
      );
      await compare(`batch ${batch}, all days`, spans(3));
      const hand = await byHand(SPAN);
      await inTenant(async (tx) => {
        near((await read(tx, SPAN, false)).total, hand.total, 'total');
        for (const [by, groups] of Object.entries(hand.by)) {
          const { rows } = await read(tx, { ...SPAN, by }, false);
          assert.equal(rows.length, Object.keys(groups as object).length);
          for (const row of rows) near(row, (groups as any)[row.key], `${by} ${row.name}`);
        }
      });
    }
    const multi = await count("work_order_sums where earlier > '-infinity'");
    assert.ok(multi > 50, `orders of several days: ${multi}`);
  });

  it('are what is read until something changes', async () => {
    await fill(days(0, DAYS));
    const jobs = () => inTenant((tx) => read(tx, SPAN, false)).then(({ total }) => total.jobs as number);
    const true_ = await jobs();
    const { rows } = await admin.query(
      "update work_order_sums set jobs = jobs + 1000 where tenant_id = $1 and kind = 1 and earlier = '-infinity' and day = (select max(day) from work_order_sum_days where tenant_id = $1) returning day::text",
      [world.tenantId],
    );
    assert.equal(await jobs(), true_ + 1000);
    await inTenant((tx) =>
      tx.run(sql`update work_order_jobs set minutes = 31 where tenant_id = ${world.tenantId} and service_at::date = ${rows[0].day}::date`),
    );
    assert.equal(await jobs(), true_);
  });

  it('stay good until a target runs out', async () => {
    const { personIds, projects, tenantId } = world;
    // A day of its own.
    const at = addDays(FROM, DAYS + 5);
    await inTenant(async (tx) => {
      const made = await tx.row<{
        id: number;
      }>(sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address, respond_by, complete_by)
        values (${tenantId}, 'GDdue', ${personIds[0]}, '王秀英', '', '', now() + interval '1 second', now() + interval '1 hour') returning id`);
      await tx.run(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name, service_at, minutes, price_fen)
        values (${tenantId}, ${made!.id}, ${projects[0]!.projectId}, '助浴', ${projects[0]!.typeId}, '生活照料', ${`${at} 09:00:00`}, 30, 1)`);
    });
    await fill([at]);
    const share = () => inTenant((tx) => read(tx, { from: at, to: at }, false)).then(({ total }) => total.respondedInTime as number | null);
    assert.equal(await count(`work_order_sum_days where day = '${at}'`), 1);
    assert.equal(await share(), null, 'there is still time');
    await sleep(1100);
    assert.equal(await share(), 0, 'nobody was sent in time');
    await compare('after', [{ from: at, to: at }]);
  });

  it('survive a filler that is killed half-way', async () => {
    const at = addDays(FROM, 7);
    await fill([at]);
    await change(30, changer({ ...world, from: at, days: 1 }, numbers(5)));
    const marks = await count(`work_order_marks where day = '${at}'`);
    assert.ok(marks > 0);
    await admin.query('begin');
    await admin.query('delete from work_order_sum_days where tenant_id = $1 and day = $2', [world.tenantId, at]);
    const filling = fill([at]);
    const killed = assert.rejects(filling, /terminat|connection/i);
    const stop = async () =>
      (
        await t.admin.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and wait_event_type = 'Lock' and query ~ 'work_order_sum_days'",
          [t.database],
        )
      ).rowCount;
    while ((await stop()) === 0) await sleep(20);
    await killed;
    await admin.query('rollback');
    assert.equal(await count(`work_order_marks where day = '${at}'`), marks);
    await compare('after a killed filler', [{ from: at, to: at }, SPAN]);
    await fill([at]);
    assert.equal(await count(`work_order_marks where day = '${at}'`), 0);
    await compare('after another filler', [{ from: at, to: at }, SPAN]);
  });

  it('know of a day that somebody else gave the same order meanwhile', async () => {
    const { personIds, projects, tenantId } = world;
    const at = (day: number) => addDays(FROM, DAYS + 10 + day);
    const [, one, other] = await inTenant(async (tx) => {
      const made = await tx.row<{ id: number }>(sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address)
        values (${tenantId}, 'GDboth', ${personIds[0]}, '王秀英', '', '') returning id`);
      const jobs = await tx.rows<{
        id: number;
      }>(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name, service_at, minutes, price_fen)
        select ${tenantId}, ${made!.id}, ${projects[0]!.projectId}, '助浴', ${projects[0]!.typeId}, '生活照料', day, 30, 1
        from (values (${at(1)}::timestamptz), (${at(2)}::timestamptz)) as v (day) returning id`);
      return [made!.id, jobs[0]!.id, jobs[1]!.id] as const;
    });
    const move = (id: number, day: number) => sql`update work_order_jobs set service_at = ${at(day)}::timestamptz where tenant_id = ${tenantId} and id = ${id}`;
    await admin.query('begin');
    await admin.query('update work_order_jobs set service_at = $1::timestamptz where tenant_id = $2 and id = $3', [at(5), tenantId, one]);
    const moved = Promise.withResolvers<void>();
    const filled = Promise.withResolvers<void>();
    const second = inTenant(async (tx) => {
      await tx.run(move(other, 3));
      moved.resolve();
      await filled.promise;
    });
    // It waits for the first, or, were it not to wait, is through by now.
    await Promise.race([moved.promise, sleep(300)]);
    await admin.query('commit');
    await moved.promise;
    await fill([0, 1, 2, 3, 4, 5].map(at));
    filled.resolve();
    await second;
    for (const from of [1, 2, 3, 4, 5]) await compare('two at once', [{ from: at(from), to: at(5) }]);
  });

  it('are filled by one at a time', async () => {
    await admin.query('begin');
    await admin.query("select pg_advisory_xact_lock(hashtextextended('work_order_sums', $1))", [world.tenantId]);
    assert.equal(await fill(days(0, 3)), false);
    await admin.query('rollback');
    assert.equal(await fill(days(0, 3)), true);
  });

  it('marks a day in the transaction of a form, a dispatch and a deletion', async () => {
    const serverTime = '2090-03-05 09:00:00';
    const marked = () => count("work_order_marks where day = '2090-03-05'");
    const jobLists = [{ serverProjectId: world.projects[0]!.projectId, serverTime, serverUserId: null }];
    const id = (await t.route(workOrders.create, desk, { oldmanId: world.personIds[0], oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists }))
      .data as number;
    const made = await marked();
    assert.ok(made > 0);
    assert.equal((await t.route(workOrders.remove, desk, { id })).status, 200);
    assert.ok((await marked()) > made);
  });
});
