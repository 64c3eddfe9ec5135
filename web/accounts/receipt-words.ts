/** What a receipt says of its money, on its own page and among the forms of an admission. */
import { toFen } from '#contract/fields.ts';
import { inWords } from '#contract/subscriptions/amounts.rules.ts';
import { yuan } from '#web/ui/display.ts';

/** The title of a receipt: of what was paid back, of a deposit, or of other money. Sums in yuan. */
export const receiptTitle = ({ amount, deposit }: { amount: number; deposit: number }): string =>
  amount < 0 ? '退款凭证' : deposit === 0 ? '收款收据' : '押金收据';

/** The sum in figures and in the words that a receipt needs. */
export const receiptSum = (amount: number): string => `${yuan(Math.abs(amount))}（人民币${inWords(toFen(Math.abs(amount)))}）`;
