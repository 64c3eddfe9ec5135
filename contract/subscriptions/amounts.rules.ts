/** Amounts in words, as invoices have them (人民币大写). Pure. */

const DIGITS = '零壹贰叁肆伍陆柒捌玖';
const PLACES = ['', '拾', '佰', '仟'];
const GROUPS = ['', '万', '亿', '万亿'];

/** Up to four digits; `gap` writes the zero that separates them from what stands before. */
function groupOf(value: number): string {
  let text = '';
  let zero = false;
  for (let place = 3; place >= 0; place--) {
    const digit = Math.floor(value / 10 ** place) % 10;
    if (digit === 0) {
      zero = text !== '';
      continue;
    }
    text += (zero ? '零' : '') + DIGITS[digit] + PLACES[place];
    zero = false;
  }
  return text;
}

/** 1234567 fen → 壹万贰仟叁佰肆拾伍元陆角柒分. Whole yuan end with 整. */
export function inWords(fen: number): string {
  const yuan = Math.floor(fen / 100);
  const [jiao, cent] = [Math.floor(fen / 10) % 10, fen % 10];
  let text = '';
  let gap = false;
  for (let group = GROUPS.length - 1; group >= 0; group--) {
    const value = Math.floor(yuan / 10_000 ** group) % 10_000;
    if (value === 0) {
      gap = text !== '';
      continue;
    }
    text += (text !== '' && (gap || value < 1000) ? '零' : '') + groupOf(value) + GROUPS[group];
    gap = false;
  }
  const whole = yuan > 0 ? `${text}元` : '';
  if (jiao === 0 && cent === 0) return `${whole || '零元'}整`;
  const tenth = jiao > 0 ? `${DIGITS[jiao]}角` : yuan > 0 ? '零' : '';
  return `${whole}${tenth}${cent > 0 ? `${DIGITS[cent]}分` : '整'}`;
}
