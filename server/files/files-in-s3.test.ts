import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { DAY } from '#contract/time.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { s3Peer } from '#test/s3-peer.ts';
import { drawText } from '../users/captcha-images.ts';
import { clearOrphanFiles } from './file-cleanup.ts';

let t: Harness;
let peer: Awaited<ReturnType<typeof s3Peer>>;
let user: TestUser;
before(async () => {
  t = await harness();
  peer = await s3Peer();
  t.deps.config.s3 = peer.settings;
  user = await t.user(await t.tenant(), { permissions: [] });
});
after(async () => {
  peer?.close();
  await t?.close();
});

const png = await drawText('1+1=?');
async function upload() {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)]), 'photo.png');
  const answer = await fetch(`${t.url}/admin/sys-file/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${user.token}` },
  });
  return { status: answer.status, ...((await answer.json()) as { data: { fileName: string } }) };
}
const named = () =>
  t.deps.inTenant(user.tenantId, async (tx) =>
    (await tx.rows<{ name: string }>(sql`select name from files where tenant_id = ${tx.tenantId} order by id`)).map(
      ({ name }) => `yian/${name}`,
    ),
  );

describe('a file in an S3 store', () => {
  it('is written while no transaction is open and before its row is there', async () => {
    const seen: unknown[] = [];
    peer.mood.whileAsked = async () => {
      const open = await t.admin.query(`select query from pg_stat_activity where datname = $1 and state like 'idle in transaction%'`, [
        t.database,
      ]);
      seen.push(open.rows, await named());
    };
    const { status, data } = await upload();
    peer.mood.whileAsked = null;
    assert.equal(status, 200);
    assert.deepEqual(seen, [[], []]);
    assert.deepEqual([await named(), [...peer.objects.keys()]], [[`yian/${data.fileName}`], [`yian/${data.fileName}`]]);
  });

  it('without a row leaves nothing when the store is away', async () => {
    const before = await named();
    peer.mood.down = true;
    assert.equal((await upload()).status, 500);
    peer.mood.down = false;
    assert.deepEqual(await named(), before);
  });

  it('whose process was killed before the commit has no row, and goes after a day; others stay', async () => {
    const before = await named();
    const folder = mkdtempSync(join(tmpdir(), 'yian-upload-'));
    const file = join(folder, 'photo.pdf');
    writeFileSync(file, '%PDF-1.7\n1 0 obj');
    const child = fork(join(import.meta.dirname, '../../test/upload-process.ts'), [
      t.database,
      JSON.stringify(peer.settings),
      String(user.tenantId),
      file,
    ]);
    const [name] = (await once(child, 'message')) as [string];
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
    assert.deepEqual([peer.objects.has(`yian/${name}`), await named()], [true, before]);
    assert.equal(await clearOrphanFiles(t.deps, Date.now() + DAY / 2, 100), 0);
    assert.ok(peer.objects.has(`yian/${name}`));
    assert.equal(await clearOrphanFiles(t.deps, Date.now() + 2 * DAY, 100), 1);
    assert.deepEqual([...peer.objects.keys()], before);
  });
});
