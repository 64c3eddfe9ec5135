/** Who could do several jobs, all of them, best first: one person is sent to all. Pure and stable. */
import { clockOf } from '../time.ts';
import { partKeys, type Busy, type Part } from './feasibility.rules.ts';
import { candidatesFor, type Book, type Candidate, type Wish } from './proposals.rules.ts';

interface Judged {
  job: Wish;
  candidate: Candidate;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The mean of a part, said of the job that suits worst. */
function partOf(key: Part['key'], all: readonly Judged[]): Part {
  const parts = all.map(({ job, candidate }) => ({ job, part: candidate.parts.find((part) => part.key === key)! }));
  const worst = parts.reduce((least, one) => (one.part.score < least.part.score ? one : least));
  const alike = parts.every(({ part }) => part.why === worst.part.why);
  const score = Math.round(mean(parts.map(({ part }) => part.score)) * 100) / 100;
  const why = alike ? worst.part.why : `${clockOf(worst.job.startsAt)} ${worst.job.personName}：${worst.part.why}`;
  return { key, score, why, word: worst.part.word };
}

/** `时间重叠`, or `时间重叠（2 项）` where the others may be done. */
function blocksOf(all: readonly Judged[]): string[] {
  const counts = new Map<string, number>();
  for (const { candidate } of all) for (const block of candidate.blocks) counts.set(block, (counts.get(block) ?? 0) + 1);
  return [...counts].map(([block, count]) => (count === all.length ? block : `${block}（${count} 项）`));
}

/**
 * Everybody judged for all of the jobs together: what one of them takes is busy for the others.
 * First who is forbidden the fewest, then the highest mean of the scores, then by id.
 */
export function candidatesForAll(jobs: readonly Wish[], { pages, base }: Book): Candidate[] {
  const [first] = jobs;
  if (!first) return [];
  if (jobs.length === 1) return candidatesFor(first, { pages, base });
  const ids = new Set(jobs.map(({ jobId }) => jobId));
  const taken = jobs.map(({ jobId, startsAt, minutes, place, indoors, personName, typeName }): Busy => {
    return { jobId, startsAt, minutes, place, indoors, label: `${personName}·${typeName}（所选）` };
  });
  const book = { base, pages: pages.map((page) => ({ ...page, busy: [...page.busy.filter(({ jobId }) => !ids.has(jobId)), ...taken] })) };
  const judged = jobs.flatMap((job) => candidatesFor(job, book).map((candidate) => ({ job, candidate })));
  return [...Map.groupBy(judged, ({ candidate }) => candidate.userId)]
    .map(([userId, all]) => ({
      userId,
      score: Math.round(mean(all.map(({ candidate }) => candidate.score))),
      parts: partKeys.map((key) => partOf(key, all)),
      blocks: blocksOf(all),
      forbidden: all.filter(({ candidate }) => candidate.blocks.length > 0).length,
    }))
    .toSorted((a, b) => a.forbidden - b.forbidden || b.score - a.score || a.userId - b.userId)
    .map(({ userId, score, parts, blocks }) => ({ userId, score, parts, blocks }));
}
