import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { people } from '#contract/elderly/people.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { eventually, signal, gone, unable } from '#test/processes.ts';
import { ended, imported, send, workbook } from '#test/workbooks.ts';

const ROWS = 5_000;

describe('kill -9 in the middle of an import', { skip: unable }, () => {
  let t: Harness;
  let manager: TestUser;
  before(async () => {
    t = await harness();
    manager = await t.user(await t.tenant());
  });
  after(() => t.close());

  const row = async <T>(query: ReturnType<typeof sql<T>>) => (await t.deps.inTenant(manager.tenantId, (tx) => tx.row<T>(query))) as T;

  it('leaves nothing, is not called done, says so, and the file goes in afterwards', async () => {
    const bytes = await workbook([
      ['姓名*', '联系电话'],
      ...Array.from({ length: ROWS }, (_, at) => [`长者${at}`, `138${String(at).padStart(8, '0')}`]),
    ]);
    const child = fork(join(import.meta.dirname, '../../test/second-server.ts'), [t.database]);
    const [port] = (await once(child, 'message')) as [number];
    const second = { ...t, url: `http://127.0.0.1:${port}` } as Harness;
    const { data } = await send(second, people.import, manager, bytes);
    const { key } = data!;
    // It has told that it is among the rows, and not that it is through them.
    await eventually(() =>
      row<{ busy: boolean }>(
        sql`select done > 0 and status = 0 as busy from transfers where tenant_id = ${manager.tenantId} and key = ${key}`,
      ).then(({ busy }) => busy),
    );
    signal(child.pid!, 'SIGKILL');
    await gone(child.pid!);
    // What it left is dead rows on many pages: the worst that statistics can say of a table that is about to grow.
    await sleep(1000);
    await t.admin.query('analyze');

    const { data: before } = await t.call('GET', '/questionnaire/common/process', { as: manager, input: { key } });
    assert.deepEqual([before.status, before.url], ['running', ''], 'for half a minute it may still live');
    await row(sql`update transfers set beat_at = beat_at - interval '31 seconds' where tenant_id = ${manager.tenantId} returning 1`);
    const told = await ended(t, manager, key);
    assert.deepEqual([told.status, told.message, told.url], ['failed', '服务中断，任务没有完成，没有导入任何数据，请重新上传', '']);
    const count = () =>
      row<{ n: number }>(sql`select count(*)::int as n from people where tenant_id = ${manager.tenantId}`).then(({ n }) => n);
    assert.equal(await count(), 0);
    assert.equal((await imported(t, people.import, manager, bytes)).status, 'done');
    assert.equal(await count(), ROWS);
  });
});
