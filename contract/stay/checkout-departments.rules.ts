/** The departments that agree to a check-out, and in which turns. Pure. */

export const departments = {
  nursing: '护理部',
  medical: '医务部',
  general: '总务部',
  finance: '财务部',
  business: '业务部',
  director: '院长',
} as const;
export type Department = keyof typeof departments;
export const departmentNames = Object.keys(departments) as [Department, ...Department[]];

/** Turns are separated by `;`, those of one turn by `,`. */
export const DEFAULT_TURNS = 'nursing,medical,general;finance;business;director';

/** Who signs in which turn, the first one first; null when the text names an unknown department, one twice, or none in a turn. */
export function turnsOf(text: string): Department[][] | null {
  const turns = text.split(';').map((turn) => turn.split(',').map((name) => name.trim()));
  const all = turns.flat();
  const known = all.every((name) => Object.hasOwn(departments, name));
  return known && new Set(all).size === all.length ? (turns as Department[][]) : null;
}

/** Why the institution cannot say it so; null when it can. */
export const turnsProblem = (text: string): string | null =>
  turnsOf(text) === null ? `应为${departmentNames.join('、')}，每个最多一次；同一轮用逗号分隔，各轮用分号分隔` : null;

export const signStates = { open: 1, agreed: 2, sentBack: 3 } as const;
export const signStateLabels: Readonly<Record<number, string>> = { 1: '待审核', 2: '已通过', 3: '已退回' };

export interface Sign {
  department: string;
  turn: number;
  state: number;
}

/** The departments whose turn it is: those of the first turn that has not agreed as a whole. */
export function waitingSigns<S extends Sign>(signs: readonly S[]): S[] {
  const turn = Math.min(...signs.filter(({ state }) => state !== signStates.agreed).map((sign) => sign.turn));
  return signs.filter((sign) => sign.turn === turn && sign.state !== signStates.agreed);
}

/** Why a department cannot sign or send back now; null when it can. */
export function signProblem(signs: readonly Sign[], department: Department): string | null {
  const name = departments[department];
  const sign = signs.find((one) => one.department === department);
  if (!sign) return `本次退住不需要${name}审核`;
  if (sign.state === signStates.agreed) return `${name}已审核通过`;
  if (sign.state === signStates.sentBack) return `${name}已退回，等待申请人重新提交`;
  return waitingSigns(signs).includes(sign) ? null : `尚未轮到${name}审核`;
}
