/** Files that transfers leave for the person who asked: under DATA_DIR/transfers by the task's key, private, gone after five hours. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../config.ts';
import type { Dependencies } from '../context.ts';

export type Part = 'result.xlsx' | 'result.csv' | 'result.xls' | 'result.zip' | 'failed.xlsx';

/** Tasks and their files are known for this long (specification 3). */
export const LIFE_MS = 5 * 3_600_000;

const folderOf = ({ dataDir }: Config) => join(dataDir, 'transfers');
const pathOf = (config: Config, key: string, part: Part) => join(folderOf(config), `${key}-${part}`);

/** Writes a part as its bytes come; what was begun and failed is removed. */
export async function keep(config: Config, key: string, part: Part, bytes: AsyncIterable<Buffer | string>): Promise<void> {
  await mkdir(folderOf(config), { recursive: true, mode: 0o700 });
  const path = pathOf(config, key, part);
  try {
    await pipeline(
      Readable.from(bytes, { objectMode: false, highWaterMark: 256 * 1024 }),
      createWriteStream(path, { flags: 'w', mode: 0o600 }),
    );
  } catch (error) {
    await unlink(path).catch(() => {});
    throw error;
  }
}

/** The bytes of a part and how many, or null when it is gone. */
export async function open(config: Config, key: string, part: Part): Promise<{ size: number; body: Readable } | null> {
  const path = pathOf(config, key, part);
  const found = await stat(path).catch(() => null);
  return found && { size: found.size, body: createReadStream(path) };
}

/** Removes at most `most` files that are older than their life at `now` (epoch ms); gives how many. For cleanup. */
export async function clearTransferFiles({ config }: Pick<Dependencies, 'config'>, now: number, most: number): Promise<number> {
  let gone = 0;
  for (const name of await readdir(folderOf(config)).catch(() => [])) {
    if (gone >= most) break;
    const path = join(folderOf(config), name);
    const found = await stat(path).catch(() => null);
    if (!found || now - found.mtimeMs < LIFE_MS) continue;
    await unlink(path).then(
      () => gone++,
      () => {},
    );
  }
  return gone;
}
