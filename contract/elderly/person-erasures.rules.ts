/** Erasing a person whose time is over: when it may be, and who does what. Pure. */

/** Records of residents are kept for so many years after they have left; a tenant may say more, not less. */
export const LEAST_KEPT_YEARS = 5;

export const erasureStates = { due: 1, asked: 2, held: 3 } as const;
export const erasureStateLabels: Readonly<Record<number, string>> = { 1: '可删除', 2: '待确认', 3: '暂缓删除' };

export interface ErasureRow {
  /** Who asked for it; null: it is not asked for. */
  askId: number | null;
  holdReason: string | null;
}

/** The state of a record whose time is over. */
export const erasureState = ({ askId, holdReason }: ErasureRow): number =>
  holdReason !== null ? erasureStates.held : askId !== null ? erasureStates.asked : erasureStates.due;

export type ErasureAction = 'ask' | 'withdraw' | 'confirm' | 'hold' | 'release';

/** Why `userId` cannot do it now; null when they can. */
export function erasureRefusal(action: ErasureAction, { askId, holdReason }: ErasureRow, userId: number): string | null {
  if (action === 'release') return holdReason === null ? '该档案没有暂缓删除，请刷新后重试' : null;
  if (holdReason !== null) return '该档案已暂缓删除，请先解除暂缓';
  if (action === 'hold') return null;
  if (action === 'ask') return askId === null ? null : '已有待确认的删除申请，请刷新后重试';
  if (askId === null) return '没有待确认的删除申请，请刷新后重试';
  return action === 'confirm' && askId === userId ? '须由申请人以外的另一人确认删除' : null;
}

/** What an erased person is called from then on. */
export const erasedName = (id: number): string => `已删除人员${id}`;
