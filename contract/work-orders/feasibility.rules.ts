/**
 * How well a member of staff suits a job: six parts from 0 to 1, each with its reason in a sentence,
 * and what forbids it. Pure; instants are epoch milliseconds.
 */
import { DAY, MINUTE, clockOf, dayOf } from '../time.ts';
import { doingOf, lastBefore, nearnessOf, type Indoors, type Nearness } from './nearness.rules.ts';
import { metresBetween, metresText, travelMinutes, type Place } from './routes.rules.ts';

export const partKeys = ['skill', 'duty', 'overlap', 'distance', 'continuity', 'load'] as const;
export type PartKey = (typeof partKeys)[number];
export const partLabels: Record<PartKey, string> = {
  skill: '技能',
  duty: '当班',
  overlap: '时间',
  distance: '路程',
  continuity: '连续照护',
  load: '工作量',
};
/** Together 100. */
export const weights: Record<PartKey, number> = { skill: 24, duty: 18, overlap: 18, distance: 14, continuity: 14, load: 12 };
export const levelLabels: Record<number, string> = { 1: '初级', 2: '中级', 3: '高级' };

/** What somebody is doing or planned to do already. `label` says it to the dispatcher: 王秀英·助浴. */
export interface Busy {
  jobId: number;
  startsAt: number;
  minutes: number;
  place: Place | null;
  /** Absent or null: not in the house, or not known. */
  indoors?: Indoors | null | undefined;
  /** Checked in and not out, or finished; absent: planned. */
  state?: 'begun' | 'over' | undefined;
  label: string;
}

export interface Wanted {
  jobId: number;
  startsAt: number;
  minutes: number;
  place: Place | null;
  typeName: string;
  personName: string;
  /** Who handed it back and so is not asked again; null: nobody. */
  returnedBy: number | null;
  /** Whom the person on leave named to take over; asked first. */
  handTo?: number | null | undefined;
  indoors?: Indoors | null | undefined;
  /** Begins at this moment and goes before other work: what is at the same time lowers the score and forbids nothing. */
  emergency?: boolean | undefined;
}

export interface Suitor {
  userId: number;
  disabled: boolean;
  /** For the job's type or one above it; `validUntil` is the last instant. */
  skill: { level: number; validUntil: number | null } | null;
  duties: readonly { startsAt: number; endsAt: number }[];
  /** Approved leaves around the job. */
  leaves?: readonly { startsAt: number; endsAt: number }[] | undefined;
  /** Jobs of the days around, the wanted one may be among them. */
  busy: readonly Busy[];
  /** Jobs finished for this person within 90 days. */
  visits: number;
  /** Planned minutes of the job's day without the job itself. */
  planned: number;
}

export interface Circumstances {
  /** Somebody is trained for the type, so that nobody else is sent. */
  skilled: boolean;
  /** The day has a roster at all. */
  rostered: boolean;
  /** Planned minutes a head of those on duty that day. */
  average: number;
  /** Where everybody starts from: the house of an institution. */
  base: Place | null;
}

export interface Part {
  key: PartKey;
  score: number;
  why: string;
  /** The same in a word or two, for a line of a list: 当班, 同楼层, 已排 3 小时. Empty where it tells nobody apart. */
  word: string;
}
export interface Feasibility {
  /** 0–100, the weighted parts. */
  score: number;
  parts: Part[];
  /** Why this must not be; empty when it may. */
  blocks: string[];
}

const clamp = (value: number) => Math.min(1, Math.max(0, value));
const endOf = ({ startsAt, minutes }: { startsAt: number; minutes: number }) => startsAt + minutes * MINUTE;
const said = (busy: Busy) => `${clockOf(busy.startsAt)}–${clockOf(endOf(busy))} ${busy.label}`;
const hours = (minutes: number) => (minutes % 60 ? `${(minutes / 60).toFixed(1)} 小时` : `${minutes / 60} 小时`);

/** What of `busy` is at the same time as the job; touching ends do not count. */
export const overlapsOf = (job: { jobId: number; startsAt: number; minutes: number }, busy: readonly Busy[]) =>
  busy.filter((one) => one.jobId !== job.jobId && one.startsAt < endOf(job) && endOf(one) > job.startsAt);

/** The last job that ends before it and the first that begins after it. */
function neighbours(job: Wanted, busy: readonly Busy[]) {
  const others = busy.filter(({ jobId }) => jobId !== job.jobId).toSorted((a, b) => a.startsAt - b.startsAt || a.jobId - b.jobId);
  return { before: others.findLast((one) => endOf(one) <= job.startsAt), after: others.find((one) => one.startsAt >= endOf(job)) };
}

type Judged = Omit<Part, 'key'> & { block?: string };

