/** Numbers of a purchase of devices. Pure. */

/** What becomes of a number of the batch that is not in the ledger when it comes. */
export const strategies = {
  /** Refused, and not written down. */
  off: 0,
  /** Refused until staff enter it, and written down for them. */
  preEntered: 2,
  /** Entered into the ledger at once, and let in. */
  create: 1,
} as const;
export const strategyLabels: Record<number, string> = { 1: '自动登记', 2: '登记后接入', 0: '不接入' };

/** Whether the platform has agreed to a batch. */
export const consents = {
  /** It need not: the institution's batches are few enough. */
  none: 0,
  /** Asked: until then the batch is not in force. */
  waiting: 1,
  given: 2,
  refused: 3,
} as const;
export const consentLabels: Record<number, string> = { 0: '生效', 1: '待平台同意', 2: '平台已同意', 3: '平台未同意' };
/** Numbers that an institution may claim in all without consent, unless the platform says otherwise (DEVICE_NUMBERS_FREE). */
export const FREE_NUMBERS = 1000;

/** Whoever buys more has several batches. */
export const MOST_NUMBERS = 10_000;

/** Why two numbers are no batch, in Chinese; null when they are. */
export function checkNumbers(first: string, last: string): string | null {
  if (!/^\d+$/.test(first) || !/^\d+$/.test(last)) return '起始编号和结束编号应为数字';
  if (first.length !== last.length) return '起始编号和结束编号的位数应相同';
  if (first > last) return '结束编号不能小于起始编号';
  if (BigInt(last) - BigInt(first) >= BigInt(MOST_NUMBERS)) return `一个批次最多${MOST_NUMBERS}个编号`;
  return null;
}

/** How many numbers a range has. */
export const countNumbers = (first: string, last: string) => Number(BigInt(last) - BigInt(first)) + 1;

/** The check digit of the first fourteen digits of an IMEI. */
function checkDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10);
}

/** The IMEI of which a watch sends the ten digits in the middle; `prefix` are its first four. */
export const imeiOfShort = (prefix: string, short: string) => `${prefix}${short}${checkDigit(prefix + short)}`;
