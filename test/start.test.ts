/** `npm start`: a second one does no harm, Ctrl-C ends everything, the next start finds everything. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { addTenant } from './members.ts';
import { processesWith, unable, within } from './processes.ts';
import { product, type Product } from './product.ts';

describe('npm start', { skip: unable, timeout: 390_000 }, () => {
  let p: Product;
  let first: ChildProcess;
  before(async () => {
    p = await product();
    first = p.run('scripts/start.ts');
    await p.ready();
  });
  after(() => p?.close());
  const pids = () => processesWith('DATA_DIR', p.dataDir).sort();

  it('a second time says that the port is taken, and the first goes on undisturbed', async () => {
    const before = { processes: pids(), database: p.postmaster() };
    assert.equal(before.processes.length, 4, 'supervisor, web, ingest and the process of the calls');
    const second = p.run('scripts/start.ts');
    assert.deepEqual(await within(once(second, 'exit'), 'a second npm start gives up'), [1, null]);
    assert.match(p.log(), new RegExp(`端口 ${p.port}（网页，PORT）已被占用`));
    assert.deepEqual({ processes: pids(), database: p.postmaster() }, before);
    await p.ready();
  });

  for (const file of ['server/main.ts', 'server/ingest/main.ts', 'server/switchboard/main.ts'])
    it(`is killed while ${file} starts, which then does not stay on its port for ever`, async () => {
      const [port, watchPort] = [String(p.otherPort), String(p.otherPort)];
      const child = p.run(file, { PORT: port, WATCH_PORT: watchPort }, true);
      child.disconnect();
      await within(once(child, 'exit'), 'it has noticed and ended');
    });

  it('ends with everything it started, and keeps the data for the next time', async () => {
    const { deps } = await p.open();
    const tenant = await addTenant(deps, '重启测试院');
    first.kill('SIGINT');
    assert.deepEqual(await within(once(first, 'exit'), 'npm start has stopped'), [0, null]);
    assert.deepEqual([pids(), p.postmaster()], [[], undefined]);
    first = p.run('scripts/start.ts');
    await p.ready();
    const { rows } = await (await p.open()).sight.query('select name from tenants where id = $1', [tenant]);
    assert.deepEqual(rows, [{ name: '重启测试院' }]);
    assert.equal(p.log().match(/一次性密码/g)?.length, 1, 'the first password is told once');
  });
});
