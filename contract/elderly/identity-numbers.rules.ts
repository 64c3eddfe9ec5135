/** The number on an identity card of the mainland (GB 11643-1999): region, birth date, order, checksum. Pure. */

const SHAPE = /^[1-9]\d{5}(19|20)\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])\d{3}[\dX]$/;
const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = '10X98765432';

/** A number of which only the first three and the last four characters are shown. */
export const MASKED_IDENTITY = /^\d{3}\*{11}[\dX]{4}$/;

/** Takes what was typed; gives the number as it is stored (18 characters, a capital X), or null when it is none. */
export function identityNumberOf(typed: string): string | null {
  const number = typed.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase();
  if (!SHAPE.test(number)) return null;
  const day = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day) return null;
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return CHECKS[sum % 11] === number[17] ? number : null;
}

/** What a stored number says: the birth date (yyyy-MM-dd), and the sex (1 male, 2 female) by the last digit of the order. */
export const saidByIdentity = (number: string): { birthDate: string; gender: 1 | 2 } => ({
  birthDate: `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`,
  gender: Number(number[16]) % 2 === 1 ? 1 : 2,
});

/** `110***********0134`: what lists and forms show. */
export const maskedIdentity = (number: string): string => `${number.slice(0, 3)}${'*'.repeat(11)}${number.slice(-4)}`;
