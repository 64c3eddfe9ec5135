/** Bytes that nobody needs any more: of files deleted a month ago, and of uploads whose transaction never committed. */
import { DAY } from '#contract/time.ts';
import type { Dependencies } from '../context.ts';
import { storeOf } from './file-store.ts';

/** An upload is written before its row is committed; after a day there is no more hope. */
const HOPELESS_MS = DAY;

/** Removes at most `most` files that were deleted 30 days ago. Gives how many. */
export async function clearDeletedFiles(deps: Dependencies, _now: number, most: number): Promise<number> {
  const store = storeOf(deps.config);
  const { rows } = await deps.cleanup.query<{ name: string }>({
    name: 'clear_files',
    text: 'select name from app.clear_files($1)',
    values: [most],
  });
  for (const { name } of rows) await store.remove(name).catch((error) => deps.log.warn({ err: error }, 'removing a file failed'));
  return rows.length;
}

let lookedAt = 0;

/** Once a day: removes stored bytes that no row names. Gives how many. */
export async function clearOrphanFiles(deps: Dependencies, now: number, most: number): Promise<number> {
  if (now - lookedAt < DAY) return 0;
  lookedAt = now;
  const store = storeOf(deps.config);
  let removed = 0;
  for await (const names of store.older(now - HOPELESS_MS)) {
    const { rows } = await deps.cleanup.query<{ name: string }>({
      name: 'unknown_files',
      text: 'select name from app.unknown_files($1)',
      values: [names],
    });
    for (const { name } of rows) if (removed < most && (await store.remove(name))) removed++;
    if (removed >= most) break;
  }
  return removed;
}
