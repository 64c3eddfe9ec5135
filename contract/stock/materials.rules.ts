/** What moves stock, and what may be moved. Pure. */

/** 1–3 are booked by hand, the others follow from work orders and goods orders. */
export const movementKind = { in: 1, out: 2, correction: 3, job: 4, sale: 5, returned: 6 } as const;
export const movementKindLabels: Record<number, string> = {
  1: '入库',
  2: '出库',
  3: '盘点校正',
  4: '服务消耗',
  5: '商品销售',
  6: '销售退回',
};
/** What a person books. */
export const manualKinds = [movementKind.in, movementKind.out, movementKind.correction] as const;

/** Quantities have two decimals; sums are made of their hundredths, which are exact. */
export const hundredths = (quantity: number) => Math.round(quantity * 100);
/** A quantity from its hundredths. */
export const ofHundredths = (hundredth: number) => hundredth / 100;

/** The signed change that a booking means; of a correction `quantity` is what was counted. 0 changes nothing. */
export function changeOf(kind: number, quantity: number, balance: number): number {
  if (kind === movementKind.in) return quantity;
  if (kind === movementKind.out) return -quantity;
  return ofHundredths(hundredths(quantity) - hundredths(balance));
}

/** At or below what should always be there; a material without such a quantity is never low. */
export const isLow = ({ quantity, safetyQuantity }: { quantity: number; safetyQuantity: number }) =>
  safetyQuantity > 0 && quantity <= safetyQuantity;

/** What is said when there is not enough. */
export const shortageText = (name: string, unit: string, left: number, wanted: number) =>
  `库存不足：${name}仅剩${left}${unit}，需要${wanted}${unit}`;
