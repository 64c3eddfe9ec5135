import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { audits } from '#contract/system/audits.ts';
import { operationLogs } from '#contract/system/operation-logs.ts';
import { parameters } from '#contract/system/parameters.ts';
import { roles } from '#contract/users/roles.ts';
import { connection } from '#server/db/pool.ts';
import { harness, type Harness, type TestUser } from '#test/harness.ts';
import { unzip } from '#test/spreadsheets.ts';
import { witness } from './audit-heads.ts';
import { sealLogs } from './audit-sealing.ts';

let t: Harness;
let tenant: number;
let admin: TestUser;
let owner: pg.Client;
const dataDir = mkdtempSync(join(tmpdir(), 'yian-audit-'));
before(async () => {
  t = await harness();
  t.deps.config.dataDir = dataDir;
  tenant = await t.tenant();
  admin = await t.user(tenant);
  owner = new pg.Client(connection(t.target('superuser'), 'audit'));
  await owner.connect();
});
after(async () => {
  await owner.end();
  await t.close();
  rmSync(dataDir, { recursive: true });
});

let serial = 0;
const write = (as = admin) =>
  t.route(parameters.create, as, { publicName: `参数${++serial}`, publicKey: `KEY_${serial}`, publicValue: `值${serial}` });
const verifyAll = async (as = admin) => (await t.route(audits.verify, as)).data;
/** As the database's owner would, past every trigger; taken back afterwards. */
async function tampering(text: string, work: () => Promise<void>) {
  await owner.query("set session_replication_role = 'replica'");
  await owner.query('begin');
  // Seen by the verifier only once committed: keep copies to put back.
  for (const table of ['operation_logs', 'row_changes', 'audit_seals']) await owner.query(`create table copy_${table} as table ${table}`);
  await owner.query(text);
  await owner.query('commit');
  try {
    await work();
  } finally {
    for (const table of ['operation_logs', 'row_changes', 'audit_seals']) {
      await owner.query(`delete from ${table}`);
      await owner.query(`insert into ${table} overriding system value select * from copy_${table}`);
      await owner.query(`drop table copy_${table}`);
    }
    await owner.query("set session_replication_role = 'origin'");
  }
}

describe('what a call changed', () => {
  it('is kept before and after, beside its row of the operation log; secrets and numbers are masked', async () => {
    const { data: id } = await write();
    await t.route(parameters.update, admin, { publicId: id, publicName: '改名', publicKey: `KEY_${serial}`, publicValue: '新值' });
    const log = (await t.route(operationLogs.page, admin, { title: '修改参数' })).data.records[0];
    const changes = (await t.route(audits.changes, admin, { id: log.id })).data;
    assert.equal(changes.length, 1);
    assert.deepEqual(
      [changes[0].tableName, changes[0].rowId, changes[0].action, changes[0].before, changes[0].after],
      ['parameters', id, 2, { name: `参数${serial}`, value: `值${serial}` }, { name: '改名', value: '新值' }],
    );
    await owner.query("update users set password_hash = 'x', phone = '13912345678' where tenant_id = $1 and id = $2", [
      tenant,
      admin.userId,
    ]);
    const { rows } = await owner.query(
      "select before, after from row_changes where tenant_id = $1 and table_name = 'users' order by id desc limit 1",
      [tenant],
    );
    assert.deepEqual(rows[0].after, { phone: '139****5678', password_hash: '***' });
    assert.ok(!JSON.stringify(rows).includes('13912345678'));
  });

  it('belongs to the tenant, and needs the right', async () => {
    const other = await t.user(await t.tenant());
    const log = (await t.route(operationLogs.page, admin, { title: '修改参数' })).data.records[0];
    assert.equal((await t.route(audits.changes, other, { id: log.id })).status, 404);
    assert.equal((await t.route(audits.changes, await t.user(tenant, { permissions: [] }), { id: log.id })).status, 403);
  });

  it('names nobody else when rights are given', async () => {
    const { data: roleId } = await t.route(roles.create, admin, { roleName: '夜班', roleCode: `night_${serial}`, dsType: 1 });
    const { rows } = await owner.query(
      "select action, after from row_changes where tenant_id = $1 and table_name = 'roles' and row_id = $2",
      [tenant, roleId],
    );
    assert.deepEqual([rows[0].action, rows[0].after.name], [1, '夜班']);
  });
});