function skill(job: Wanted, { skill: held }: Suitor, { skilled }: Circumstances): Judged {
  if (held && (held.validUntil === null || held.validUntil >= job.startsAt))
    return {
      score: [0.7, 0.85, 1][held.level - 1] ?? 0.7,
      why: `持有“${job.typeName}”${levelLabels[held.level] ?? ''}技能`,
      word: `${levelLabels[held.level] ?? ''}技能`,
    };
  if (job.typeName === '') return { score: 0.5, why: '还没有选择服务项目，不作区分', word: '' };
  if (!skilled) return { score: 0.5, why: `还没有人登记“${job.typeName}”技能，不作区分`, word: '' };
  const why = held ? `“${job.typeName}”技能已于 ${dayOf(held.validUntil as number)} 到期` : `没有“${job.typeName}”技能，机构内有人具备`;
  const block = held ? '技能已到期' : '不具备所需技能';
  return { score: 0, why, word: block, block };
}

/** Minutes of the job within shifts; shifts that follow each other count together. */
function covered(job: Wanted, duties: Suitor['duties']): number {
  let reached = job.startsAt;
  let sum = 0;
  for (const { startsAt, endsAt } of duties.toSorted((a, b) => a.startsAt - b.startsAt)) {
    const from = Math.max(reached, startsAt);
    const to = Math.min(endOf(job), endsAt);
    if (to <= from) continue;
    sum += to - from;
    reached = to;
  }
  return sum / MINUTE;
}

function duty(job: Wanted, { duties }: Suitor, { rostered }: Circumstances): Judged {
  if (!rostered) return { score: 0.5, why: '当天没有排班，不作区分', word: '无排班' };
  if (job.emergency) {
    // Who comes on duty in some minutes is not there now; who leaves in some minutes is.
    const now = duties.find(({ startsAt, endsAt }) => startsAt <= job.startsAt && endsAt > job.startsAt);
    if (now) return { score: 1, why: `${clockOf(now.startsAt)}–${clockOf(now.endsAt)} 当班`, word: '当班' };
    return { score: 0, why: '现在不当班', word: '不当班', block: '不当班' };
  }
  const minutes = covered(job, duties);
  const shift = duties.find(({ startsAt, endsAt }) => startsAt < endOf(job) && endsAt > job.startsAt);
  if (minutes >= job.minutes && shift) return { score: 1, why: `${clockOf(shift.startsAt)}–${clockOf(shift.endsAt)} 当班`, word: '当班' };
  if (minutes > 0 && shift)
    return {
      score: 0.4 * (minutes / job.minutes),
      why: `班次 ${clockOf(shift.startsAt)}–${clockOf(shift.endsAt)} 只覆盖其中 ${Math.floor(minutes)} 分钟`,
      word: '部分当班',
    };
  return { score: 0, why: '该时间不当班', word: '不当班', block: '不当班' };
}

/** Who is with another person may still be the nearest. */
function interrupted(job: Wanted, busy: readonly Busy[]): Judged {
  const doing = doingOf(job, busy);
  if (doing) return { score: 0, why: `正在 ${said(doing)}，需要放下手上的工作`, word: '忙' };
  const [next] = overlapsOf(job, busy)
    .filter(({ state }) => state !== 'over')
    .toSorted((a, b) => a.startsAt - b.startsAt);
  return next
    ? { score: 0.6, why: `现在空闲，稍后有 ${said(next)}`, word: `空闲至 ${clockOf(next.startsAt)}` }
    : { score: 1, why: '现在没有其他工单', word: '空闲' };
}

function overlap(job: Wanted, { busy }: Suitor): Judged {
  if (job.emergency) return interrupted(job, busy);
  const [clash] = overlapsOf(job, busy);
  if (clash) return { score: 0, why: `与 ${said(clash)} 时间重叠`, word: '时间重叠', block: '时间重叠' };
  const { before, after } = neighbours(job, busy);
  const gaps = [
    ...(before ? [{ text: '上一单', other: before, gap: (job.startsAt - endOf(before)) / MINUTE }] : []),
    ...(after ? [{ text: '下一单', other: after, gap: (after.startsAt - endOf(job)) / MINUTE }] : []),
  ].map((one) => ({ ...one, needed: travelMinutes(metresBetween(one.other.place, job.place)) }));
  const tight = gaps.filter(({ gap, needed }) => gap < needed).toSorted((a, b) => a.gap / a.needed - b.gap / b.needed)[0];
  if (tight)
    return {
      score: 0.5 * (tight.gap / tight.needed),
      why: `与${tight.text}（${said(tight.other)}）间隔 ${Math.floor(tight.gap)} 分钟，路程约需 ${tight.needed} 分钟`,
      word: '路程紧',
    };
  return { score: 1, why: gaps.length ? '与前后的工单不冲突，路程时间充足' : '前后没有其他工单', word: '空闲' };
}

const indoors: Record<Nearness, Judged> = {
  floor: { score: 1, why: '与上一单在同一楼层', word: '同楼层' },
  building: { score: 0.7, why: '与上一单在同一栋楼，不同楼层', word: '同楼' },
  elsewhere: { score: 0.4, why: '上一单在另一栋楼', word: '另一栋楼' },
};

