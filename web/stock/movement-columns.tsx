/** Pieces that the ledgers of materials and of products share. */
import { Tag } from 'antd';
import { movementKind, movementKindLabels } from '#contract/stock/materials.rules.ts';
import { MISSING } from '#web/ui/display.ts';
import './stock.css';

const COLORS: Record<number, string> = {
  [movementKind.in]: 'success',
  [movementKind.out]: 'error',
  [movementKind.correction]: 'warning',
  [movementKind.job]: 'processing',
  [movementKind.sale]: 'purple',
  [movementKind.returned]: 'cyan',
};

export const KindTag = ({ kind }: { kind: number }) => <Tag color={COLORS[kind] ?? 'default'}>{movementKindLabels[kind] ?? MISSING}</Tag>;

/** With its sign, in colour. */
export const Change = ({ quantity }: { quantity: number }) => (
  <b className={quantity > 0 ? 'y-stock-in' : 'y-stock-out'}>{quantity > 0 ? `+${quantity}` : String(quantity)}</b>
);
