/** What is worth a second look in a device number. Pure. */

/** The last digit of an IMEI is a check digit (Luhn). */
export function isImei(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** A warning for a number that the server takes but that looks mistyped; null for the others. */
export function imeiWarning(text: string): string | null {
  if (/^\d{15}$/.test(text)) return isImei(text) ? null : '校验位不正确，请核对IMEI是否输错';
  return /^\d{11,14}$|^\d{16,}$/.test(text) ? 'IMEI应为15位数字，请核对' : null;
}