function distance(job: Wanted, { busy }: Suitor, { base }: Circumstances): Judged {
  const within = nearnessOf(job, busy);
  if (within) return indoors[within];
  // In the house coordinates are the same for all.
  if (job.indoors && !lastBefore(job, busy)) return { score: 0.5, why: '当天此前没有工单，不知道在哪一层', word: '' };
  if (!job.place) return { score: 0.5, why: '服务地址没有位置，不作区分', word: '' };
  const { before, after } = neighbours(job, busy);
  const near = (one: Busy | undefined) => (one && Math.abs(one.startsAt - job.startsAt) < DAY / 2 ? one : undefined);
  const found = [
    { from: '上一单', place: near(before)?.place ?? null },
    { from: '下一单', place: near(after)?.place ?? null },
    { from: '机构', place: near(before) ? null : base },
  ]
    .map(({ from, place }) => ({ from, metres: metresBetween(place, job.place) }))
    .filter((one): one is { from: string; metres: number } => one.metres !== null)
    .toSorted((a, b) => a.metres - b.metres)[0];
  if (!found) return { score: 0.5, why: '不知道出发位置，不作区分', word: '' };
  const minutes = travelMinutes(found.metres);
  const why = minutes === 0 ? `与${found.from}在同一处` : `距${found.from} ${metresText(found.metres)}，路上约 ${minutes} 分钟`;
  return { score: clamp(1 - found.metres / 10_000), why, word: minutes === 0 ? '同一处' : metresText(found.metres) };
}

function continuity({ personName, handTo }: Wanted, { userId, visits }: Suitor): Judged {
  if (userId === handTo) return { score: 1, why: '请假人指定的工作交接人', word: '工作交接人' };
  if (visits === 0) return { score: 0, why: `90 天内没有为${personName}服务过`, word: '' };
  return { score: 1 - 0.5 ** visits, why: `90 天内为${personName}服务过 ${visits} 次`, word: `服务过 ${visits} 次` };
}

/** Half of the average and less is best, twice the average and more is worst; an hour at least counts as the average. */
function load(job: Wanted, { planned }: Suitor, { average }: Circumstances): Judged {
  const ratio = (planned + job.minutes) / (Math.max(average, 60) + job.minutes);
  const compared = Math.round(planned) > Math.round(average) ? '高于' : Math.round(planned) < Math.round(average) ? '低于' : '等于';
  return {
    score: clamp(1.4 - 0.7 * ratio),
    why: `当天已安排 ${hours(planned)}，${compared}人均 ${hours(Math.round(average))}`,
    word: `已排 ${hours(planned)}`,
  };
}

const judges: Record<PartKey, (job: Wanted, suitor: Suitor, circumstances: Circumstances) => Judged> = {
  skill,
  duty,
  overlap,
  distance,
  continuity,
  load,
};

/** Whether the job falls into a leave. */
export const isAway = (job: Pick<Wanted, 'startsAt' | 'minutes'>, { leaves = [] }: Pick<Suitor, 'leaves'>): boolean =>
  leaves.some(({ startsAt, endsAt }) => startsAt < job.startsAt + Math.max(1, job.minutes) * MINUTE && endsAt > job.startsAt);

/** Judges one member of staff for one job. */
export function feasibilityOf(job: Wanted, suitor: Suitor, circumstances: Circumstances): Feasibility {
  const judged = partKeys.map((key) => ({ key, ...judges[key](job, suitor, circumstances) }));
  const total = judged.reduce((sum, { key, score }) => sum + weights[key] * score, 0);
  return {
    score: Math.round(total),
    parts: judged.map(({ key, score, why, word }) => ({ key, score: Math.round(score * 100) / 100, why, word })),
    blocks: [
      ...(suitor.disabled ? ['账号已停用'] : []),
      ...(suitor.userId === job.returnedBy ? ['已要求改派'] : []),
      ...(isAway(job, suitor) ? ['请假中'] : []),
      ...judged.flatMap(({ block }) => block ?? []),
    ],
  };
}

const SAID: readonly PartKey[] = ['duty', 'overlap', 'distance', 'skill', 'continuity', 'load'];
/** What a list says of a member of staff beside what forbids it: 当班, 空闲, 同楼层, 高级技能, 已排 3 小时. */
export const wordsOf = ({ parts, blocks }: Pick<Feasibility, 'parts' | 'blocks'>): string[] =>
  SAID.map((key) => parts.find((part) => part.key === key)?.word ?? '').filter(
    (word) => word !== '' && !blocks.some((block) => block.startsWith(word)),
  );

/** Best first: who may before who must not, then the score; equal ones by id, so that the order is always the same. */
export const ranked = <T extends Feasibility & { userId: number }>(candidates: readonly T[]): T[] =>
  candidates.toSorted((a, b) => Number(a.blocks.length > 0) - Number(b.blocks.length > 0) || b.score - a.score || a.userId - b.userId);
