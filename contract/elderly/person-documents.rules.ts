/** Papers of people and of the institution: whether they hold, and what of them is not said aloud. Pure; days are texts of `time.ts`. */

import { identityNumberOf } from './identity-numbers.rules.ts';

export const documentStates = { valid: 1, soon: 2, expired: 3, endless: 4, replaced: 5 } as const;
export const documentStateLabels: Readonly<Record<number, string>> = { 1: '有效', 2: '将到期', 3: '已过期', 4: '无期限', 5: '已更新' };

/** Of the list: all that are in use, with any end. */
export const IN_USE = 0;

/** So many days before its end a paper is one that ends soon, unless the institution says otherwise. */
export const USUAL_SOON_DAYS = 30;
export const MOST_FILES = 20;

/** The number of an identity card in the dictionary `document_type`. */
const IDENTITY_CARD = 1;

interface Dated {
  issuedDate?: string | null | undefined;
  /** The last day on which it holds. */
  expireDate?: string | null | undefined;
}

/** What is wrong with the days of a paper; null when nothing is. */
export function documentProblem({ issuedDate, expireDate }: Dated, today: string): string | null {
  if (issuedDate && issuedDate > today) return '签发日期不能晚于今天';
  return issuedDate && expireDate && expireDate < issuedDate ? '到期日期不能早于签发日期' : null;
}

/** Whether the number of a paper is that of an identity card: it is sealed, and lists do not say it whole. */
export const isIdentityPaper = (type: number, number: string): boolean => type === IDENTITY_CARD || identityNumberOf(number) !== null;

/** The number as lists and files show it: that of an identity card without the birth date and the area. */
export const shownNumber = (type: number, number: string | null): string | null =>
  number !== null && number.length > 8 && isIdentityPaper(type, number)
    ? `${number.slice(0, 3)}${'*'.repeat(number.length - 7)}${number.slice(-4)}`
    : number;
