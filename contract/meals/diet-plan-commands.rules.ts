/** What each command makes of the plan of a week. Pure. */
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';

export const dietPlanStates = { draft: 1, published: 2, replaced: 3 } as const;
export const dietPlanStateLabels: Readonly<Record<number, string>> = { 1: '草稿', 2: '已发布', 3: '已被新版替换' };

/** `fill` writes the dishes of a draft, `change` one dish of a published plan, `replace` gives way to a newer edition. */
export type DietPlanCommand = { action: 'fill' } | { action: 'publish'; dishes: number; by: string } | { action: 'change' | 'replace' };
export type DietPlanAction = DietPlanCommand['action'];

const WORDS: Record<DietPlanAction | 'delete', string> = {
  fill: '编排菜品',
  publish: '发布',
  change: '临时换菜',
  replace: '替换',
  delete: '删除',
};

/** Why an action is not open to a plan; null when it is. */
export function closedDietPlan({ state }: { state: number }, action: DietPlanAction | 'delete'): string | null {
  const needs = action === 'change' || action === 'replace' ? dietPlanStates.published : dietPlanStates.draft;
  return state === needs ? null : `膳食计划${dietPlanStateLabels[state]}，不能${WORDS[action]}`;
}

export interface DietPlanChange {
  action: DietPlanAction;
  /** Columns of the row. */
  set: { state?: number; published_at?: string; published_by?: string };
}

/** What a command makes of a plan at `now` (epoch ms). */
export function decideDietPlan({ state }: { state: number }, command: DietPlanCommand, now: number): Decision<DietPlanChange> {
  const { action } = command;
  const refusal = closedDietPlan({ state }, action);
  if (refusal !== null) return { refusal, status: 409 };
  switch (command.action) {
    case 'publish':
      if (command.dishes === 0) return { refusal: '还没有编排菜品，不能发布', status: 422 };
      return { change: { action, set: { state: dietPlanStates.published, published_at: isoOf(now), published_by: command.by } } };
    case 'replace':
      return { change: { action, set: { state: dietPlanStates.replaced } } };
    case 'fill':
    case 'change':
      return { change: { action, set: {} } };
  }
}
