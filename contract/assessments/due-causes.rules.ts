/** What puts a person on the list of those to be assessed, and within how many days. Pure. */
import { gbt42195 } from './scale-gbt42195.ts';
import { morse } from './scale-risks.ts';

/** `months`: the day of the last assessment has come; `never`: there is none of ability. The others are events. */
export const dueCauses = {
  never: '未做能力评估',
  months: '定期评估到期',
  admission: '入住',
  fall: '跌倒',
  incident: '发生不良事件',
  return: '住院返院',
  level: '护理等级变更',
} as const;
export type DueCause = keyof typeof dueCauses;
export const dueCauseNames = Object.keys(dueCauses) as [DueCause, ...DueCause[]];

/** Incidents that say something of the person: the nine risks of GB 38600 and sudden illness. */
export const ASSESSED_INCIDENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 11];
export const FALL = 6;
/** A near miss, which hurt no one. */
export const NEAR_MISS = 4;

/** By which scale an event has a person assessed; null: by any of ability. */
export const scaleOfCause = (cause: DueCause): string | null => (cause === 'fall' ? morse.code : null);
/** The scale that is opened for a cause: of what was assessed before, the same. */
export const scaleToOpen = (cause: DueCause, scale: string | null): string => scale ?? scaleOfCause(cause) ?? gbt42195.code;

/** What the new assessment says of why it is made: a reason of assessment-commands.rules.ts, with its words. */
export function reasonOfCause(cause: DueCause): { reason: number; reasonNote: string } {
  if (cause === 'never' || cause === 'admission') return { reason: 1, reasonNote: '' };
  return cause === 'months' ? { reason: 2, reasonNote: '' } : { reason: 3, reasonNote: dueCauses[cause] };
}

/** `跌倒（11-20），11-21前` as the list shows it. */
export const causeText = (cause: DueCause, day: string | null, dueAt: string | null): string =>
  `${dueCauses[cause]}${day === null ? '' : `（${day}）`}${dueAt === null ? '' : `，应在${dueAt}前`}`;
