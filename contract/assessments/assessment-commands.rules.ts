/** What each command makes of an assessment: written, signed by one or two assessors, then never changed again. Pure. */
import { dayOf, isoOf, nextDay } from '../time.ts';
import type { Decision } from '../transitions.ts';
import type { Evaluation } from './evaluate.rules.ts';
import type { Scale } from './scale-parts.ts';

export const assessmentStates = { draft: 1, signed: 2, complete: 3, voided: 4 } as const;
export const assessmentStateLabels: Readonly<Record<number, string>> = { 1: '草稿', 2: '待复签', 3: '已完成', 4: '已作废' };
export const assessmentReasons: Readonly<Record<number, string>> = {
  1: '首次评估',
  2: '常规评估',
  3: '即时评估',
  4: '复评',
  9: '其他',
};
const OTHER = 9;
/** Of these the reason says in words what happened: the condition changed, or the result was doubted. */
const EXPLAINED: ReadonlySet<number> = new Set([3, 4, OTHER]);

export interface AssessmentState {
  state: number;
  assessed_on: string;
  first_user_id: number | null;
  applied_at: string | null;
}

export interface Signer {
  id: number;
  name: string;
}

export type AssessmentCommand =
  | { action: 'edit'; set: Record<string, unknown> }
  | { action: 'sign'; by: Signer; picture: string; informant: string | null; scale: Scale; evaluation: Evaluation; months: number }
  | { action: 'void'; by: Signer; note: string }
  | { action: 'apply'; by: Signer; careLevel: number };
export type AssessmentAction = AssessmentCommand['action'];

const actionLabels: Record<AssessmentAction | 'delete', string> = {
  edit: '修改',
  sign: '签名',
  void: '作废',
  apply: '采用',
  delete: '删除',
};
const openTo: Record<AssessmentAction | 'delete', readonly number[]> = {
  edit: [1],
  sign: [1, 2],
  void: [2, 3],
  apply: [3],
  delete: [1],
};

/** Why an action is not open to an assessment; null when it is. */
export function closedAssessment(
  { state, applied_at }: Pick<AssessmentState, 'state' | 'applied_at'>,
  action: AssessmentAction | 'delete',
): string | null {
  if (!openTo[action].includes(state)) return `该评估${assessmentStateLabels[state]}，不能${actionLabels[action]}`;
  return action === 'apply' && applied_at !== null ? '该评估的结果已采用' : null;
}

/** Why an assessment cannot be written down so; null when it can. */
export function formProblem(
  { reason, reasonNote, assessedDate }: { reason: number; reasonNote: string; assessedDate: string },
  today: string,
): string | null {
  if (EXPLAINED.has(reason) && reasonNote === '') return `${assessmentReasons[reason]}请说明原因`;
  return assessedDate > today ? '评估日期不能晚于今天' : null;
}

/** The same day so many months later, or the last of its month. */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** Until when it is to be made again; null: that is not asked for. */
export function nextOf(scale: Scale, { againDays }: Pick<Evaluation, 'againDays'>, assessed: string, months: number): string | null {
  if (againDays !== null) return nextDay(assessed, againDays);
  return scale.ability ? monthsAfter(assessed, months) : null;
}

export interface AssessmentChange {
  action: AssessmentAction;
  set: Record<string, unknown>;
  /** Which of its scale is the newest is to be seen again. */
  recount: boolean;
}

function decideSignature(
  row: AssessmentState,
  { by, picture, informant, scale, evaluation, months }: Extract<AssessmentCommand, { action: 'sign' }>,
  now: number,
): Decision<AssessmentChange> {
  const refused = (refusal: string) => ({ refusal, status: 422 }) as const;
  const { complete, signed } = assessmentStates;
  const at = isoOf(now);
  if (row.state === signed) {
    if (row.first_user_id === by.id) return refused('两名评估员不能是同一人，请由另一名评估员签名');
    const set = { state: complete, second_user_id: by.id, second_name: by.name, second_sign: picture, completed_at: at };
    return { change: { action: 'sign', set, recount: true } };
  }
  if (evaluation.refusal !== null) return refused(evaluation.refusal);
  const { missing, total, level, name } = evaluation;
  const names = missing.map((code) => scale.items.find((item) => item.code === code)!.name);
  if (missing.length > 0)
    return refused(`还有${missing.length}项没有填写：${names.slice(0, 3).join('、')}${missing.length > 3 ? '等' : ''}`);
  if (row.assessed_on > dayOf(now)) return refused('评估日期不能晚于今天');
  if (scale.ability && informant === null) return refused('请信息提供者签名');
  const whole = scale.ability ? {} : { completed_at: at };
  const set = {
    state: scale.ability ? signed : complete,
    result: JSON.stringify(evaluation),
    total,
    level,
    level_name: name,
    next_on: nextOf(scale, evaluation, row.assessed_on, months),
    first_user_id: by.id,
    first_name: by.name,
    first_sign: picture,
    first_at: at,
    informant_sign: informant,
    ...whole,
  };
  return { change: { action: 'sign', set, recount: !scale.ability } };
}

/** What a command makes of an assessment at `now`. */
export function decideAssessment(row: AssessmentState, command: AssessmentCommand, now: number): Decision<AssessmentChange> {
  const { action } = command;
  const closed = closedAssessment(row, action);
  if (closed !== null) return { refusal: closed, status: 409 };
  if (command.action === 'edit') return { change: { action, set: command.set, recount: false } };
  if (command.action === 'sign') return decideSignature(row, command, now);
  const at = isoOf(now);
  if (command.action === 'apply') {
    const set = { applied_level: command.careLevel, applied_name: command.by.name, applied_at: at };
    return { change: { action, set, recount: false } };
  }
  if (command.note === '') return { refusal: '请填写作废原因', status: 422 };
  const set = { state: assessmentStates.voided, latest: false, void_reason: command.note, void_name: command.by.name, void_at: at };
  return { change: { action, set, recount: true } };
}
