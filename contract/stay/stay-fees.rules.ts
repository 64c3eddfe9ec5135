/** What a stay costs between two days, line by line, from what was agreed (docs/decisions/083). Integer fen; days are texts of `time.ts`. Pure. */
import { fenText } from '../money.ts';
import { nextDay } from '../time.ts';

export const dayShares = { full: '全天', half: '半天', none: '不收' } as const;
export type DayShare = keyof typeof dayShares;
export const feeBases = { ACT: '按当月实际天数', D30: '每月按30天' } as const;
export type FeeBasis = keyof typeof feeBases;

export interface StaySettings {
  /** Of the day of arrival, and of the day on which they leave. */
  firstDay: DayShare;
  lastDay: DayShare;
  basis: FeeBasis;
  /** From so many whole days away on the meals of an outing are given back. */
  mealBackDays: number;
}
export const staySettingDefaults: StaySettings = { firstDay: 'full', lastDay: 'none', basis: 'ACT', mealBackDays: 3 };

/** A version of a contract: it holds from a day on, until the next one. */
export interface StayTerms {
  effectiveDate: string;
  /** From this day on it holds no more; null: it goes on. */
  endedDate: string | null;
  bedFen: number;
  careFen: number;
  mealFen: number;
  otherFen: number;
}

/** Away from one day until another, on both of which they were here for a part; null: not back yet. */
export interface StayAbsence {
  kind: 'outing' | 'hospital';
  from: string;
  until: string | null;
}

export interface StayPeriod {
  from: string;
  /** Whether `from` is the day of arrival. */
  arrives: boolean;
  /** The day on which they leave, or died. */
  leaveDate: string;
}

export const feeKinds = {
  bed: '床位费',
  care: '护理费',
  meal: '膳食费',
  other: '其他费用',
  meal_back: '膳食费退还',
  care_back: '护理费退还',
  manual: '手工项目',
} as const;
export type FeeKind = keyof typeof feeKinds;

export interface FeeLine {
  kind: FeeKind;
  text: string;
  from: string | null;
  to: string | null;
  /** Halves occur. */
  days: number | null;
  monthFen: number | null;
  /** Below zero: in favour of the person. */
  amountFen: number;
}

/** Half days, so that all reckoning is in whole numbers. */
const HALVES: Record<DayShare, number> = { full: 2, half: 1, none: 0 };

/** `a / b` to the nearest whole number, halves upwards; both are whole and not below zero. */
export const divideHalfUp = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b));

const daysOfMonth = (day: string): number => new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 0)).getUTCDate();

interface Day {
  day: string;
  halves: number;
  mealBack: boolean;
  careBack: boolean;
}

interface Charged {
  /** The first day of what was agreed, of the contracts of this stay. */
  firstTermsOn: string;
  /** The day of arrival; null: they came before admissions were kept, and the contract says since when. */
  admittedOn: string | null;
  /** The last day whose fees are paid elsewhere; null: none is. */
  settledUntil: string | null;
}

/** The first day that is charged, and whether it is the day of arrival: none before they came, before it was agreed, or that is settled. */
export function chargedFrom({ firstTermsOn, admittedOn, settledUntil }: Charged): { from: string; arrives: boolean } {
  const agreed = admittedOn !== null && admittedOn > firstTermsOn ? admittedOn : firstTermsOn;
  const open = settledUntil === null ? agreed : nextDay(settledUntil);
  const from = open > agreed ? open : agreed;
  return { from, arrives: from === (admittedOn ?? firstTermsOn) };
}

/** Why a day cannot be the last one that is settled for a person who leaves on `leaveDate`; null when it can. */
export function settledProblem(settledUntil: string, leaveDate: string, today: string): string | null {
  if (settledUntil > today) return '已结算日期不能晚于今天';
  return settledUntil < leaveDate ? null : '已结算日期应早于退住日期，多收的费用请用手工项目退还';
}

/** The days that are wholly spent away: not the one on which they left, nor the one on which they came back. */
export function wholeDaysAway({ from, until }: StayAbsence, leaveDate: string): string[] {
  const end = until !== null && until < leaveDate ? until : leaveDate;
  const days: string[] = [];
  for (let day = nextDay(from); day < end; day = nextDay(day)) days.push(day);
  return days;
}

function chargedDays({ from, arrives, leaveDate }: StayPeriod, absences: readonly StayAbsence[], settings: StaySettings): Day[] {
  const mealBack = new Set<string>();
  const careBack = new Set<string>();
  for (const absence of absences) {
    const away = wholeDaysAway(absence, leaveDate);
    const hospital = absence.kind === 'hospital';
    if (hospital || (away.length > 0 && away.length >= settings.mealBackDays)) for (const day of away) mealBack.add(day);
    if (hospital) for (const day of away) careBack.add(day);
  }
  const halvesOf = (day: string): number => {
    const first = arrives && day === from ? HALVES[settings.firstDay] : null;
    if (day !== leaveDate) return first ?? 2;
    // Who comes and leaves on one day pays for it what the dearer of the two says.
    return Math.max(first ?? 0, HALVES[settings.lastDay]);
  };
  const days: Day[] = [];
  for (let day = from; day <= leaveDate; day = nextDay(day))
    days.push({ day, halves: halvesOf(day), mealBack: mealBack.has(day), careBack: careBack.has(day) });
  return days;
}

