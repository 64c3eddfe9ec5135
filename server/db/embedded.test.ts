/** Starting the embedded PostgreSQL: together with others, again, after a kill, as root and as somebody else. */
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { commandOf, gone, signal, unable } from '#test/processes.ts';
import { product, type Product } from '#test/product.ts';
import { startEmbedded } from './embedded.ts';
import { postmasterOf } from './postmaster.ts';

const ROOT = join(import.meta.dirname, '../..');
const MIGRATIONS = readdirSync(join(ROOT, 'migrations'))
  .filter((name) => name.endsWith('.sql'))
  .sort();
const root = process.getuid?.() === 0;

let p: Product;
const fresh = async () => void (p = await product());
const over = () => p?.close();

const starter = () => p.run('test/starter.ts', {}, true);
async function start(): Promise<string[]> {
  const child = starter();
  const [{ ran }] = (await Promise.race([once(child, 'message'), once(child, 'exit').then(() => Promise.reject(new Error(p.log())))])) as [
    { ran: string[] },
  ];
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return ran;
}
const owner = (pid: number) => statSync(`/proc/${pid}`).uid;

describe('the first start', { skip: unable, timeout: 240_000 }, () => {
  beforeEach(fresh);
  afterEach(over);

  it('started by three processes at once on an empty folder is one server, and every migration runs once', async () => {
    const ran = await Promise.all([start(), start(), start()]);
    assert.deepEqual(ran.flat().sort(), MIGRATIONS);
    assert.equal(new Set(ran.filter((names) => names.length > 0)).size, 1, 'by one of them');
    assert.deepEqual(
      readdirSync(p.dataDir)
        .filter((name) => /^(pg|secrets)/.test(name))
        .sort(),
      ['pg', 'secrets.json'],
      'no drafts are left',
    );
    const { sight } = await p.open();
    assert.deepEqual(
      (await sight.query('select name from migrations order by name')).rows.map(({ name }) => name),
      MIGRATIONS,
    );
  });

  it('starts after its first start was killed, at any moment', async () => {
    for (const ms of [400, 600, 900]) {
      const child = starter();
      await wait(ms);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await start();
    const { sight } = await p.open();
    assert.deepEqual(
      (await sight.query('select name from migrations order by name')).rows.map(({ name }) => name),
      MIGRATIONS,
    );
  });

  it('as root runs as another user, also below a folder that nobody else may enter', { skip: root ? false : 'needs root' }, async () => {
    chmodSync(p.home, 0o700);
    await start();
    const pid = p.postmaster()!;
    assert.notEqual(owner(pid), 0);
    assert.match(readFileSync(`/proc/${pid}/status`, 'utf8'), /CapEff:\s+0000000000000002/, 'with the one capability that takes it there');
    await (await startEmbedded(p.dataDir, '')).stop();
    assert.equal(p.postmaster(), undefined);
  });

  it('as an ordinary user runs as that user', async (t) => {
    if (!root) {
      await start();
      return assert.equal(owner(p.postmaster()!), process.getuid!());
    }
    const as = ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath];
    const file = join(ROOT, 'test/starter.ts');
    if (spawnSync('setpriv', [...as, '-e', `require('fs').readFileSync(${JSON.stringify(file)})`]).status !== 0)
      return t.skip('another user cannot read this checkout or run this node');
    const dataDir = join(p.dataDir, 'theirs');
    mkdirSync(dataDir);
    chownSync(dataDir, 65534, 65534);
    const { status, stderr } = spawnSync('setpriv', [...as, file], {
      env: { ...process.env, DATA_DIR: dataDir, DEMO: '0' },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    const { pid } = postmasterOf(join(dataDir, 'pg'))!;
    try {
      assert.equal(owner(pid), 65534);
      assert.match(commandOf(pid), /postgres/);
      assert.ok(existsSync(join(dataDir, 'secrets.json')));
    } finally {
      signal(pid, 'SIGQUIT');
      await gone(pid);
    }
  });
});

describe('a start on data that is there', { skip: unable, timeout: 240_000 }, () => {
  before(fresh);
  after(over);

  it('is attached to when it runs, whoever started it', async () => {
    assert.deepEqual(await start(), MIGRATIONS);
    const pid = p.postmaster()!;
    assert.deepEqual(await start(), []);
    const attached = await startEmbedded(p.dataDir, '');
    assert.equal(p.postmaster(), pid);
    assert.equal(await attached.revive(), false);
    assert.equal(p.postmaster(), pid);
    await attached.stop();
    assert.equal(p.postmaster(), undefined);
    assert.equal(await attached.revive(), false, 'what was stopped stays so');
    assert.equal(p.postmaster(), undefined);
  });

  it('recovers what was committed after kill -9 of the server, and of the server with all its processes', async () => {
    const server = await p.database();
    const { sight } = await p.open();
    await sight.query('create table kept (n integer)');
    for (let n = 1; n <= 3; n++) {
      await sight.query('insert into kept values ($1)', [n]);
      const pid = p.postmaster()!;
      const victims = n === 3 ? [pid, ...p.backends('')] : [pid];
      for (const victim of victims) signal(victim, 'SIGKILL');
      await Promise.all(victims.map(gone));
      if (n === 1) assert.equal(await server.revive(), true);
      else await startEmbedded(p.dataDir, '');
      assert.notEqual(p.postmaster(), pid);
      assert.equal((await sight.query('select count(*) as n from kept')).rows[0].n, n);
    }
  });

  it('starts when the number of its last process belongs to another program now, as after the restart of a container', async () => {
    const server = await startEmbedded(p.dataDir, '');
    const file = join(p.dataDir, 'pg/postmaster.pid');
    const lock = readFileSync(file, 'utf8');
    const { uid, gid } = statSync(file);
    await server.stop();
    // PostgreSQL overlooks processes of others: it has to be one of the same user.
    const program = spawn('sleep', ['600'], { uid, gid });
    try {
      writeFileSync(file, lock.replace(/^\d+/, String(program.pid)));
      chownSync(file, uid, gid);
      await startEmbedded(p.dataDir, '');
      assert.notEqual(p.postmaster(), program.pid);
    } finally {
      program.kill();
    }
  });

  it('says what PostgreSQL said when it cannot start', async () => {
    await (await startEmbedded(p.dataDir, '')).stop();
    await assert.rejects(startEmbedded(p.dataDir, '', { shared_buffers: 'nonsense' }), /nonsense/);
  });
});
