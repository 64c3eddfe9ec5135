/** While a job is dragged, the rows say who suits. Written into the page directly: nothing is drawn anew under the pointer. */

export interface Fit {
  userId: number;
  score: number;
  blocks: readonly string[];
}

/** Marks the rows of `root`; an empty list clears them. */
export function markFits(root: HTMLElement | null, fits: readonly Fit[]): void {
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
