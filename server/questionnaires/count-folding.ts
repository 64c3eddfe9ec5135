/** Counts that are kept beside results (migrations/0076): chunks that are full are folded, by one process at a time. */
import type { Dependencies } from '../context.ts';
import { pollCounted } from '../jobs/poller.ts';

/** Chunks of one round; the rest follows in the next. */
const MOST = 200;

/** Folds the chunks that wait; gives how many. */
export async function foldCounts({ cleanup }: Pick<Dependencies, 'cleanup'>): Promise<{ folded: number }> {
  let folded = 0;
  while (folded < MOST) {
    const { rows } = await cleanup.query<{ more: boolean }>({
      name: 'fold_questionnaire_chunk',
      text: 'select app.fold_questionnaire_chunk() as more',
    });
    if (!rows[0]!.more) break;
    folded++;
  }
  return { folded };
}

export const startFolding = (deps: Dependencies, everyMs: number) => pollCounted(deps, 'folding counts', () => foldCounts(deps), everyMs);
