/** Where the bytes of files are: a folder of this machine, or any store that speaks S3. Names are random and never used twice. */
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { s3Store } from './file-store-s3.ts';

export interface FileStore {
  /** Keeps the bytes; resolves when they would survive a loss of power. Throws when the name is taken. */
  put(name: string, bytes: Buffer, mime: string): Promise<void>;
  /** Bytes `start` to `end`, both included; null when there is no such file. */
  get(name: string, range: { start: number; end: number }): Promise<Readable | null>;
  /** Whether there was one. */
  remove(name: string): Promise<boolean>;
  /** Names that were put before `before` (epoch ms), in parts. */
  older(before: number): AsyncGenerator<string[]>;
}

/** Two characters of the random name keep folders small. */
export function folderStore(root: string): FileStore {
  const pathOf = (name: string) => join(root, name.slice(0, 2), name);
  return {
    async put(name, bytes) {
      const folder = join(root, name.slice(0, 2));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = await open(pathOf(name), 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      // The name too must be on the disk.
      const directory = await open(folder, 'r');
      await directory.sync().finally(() => directory.close());
    },
    async get(name, range) {
      const path = pathOf(name);
      return (await stat(path).catch(() => null)) ? createReadStream(path, range) : null;
    },
    remove: (name) =>
      unlink(pathOf(name)).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false;
          throw error;
        },
      ),
    async *older(before) {
      for (const folder of await readdir(root).catch(() => [])) {
        const names: string[] = [];
        for (const name of await readdir(join(root, folder)).catch(() => [])) {
          const facts = await stat(join(root, folder, name)).catch(() => null);
          if (facts?.isFile() && facts.mtimeMs < before) names.push(name);
        }
        if (names.length) yield names;
      }
    },
  };
}

const stores = new WeakMap<Config, { dir: string; store: FileStore }>();

/** The store that the configuration names; one a process. */
export function storeOf(config: Config): FileStore {
  const known = stores.get(config);
  if (known && known.dir === config.dataDir) return known.store;
  const store = config.s3 ? s3Store(config.s3) : folderStore(join(config.dataDir, 'files'));
  stores.set(config, { dir: config.dataDir, store });
  return store;
}
