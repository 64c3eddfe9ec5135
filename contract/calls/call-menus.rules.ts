/** Menus that callers are led through by keys: their shape, and where a key leads. Pure but for the schema. */
import { z } from 'zod';
import { required, text } from '../fields.ts';

const KEY = z.string().regex(/^[0-9*#]$/, { error: '按键应为一个数字、*或#' });
const group = z.object({ to: z.literal('group'), groupId: z.int({ error: '请选择技能组' }).positive({ error: '请选择技能组' }) });
const number = z.object({ to: z.literal('number'), number: z.string().regex(/^\+?[\d-]{3,20}$/, { error: '电话号码格式不正确' }) });
const seat = z.object({ to: z.literal('seat'), seatId: z.int({ error: '请选择坐席' }).positive({ error: '请选择坐席' }) });
const plain = z.object({ to: z.enum(['repeat', 'callback', 'hangup', 'up']) });

/** What a key does. `menu` opens keys of its own. */
export type MenuAction =
  | z.infer<typeof group>
  | z.infer<typeof seat>
  | z.infer<typeof number>
  | z.infer<typeof plain>
  | { to: 'menu'; menu: MenuNode };
export interface MenuNode {
  /** Shown on pages; what is heard is the sound, or a tone where there is none. */
  greeting: string;
  soundId: number | null;
  keys: { key: string; name: string; action: MenuAction }[];
  /** What happens without a key after `seconds`, said `repeats` times again. */
  seconds: number;
  repeats: number;
  otherwise: MenuAction;
}
export const MenuNode: z.ZodType<MenuNode> = z.lazy(() =>
  z.object({
    greeting: text(200),
    soundId: z.int().positive().nullable().default(null),
    keys: z.array(z.object({ key: KEY, name: required(20, '请填写按键名称'), action: Action })).max(12, { error: '最多12个按键' }),
    seconds: z.int({ error: '等待按键应为3至60秒' }).min(3, { error: '等待按键应为3至60秒' }).max(60, { error: '等待按键应为3至60秒' }),
    repeats: z.int({ error: '重播次数应为0至5' }).min(0, { error: '重播次数应为0至5' }).max(5, { error: '重播次数应为0至5' }),
    otherwise: Action,
  }),
) as z.ZodType<MenuNode>;
const Action: z.ZodType<MenuAction> = z.lazy(() =>
  z.union([group, seat, number, plain, z.object({ to: z.literal('menu'), menu: MenuNode })], { error: '请选择按键的去向' }),
) as z.ZodType<MenuAction>;

const DEEPEST = 4;

/** What is wrong with a tree, in words for who writes it; null when nothing is. */
export function menuProblem(part: MenuNode, depth = 1): string | null {
  if (depth > DEEPEST) return `菜单最多${DEEPEST}层`;
  if (new Set(part.keys.map(({ key }) => key)).size < part.keys.length) return '同一层的按键不能重复';
  if (part.otherwise.to === 'repeat' || part.otherwise.to === 'menu') return '无按键时应转到技能组、坐席、号码、预约回电或挂断';
  if (part.otherwise.to === 'up' && depth === 1) return '第一层没有上一层';
  for (const { action } of part.keys) {
    if (action.to === 'up' && depth === 1) return '第一层没有上一层';
    const problem = action.to === 'menu' ? menuProblem(action.menu, depth + 1) : null;
    if (problem) return problem;
  }
  return null;
}

/** The parts of a tree, from the top. */
export const partsOf = (part: MenuNode): MenuNode[] => [
  part,
  ...part.keys.flatMap(({ action }) => (action.to === 'menu' ? partsOf(action.menu) : [])),
];

/** What the keys and the silences of a tree do. */
const actionsOf = (tree: MenuNode): MenuAction[] =>
  partsOf(tree).flatMap(({ keys, otherwise }) => [...keys.map(({ action }) => action), otherwise]);

/** The groups that a tree leads to. */
export const groupsOf = (tree: MenuNode): number[] => actionsOf(tree).flatMap((action) => (action.to === 'group' ? [action.groupId] : []));
/** The seats that a tree leads to. */
export const seatsOf = (tree: MenuNode): number[] => actionsOf(tree).flatMap((action) => (action.to === 'seat' ? [action.seatId] : []));

/** The sounds that a tree plays. */
export const soundsOf = (tree: MenuNode): number[] => partsOf(tree).flatMap(({ soundId }) => soundId ?? []);

/** Where a caller is who comes while the menu is closed: it is said so, and the call ends. */
export const CLOSED = 'x';
/** Where a caller comes in. */
export const entered = (open: boolean): string => (open ? '' : CLOSED);

/** The part that the keys `at` lead to from the top; the top when they lead nowhere. */
export function nodeAt(tree: MenuNode, at: string): MenuNode {
  let part = tree;
  for (const key of at) {
    const action = part.keys.find((one) => one.key === key)?.action;
    if (action?.to !== 'menu') return tree;
    part = action.menu;
  }
  return part;
}

/** Where a caller is: the keys that lead there, and how often it was said again. Kept as `12:1`. */
export function placeOf(text: string): { at: string; said: number } {
  const [at = '', said = '0'] = text.split(':');
  return { at, said: Number(said) || 0 };
}
/** A place as it is kept. */
export const placeText = (at: string, said: number) => (said > 0 ? `${at}:${said}` : at);

/** What follows: the caller is somewhere in the menu, or leaves it by an action. */
export type Step = { stays: string } | { action: Exclude<MenuAction, { to: 'menu' | 'repeat' | 'up' }> };

function follow(action: MenuAction, at: string, key: string): Step {
  if (action.to === 'menu') return { stays: at + key };
  if (action.to === 'repeat') return { stays: at };
  if (action.to === 'up') return { stays: at.slice(0, -1) };
  return { action };
}

/** What a key does at a place; an unknown key says the menu again, and counts as silence. */
export function pressed(tree: MenuNode, place: string, key: string): Step {
  if (place === CLOSED) return { stays: CLOSED };
  const { at } = placeOf(place);
  const action = nodeAt(tree, at).keys.find((one) => one.key === key)?.action;
  return action ? follow(action, at, key) : silent(tree, place);
}

/** The key that led a caller out of the menu, from the top, by all that were pressed; null when none did. */
export function answerIn(tree: MenuNode, keys: string): { key: string; name: string; action: MenuAction } | null {
  let at = '';
  for (const key of keys) {
    const one = nodeAt(tree, at).keys.find((known) => known.key === key);
    if (!one) continue;
    const step = follow(one.action, at, key);
    if ('action' in step) return { key: at + key, name: one.name, action: one.action };
    at = step.stays;
  }
  return null;
}

/** What follows when no key came. */
export function silent(tree: MenuNode, place: string): Step {
  if (place === CLOSED) return { action: { to: 'hangup' } };
  const { at, said } = placeOf(place);
  const part = nodeAt(tree, at);
  if (said < part.repeats) return { stays: placeText(at, said + 1) };
  return follow(part.otherwise, at, '');
}
