import { after, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { audits } from '#contract/system/audits.ts';
import { parameters } from '#contract/system/parameters.ts';
import { connection } from '#server/db/pool.ts';
import { clusterDir } from '#test/config.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { startSealing } from './audit-sealing.ts';

let t: Harness;
let tenant: number;
let admin: TestUser;
let owner: pg.Client;
let file: string;
const dataDir = mkdtempSync(join(tmpdir(), 'yian-audit-proof-'));
before(async () => {
  t = await harness();
  t.deps.config.dataDir = dataDir;
  owner = new pg.Client(connection(t.target('superuser'), 'audit'));
  await owner.connect();
  await owner.query("set session_replication_role = 'replica'");
});
after(async () => {
  await owner.end();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let serial = 0;
const rows = async (text: string) => (await owner.query(text, [tenant])).rows;
/** Sealed in a process of its own, as the product does it, until nothing waits. */
async function sealed(): Promise<void> {
  const sealing = startSealing(t.deps, { everyMs: 5 });
  while (Number((await rows('select count(*) as n from audit_queue where tenant_id = $1'))[0].n) > 0) await sleep(5);
  await sealing.stop();
}
const write = async () => {
  await t.route(parameters.create, admin, { publicName: `参数${++serial}`, publicKey: `PROOF_${serial}`, publicValue: `值${serial}` });
  await sealed();
};
const proof = async () => (await t.route(audits.verify, admin)).data;
/** Days later: nothing that was sealed is new. */
const age = () => rows("update audit_seals set sealed_at = sealed_at - (interval '1 day') * (1000 - seq) where tenant_id = $1");
const heads = () => readFileSync(file, 'utf8').split('\n').filter(Boolean);
const put = (lines: string[]) => writeFileSync(file, lines.map((line) => `${line}\n`).join(''));

describe('the signed heads', () => {
  beforeEach(async () => {
    tenant = await t.tenant();
    admin = await t.user(tenant);
    file = join(dataDir, 'audit', 'heads', `${tenant}.jsonl`);
    for (let index = 0; index < 4; index++) await write();
  });

  it('are written after every sealing, not once an hour, and stand together for the whole chain', async () => {
    const sealing = startSealing(t.deps, { everyMs: 5 });
    try {
      for (let index = 0; index < 2; index++) {
        const before = heads().length;
        await t.route(parameters.create, admin, { publicName: `参数${++serial}`, publicKey: `PROOF_${serial}`, publicValue: '' });
        for (let turn = 0; turn < 1000 && heads().length === before; turn++) await sleep(5);
        assert.ok(heads().length > before, 'while the process runs');
      }
    } finally {
      await sealing.stop();
    }
    await sealed();
    await age();
    assert.deepEqual([(await proof()).problem, (await proof()).warning], [null, null]);
    const [{ seq }] = await rows('select max(seq) as seq from audit_seals where tenant_id = $1');
    assert.equal((await t.route(audits.status, admin)).data.heads[0].seq, Number(seq));
  });

  it('show that the end of the chain was cut off together with its log rows', async () => {
    const [{ seq }] = await rows('select max(seq) as seq from audit_seals where tenant_id = $1');
    const [last] = await rows(`delete from audit_seals where tenant_id = $1 and seq = ${seq} returning kind, row_id`);
    await rows(`delete from ${last.kind === 1 ? 'operation_logs' : 'row_changes'} where tenant_id = $1 and id = ${last.row_id}`);
    const { problem } = await proof();
    assert.deepEqual([problem.code, problem.seq], ['cut', Number(seq)]);
    assert.match(problem.text, /末尾被截断/);
    for (const table of ['audit_seals', 'operation_logs', 'row_changes']) await rows(`delete from ${table} where tenant_id = $1`);
    assert.equal((await proof()).problem.code, 'cut', 'also when all of it is gone');
  });

  it('are missed when one in the middle, the newest or all were deleted, and a later head does not cover that up', async () => {
    await age();
    const all = heads();
    put(all.toSpliced(1, 1));
    assert.equal((await proof()).warning.code, 'headGap');
    put(all.slice(0, -1));
    assert.equal((await proof()).warning.code, 'unsigned');
    put(all.slice(0, 1));
    await write();
    assert.equal((await proof()).warning.code, 'headGap');
    rmSync(file);
    assert.deepEqual([(await proof()).problem, (await proof()).warning.code], [null, 'noHeads']);
    await write();
    assert.equal((await proof()).warning.code, 'headGap');
  });

  it('are not missed of rows that were sealed before heads were written; of all that come after they are', async () => {
    await age();
    rmSync(file);
    assert.equal((await proof()).warning.code, 'noHeads');
    const [{ seq }] = await rows('select max(seq)::integer as seq from audit_seals where tenant_id = $1');
    await rows(`insert into audit_head_starts (tenant_id, seq, started_at) values ($1, ${seq}, '2026-01-02T03:04:05+08:00')`);
    assert.deepEqual([(await proof()).problem, (await proof()).warning], [null, null]);
    assert.deepEqual((await t.route(audits.status, admin)).data.headStart, { seq, at: '2026-01-02 03:04:05' });
    await write();
    await age();
    assert.deepEqual([(await proof()).problem, (await proof()).warning], [null, null], 'the first head follows the start');
    const all = heads();
    rmSync(file);
    assert.deepEqual([(await proof()).warning.code, (await proof()).warning.seq], ['noHeads', seq + 1]);
    put(all);
    const [last] = await rows(
      'delete from audit_seals where tenant_id = $1 and seq = (select max(seq) from audit_seals where tenant_id = $1) returning kind, row_id',
    );
    await rows(`delete from ${last.kind === 1 ? 'operation_logs' : 'row_changes'} where tenant_id = $1 and id = ${last.row_id}`);
    assert.equal((await proof()).problem.code, 'cut', 'a tail that is cut off');
    const refused = await t.deps
      .inTenant(tenant, (tx) => tx.run(sql`update audit_head_starts set seq = 1000000 where tenant_id = ${tenant}`))
      .catch((error: { code?: string }) => error.code);
    assert.equal(refused, '42501', 'no process of the product moves the start');
  });

  it('of a process that was killed between sealing and signing are made good by the next one', async () => {
    put(heads().slice(0, -1));
    appendFileSync(file, '{"tenant":');
    await write();
    await age();
    assert.deepEqual([(await proof()).problem, (await proof()).warning], [null, null]);
  });

  it('cannot be forged', async () => {
    const all = heads();
    const last = JSON.parse(all.at(-1)!);
    for (const forged of [
      { ...last, from: 0 },
      { ...last, seq: last.seq - 1 },
      { ...last, signature: JSON.parse(all[0]!).signature },
    ]) {
      put([...all.slice(0, -1), JSON.stringify(forged)]);
      assert.equal((await proof()).problem.code, 'signature');
    }
  });

  it('make the command end with an error when they are missing or the end is cut', async () => {
    await age();
    const { host, port } = t.target('app');
    copyFileSync(join(clusterDir, 'secrets.json'), join(dataDir, 'secrets.json'));
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: `postgres://${encodeURIComponent(host)}:${port}/${t.database}` };
    const run = () =>
      new Promise<{ code: number; out: string }>((resolve) =>
        execFile(process.execPath, ['scripts/audit.ts', String(tenant)], { env }, (error, out, err) =>
          resolve({ code: error ? Number(error.code) : 0, out: out + err }),
        ),
      );
    const good = await run();
    assert.equal(good.code, 0, good.out);
    const all = heads();
    rmSync(file);
    const bare = await run();
    assert.equal(bare.code, 1);
    assert.match(bare.out, /没有签名存证文件/);
    put(all);
    for (const table of ['audit_seals', 'operation_logs', 'row_changes']) await rows(`delete from ${table} where tenant_id = $1`);
    const cut = await run();
    assert.equal(cut.code, 1);
    assert.match(cut.out, /末尾被截断/);
  });
});
