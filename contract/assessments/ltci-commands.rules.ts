/** What each command makes of a version of the scale of long-term care insurance. What is published never changes. Pure. */
import { isoOf } from '../time.ts';
import type { Decision } from '../transitions.ts';
import { refusedFigures, type LtciFigures } from './ltci-figures.rules.ts';

export const ltciStates = { draft: 1, published: 2 } as const;
export const ltciStateLabels: Readonly<Record<number, string>> = { 1: '草稿', 2: '已发布' };

export interface LtciState {
  state: number;
  figures: unknown;
  verified_at: string | null;
}

export type LtciCommand =
  | { action: 'edit'; figures: LtciFigures }
  | { action: 'publish'; by: string }
  | { action: 'verify'; by: string; note: string };
export type LtciAction = LtciCommand['action'];
export interface LtciChange {
  set: Record<string, unknown>;
}

const actionLabels: Record<LtciAction | 'delete', string> = { edit: '修改', publish: '发布', verify: '核实', delete: '删除' };

/** Why an action is not open to a version; null when it is. */
export function closedLtci({ state, verified_at }: Pick<LtciState, 'state' | 'verified_at'>, action: LtciAction | 'delete'): string | null {
  if (action !== 'verify') return state === ltciStates.draft ? null : `已发布的版本不能${actionLabels[action]}，请新增版本`;
  if (state === ltciStates.draft) return '草稿发布后才能核实';
  return verified_at === null ? null : '该版本已核实';
}

/** What a command makes of a version at `now`. */
export function decideLtci(row: LtciState, command: LtciCommand, now: number): Decision<LtciChange> {
  const closed = closedLtci(row, command.action);
  if (closed !== null) return { refusal: closed, status: 409 };
  const at = isoOf(now);
  if (command.action === 'verify') return { change: { set: { verified_at: at, verified_name: command.by, verified_note: command.note } } };
  const wrong = refusedFigures(command.action === 'edit' ? command.figures : (row.figures as LtciFigures));
  if (wrong !== null) return { refusal: wrong, status: 422 };
  if (command.action === 'edit') return { change: { set: { figures: JSON.stringify(command.figures) } } };
  return { change: { set: { state: ltciStates.published, published_at: at, published_name: command.by } } };
}
