import { after, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '../config.ts';
import { clearTransferFiles, keep, LIFE_MS, open } from './files.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'yian-transfers-'));
const config = { dataDir } as Config;
after(() => rmSync(dataDir, { recursive: true }));

async function* of(...parts: string[]) {
  yield* parts;
}

describe('the file of a task', () => {
  it('is its owner’s alone on the disk, and is read back', async () => {
    await keep(config, 'a', 'result.xlsx', of('甲', '乙'));
    const found = await open(config, 'a', 'result.xlsx');
    assert.equal((await buffer(found!.body)).toString(), '甲乙');
    assert.equal(found!.size, 6);
    assert.equal(statSync(join(dataDir, 'transfers/a-result.xlsx')).mode & 0o077, 0);
    assert.equal(await open(config, 'a', 'failed.xlsx'), null);
  });

  it('is not there in part when its rows fail', async () => {
    async function* broken() {
      yield 'x';
      throw new Error('away');
    }
    await assert.rejects(keep(config, 'b', 'result.csv', broken()), /away/);
    assert.equal(await open(config, 'b', 'result.csv'), null);
  });

  it('goes after five hours, so many at a time', async () => {
    await keep(config, 'c', 'result.csv', of('x'));
    // The disk's clock, which is not the run's when YIAN_TEST_CLOCK moves that.
    const later = statSync(join(dataDir, 'transfers/c-result.csv')).mtimeMs + LIFE_MS + 60_000;
    assert.equal(await clearTransferFiles({ config }, later - 120_000, 10), 0);
    assert.deepEqual([await clearTransferFiles({ config }, later, 1), await clearTransferFiles({ config }, later, 10)], [1, 1]);
    assert.equal(await open(config, 'c', 'result.csv'), null);
    assert.equal(await clearTransferFiles({ config: { dataDir: join(dataDir, 'none') } as Config }, later, 10), 0);
  });
});
