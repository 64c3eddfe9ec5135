/** While a job is dragged, the rows say who suits. Written into the page directly: nothing is drawn anew under the pointer. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo, type RefObject } from 'react';
import { boards } from '#contract/work-orders/boards.ts';
import { call, keyOf } from '#web/api/call.ts';
import type { BoardJob } from './board-data.ts';

interface Fit {
  userId: number;
  score: number;
  blocks: readonly string[];
}

/** Milliseconds that a held job rests at a time before it is judged there. */
const REST = 200;

/** Marks the rows of `root`; an empty list clears them. */
function mark(root: HTMLElement | null, fits: readonly Fit[]): void {
  const byUser = new Map(fits.map((fit) => [fit.userId, fit]));
  for (const who of root?.querySelectorAll<HTMLElement>('[data-who]') ?? []) {
    const fit = byUser.get(Number(who.dataset.who));
    const said = who.querySelector('.b-fit');
    if (!fit) {
      delete who.dataset.fit;
      if (said) said.textContent = '';
      continue;
    }
    who.dataset.fit = fit.blocks.length ? 'blocked' : fit.score >= 60 ? 'good' : 'fair';
    if (said) said.textContent = fit.blocks[0] ?? `${fit.score} 分`;
  }
}

function judgeOf(root: RefObject<HTMLElement | null>, client: QueryClient) {
  let wanted = '';
  let timer = 0;
  const ask = (job: BoardJob, time: string) => {
    const input = { jobId: job.id, ...(time === job.serverTime ? {} : { at: time }) };
    const asked = wanted;
    void client
      .fetchQuery({
        queryKey: keyOf(boards.candidates, input),
        queryFn: () => call(boards.candidates, input, { quiet: true }),
        staleTime: 10_000,
      })
      .then((fits) => asked === wanted && mark(root.current, fits))
      .catch(() => {});
  };
  return {
    judge(job: BoardJob, time: string, rest = REST) {
      const next = `${job.id} ${time}`;
      if (next === wanted) return;
      wanted = next;
      clearTimeout(timer);
      timer = window.setTimeout(ask, rest, job, time);
    },
    clear() {
      wanted = '';
      clearTimeout(timer);
      mark(root.current, []);
    },
  };
}

/** Gives `judge`, which marks the rows for a job at a time, at once or after a rest, and `clear`, which ends it. */
export function useFits(root: RefObject<HTMLElement | null>) {
  const client = useQueryClient();
  return useMemo(() => judgeOf(root, client), [root, client]);
}
