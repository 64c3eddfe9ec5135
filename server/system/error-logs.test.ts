import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { audits } from '#contract/system/audits.ts';
import { errorLogs as routes } from '#contract/system/error-logs.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { buildApp } from '#server/app.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { sealLogs } from './audit-sealing.ts';
import { MOST_A_DAY } from './error-logs.ts';

let t: Harness;
let tenantId: number;
let admin: TestUser;
before(async () => {
  t = await harness();
  tenantId = await t.tenant();
  admin = await t.user(tenantId);
});
after(() => t.close());

const ENTRY = {
  url: 'https://yian.example/oldMan/detail?id=5&name=王',
  time: '2026-03-01 08:00:00',
  user: 'somebody else',
  type: 'error',
  message: 'x is not defined',
  stack: 'at page.tsx:1',
  info: '页面错误',
};
const send = (as: TestUser | null, input: unknown) => t.call('POST', '/admin/log/logs', { as, input });
const plain = () => t.user(tenantId, { permissions: [] });
const listed = async (input: object, as = admin) => (await t.route(routes.page, as, { size: 100, ...input })).data;
const sheet = async (route: { path: string }, as: TestUser, query: string) => {
  const answer = await fetch(`${t.url}${route.path}?format=csv&${query}`, { headers: { authorization: `Bearer ${as.token}` } });
  return (await answer.text()).replace('\ufeff', '').trim().split('\r\n');
};
const rows = (text: ReturnType<typeof sql>) => t.deps.inTenant(tenantId, (tx) => tx.rows<any>(text));

