/** A night as a device reports it: what can be believed of it, and which night it is of. Pure. */
import { AHEAD, DAY, HOUR, MINUTE, textOf } from '../time.ts';

/** Times are epoch ms, durations minutes; null is "not said". */
export interface SleepReport {
  readonly bedAt: number;
  readonly asleepAt: number | null;
  readonly awakeAt: number | null;
  readonly leftAt: number;
  readonly deep: number | null;
  readonly light: number | null;
  readonly rem: number | null;
  readonly awake: number | null;
  readonly turns: number | null;
  readonly heartRate: number | null;
  readonly breathing: number | null;
  readonly score: number | null;
}

const LONGEST = 20 * HOUR;
const SHORTEST = 10 * MINUTE;
/** Vendors round. */
const SLACK = 10;

/** What no night can have, as staff read it; null when it can. */
export function sleepProblem({ bedAt, leftAt }: Pick<SleepReport, 'bedAt' | 'leftAt'>): string | null {
  if (leftAt <= bedAt) return '睡眠报告的离床时间不晚于上床时间';
  if (leftAt - bedAt > LONGEST) return '睡眠报告超过20小时，请检查时间格式';
  return leftAt - bedAt < SHORTEST ? '睡眠报告不足10分钟，不记录' : null;
}

/** The report without the parts that contradict it, and what was left out, as staff read it; null when nothing was. */
export function believable(report: SleepReport): { report: SleepReport; left: string | null } {
  const within = (at: number | null) => at === null || (at >= report.bedAt - SLACK * MINUTE && at <= report.leftAt + SLACK * MINUTE);
  const minutes = (report.leftAt - report.bedAt) / MINUTE + SLACK;
  const { asleepAt, awakeAt, deep, light, rem, awake } = report;
  const badTimes = !within(asleepAt) || !within(awakeAt);
  const badStages = [deep, light, rem, awake].reduce<number>((sum, one) => sum + (one ?? 0), 0) > minutes;
  const left = [
    ...(badTimes ? ['入睡、醒来时间不在上床与离床之间，没有记录'] : []),
    ...(badStages ? ['睡眠分期合计超过在床时间，没有记录，请检查单位'] : []),
  ];
  return {
    report: {
      ...report,
      ...(badTimes ? { asleepAt: null, awakeAt: null } : {}),
      ...(badStages ? { deep: null, light: null, rem: null, awake: null } : {}),
    },
    left: left.length === 0 ? null : left.join('；'),
  };
}

/** The day of getting up, `yyyy-MM-dd` in Shanghai; null for what lies in the afternoon: a nap is no night. */
export function nightOfReport({ bedAt, leftAt }: Pick<SleepReport, 'bedAt' | 'leftAt'>): string | null {
  const middle = (bedAt + leftAt) / 2 + AHEAD;
  const hour = (middle % DAY) / HOUR;
  if (hour >= 12 && hour < 18) return null;
  return new Date(hour >= 18 ? middle + DAY : middle).toISOString().slice(0, 10);
}

/** Minutes of sleep: the stages when they are known, else from falling asleep to waking up without what lay awake; null when neither is. */
export function minutesAsleep({ asleepAt, awakeAt, deep, light, rem, awake }: Omit<SleepReport, 'bedAt' | 'leftAt'>): number | null {
  if (deep !== null || light !== null) return (deep ?? 0) + (light ?? 0) + (rem ?? 0);
  return asleepAt === null || awakeAt === null || awakeAt <= asleepAt
    ? null
    : Math.max(0, Math.round((awakeAt - asleepAt) / MINUTE) - (awake ?? 0));
}

const clock = (at: number) => textOf(at).slice(5, 16);

/** `睡眠报告 11-20 21:30 至 06:10，深睡95分，评分82`. */
export function sleepText(report: SleepReport): string {
  const part = (label: string, value: number | null, unit: string) => (value === null ? [] : [`${label}${value}${unit}`]);
  return [
    `睡眠报告 ${clock(report.bedAt)} 至 ${clock(report.leftAt).slice(6)}`,
    ...(report.asleepAt === null ? [] : [`入睡${clock(report.asleepAt).slice(6)}`]),
    ...(report.awakeAt === null ? [] : [`醒来${clock(report.awakeAt).slice(6)}`]),
    ...part('深睡', report.deep, '分'),
    ...part('浅睡', report.light, '分'),
    ...part('快速眼动', report.rem, '分'),
    ...part('清醒', report.awake, '分'),
    ...part('翻身', report.turns, '次'),
    ...part('心率', report.heartRate, ''),
    ...part('呼吸', report.breathing, ''),
    ...part('评分', report.score, ''),
  ].join('，');
}

/** The same bounds as in every protocol that carries a time (docs/device-protocols.md). */
const MOST_BEHIND = 7 * DAY;
const MOST_AHEAD = 10 * MINUTE;

/** Whether a time (epoch ms) that a message carries can be right; else it is of when the message came. */
export const isBelieved = (at: number | null, receivedAt: number): at is number =>
  at !== null && at >= receivedAt - MOST_BEHIND && at <= receivedAt + MOST_AHEAD;

/** A device that was away sends its nights afterwards. */
const OLDEST_NIGHT = 31 * DAY;

/** Why a report of a night is not kept, as staff read it; null when it is. Times are epoch ms. */
export function nightProblem(report: Pick<SleepReport, 'bedAt' | 'leftAt'>, receivedAt: number): string | null {
  if (report.leftAt > receivedAt + MOST_AHEAD) return '睡眠报告的离床时间在将来，不会记录';
  if (report.leftAt < receivedAt - OLDEST_NIGHT) return '睡眠报告早于31天，不会记录';
  return nightOfReport(report) === null ? '下午的小睡不是夜间睡眠，不会记录' : null;
}
