/** What stays of what is typed (specification 1, section 5). Pure, for `normalize` of form items and for change handlers. */

export const digitsOnly = (text: string) => text.replace(/\D/g, '');

/** Digits and one dot, none in front, at most two decimals. */
export function decimalOnly(text: string): string {
  const [whole = '', ...rest] = text
    .replace(/[^\d.]/g, '')
    .replace(/^\.+/, '')
    .split('.');
  return rest.length ? `${whole}.${rest.join('').slice(0, 2)}` : whole;
}

/** Start of a range of decimals: digits and dots. */
export const rangeStart = (text: string) => text.replace(/[^\d.]/g, '');
/** End of a range of decimals: the specification takes digits only. */
export const rangeEnd = digitsOnly;

export type AgeRange = readonly [start: string, end: string];

/** An age range while it is typed: digits only, at most three. */
export const typedAges = ([start, end]: AgeRange): AgeRange => [digitsOnly(start).slice(0, 3), digitsOnly(end).slice(0, 3)];

/**
 * The rule that is applied as the end is typed: from ten on, a start above the end becomes the end.
 * Below ten the second digit may still be coming.
 */
export function settledAges(range: AgeRange): AgeRange {
  const [start, end] = typedAges(range);
  return end !== '' && start !== '' && Number(end) >= 10 && Number(start) > Number(end) ? [end, end] : [start, end];
}

export const WRONG_AGES = '请正确输入年龄范围';
/** Both or neither, in order; null when it is right. */
export function agesProblem([start, end]: AgeRange): string | null {
  if (start === '' && end === '') return null;
  return start === '' || end === '' || Number(start) > Number(end) ? WRONG_AGES : null;
}

/** Optional sign, digits, at most one point with digits on both sides. */
export const isNumberText = (text: string) => /^[+-]?\d+(\.\d+)?$/.test(text);
