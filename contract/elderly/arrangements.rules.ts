/** Care level and meals of a person from a day on. Pure. */
import { DAY, instantOf, textOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const arrangementKinds = { level: '护理等级', meal: '膳食' } as const;
export type ArrangementKind = keyof typeof arrangementKinds;

export const arrangementStates = { planned: 1, holds: 2, withdrawn: 3 } as const;
export const arrangementStateLabels: Record<number, string> = { 1: '未生效', 2: '已生效', 3: '已撤销' };

/** A change may be entered so many days late, and so many days ahead. */
const [LATE, AHEAD] = [31, 366];

const dayPlus = (day: string, days: number) => textOf(instantOf(`${day} 00:00:00`) + days * DAY).slice(0, 10);

/** Why a change cannot begin on a day; null when it can. Days are `yyyy-MM-dd`. */
export function refusedDay(effective: string, today: string): string | null {
  if (effective < dayPlus(today, -LATE)) return `生效日期不能早于${LATE}天前`;
  return effective > dayPlus(today, AHEAD) ? '生效日期不能晚于一年后' : null;
}

export type ArrangementCommand = { action: 'withdraw' };

/** Why an action is not open to an arrangement; null when it is. */
export const closedArrangement = ({ state }: { state: number }, action: ArrangementCommand['action'] | 'delete'): string | null =>
  action === 'withdraw' && state === arrangementStates.planned ? null : `变更${arrangementStateLabels[state]}，不能撤销`;

/** What a command makes of an arrangement. */
export function decideArrangement(row: { state: number }, { action }: ArrangementCommand): Decision<{ set: { state: number } }> {
  const why = closedArrangement(row, action);
  return why === null ? { change: { set: { state: arrangementStates.withdrawn } } } : { refusal: why, status: 409 };
}