describe('the chain', () => {
  it('takes every row of both logs once, however many write and seal at once', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 4 === 0 ? sealLogs(t.deps) : write())));
    await sealLogs(t.deps);
    const { rows } = await owner.query(
      `select (select count(*) from operation_logs where tenant_id = $1) + (select count(*) from row_changes where tenant_id = $1) as logs,
        (select count(*) from audit_seals where tenant_id = $1) as seals, (select max(seq) from audit_seals where tenant_id = $1) as head,
        (select count(*) from audit_queue where tenant_id = $1) as waiting`,
      [tenant],
    );
    assert.equal(rows[0].logs, rows[0].seals);
    assert.equal(rows[0].head, rows[0].seals);
    assert.equal(Number(rows[0].waiting), 0);
    const result = await verifyAll();
    assert.deepEqual([result.done, result.problem, result.checked], [true, null, Number(rows[0].seals)]);
    const listed = (await t.route(audits.page, admin, { size: 10 })).data;
    assert.equal(listed.total, Number(rows[0].seals));
    assert.equal(listed.records[0].seq, listed.total);
    const status = (await t.route(audits.status, admin)).data;
    assert.deepEqual([status.sealed, status.headHash], [listed.total, listed.records[0].hash]);
  });

  it('names the first row that was edited, deleted, reordered, put there or cut off, by whoever owns the database', async () => {
    const of = `tenant_id = ${tenant}`;
    const log = (await owner.query(`select id from operation_logs where ${of} order by id offset 5 limit 1`)).rows[0].id as number;
    const seq = (await owner.query(`select seq from audit_seals where ${of} and kind = 1 and row_id = ${log}`)).rows[0].seq as number;
    await tampering(`update operation_logs set title = '别的' where ${of} and id = ${log}`, async () => {
      const { problem } = await verifyAll();
      assert.deepEqual([problem.code, problem.seq, problem.rowId], ['changed', seq, log]);
    });
    await tampering(`delete from operation_logs where ${of} and id = ${log}`, async () =>
      assert.equal((await verifyAll()).problem.code, 'missing'),
    );
    await tampering(
      `delete from operation_logs where ${of} and id = ${log}; delete from audit_seals where ${of} and seq = ${seq}`,
      async () => assert.deepEqual([(await verifyAll()).problem.code, (await verifyAll()).problem.seq], ['gap', seq]),
    );
    const swap = `update audit_seals set seq = case seq when ${seq} then ${seq + 1} else ${seq} end
      where ${of} and seq in (${seq}, ${seq + 1})`;
    await tampering(
      `alter table audit_seals drop constraint audit_seals_pkey; ${swap}; alter table audit_seals add primary key (tenant_id, seq)`,
      async () => assert.deepEqual([(await verifyAll()).problem.code, (await verifyAll()).problem.seq], ['changed', seq]),
    );
    await tampering(
      `insert into operation_logs (tenant_id, title, created_at) values (${tenant}, '假', now() - interval '1 hour')`,
      async () => assert.equal((await verifyAll()).problem.code, 'unsealed'),
    );
    const head = (await owner.query(`select seq, encode(hash, 'hex') as hash from audit_seals where ${of} order by seq desc limit 1`))
      .rows[0];
    await witness(t.deps, { tenant, seq: head.seq, hash: head.hash });
    assert.equal((await verifyAll()).problem, null);
    const last = (await owner.query(`select kind, row_id from audit_seals where ${of} and seq = ${head.seq}`)).rows[0];
    const table = last.kind === 1 ? 'operation_logs' : 'row_changes';
    await tampering(
      `delete from audit_seals where ${of} and seq = ${head.seq}; delete from ${table} where ${of} and id = ${last.row_id}`,
      async () => assert.equal((await verifyAll()).problem.code, 'cut'),
    );
    assert.equal((await verifyAll()).problem, null, 'put back, it stands again');
  });

  it('cannot be written, changed or emptied by the running product', async () => {
    for (const text of [
      "insert into audit_seals (tenant_id, seq, kind, row_id, hash) values (1, 1, 1, 1, 'x')",
      'update audit_seals set hash = hash',
      'delete from row_changes',
      'delete from audit_queue',
      'truncate operation_logs',
    ])
      await assert.rejects(t.deps.pool.query(text), /permission denied|must be owner/, text);
  });

  it('is another tenant’s neither to read nor to prove', async () => {
    const other = await t.user(await t.tenant());
    assert.deepEqual((await t.route(audits.page, other)).data.total, 0);
    assert.equal((await t.route(audits.status, other)).data.sealed, 0);
  });
});

describe('the copy for others', () => {
  it('carries the logs, the chain and a signature over their hashes', async () => {
    const answer = await fetch(`${t.url}/admin/audit/export`, { headers: { authorization: `Bearer ${admin.token}` } });
    assert.equal(answer.status, 200);
    const files = unzip(Buffer.from(await answer.arrayBuffer()));
    const manifest = JSON.parse(files.get('manifest.json') as string);
    for (const name of ['operation_logs.jsonl', 'row_changes.jsonl', 'audit_seals.jsonl'])
      assert.equal(
        manifest.files[name],
        createHash('sha256')
          .update(files.get(name) as string)
          .digest('hex'),
        name,
      );
    const key = createPublicKey({ key: Buffer.from(manifest.publicKey, 'base64'), format: 'der', type: 'spki' });
    assert.ok(verify(null, Buffer.from(JSON.stringify(manifest.files)), key, Buffer.from(manifest.signature, 'base64')));
    assert.ok(!verify(null, Buffer.from(JSON.stringify({ ...manifest.files, x: 1 })), key, Buffer.from(manifest.signature, 'base64')));
    const lower = await t.user(tenant, { permissions: ['sys_audit_view'] });
    assert.equal((await t.route(audits.export, lower)).status, 403);
    assert.match(readFileSync(join(dataDir, 'audit', 'heads', `${tenant}.jsonl`), 'utf8'), /signature/);
  });
});
