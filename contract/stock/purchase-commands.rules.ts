/** What each command makes of a purchase of material. State and change are in the words of the row's columns. Pure. */
import { caseStateLabels, caseStates } from '../approvals/approval-cases.rules.ts';
import type { Decision } from '../transitions.ts';
import { hundredths, ofHundredths } from './materials.rules.ts';

/** The first five are those of its approval. */
export const purchaseStates = { ...caseStates, partial: 6, received: 7, closed: 8 } as const;
export const purchaseStateLabels: Record<number, string> = { ...caseStateLabels, 2: '已批准', 6: '部分入库', 7: '已入库', 8: '已关闭' };

export interface PurchaseLine {
  id: number;
  name: string;
  unit: string;
  quantity: number;
  received: number;
}

export interface Receipt {
  lineId: number;
  quantity: number;
}

export type PurchaseCommand =
  | { action: 'approved' | 'rejected' | 'withdrawn' | 'returned' }
  /** Changed after it was returned, and asked for again. */
  | { action: 'edit'; set: Record<string, unknown> }
  | { action: 'receive'; receipts: readonly Receipt[]; reason: string }
  | { action: 'close'; reason: string };
export type PurchaseAction = PurchaseCommand['action'];

const actionLabels: Record<PurchaseAction | 'delete', string> = {
  approved: '批准',
  rejected: '拒绝',
  withdrawn: '撤回',
  returned: '退回',
  edit: '修改',
  receive: '入库',
  close: '关闭',
  delete: '删除',
};

const { running, approved, returned, partial, received, closed } = purchaseStates;
const OPEN: Record<PurchaseAction | 'delete', readonly number[]> = {
  approved: [running],
  rejected: [running],
  withdrawn: [running, returned],
  returned: [running],
  edit: [returned],
  receive: [approved, partial],
  close: [approved, partial],
  delete: [],
};

/** Why an action is not open to a purchase; null when it is. */
export const closedPurchase = ({ state }: { state: number }, action: PurchaseAction | 'delete'): string | null =>
  OPEN[action].includes(state) ? null : `采购${purchaseStateLabels[state]}，不能${actionLabels[action]}`;

/** CG, day, serial. */
export const purchaseNumber = (day: string, serial: number) => `CG${day.replaceAll('-', '')}${String(serial).padStart(4, '0')}`;

/** In fen; each line is rounded for itself. */
export const purchaseTotal = (lines: readonly { quantity: number; priceFen: number }[]): number =>
  lines.reduce((sum, { quantity, priceFen }) => sum + Math.round((hundredths(quantity) * priceFen) / 100), 0);

/** What of a line has not come yet. */
export const outstanding = ({ quantity, received: come }: Pick<PurchaseLine, 'quantity' | 'received'>): number =>
  ofHundredths(Math.max(0, hundredths(quantity) - hundredths(come)));

/** How much of a low material is bought: twice the safety quantity is there then. */
export const proposedPurchase = ({ quantity, safetyQuantity }: { quantity: number; safetyQuantity: number }): number =>
  ofHundredths(Math.max(100, 2 * hundredths(safetyQuantity) - hundredths(quantity)));

export interface PurchaseChange {
  action: PurchaseAction;
  set: Record<string, unknown> & { state: number };
  receipts: readonly Receipt[];
  reason: string;
}

/** What a command makes of a purchase with its lines. */
export function decidePurchase(row: { state: number; lines: readonly PurchaseLine[] }, command: PurchaseCommand): Decision<PurchaseChange> {
  const { action } = command;
  const why = closedPurchase(row, action);
  if (why !== null) return { refusal: why, status: 409 };
  const change = (set: PurchaseChange['set'], receipts: readonly Receipt[] = [], reason = '') => ({
    change: { action, set, receipts, reason },
  });
  if (action === 'edit') return change({ ...command.set, state: running });
  if (action === 'close') return change({ state: closed, close_reason: command.reason }, [], command.reason);
  if (action !== 'receive') return change({ state: purchaseStates[action] });
  const { receipts, reason } = command;
  const come = new Map<number, number>();
  for (const { lineId, quantity } of receipts) {
    if (!row.lines.some(({ id }) => id === lineId)) return { refusal: '采购明细不存在', status: 404 };
    come.set(lineId, (come.get(lineId) ?? 0) + hundredths(quantity));
  }
  const left = (line: PurchaseLine) => hundredths(line.quantity) - hundredths(line.received) - (come.get(line.id) ?? 0);
  const more = row.lines.find((line) => come.has(line.id) && left(line) < 0);
  if (more && reason === '') return { refusal: `${more.name}只剩${outstanding(more)}${more.unit}未入库，多收请填写原因`, status: 422 };
  return change({ state: row.lines.every((line) => left(line) <= 0) ? received : partial }, receipts, reason);
}
