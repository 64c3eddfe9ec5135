import { nextDay } from '#contract/time.ts';
import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { changer, numbers } from '#test/changing-orders.ts';
import { keptSums } from '#test/kept-sums.ts';
import { byHand, near } from '#test/sums-by-hand.ts';
import type { Period } from './work-order-sum-periods.ts';

const FROM = '2026-03-20';
/** With all of the second quarter. */
const DAYS = 104;
const SPAN = { from: FROM, to: nextDay(FROM, DAYS - 1) };
const random = numbers(20260320);

const { t, desk, world, admin, inTenant, read, compare, daysOf, fill, sumUp, count, close } = await keptSums(FROM, DAYS);
after(close);

const QUARTER: Period = { months: 3, day: '2026-04-01' };
const MAY: Period = { months: 1, day: '2026-05-01' };
const JUNE: Period = { months: 1, day: '2026-06-01' };
const PERIODS = [MAY, QUARTER, JUNE, { months: 1, day: '2026-04-01' }];

/** All days, and so many random spans of them. */
function spans(many: number) {
  return [
    SPAN,
    ...Array.from({ length: many }, () => {
      const from = Math.floor(random() * DAYS);
      return { from: nextDay(FROM, from), to: nextDay(FROM, from + Math.floor(random() * (DAYS - from))) };
    }),
  ];
}

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
      const changes = Promise.all([1, 2, 3].map((n) => change(110, changer(world, numbers(batch * 10 + n))))).finally(
        () => (changing = false),
      );
      const filler = async () => {
        while (changing) {
          await fill(daysOf(Math.floor(random() * (DAYS - 5)), 1 + Math.floor(random() * 5)));
          await sumUp(PERIODS[Math.floor(random() * PERIODS.length)]!);
        }
      };
      const reader = async () => {
        while (changing) await compare(`batch ${batch}, meanwhile`, [spans(1)[1]!]).then(() => compared++);
      };
      await Promise.all([changes, filler(), filler(), reader()]);
      assert.ok(compared > 0);
      await compare(`batch ${batch}, some days`, spans(3));
      assert.equal(await fill(daysOf(0, DAYS)), true);
      assert.equal(
        await count('work_order_marks where day <= current_date + 999'),
        await count(`work_order_marks where day not between '${SPAN.from}' and '${SPAN.to}'`),
      );
      await compare(`batch ${batch}, all days`, spans(3));
      for (const period of batch % 2 ? [MAY, JUNE] : PERIODS) assert.equal(await sumUp(period), true);
      await compare(`batch ${batch}, months and quarter`, [...spans(1), { from: nextDay(MAY.day, -3), to: nextDay(MAY.day, 60) }]);
      const hand = await byHand(admin, world.tenantId, SPAN);
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
    await fill(daysOf(0, DAYS));
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

  it('of a quarter and a month are read in place of their days until one of these changes', async () => {
    const jobs = (from: string, to: string) =>
      inTenant((tx) => read(tx, { from, to, by: 'person' }, false)).then(
        ({ rows }) => rows.reduce((sum, row) => sum + row.jobs, 0) as number,
      );
    const quarter = [QUARTER.day, nextDay(QUARTER.day, 90)] as const;
    const may = [MAY.day, nextDay(MAY.day, 30)] as const;
    await fill(daysOf(0, DAYS));
    const before = [await jobs(...quarter), await jobs(...may)] as const;
    // Spans that contain the month but not the quarter, and that end within the month.
    const early = [quarter[0], nextDay(may[1], 1)] as const;
    const inMay = [may[0], nextDay(may[1], -1)] as const;
    const parts = [await jobs(...early), await jobs(...inMay)] as const;
    for (const period of [QUARTER, MAY]) await sumUp(period);
    await admin.query(
      `update work_order_sums set jobs = jobs + case kind when 25 then 100000 else 1000 end where tenant_id = $1 and kind in (15, 25)
        and earlier = '-infinity'
       and key = $2`,
      [world.tenantId, world.personIds[0]],
    );
    assert.deepEqual([await jobs(...quarter), await jobs(...may)], [before[0] + 100_000, before[1] + 1000]);
    assert.deepEqual([await jobs(...early), await jobs(...inMay)], [parts[0] + 1000, parts[1]]);
    const one = await inTenant((tx) =>
      tx.row<{ id: number; at: string }>(sql`select id, service_at::date as at from work_order_jobs
        where tenant_id = ${world.tenantId} and service_at between ${MAY.day}::date and ${may[1]}::date order by id limit 1`),
    );
    await inTenant((tx) =>
      tx.run(sql`update work_order_jobs set minutes = minutes where tenant_id = ${world.tenantId} and id = ${one!.id}`),
    );
    assert.deepEqual([await jobs(...quarter), await jobs(...may)], before);
    await fill([one!.at]);
    assert.equal(
      await count(`work_order_sum_periods where day in ('${QUARTER.day}', '${MAY.day}') and months in (1, 3)`),
      0,
      'what was summed is not read any more',
    );
    assert.deepEqual([await jobs(...quarter), await jobs(...may)], before);
  });

  it('stay good until a target runs out', async () => {
    const { personIds, projects, tenantId } = world;
    // A day of its own.
    const at = nextDay(FROM, DAYS + 5);
    await inTenant(async (tx) => {
      const made = await tx.row<{
        id: number;
      }>(sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address, respond_by, complete_by)
        values (${tenantId}, 'GDdue', ${personIds[0]}, '王秀英', '', '', now() + interval '1 second', now() + interval '1 hour')
        returning id`);
      await tx.run(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name,
        service_at, minutes, price_fen)
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
    const at = nextDay(FROM, 7);
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
    const at = (day: number) => nextDay(FROM, DAYS + 10 + day);
    const [, one, other] = await inTenant(async (tx) => {
      const made = await tx.row<{
        id: number;
      }>(sql`insert into work_orders (tenant_id, number, person_id, person_name, person_phone, person_address)
        values (${tenantId}, 'GDboth', ${personIds[0]}, '王秀英', '', '') returning id`);
      const jobs = await tx.rows<{
        id: number;
      }>(sql`insert into work_order_jobs (tenant_id, work_order_id, project_id, project_name, service_type_id, service_type_name,
        service_at, minutes, price_fen)
        select ${tenantId}, ${made!.id}, ${projects[0]!.projectId}, '助浴', ${projects[0]!.typeId}, '生活照料', day, 30, 1
        from (values (${at(1)}::timestamptz), (${at(2)}::timestamptz)) as v (day) returning id`);
      return [made!.id, jobs[0]!.id, jobs[1]!.id] as const;
    });
    const move = (id: number, day: number) =>
      sql`update work_order_jobs set service_at = ${at(day)}::timestamptz where tenant_id = ${tenantId} and id = ${id}`;
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
    assert.equal(await fill(daysOf(0, 3)), false);
    await admin.query('rollback');
    assert.equal(await fill(daysOf(0, 3)), true);
  });

  it('marks a day in the transaction of a form, a dispatch and a deletion', async () => {
    const serverTime = '2090-03-05 09:00:00';
    const marked = () => count("work_order_marks where day = '2090-03-05'");
    const jobLists = [{ serverProjectId: world.projects[0]!.projectId, serverTime, serverUserId: null }];
    const id = (
      await t.route(workOrders.create, desk, { oldmanId: world.personIds[0], oldmanPhone: '13911112222', oldmanAddress: '甲', jobLists })
    ).data as number;
    const made = await marked();
    assert.ok(made > 0);
    assert.equal((await t.route(workOrders.remove, desk, { id })).status, 200);
    assert.ok((await marked()) > made);
  });
});
