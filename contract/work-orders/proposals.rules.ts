/** Who could do a job, best first, and a whole set of unassigned jobs shared out. Pure and stable: the same book gives the same answer. */
import { dayNumberOf } from '../time.ts';
import { feasibilityOf, ranked, type Busy, type Circumstances, type Feasibility, type Suitor, type Wanted } from './feasibility.rules.ts';
import type { Place } from './routes.rules.ts';

export interface Wish extends Wanted {
  /** 1 ordinary, higher is more urgent. */
  urgency: number;
  personId: number;
  /** The job's service type and those above it, nearest first. */
  typeIds: readonly number[];
}

/** What is known of one member of staff. */
export interface Page {
  userId: number;
  disabled: boolean;
  skills: readonly { typeId: number; level: number; validUntil: number | null }[];
  duties: Suitor['duties'];
  leaves?: Suitor['leaves'];
  busy: readonly Busy[];
  /** Jobs finished within 90 days by person. */
  visits: ReadonlyMap<number, number>;
}

export interface Book {
  pages: readonly Page[];
  base: Place | null;
}

export interface Candidate extends Feasibility {
  userId: number;
}

const touches = (day: number, { startsAt, endsAt }: { startsAt: number; endsAt: number }) =>
  dayNumberOf(startsAt) <= day && dayNumberOf(endsAt - 1) >= day;

const plannedOn = (day: number, busy: readonly Busy[], jobId: number) =>
  busy.reduce((sum, one) => (one.jobId !== jobId && dayNumberOf(one.startsAt) === day ? sum + one.minutes : sum), 0);

/** The best valid skill for any of the types; without one the expired one that lasted longest. */
function skillOf(job: Wish, { skills }: Page): Suitor['skill'] {
  const found = skills.filter(({ typeId }) => job.typeIds.includes(typeId));
  const until = (one: { validUntil: number | null }) => one.validUntil ?? Infinity;
  const valid = found.filter((one) => until(one) >= job.startsAt).toSorted((a, b) => b.level - a.level)[0];
  return valid ?? found.toSorted((a, b) => until(b) - until(a))[0] ?? null;
}

/** Whether the day of an instant has a roster at all. */
export const rosteredOn = (instant: number, pages: readonly Pick<Page, 'duties'>[]) =>
  pages.some(({ duties }) => duties.some((duty) => touches(dayNumberOf(instant), duty)));

/** Everybody of the book judged for a job; first, where that is possible, who was named to take over. */
export function candidatesFor(job: Wish, { pages, base }: Book): Candidate[] {
  const day = dayNumberOf(job.startsAt);
  const skills = new Map(pages.map((page) => [page, skillOf(job, page)]));
  const held = [...skills.values()].filter((skill) => skill !== null);
  const rostered = rosteredOn(job.startsAt, pages);
  const working = pages.filter(({ disabled, duties }) => !disabled && (!rostered || duties.some((duty) => touches(day, duty))));
  const average = working.reduce((sum, { busy }) => sum + plannedOn(day, busy, job.jobId), 0) / Math.max(1, working.length);
  const circumstances: Circumstances = {
    skilled: held.some(({ validUntil }) => validUntil === null || validUntil >= job.startsAt),
    rostered,
    average,
    base,
  };
  const judged = ranked(
    pages.map((page) => {
      const { userId, disabled, duties, leaves, busy, visits } = page;
      const suitor: Suitor = {
        userId,
        disabled,
        duties,
        leaves,
        busy,
        skill: skills.get(page) ?? null,
        visits: visits.get(job.personId) ?? 0,
        planned: plannedOn(day, busy, job.jobId),
      };
      return { userId, ...feasibilityOf(job, suitor, circumstances) };
    }),
  );
  const heir = judged.find(({ userId, blocks }) => userId === job.handTo && blocks.length === 0);
  return heir ? [heir, ...judged.filter((one) => one !== heir)] : judged;
}

/** For each job who should do it; null when nobody may, with the best reason why. */
export interface Proposal {
  job: Wish;
  candidate: Candidate | null;
  why: string;
}

/** Shares jobs out one after the other: the most urgent first, then the earliest; what was given counts for those that follow. */
export function propose(jobs: readonly Wish[], { pages, base }: Book): Proposal[] {
  let book = [...pages];
  return jobs
    .toSorted((a, b) => b.urgency - a.urgency || a.startsAt - b.startsAt || a.jobId - b.jobId)
    .map((job) => {
      const [best] = candidatesFor(job, { pages: book, base });
      if (!best || best.blocks.length > 0)
        return {
          job,
          candidate: null,
          why: best ? `没有合适的人员：${reasonOf(candidatesFor(job, { pages: book, base }))}` : '没有可派的服务人员',
        };
      const { jobId, startsAt, minutes, place, indoors, personName } = job;
      const taken: Busy = { jobId, startsAt, minutes, place, indoors, label: `${personName}（建议）` };
      book = book.map((page) => (page.userId === best.userId ? { ...page, busy: [...page.busy, taken] } : page));
      const strongest = best.parts.toSorted((a, b) => b.score - a.score).slice(0, 2);
      return { job, candidate: best, why: strongest.map(({ why }) => why).join('；') };
    });
}

/** `不当班 12 人、时间重叠 3 人`: the first block of each counts. */
function reasonOf(candidates: readonly Candidate[]): string {
  const counts = Map.groupBy(candidates, ({ blocks }) => blocks[0] ?? '');
  return [...counts].map(([block, all]) => `${block} ${all.length} 人`).join('、');
}