/** Splits where `key` changes from one to the next. */
function runs<T>(items: readonly T[], key: (item: T) => unknown): T[][] {
  const found: T[][] = [];
  for (const item of items) {
    const last = found.at(-1);
    if (last && key(last.at(-1)!) === key(item)) last.push(item);
    else found.push([item]);
  }
  return found;
}

const sum = (days: readonly Day[]): number => days.reduce((total, { halves }) => total + halves, 0);

/** Days of one version in one month. `counted` are the half days that `basis` counts of them. */
interface Segment {
  terms: StayTerms;
  days: Day[];
  counted: number;
  /** Days that a month has by the basis. */
  month: number;
}

/** D30: a full month counts as 30 days, however many it has, and no part of one is more. */
function segmentsOf(month: Day[], versionOn: (day: string) => StayTerms | undefined, basis: FeeBasis): Segment[] {
  const length = daysOfMonth(month[0]!.day);
  const parts = runs(month, ({ day }) => versionOn(day)).filter(([first]) => versionOn(first!.day) !== undefined);
  const full = sum(parts.flat()) === 2 * length;
  // Half days of thirty.
  let left = 60;
  return parts.map((days, at) => {
    const terms = versionOn(days[0]!.day)!;
    if (basis === 'ACT') return { terms, days, counted: sum(days), month: length };
    const counted = full && at === parts.length - 1 ? left : Math.min(sum(days), left);
    left -= counted;
    return { terms, days, counted, month: 30 };
  });
}

function lineOf(kind: FeeKind, monthFen: number, days: readonly Day[], counted: number, month: number): FeeLine[] {
  const charged = days.filter(({ halves }) => halves > 0);
  if (monthFen === 0 || counted === 0 || charged.length === 0) return [];
  const back = kind === 'meal_back' || kind === 'care_back';
  const amount = divideHalfUp(monthFen * counted, 2 * month);
  const reckoning = counted === 2 * month ? '整月' : `${counted / 2}天 ÷ ${month}天`;
  return [
    {
      kind,
      text: `${feeKinds[kind]} ${fenText(monthFen)}/月 × ${reckoning}`,
      from: charged[0]!.day,
      to: charged.at(-1)!.day,
      days: sum(charged) / 2,
      monthFen,
      amountFen: back ? -amount : amount,
    },
  ];
}

/** What is given back of a segment for the days that `flag` marks. */
const backLines = (kind: FeeKind, monthFen: number, { days, counted, month }: Segment, flag: (day: Day) => boolean): FeeLine[] =>
  runs(days, flag)
    .filter(([first]) => flag(first!))
    .flatMap((away) => lineOf(kind, monthFen, away, sum(away) === sum(days) ? counted : Math.min(sum(away), counted), month));

/** The lines of a month: its charges, then what is given back. */
function linesOf(segments: readonly Segment[]): FeeLine[] {
  const charges = segments.flatMap(({ terms, days, counted, month }) => [
    ...lineOf('bed', terms.bedFen, days, counted, month),
    ...lineOf('care', terms.careFen, days, counted, month),
    ...lineOf('meal', terms.mealFen, days, counted, month),
    ...lineOf('other', terms.otherFen, days, counted, month),
  ]);
  const back = segments.flatMap((segment) => [
    ...backLines('meal_back', segment.terms.mealFen, segment, ({ mealBack }) => mealBack),
    ...backLines('care_back', segment.terms.careFen, segment, ({ careBack }) => careBack),
  ]);
  return [...charges, ...back];
}

/**
 * The lines of a stay, month by month: for each version bed, care, meals and other fees, then what is given back for absences. `versions` in any
 * order; of two from the same day on the later one holds. Each line is rounded once.
 */
export function stayFees(
  period: StayPeriod,
  versions: readonly StayTerms[],
  absences: readonly StayAbsence[],
  settings: StaySettings,
): FeeLine[] {
  const inTurn = versions.toSorted((a, b) => a.effectiveDate.localeCompare(b.effectiveDate));
  const versionOn = (day: string) => {
    const last = inTurn.findLast(({ effectiveDate }) => effectiveDate <= day);
    return last && (last.endedDate === null || day < last.endedDate) ? last : undefined;
  };
  return runs(chargedDays(period, absences, settings), ({ day }) => day.slice(0, 7)).flatMap((month) =>
    linesOf(segmentsOf(month, versionOn, settings.basis)),
  );
}
