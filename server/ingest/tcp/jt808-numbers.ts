/** The number in the header of JT/T 808: decimal digits by the standard, in some terminals the IMEI in binary. */
import { bcd } from '#server/ingest/tcp/binary-fields.ts';

/** Digits of an IMEI without its check digit, and of the longest form with a software version. */
const IMEI_BODY = 14;
const IMEI_LONGEST = 16;

/** The last digit of an IMEI, by which the sum of its digits, every second one doubled, is a multiple of ten. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits, Number).reduce((all, digit, n) => {
    const doubled = digit * (n % 2 === 0 ? 1 : 2);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

/** The IMEI that bytes say as one number: whole, or without its check digit, which six bytes have no room for. Null when it is none. */
export function binaryImei(bytes: Buffer): string | null {
  const digits = BigInt(`0x${bytes.toString('hex')}`).toString();
  if (digits.length === IMEI_BODY) return digits + checkDigit(digits);
  return digits.length > IMEI_BODY && digits.length <= IMEI_LONGEST ? digits : null;
}

/** The number of a terminal: decimal digits, perhaps filled with F behind, otherwise an IMEI in binary; null when it is neither. */
export function terminalNumber(bytes: Buffer): string | null {
  const filled = bytes.toString('hex').replace(/f+$/, '');
  return bcd(bytes) ?? (/^\d{8,}$/.test(filled) ? filled : binaryImei(bytes));
}

/** What the bytes of twelve decimal digits say as an IMEI: some binary ones happen to have no letter. */
export const numberAsImei = (digits: string) => (digits.length <= 12 ? binaryImei(Buffer.from(digits.padStart(12, '0'), 'hex')) : null);
