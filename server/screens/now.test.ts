import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql, type RawBuilder } from 'kysely';
import type { Output } from '#contract/http.ts';
import { now as routes } from '#contract/screens/now.ts';
import type { NowKind } from '#contract/screens/now.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { textOf } from '#contract/time.ts';
import { person, project, warning } from '#test/care.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';

type Answer = Output<typeof routes.read>;

let t: Harness;
let tenant: number;
let admin: TestUser;
let [wang, li] = [0, 0];
before(async () => {
  t = await harness();
  tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant, { name: '周管理' });
  wang = await person(t, tenant);
  li = await person(t, tenant, '李建国');
});
after(() => t.close());

const read = async (as: TestUser, kind?: NowKind): Promise<Answer> => (await t.route(routes.read, as, kind ? { kind } : {})).data;
const run = (query: RawBuilder<unknown>, of = tenant) => t.deps.inTenant(of, (tx) => tx.run(query));
const made = async (query: RawBuilder<{ id: number }>) => (await t.deps.inTenant(tenant, (tx) => tx.row(query)))!.id;
const brief = ({ rows }: Answer) => rows.map(({ kind, name, text }) => `${kind} ${name} ${text}`);
const counted = ({ counts }: Answer) => Object.fromEntries(counts.map(({ kind, count }) => [kind, count]));
/** A time from now, in minutes. */
const later = (minutes: number) => textOf(Date.now() + minutes * 60_000);

async function order(as: TestUser, personId: number, minutes: number, userId?: number): Promise<number> {
  const { projectId } = await project(t, admin, { type: `类型${Math.random()}`, name: `助浴${Math.random()}` });
  const { data } = await t.route(workOrders.create, as, {
    oldmanId: personId,
    oldmanPhone: '13911112222',
    oldmanAddress: '北京市东城区景山前街4号',
    jobLists: [{ serverProjectId: projectId, serverTime: later(minutes), ...(userId ? { serverUserId: userId } : {}) }],
  });
  return data as number;
}

