/** The memory of each device by which its positions are judged. After a start the first fix is believed. */
import { BoundedMap } from '../bounded-map.ts';
import { judgePosition, noFilterMemory, type FilterMemory, type PositionFilter } from '#contract/devices/position-filters.rules.ts';
import type { JudgeFix } from './rows.ts';

const MOST = 200_000;

/** Makes the filters of one process. */
export function positionFilters() {
  /** Positions that were approximate only, doubted, where somebody was already, or too old. */
  const counts = { coarse: 0, doubted: 0, still: 0, outdated: 0 };
  const known = new BoundedMap<string, FilterMemory>(MOST);
  return {
    counts,
    /** Judges the fixes of a device, one after the other. */
    judge:
      (key: string, filter: PositionFilter | undefined): JudgeFix =>
      (row, receivedAt) => {
        const { verdict, memory } = judgePosition(known.get(key) ?? noFilterMemory(), row, receivedAt, filter);
        known.delete(key);
        known.set(key, memory);
        if (verdict !== 'keep') counts[verdict === 'doubt' ? 'doubted' : verdict]++;
        return verdict;
      },
  };
}
