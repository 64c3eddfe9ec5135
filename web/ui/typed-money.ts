/** How a sum stands in its field, and what is read from it. */
import { grouped } from '#contract/money.ts';

/** Groups of three; with two decimals once nobody types: `1280.5` → `1,280.50`. What is no number stays as it is. */
export function shownSum(value: number | string | undefined, { userTyping }: { userTyping: boolean }): string {
  const text = String(value ?? '');
  if (!/^-?\d/.test(text)) return text;
  return grouped(userTyping ? text : Number(text).toFixed(2));
}

/** The number in what was typed or pasted, such as `¥1,280.50`, `1280.5元` or full-width digits; what is no number stays as it is. */
export const readSum = (text: string | undefined): string => (text ?? '').normalize('NFKC').replace(/[,、¥元\s]/g, '');
