/** What a menu is while it is written: changes of its tree, words for its actions. Pure. */
import type { MenuAction, MenuNode } from '#contract/calls/call-menus.rules.ts';

export type ActionKind = MenuAction['to'];

export const actionLabels: Readonly<Record<ActionKind, string>> = {
  group: '转技能组',
  seat: '转坐席',
  menu: '下一层菜单',
  number: '转外部号码',
  callback: '预约回电',
  repeat: '重听',
  up: '返回上一层',
  hangup: '挂断',
};

export const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '*', '#'];

export const newPart = (): MenuNode => ({
  greeting: '',
  soundId: null,
  keys: [],
  seconds: 10,
  repeats: 1,
  otherwise: { to: 'hangup' },
});

/** An action of a kind, as it begins: its target is chosen next. */
export function newAction(to: ActionKind): MenuAction {
  if (to === 'group') return { to, groupId: 0 };
  if (to === 'seat') return { to, seatId: 0 };
  if (to === 'number') return { to, number: '' };
  if (to === 'menu') return { to, menu: newPart() };
  return { to };
}

/** The next key that is free; null when all are taken. */
export const freeKey = (part: MenuNode): string | null => KEYS.find((key) => !part.keys.some((one) => one.key === key)) ?? null;

/** The list with the row at `from` moved by `by` places. */
export function moved<T>(rows: readonly T[], from: number, by: number): T[] {
  const next = [...rows];
  const [row] = next.splice(from, 1);
  if (row !== undefined) next.splice(from + by, 0, row);
  return next;
}

export interface Names {
  group: (id: number) => string;
  seat: (id: number) => string;
}

/** What an action does, in words. */
export function actionText(action: MenuAction, names: Names): string {
  if (action.to === 'group') return `转入技能组“${names.group(action.groupId)}”`;
  if (action.to === 'seat') return `转给坐席“${names.seat(action.seatId)}”`;
  if (action.to === 'number') return `转到号码${action.number}`;
  return actionLabels[action.to];
}