describe('what waits now', () => {
  it('is told to those who are signed in', async () => {
    assert.equal((await t.route(routes.read, null, {})).status, 401);
    const { status, msg } = await t.route(routes.read, admin, { kind: 'nothing' } as never);
    assert.deepEqual([status, msg], [400, '类别不正确']);
  });

  it('is nothing in an institution that has just begun', async () => {
    const fresh = await t.user(await t.tenant());
    assert.deepEqual(await read(fresh), { rows: [], counts: [], failed: [], ask: null });
  });

  it('names who gives rights to a person who has none', async () => {
    const { rows, ask } = await read(await t.user(tenant, { permissions: [] }));
    assert.deepEqual([rows, ask], [[], ['周管理']]);
    const asked = await t.route(routes.ask, await t.user(tenant, { permissions: ['members_oldman_view'] }));
    assert.deepEqual([asked.status, asked.data], [200, ['周管理']], 'also for a page that is closed');
    assert.equal((await t.route(routes.ask, null)).status, 401);
  });

  it('has the alarms first: unconfirmed, asking again, in progress without a visit', async () => {
    const sos = await warning(t, tenant, wang);
    const again = await warning(t, tenant, li, { rule: 'fall' });
    await run(sql`update warnings set asked_at = now(), asked_why = '确认后没有处理' where tenant_id = ${tenant} and id = ${again}`);
    const low = await warning(t, tenant, li, { rule: 'low_battery', severity: 3 });
    const taken = await warning(t, tenant, wang, { rule: 'fall' });
    assert.equal((await t.route(warnings.acknowledge, admin, { id: taken })).status, 200);
    const answer = await read(admin, 'alarm');
    assert.deepEqual(
      answer.rows.map(({ id }) => id),
      [sos, again, taken, low],
    );
    assert.deepEqual(
      answer.rows.map(({ text }) => text),
      ['SOS求助', '跌倒', '跌倒', '低电量'],
    );
    assert.deepEqual(
      answer.rows.map(({ note }) => note),
      [null, '确认后没有处理', '周管理已确认收到', null],
    );
    await run(sql`update warnings set cleared_at = now() where tenant_id = ${tenant} and id = ${low}`);
    assert.equal((await read(admin, 'alarm')).rows.at(-1)?.note, '已恢复，可以关闭');
    assert.match(answer.rows[0]?.place ?? '', /^3号楼 3层 302-\w+ 1床$/);
    assert.ok(answer.rows[0]?.due, 'an SOS is to be confirmed within a minute');
    assert.deepEqual(counted(answer), { alarm: 4 });
    // A visit that is on its way, a reminder that was put off and a closed alarm ask nothing of a person.
    await run(sql`insert into work_orders (tenant_id, number, status, person_id, person_name, person_phone, person_address, warning_id)
      values (${tenant}, 'GD1', 2, ${wang}, '王秀英', '', '', ${taken})`);
    await run(sql`update warnings set snoozed_until = now() + interval '1 hour' where tenant_id = ${tenant} and id = ${low}`);
    await run(sql`update warnings set status = 1 where tenant_id = ${tenant} and id = ${again}`);
    assert.deepEqual(
      (await read(admin, 'alarm')).rows.map(({ id }) => id),
      [sos],
    );
  });

  it('has orders whose carer must be found, late ones and those handed back, once each', async () => {
    const carer = await t.user(tenant, { name: '邱伟', permissions: ['members_workorder_view', 'members_workorder_serve'], dataScope: 3 });
    const open = await order(admin, wang, 10);
    const tomorrow = await order(admin, wang, 60 * 30);
    const late = await order(admin, li, 5, carer.userId);
    await run(sql`update work_orders set complete_by = now() - interval '1 hour' where tenant_id = ${tenant} and id = ${late}`);
    const back = await order(admin, li, 15, carer.userId);
    const { status } = await t.route(workOrders.handBack, carer, { id: back, reason: '孩子发烧' } as never);
    assert.equal(status, 200);
    const { rows } = await read(admin);
    const of = (kind: NowKind) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
    assert.deepEqual([of('dispatch'), of('late_order'), of('returned')], [[open], [late], [back]]);
    assert.ok(!rows.some(({ id, kind }) => id === tomorrow && kind === 'dispatch'));
    assert.match(rows.find(({ kind }) => kind === 'returned')?.note ?? '', /邱伟：孩子发烧/);
    assert.equal(rows.find(({ kind }) => kind === 'late_order')?.severity, 3);
    const own = await read(carer);
    assert.deepEqual(
      own.rows.map(({ kind, link }) => [kind, link]),
      [['own_job', late]],
    );
    assert.deepEqual(own.ask, null);
  });

  it('has observations that are due and people of whom a value is missing', async () => {
    const series = await made(sql<{ id: number }>`insert into observation_series (tenant_id, person_id, kind, started_at, reason)
      values (${tenant}, ${wang}, 1, now(), '跌倒') returning id`);
    await run(sql`insert into observation_tasks (tenant_id, series_id, person_id, due_at, orthostatic) values
      (${tenant}, ${series}, ${wang}, now() - interval '2 hours', true), (${tenant}, ${series}, ${wang}, now() + interval '5 hours', false)`);
    await run(sql`delete from reading_dues where tenant_id = ${tenant}`);
    await run(sql`insert into reading_dues (tenant_id, person_id, metric, hours, warns, due_at, missing_since) values
      (${tenant}, ${li}, 2, 24, false, now(), now() - interval '1 day'), (${tenant}, ${li}, 3, 24, false, now(), now()),
      (${tenant}, ${li}, 5, 24, false, now(), now() - interval '2 hours'), (${tenant}, ${wang}, 5, 24, false, now(), null)`);
    const { rows } = await read(admin);
    const due = rows.find(({ kind }) => kind === 'observation');
    assert.deepEqual(
      [due?.name, due?.text, due?.severity, due?.mark, due?.personId],
      ['王秀英', '跌倒后观察，含体位性血压', 2, true, wang],
    );
    await run(sql`update people set status = 3 where tenant_id = ${tenant} and id = ${wang}`);
    assert.equal(counted(await read(admin)).observation, undefined, 'in hospital nobody measures for us');
    await run(sql`update people set status = 1 where tenant_id = ${tenant} and id = ${wang}`);
    const missing = rows.filter(({ kind }) => kind === 'not_measured');
    assert.deepEqual(
      missing.map(({ name, text, severity }) => [name, text, severity]),
      [['李建国', '血压、体温', 4]],
    );
  });

  it('has worn devices that are silent or low, unless an open warning says it', async () => {
    const worn = async (battery: number | null, silent: boolean) => {
      const id = await made(sql<{ id: number }>`insert into devices (tenant_id, imei, name, person_id)
        values (${tenant}, ${`i${Math.random()}`.slice(0, 15)}, '腕表', ${wang}) returning id`);
      await run(sql`insert into device_states (tenant_id, device_id, battery, last_seen_at) values (${tenant}, ${id}, ${battery}, now())`);
      if (silent) await run(sql`insert into device_silences (tenant_id, device_id, since) values (${tenant}, ${id}, now())`);
      return id;
    };
    const [silent, weak, low] = [await worn(90, true), await worn(7, false), await worn(15, false)];
    await worn(80, false);
    const { rows } = await read(admin);
    const of = (kind: NowKind) => rows.filter((row) => row.kind === kind).map(({ id, severity }) => [id, severity]);
    assert.deepEqual(of('device_offline'), [[silent, 3]]);
    assert.deepEqual(of('low_battery'), [
      [weak, 3],
      [low, 4],
    ]);
    await warning(t, tenant, wang, { rule: 'device_offline', severity: 3 });
    assert.equal(counted(await read(admin)).device_offline, undefined);
  });

  it('has what is left of the other areas: jobs, stock, goods, follow-ups, applications, invitations, the end of the term', async () => {
    await run(sql`insert into dead_jobs (tenant_id, job_id, kind, payload, attempts, error, enqueued_at)
      values (${tenant}, gen_random_uuid(), 'warning-sms', '{}', 8, '网关没有应答', now())`);
    await run(sql`insert into materials (tenant_id, code, name, unit, quantity, safety_quantity) values
      (${tenant}, 'A', '手套', '双', 0, 20), (${tenant}, 'B', '棉签', '包', 50, 20)`);
    await run(sql`insert into goods_orders (tenant_id, number, payment, delivery, person_id, orderer_name, phone, address, total_fen, paid_at,
      pay_type) values (${tenant}, 'SP1', 1, 1, ${wang}, '王秀英', '', '', 1250, null, null), (${tenant}, 'SP2', 2, 1, ${li}, '李建国', '', '',
        999, now(), 1), (${tenant}, 'SP3', 4, 1, ${li}, '李建国', '', '', 999, null, null)`);
    const done = await order(admin, wang, 60 * 40);
    await run(sql`update work_orders set status = 7 where tenant_id = ${tenant} and id = ${done}`);
    await run(sql`insert into work_order_scores (tenant_id, work_order_id, score, content) values (${tenant}, ${done}, 1, '来晚了')`);
    await run(sql`insert into work_order_followups (tenant_id, work_order_id, score) values (${tenant}, ${done}, 1)`);
    await run(sql`insert into user_invitations (tenant_id, kind, target, name, expires_at) values
      (${tenant}, 2, '13900001111', '张敏', now() + interval '1 day'), (${tenant}, 2, '13900001112', '过期', now() - interval '1 day')`);
    await run(sql`update tenants set ends_at = now() + interval '5 days' where id = ${tenant}`, PLATFORM);
    const lines = brief(await read(admin));
    for (const line of [
      'dead_job 预警短信 已尝试 8 次，没有送出',
      'stock_low 手套 库存 0 双，安全库存 20 双',
      'goods_pay 王秀英 SP1',
      'goods_ship 李建国 SP2',
      'followup 王秀英 评价 1 分，等待回访',
      'application 张敏 申请加入本机构',
    ])
      assert.ok(lines.includes(line), `${line} of ${lines.join(' | ')}`);
    assert.ok(!lines.some((line) => /棉签|SP3|过期/.test(line)));
    const stranger = await t.user(await t.tenant());
    assert.deepEqual((await read(stranger)).rows, []);
  });

  it('shows the platform what it decides, and no institution any of it', async () => {
    const platform = await t.user(PLATFORM);
    const ending = (await read(platform)).rows.find(({ kind, id }) => kind === 'tenant_end' && id === tenant);
    assert.deepEqual([ending?.name, ending?.text, ending?.severity], ['平安颐养院', '即将到期', 3]);
    await run(
      sql`insert into registrations (tenant_id, phone, username, name, password_hash, status, opened_tenant_id, expires_at, review)
        values (${PLATFORM}, '13900009999', 'neu1', '陈工', 'x', 1, ${tenant}, now() + interval '1 day', 0)`,
      PLATFORM,
    );
    const found = (await read(platform)).rows.find(({ kind }) => kind === 'registration');
    assert.deepEqual([found?.name, found?.note], ['平安颐养院', '陈工']);
    assert.equal(counted(await read(admin)).registration, undefined);
  });

  it('shows a group the terms of its own institutions', async () => {
    const group = await t.tenant('平安养老集团');
    const house = await t.tenant('康和护理院');
    await run(sql`update tenants set parent_id = ${group}, ends_at = now() + interval '20 days' where id = ${house}`, PLATFORM);
    const ends = async (as: TestUser) => (await read(as, 'tenant_end')).rows.map(({ id, name }) => [id, name]);
    assert.deepEqual(await ends(await t.user(group)), [[house, '康和护理院']]);
    assert.deepEqual(await ends(await t.user(house)), []);
    assert.deepEqual(await ends(await t.user(group, { permissions: ['members_workorder_view'] })), []);
  });

  it('keeps to rights and to the data scope', async () => {
    const only = await t.user(tenant, { permissions: ['tenant_health_add'] });
    assert.deepEqual(counted(await read(only)), { not_measured: 1 });
    const own = await t.user(tenant, { permissions: ['tenant_health_add', 'tenant_health_observe', 'tenant_device_view'], dataScope: 3 });
    assert.deepEqual((await read(own)).rows, []);
    await run(sql`update people set carer_id = ${own.userId} where tenant_id = ${tenant} and id = ${li}`);
    assert.deepEqual(counted(await read(own)), { not_measured: 1 });
  });

  it('has more than three people of whom a value is missing as one round, from where it begins', async () => {
    const large = await t.tenant('很大的机构');
    const nurse = await t.user(large);
    const add = (n: number) =>
      run(
        sql`with room as (insert into rooms (tenant_id, building, floor, name) values (${large}, '1', ${n === 3 ? '10' : '2'}, ${`R${n}`})
          returning id), bed as (insert into beds (tenant_id, room_id, name) select ${large}, id, '1' from room returning id)
          insert into people (tenant_id, name, status, bed_id) select ${large}, '老人' || n, 1, case n when 1 then (select id from bed) end
          from generate_series(1, ${n}::int) n`,
        large,
      );
    const due = () => run(sql`update reading_dues set missing_since = now(), warned = false where tenant_id = ${large}`, large);
    await add(3);
    await due();
    const few = await read(nurse);
    assert.deepEqual([few.rows.map(({ personId }) => personId !== null), counted(few)], [[true, true, true], { not_measured: 3 }]);
    await add(1197);
    await due();
    const { rows, counts } = await read(nurse);
    assert.deepEqual(counts, [{ kind: 'not_measured', count: 1, together: true }]);
    assert.deepEqual(
      rows.map(({ id, name, text, place, personId }) => [id, /^(晨|午|晚)测$/.test(name), text, place, personId]),
      [[0, true, '1000+ 人未测，1号楼 2层起', null, null]],
    );
    assert.deepEqual((await read(nurse, 'not_measured')).rows, rows);
  });

  it('gives fifty rows of a kind, and counts further', async () => {
    const large = await t.tenant('很多物资的机构');
    const keeper = await t.user(large);
    await run(
      sql`insert into materials (tenant_id, code, name, unit, quantity, safety_quantity)
        select ${large}, 'M' || n, '手套' || n, '双', 0, 20 from generate_series(1, 1200) n`,
      large,
    );
    const answer = await read(keeper, 'stock_low');
    assert.deepEqual([answer.rows.length, counted(answer)], [50, { stock_low: 1001 }]);
  });

  it('shows the other sources when one cannot be read, and says which', async () => {
    const before = counted(await read(admin));
    await t.owner.query(`alter table work_order_followups rename to work_order_followups_away`);
    try {
      const answer = await read(admin);
      assert.deepEqual(answer.failed, ['followup']);
      const { followup, ...others } = before;
      assert.equal(followup, 1);
      assert.deepEqual(counted(answer), others);
    } finally {
      await t.owner.query(`alter table work_order_followups_away rename to work_order_followups`);
    }
    assert.deepEqual((await read(admin)).failed, []);
  });
});
