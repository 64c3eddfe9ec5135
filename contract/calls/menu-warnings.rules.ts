/** What of a menu is not filled in yet, or would leave its callers without a way, in words for who writes it. Pure. */
import { nodeAt, type MenuAction, type MenuNode } from './call-menus.rules.ts';

export interface MenuPlaces {
  /** Null where they are not known: who may not see them is told nothing of them. */
  readonly groups: readonly { id: number; name: string; enabled: boolean; seatCount: number }[] | null;
  readonly seats: readonly { id: number; userName: string; enabled: boolean }[] | null;
  /** Own numbers that lead into this menu. */
  readonly numbers: readonly string[];
}
export interface MenuWarning {
  /** The keys that lead to the part. */
  readonly at: string;
  /** The key; null: of the part itself, or of silence. */
  readonly key: string | null;
  readonly text: string;
}

const digits = (number: string) => number.replace(/\D/g, '');

function actionWarning(action: MenuAction, { groups, seats, numbers }: MenuPlaces): string | null {
  if (action.to === 'group') {
    if (action.groupId === 0) return '请选择技能组';
    if (groups === null) return null;
    const group = groups.find(({ id }) => id === action.groupId);
    if (!group) return '技能组已不存在';
    if (!group.enabled) return `技能组“${group.name}”已停用，来电会直接结束`;
    return group.seatCount === 0 ? `技能组“${group.name}”没有坐席，来电只会排队` : null;
  }
  if (action.to === 'seat') {
    if (action.seatId === 0) return '请选择坐席';
    if (seats === null) return null;
    const seat = seats.find(({ id }) => id === action.seatId);
    if (!seat) return '坐席已不存在';
    return seat.enabled ? null : `坐席“${seat.userName}”已停用`;
  }
  if (action.to === 'number' && action.number === '') return '请填写号码';
  if (action.to === 'number' && numbers.some((own) => digits(own) === digits(action.number)))
    return `号码${action.number}又进入本菜单，来电会绕圈`;
  if (action.to === 'menu' && action.menu.keys.length === 0) return '下一层没有按键';
  return null;
}

const WAYS: ReadonlySet<MenuAction['to']> = new Set(['group', 'seat', 'number', 'callback', 'hangup', 'menu']);

/** All warnings of a tree, from the top down. */
export function menuWarnings(tree: MenuNode, places: MenuPlaces, at = ''): MenuWarning[] {
  const part = nodeAt(tree, at);
  const found: MenuWarning[] = [];
  if (part.greeting === '' && part.soundId === null) found.push({ at, key: null, text: '没有欢迎词，来电人不知道按什么键' });
  if (!WAYS.has(part.otherwise.to) && !part.keys.some(({ action }) => WAYS.has(action.to)))
    found.push({ at, key: null, text: '本层只能重听或返回，来电会绕圈' });
  for (const { key, name, action } of part.keys) {
    const text = name === '' ? '请填写按键名称' : actionWarning(action, places);
    if (text) found.push({ at, key, text });
  }
  const silence = actionWarning(part.otherwise, places);
  if (silence) found.push({ at, key: null, text: `无按键时：${silence}` });
  return [...found, ...part.keys.flatMap(({ key, action }) => (action.to === 'menu' ? menuWarnings(tree, places, at + key) : []))];
}
