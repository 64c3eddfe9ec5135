import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { folderStore, type FileStore } from './file-store.ts';
import { s3Store } from './file-store-s3.ts';
import { s3Peer } from '#test/s3-peer.ts';

const dir = mkdtempSync(join(tmpdir(), 'yian-store-'));
let peer: Awaited<ReturnType<typeof s3Peer>>;
before(async () => {
  peer = await s3Peer();
});
after(() => {
  peer?.close();
  rmSync(dir, { recursive: true });
});

const kinds: Record<string, () => FileStore> = {
  'a folder': () => folderStore(join(dir, 'files')),
  'an S3 store': () => s3Store(peer.settings),
};
for (const [kind, make] of Object.entries(kinds))
  describe(kind, () => {
    it('keeps bytes, gives parts of them, never writes over, forgets', async () => {
      const store = make();
      const bytes = Buffer.from('护理记录'.repeat(1000));
      const names = ['a1.pdf', 'b2.pdf', 'c3.pdf'];
      for (const name of names) await store.put(name, bytes, 'application/pdf');
      await assert.rejects(store.put('a1.pdf', Buffer.from('other'), 'application/pdf'));
      assert.deepEqual(await buffer((await store.get('a1.pdf', { start: 0, end: bytes.length - 1 }))!), bytes);
      assert.deepEqual(await buffer((await store.get('a1.pdf', { start: 5, end: 9 }))!), bytes.subarray(5, 10));
      assert.equal(await store.get('missing.pdf', { start: 0, end: 1 }), null);
      // A folder's files have the disk's clock, which is not the run's when YIAN_TEST_CLOCK moves that.
      const file = join(dir, 'files/a1/a1.pdf');
      const written = existsSync(file) ? statSync(file).mtimeMs : Date.now();
      assert.deepEqual((await Array.fromAsync(store.older(written + 60_000))).flat().sort(), names);
      assert.deepEqual((await Array.fromAsync(store.older(written - 60_000))).flat(), []);
      assert.equal(await store.remove('a1.pdf'), true);
      assert.equal(await store.remove('a1.pdf'), false);
      assert.equal(await store.get('a1.pdf', { start: 0, end: 1 }), null);
    });
  });

describe('an S3 store that refuses', () => {
  it('fails without the words of the store', async () => {
    const wrong = s3Store({ ...peer.settings, secretAccessKey: 'wrong' });
    await assert.rejects(wrong.put('d4.pdf', Buffer.from('x'), 'application/pdf'), /^Error: S3 PUT answered 403$/);
    peer.mood.down = true;
    await assert.rejects(s3Store(peer.settings).get('b2.pdf', { start: 0, end: 1 }), /^Error: S3 GET answered 503$/);
    peer.mood.down = false;
  });
});
