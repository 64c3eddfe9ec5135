import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { harness, type Harness } from '#test/harness.ts';
import { namesIn, newManager, sheet } from '#test/people-imports.ts';
import { ended, imported, send } from '#test/workbooks.ts';

let t: Harness;
before(async () => {
  t = await harness();
});
after(() => t.close());

const inTenant = <T>(query: ReturnType<typeof sql<T>>, tenantId: number) => t.deps.inTenant(tenantId, (tx) => tx.rows<T>(query));
const names = (tenantId: number) => namesIn(t, tenantId);
const fresh = () => newManager(t);

describe('the same file', () => {
  it('is taken once a day, and again when the person insists', async () => {
    const manager = await fresh();
    const bytes = await sheet(['甲']);
    assert.equal((await imported(t, people.import, manager, bytes)).status, 'done');
    const second = await send(t, people.import, manager, bytes);
    assert.equal(second.status, 422);
    assert.match(second.msg!, /^您已于\d\d-\d\d \d\d:\d\d导入过这个文件（1行），如需再次导入请确认$/);
    assert.deepEqual(second.data, { repeated: true });
    assert.equal((await imported(t, people.import, manager, bytes, 'again=true')).status, 'done');
    assert.equal((await imported(t, people.import, await t.user(manager.tenantId), bytes)).status, 'done', 'another person may not know');
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(sql`update transfers set created_at = now() - interval '25 hours' where tenant_id = ${manager.tenantId}`),
    );
    assert.equal((await imported(t, people.import, manager, bytes)).status, 'done', 'a day later');
  });

  it('is not taken while it is being imported', async () => {
    const manager = await fresh();
    const bytes = await sheet(['甲']);
    assert.equal((await imported(t, people.import, manager, bytes)).status, 'done');
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(sql`update transfers set status = 0, beat_at = now() where tenant_id = ${manager.tenantId}`),
    );
    const second = await send(t, people.import, manager, bytes, 'again=true');
    assert.deepEqual([second.status, second.msg], [422, '这个文件正在导入，请等待完成']);
    assert.deepEqual(await names(manager.tenantId), ['甲']);
  });

  it('twenty times at once is imported once', async () => {
    const manager = await fresh();
    const bytes = await sheet(...Array.from({ length: 300 }, (_, at) => [`同时${at}`]));
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(t, people.import, manager, bytes)));
    const begun = answers.flatMap(({ data }) => (data && 'key' in data ? [data.key] : []));
    for (const key of begun) await ended(t, manager, key);
    assert.equal(begun.length, 1, JSON.stringify(answers.map(({ status, msg }) => [status, msg])));
    assert.equal((await names(manager.tenantId)).length, 300);
  });

  it('under one Idempotency-Key has one task', async () => {
    const manager = await fresh();
    const headers = { 'idempotency-key': 'one' };
    const bytes = await sheet(['甲']);
    const [first, second] = [
      await send(t, people.import, manager, bytes, '', headers),
      await send(t, people.import, manager, bytes, '', headers),
    ];
    assert.equal(first.data!.key, second.data!.key);
    await ended(t, manager, first.data!.key);
    assert.equal((await send(t, people.import, manager, await sheet(['乙']), '', headers)).status, 422);
    assert.deepEqual(await names(manager.tenantId), ['甲']);
  });
});

describe('a task', () => {
  it('whose process has died is failed, says that nothing is there, and frees its place', async () => {
    const manager = await fresh();
    const { data } = await send(t, people.import, manager, await sheet(['甲']), 'mode=check');
    await ended(t, manager, data!.key);
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(
        sql`update transfers set status = 0, files = '{}', beat_at = now() - interval '31 seconds' where tenant_id = ${manager.tenantId}`,
      ),
    );
    const told = await ended(t, manager, data!.key);
    assert.deepEqual([told.status, told.message, told.url], ['failed', '服务中断，任务没有完成，没有导入任何数据，请重新上传', '']);
  });

  it('is two of a kind at most in a tenant', async () => {
    const manager = await fresh();
    await t.deps.inTenant(manager.tenantId, (tx) =>
      tx.run(
        sql`insert into transfers (tenant_id, key, user_id, kind, noun)
          select ${manager.tenantId}::bigint, 'k' || n, ${manager.userId}::bigint, 1, 'x' from generate_series(1, 2) n`,
      ),
    );
    const answer = await send(t, people.import, manager, await sheet(['甲']));
    assert.deepEqual([answer.status, answer.msg], [429, '正在处理的导入较多，请稍后再试']);
  });

  it('that was cancelled leaves nothing', async () => {
    const manager = await fresh();
    const bytes = await sheet(
      ...Array.from({ length: 20_000 }, (_, at) => [`取消${at}`, '女', '1945-03-01', `138${String(at).padStart(8, '0')}`, '自理']),
    );
    const { data } = await send(t, people.import, manager, bytes);
    assert.equal((await t.call('DELETE', '/questionnaire/common/process', { as: manager, input: { key: data!.key } })).data, true);
    const told = await ended(t, manager, data!.key);
    assert.deepEqual([told.status, told.message], ['cancelled', '已取消']);
    // Its transaction ends at the next beat.
    const busy = () =>
      t.admin.query("select count(*)::int as n from pg_stat_activity where datname = $1 and usename = 'yian_app' and state <> 'idle'", [
        t.database,
      ]);
    while ((await busy()).rows[0].n > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(await names(manager.tenantId), []);
  });

  it('takes 20,000 rows', async () => {
    const manager = await fresh();
    const bytes = await sheet(
      ...Array.from({ length: 20_000 }, (_, at) => [`长者${at}`, '女', '1945-03-01', `138${String(at).padStart(8, '0')}`, '自理']),
    );
    const done = await imported(t, people.import, manager, bytes);
    assert.deepEqual([done.status, done.good, done.total, done.message], ['done', 20_000, 20_000, '成功导入20000行']);
    const [{ n }] = (await inTenant<{ n: number }>(
      sql`select count(*)::int as n from people where tenant_id = ${manager.tenantId}`,
      manager.tenantId,
    )) as [{ n: number }];
    assert.equal(n, 20_000);
  });
});