describe('errors that pages send', () => {
  it('are no evidence: nothing of them is in the operation log, waits for the seal or is sealed', async () => {
    const evidence = async () =>
      (
        await rows(sql`select (select count(*) from operation_logs where tenant_id = ${tenantId}) as logs,
          (select count(*) from audit_queue where tenant_id = ${tenantId}) as waiting,
          (select count(*) from audit_seals where tenant_id = ${tenantId}) as seals`)
      )[0];
    const as = await plain();
    await sealLogs(t.deps);
    const before = await evidence();
    assert.equal((await send(as, [ENTRY, { ...ENTRY, message: 'y' }])).data, true);
    assert.deepEqual(await evidence(), before);
    await sealLogs(t.deps);
    assert.deepEqual(await evidence(), before);
    assert.equal((await t.route(audits.verify, admin)).data.problem, null);
    // Nothing hangs on the table, and no function of the database but the one that clears it names it.
    const { rows: hooks } = await t.owner.query(
      "select tgname from pg_trigger where tgrelid = 'error_logs'::regclass and not tgisinternal",
    );
    assert.deepEqual(hooks, []);
    const { rows: named } = await t.owner.query(
      "select proname from pg_proc where pronamespace = 'app'::regnamespace and prosrc ~ 'error_logs'",
    );
    assert.deepEqual(named, [{ proname: 'clear_error_logs' }]);
  });

  it('are shortened, without the query of addresses, and of whoever sent them; unknown keys are dropped', async () => {
    const as = await plain();
    const time = new Date(Date.now() + 8 * 3_600_000 - 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const long = {
      ...ENTRY,
      time,
      message: 'm'.repeat(900),
      stack: 's'.repeat(3000),
      id: 987654,
      tenantId: 1,
      username: 'root',
      times: 99,
      createTime: ENTRY.time,
    };
    assert.equal((await send(as, [long, { info: null, stack: { at: 'page.tsx' }, time: 'yesterday', type: 'x'.repeat(30) }])).data, true);
    const [second, first] = (await listed({ createBy: as.username })).records;
    assert.deepEqual(
      [first.title, first.kind, first.url, first.message.length, first.stack.length, first.times, first.happenTime, first.createBy],
      ['页面错误', 'error', 'https://yian.example/oldMan/detail', 500, 2000, 1, time, as.username],
    );
    assert.ok(first.createTime > '2026-03-02' && first.id !== 987654 && first.requestId && first.remoteAddr);
    assert.deepEqual([second.title, second.stack, second.message], ['前端错误', '{"at":"page.tsx"}', null]);
    assert.deepEqual([second.happenTime, second.kind.length], [null, 20]);
    assert.equal((await listed({ createBy: 'root' })).total, 0);
    assert.equal((await listed({ createBy: ENTRY.user })).total, 0);
  });

  it('are refused without a session, as no list, too many or too much at a time, and then nothing is stored', async () => {
    const as = await plain();
    assert.equal((await send(null, [ENTRY])).status, 401);
    for (const input of [{ entry: ENTRY }, Array.from({ length: 101 }, () => ENTRY)]) assert.equal((await send(as, input)).status, 400);
    assert.equal((await send(as, [{ ...ENTRY, stack: 's'.repeat(600 * 1024) }])).status, 413);
    assert.equal((await send(as, [])).status, 200);
    assert.equal((await listed({ createBy: as.username })).total, 0);
  });

  it('are counted when they are equal: in one call, again on the same day, but not of two people or on two days', async () => {
    const [one, other] = [await plain(), await plain()];
    const equal = { ...ENTRY, time: '2026-03-01 09:00:00', url: `${ENTRY.url}&again=1` };
    await send(one, [ENTRY, equal, { ...ENTRY, message: 'y' }]);
    await send(one, [equal, { ...equal, user: 'x' }]);
    await send(other, [ENTRY]);
    const counts = async (as: TestUser) => (await listed({ createBy: as.username, ascs: 'times' })).records.map(({ times }: any) => times);
    assert.deepEqual([await counts(one), await counts(other)], [[1, 4], [1]]);
    await rows(
      sql`update error_logs set day = day - 1, created_at = created_at - interval '1 day' where user_id = ${one.userId} returning 1`,
    );
    await send(one, [ENTRY]);
    assert.deepEqual(await counts(one), [1, 1, 4]);
  });

  it('come six times a minute at most, each person by itself', async () => {
    const { app } = await buildApp(t.deps, { webDir: null, rateFactor: 1 });
    try {
      const [one, other] = [await plain(), await plain()];
      const post = ({ token }: TestUser) =>
        app.inject({ method: 'POST', url: routes.record.path, headers: { authorization: `Bearer ${token}` }, payload: [ENTRY] });
      for (let call = 0; call < 6; call++) assert.equal((await post(one)).statusCode, 200);
      const refused = await post(one);
      assert.deepEqual([refused.statusCode, refused.json().msg], [429, '请求过于频繁，请稍后再试']);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.equal((await post(other)).statusCode, 200);
      const reading = await app.inject({ url: '/admin/user/info', headers: { authorization: `Bearer ${one.token}` } });
      assert.equal(reading.statusCode, 200, 'other calls go on');
    } finally {
      await app.close();
    }
  });

  it('are so many different ones a day at most; what is too much is refused as a whole', async () => {
    const as = await plain();
    const different = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...ENTRY, message: `error ${from + at}` }));
    for (let from = 0; from < MOST_A_DAY; from += 100) assert.equal((await send(as, different(from, 100))).status, 200);
    const answer = await send(as, different(MOST_A_DAY - 1, 2));
    assert.deepEqual([answer.status, answer.msg], [429, `每人每天最多保存${MOST_A_DAY}种错误，请明天再上传`]);
    assert.equal((await send(as, different(0, 100))).status, 200, 'what is there already is counted');
    const [sum] = await rows(
      sql`select count(*) as kinds, sum(times)::integer as times from error_logs where tenant_id = ${tenantId} and user_id = ${as.userId}`,
    );
    assert.deepEqual([sum.kinds, sum.times], [MOST_A_DAY, MOST_A_DAY + 100]);
  });
});

