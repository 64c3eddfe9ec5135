/** What stands on the button that sends a member of staff to an alarm: on duty or not, at work or not, how near. Pure. */
import { MINUTE, clockOf } from '../time.ts';
import { isAway, overlapsOf, type Busy, type Suitor, type Wanted } from './feasibility.rules.ts';
import { doingOf, nearnessOf } from './nearness.rules.ts';

export interface ResponderWords {
  /** 当班, 不当班, 请假中, or 无排班 on a day without a roster. */
  duty: string;
  /** 空闲, 空闲至 14:20, or 忙（王秀英·助浴，至 14:30）. */
  doing: string;
  /** 同楼层, 同楼, or empty when it is neither or not known. */
  near: string;
}

const endOf = ({ startsAt, minutes }: Busy) => startsAt + minutes * MINUTE;

function doingText(job: Wanted, busy: readonly Busy[]): string {
  const doing = doingOf(job, busy);
  if (doing) return endOf(doing) > job.startsAt ? `忙（${doing.label}，至 ${clockOf(endOf(doing))}）` : `忙（${doing.label}）`;
  const next = overlapsOf(job, busy)
    .filter(({ state }) => state !== 'over')
    .reduce<number>((first, { startsAt }) => Math.min(first, startsAt), Infinity);
  return next === Infinity ? '空闲' : `空闲至 ${clockOf(next)}`;
}

/** The words for one member of staff when an emergency begins. `rostered`: the day has a roster. */
export function responderWords(
  job: Wanted,
  { duties, leaves, busy }: Pick<Suitor, 'duties' | 'leaves' | 'busy'>,
  rostered: boolean,
): ResponderWords {
  const onDuty = duties.some(({ startsAt, endsAt }) => startsAt <= job.startsAt && endsAt > job.startsAt);
  const near = nearnessOf(job, busy);
  return {
    duty: isAway({ ...job, minutes: 1 }, { leaves }) ? '请假中' : rostered ? (onDuty ? '当班' : '不当班') : '无排班',
    doing: doingText(job, busy),
    near: near === 'floor' ? '同楼层' : near === 'building' ? '同楼' : '',
  };
}
