/**
 * Telephone numbers as people in China write them: the one rule for every field, import and link. Pure.
 *
 * Specification 1, section 5: a mobile has 11 digits, begins with 1, its second digit is 3 to 9; a landline has 7 or 8 digits with an
 * optional area code of 3 or 4. Area codes begin with 0 (国内长途区号, YD/T 1127): 010, 02x, and four digits from 03 on.
 */

export const MOBILE = /^1[3-9]\d{9}$/;
/** A mobile as lists show it: 138****5678, with its first and last digits. */
export const MASKED_MOBILE = /^(1\d{2})\*{4}(\d{4})$/;
/** Every mobile in a text. */
export const MOBILES_WITHIN = /(?<!\d)1[3-9]\d{9}(?!\d)/g;
/** Every mobile, landline with its area code and number of another country in a text. */
export const PHONES_WITHIN = /(?<![\w.+⟦-])(?:1[3-9]\d{9}|0\d{2,3}-?\d{7,8}(?:-\d{1,6})?|\+[1-9]\d{6,14})(?![\w-])/g;
/** A text that is a number as a whole, with or without an area code, and no day. */
export const WHOLE_PHONE = /^(?!\d{4}-\d\d-\d\d$)\+?\d[\d-]{5,19}\d$/;
/** What may be a number in a text, as PostgreSQL looks for it. */
export const PHONE_IN_SQL = '(^|[^0-9])(1[3-9][0-9]{9}|0[0-9]{2,3}-?[0-9]{7,8}|[+][1-9][0-9]{6,14})([^0-9]|$)';
/** 0571-87654321, 87654321, with `-` and up to six digits of an extension; no local number begins with 0. */
const LANDLINE = /^(?:(010|02\d|0(?![48]00)[3-9]\d{2})-?)?([1-9]\d{6,7})(?:-(\d{1,6}))?$/;
/** 400 and 800 numbers, 95xxx and 96xxx of companies, 12xxx of authorities. */
const SERVICE = /^(?:(?:400|800)\d{7}|9[56]\d{3,4}|12\d{3})$/;
/** E.164, of other countries. */
const FOREIGN = /^\+[1-9]\d{6,14}$/;
/** What a watch may dial besides: 120, numbers within the house, a switchboard's prefix before any of these. */
const DIALLED = /^\+?\d{3,20}$/;

/**
 * `mobile` takes text messages. `person` is a mobile or a landline. `contact` may also be a
 * service number or abroad. `dialled` is what a device dials.
 */
export type PhoneKind = 'mobile' | 'person' | 'contact' | 'dialled';

export const phoneMessages: Record<PhoneKind, string> = {
  mobile: '手机号格式不正确',
  person: '电话号码格式不正确，请填写手机号或固定电话（如0571-87654321）',
  contact: '电话号码格式不正确，请填写手机号、固定电话（如0571-87654321）或400等服务号码',
  dialled: '电话号码应为3至20位数字',
};

/** The longest text that a field takes before it is normalised, and the longest that is kept. */
export const MOST_TYPED = 30;

/** Digits of other widths and dashes of every kind become ASCII, 转 and its like the dash before an extension. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/[‐-―−﹘－—]/g, '-')
    .replace(/\s*(?:转接?|分机号?|ext\.?|[x#,;])[\s:.]*(\d{1,6})$/i, '-$1');

/** Without the country code of China, which a landline's area code follows without its 0. */
function domestic(text: string): { rest: string; coded: boolean } {
  const found = /^(?:\+|00)86[\s-]*(.*)$/.exec(text) ?? /^86[\s-]*(1[3-9][\d\s-]{9,})$/.exec(text);
  return found ? { rest: found[1]!.replace(/^\(0\)/, ''), coded: true } : { rest: text, coded: false };
}

function landlineOf(text: string, coded: boolean): string | null {
  const written = text.replace(/^\((\d{2,4})\)\s*/, '$1-').replace(/\s+/g, coded || text.startsWith('0') ? '-' : '');
  const dialled = coded && /^[1-9]/.test(written) ? `0${written}` : written;
  // 0571-8765-4321: a dash within the number is no extension.
  const joined = dialled.replace(/^((?:0\d{2,3}-)?\d{3,4})-(\d{4})(?=-|$)/, '$1$2');
  const parts = LANDLINE.exec(joined);
  if (!parts) return null;
  const [, area, number, extension] = parts;
  return [area, number, extension].filter(Boolean).join('-');
}

/**
 * A telephone number in the form that is stored: `13812345678`, `0571-87654321`, `0571-87654321-802`, `87654321`, `4001234567`, `95588`,
 * `+14155550100`. Null when it is none of its kind.
 */
export function phoneOf(text: string, kind: PhoneKind = 'person'): string | null {
  if (text.length > MOST_TYPED) return null;
  const typed = plain(text);
  const { rest, coded } = domestic(typed);
  const digits = rest.replace(/[\s-]/g, '');
  if (MOBILE.test(digits)) return digits;
  if (kind === 'mobile') return null;
  const more = kind !== 'person';
  if (more && SERVICE.test(digits)) return digits;
  const landline = landlineOf(rest, coded);
  if (landline !== null) return kind === 'dialled' ? landline.replaceAll('-', '') : landline;
  const bare = typed.replace(/[\s()-]/g, '');
  if (more && !coded && FOREIGN.test(bare)) return bare;
  return kind === 'dialled' && DIALLED.test(bare) ? bare : null;
}

/** Whether a text is a mobile number of the mainland, which can get text messages. */
export const isMobile = (text: string | null | undefined): text is string => typeof text === 'string' && MOBILE.test(text);

/** The address of a link that dials; an extension follows after a pause. */
export const telOf = (phone: string): string => {
  const [, number = phone, extension] = /^((?:0\d{2,3}-)?\d{7,8})-(\d{1,6})$/.exec(phone) ?? [];
  return `tel:${number}${extension ? `,${extension}` : ''}`;
};

/** The last four digits of a number, before an extension: by them it is found. */
export const lastFourOf = (phone: string): string =>
  phone
    .replace(/^((?:0\d{2,3}-)?\d{7,8})-\d{1,6}$/, '$1')
    .replace(/\D/g, '')
    .slice(-4);
