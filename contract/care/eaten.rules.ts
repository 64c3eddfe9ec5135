/** How much of a meal a person ate. Pure. */

export const eatenLabels: Readonly<Record<number, string>> = { 1: '全部', 2: '大半', 3: '一半', 4: '少量', 5: '未吃' };
export const NOTHING_EATEN = 5;

/** How often in a row nothing was eaten, of what was noted, the newest first. */
export function refusedInARow(eaten: readonly number[]): number {
  const other = eaten.findIndex((one) => one !== NOTHING_EATEN);
  return other === -1 ? eaten.length : other;
}
