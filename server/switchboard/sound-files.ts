/** Sounds of the store as the media reads them: files of this machine, fetched when a call first needs them. */
import { mkdirSync } from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soundIn } from '../calls/call-sounds.ts';
import type { Dependencies } from '../context.ts';

/** Gives what fetches a sound by its name in the store, which is used only once: the path of A-law without a header, or null. */
export function soundFiles(deps: Pick<Dependencies, 'config' | 'log'>): (name: string) => Promise<string | null> {
  const folder = join(deps.config.dataDir, 'calls', 'sounds');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fetched = new Map<string, Promise<string | null>>();

  async function fetchOne(name: string): Promise<string | null> {
    const path = join(folder, `${name}.al`);
    if (await stat(path).catch(() => null)) return path;
    const sound = await soundIn(deps, name);
    if (!sound) throw new Error('the store does not have it');
    await writeFile(`${path}.part`, sound, { mode: 0o600 });
    await rename(`${path}.part`, path);
    return path;
  }

  return (name) =>
    fetched.getOrInsertComputed(name, () =>
      fetchOne(name).catch((error: unknown) => {
        deps.log.warn({ err: error, name }, 'a sound of calls could not be fetched');
        // The next call tries again.
        fetched.delete(name);
        return null;
      }),
    );
}