describe('the error log', () => {
  it('is searched and sorted, to its own tenant and with the permission, and is a workbook', async () => {
    const home = await t.tenant();
    const chief = await t.user(home);
    await send(chief, [ENTRY, { ...ENTRY, type: 'promise', message: '100%_坏了', url: '/order/board' }]);
    await send(chief, [ENTRY]);
    const messages = async (input: object) => (await listed(input, chief)).records.map(({ message }: any) => message);
    const [x, y] = [ENTRY.message, '100%_坏了'];
    assert.deepEqual(await messages({}), [x, y], 'the last that came first');
    assert.deepEqual(await messages({ ascs: 'times' }), [y, x]);
    assert.deepEqual(await messages({ message: '%_坏' }), [y]);
    assert.deepEqual(await messages({ kind: 'promise' }), [y]);
    assert.deepEqual(await messages({ url: 'oldMan' }), [x]);
    assert.deepEqual(await messages({ startTime: '2030-01-01 00:00:00' }), []);
    assert.deepEqual(await messages({ size: 1, current: 2 }), [y]);
    assert.deepEqual(await sheet(routes.export, chief, 'columns=message,times&kind=error'), ['内容,次数', `${x},2`]);
    for (const route of [routes.page, routes.export]) {
      assert.equal((await t.route(route, null)).status, 401);
      assert.equal((await t.route(route, await t.user(home, { permissions: [] }))).status, 403);
    }
    assert.equal((await listed({ url: '/order/board' })).total, 0, 'another tenant');
  });

  it('is in the log of the specification under type 9, beside what was refused, and not in what is sealed', async () => {
    const home = await t.tenant();
    const chief = await t.user(home);
    await send(chief, [ENTRY]);
    assert.equal((await t.call('GET', '/admin/log/page', { as: chief, headers: { 'tenant-id': '1' } })).status, 403);
    const found = async (input: Record<string, unknown>) => (await t.route(operationLogs.page, chief, input)).data.records;
    const titles = async (input: Record<string, unknown>) => (await found(input)).map(({ title }: any) => title);
    assert.deepEqual(await titles({ type: '9' }), ['越权访问其他租户', '页面错误']);
    assert.deepEqual(await titles({ type: '9', title: '页面' }), ['页面错误']);
    assert.deepEqual(await titles({ type: '9', ascs: 'create_time', size: 1, current: 2 }), ['越权访问其他租户']);
    for (const input of [{ type: '9', sealed: true }, {}, { type: '' }])
      assert.deepEqual(await titles(input), ['越权访问其他租户'], JSON.stringify(input));
    assert.deepEqual(await titles({ type: '0' }), []);
    const [, row] = await found({ type: '9' });
    assert.deepEqual(
      [row.type, row.title, row.params, row.exception, row.requestUri, row.method, row.changeCount, row.time],
      ['9', '页面错误', ENTRY.message, ENTRY.stack, 'https://yian.example/oldMan/detail', 'PAGE', 0, null],
    );
    assert.deepEqual(await sheet(operationLogs.export, chief, 'type=9&columns=title'), ['操作', '越权访问其他租户', '页面错误']);
  });

  it('loses what whoever may deletes, and that is written down; entries of the operation log stay', async () => {
    const home = await t.tenant();
    const chief = await t.user(home);
    await send(chief, [ENTRY]);
    const { id } = (await listed({}, chief)).records[0];
    const viewer = await t.user(home, { permissions: ['sys_log_view'] });
    assert.equal((await t.route(routes.remove, viewer, { id })).status, 403);
    assert.equal((await t.route(routes.remove, admin, { id })).status, 404, 'of another tenant');
    assert.equal((await listed({}, chief)).total, 1);
    assert.deepEqual([(await t.route(routes.remove, chief, { id })).data, (await listed({}, chief)).total], [true, 0]);
    const again = await t.route(routes.remove, chief, { id });
    assert.deepEqual([again.status, again.msg], [404, '日志不存在']);
    const [written] = (await t.route(operationLogs.page, chief, {})).data.records;
    assert.deepEqual([written.title, written.params], ['删除错误日志', `id=${id}`]);
    assert.ok(written.id > id, 'both logs are numbered together: a number means one entry');
    const sealed = await t.route(routes.remove, chief, { id: written.id });
    assert.deepEqual([sealed.status, sealed.msg], [422, '操作日志不可删除']);
    assert.equal((await t.route(routes.remove, admin, { id: written.id })).status, 404, 'nor is it told that another tenant has one');
  });
});
