/** How sums are written for people, on screens, papers and in messages. Pure. */

/** Digits in groups of three: `1234567.5` → `1,234,567.5`. */
export function grouped(value: number | string): string {
  const [whole = '', ...fraction] = String(value).split('.');
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...fraction].join('.');
}

/** Yuan with two decimals: `¥1,280.00`. */
export const yuanText = (yuan: number) => `¥${grouped(yuan.toFixed(2))}`;

/** The same of fen. */
export const fenText = (fen: number) => yuanText(Math.round(fen) / 100);
