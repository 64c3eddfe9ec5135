/** What the product says to those who wait by telephone: short pieces that are said one after the other, and which of them when. Pure. */

/** Every piece with its words. An institution may put a sound of its own in the place of each. */
export const spokenWords = {
  ahead: '您前面还有',
  next: '您是下一位',
  zero: '零',
  one: '一',
  two: '二',
  three: '三',
  four: '四',
  five: '五',
  six: '六',
  seven: '七',
  eight: '八',
  nine: '九',
  ten: '十',
  hundred: '百',
  pair: '两',
  people: '位',
  wait: '请稍候',
  offer: '按1，请我们回电',
  promise: '稍后我们给您回电，再见',
  unknown: '没有您的号码，不能回电，请重新拨打',
  busy: '坐席都在忙，请稍后再拨，再见',
  closed: '现在不在服务时间，请在服务时间来电，再见',
} as const;
export type Piece = keyof typeof spokenWords;
export const pieces = Object.keys(spokenWords) as [Piece, ...Piece[]];

const DIGITS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'] as const;
/** More than this is not counted out. */
export const MOST_SPOKEN = 999;

/** A number as it is said in Chinese: 12 is 十二, 105 一百零五, 110 一百一十. From 1 to 999; what is more is said as 999. */
export function numberPieces(count: number): Piece[] {
  const number = Math.min(MOST_SPOKEN, Math.max(1, Math.floor(count)));
  const [hundreds, tens, ones] = [Math.floor(number / 100), Math.floor(number / 10) % 10, number % 10];
  const said: Piece[] = [];
  if (hundreds > 0) said.push(DIGITS[hundreds] as Piece, 'hundred');
  if (hundreds > 0 && tens === 0 && ones > 0) said.push('zero');
  // 十二, but 一百一十二.
  if (tens > 1 || (tens === 1 && hundreds > 0)) said.push(DIGITS[tens] as Piece);
  if (tens > 0) said.push('ten');
  if (ones > 0) said.push(DIGITS[ones] as Piece);
  return said;
}

/** So many people: two alone are 两位, and 二 in every other number. */
const peoplePieces = (count: number): Piece[] => [...(count === 2 ? (['pair'] as const) : numberPieces(count)), 'people'];

export interface Told {
  /** Callers who go before. */
  before: number;
  /** Whether the place is told. */
  place: boolean;
  /** Whether a callback is offered. */
  offer: boolean;
}
/** What a caller in a queue is told; nothing where the group tells nothing. */
export function toldPieces({ before, place, offer }: Told): Piece[] {
  const where: Piece[] = !place ? [] : before > 0 ? ['ahead', ...peoplePieces(before)] : ['next'];
  if (!place && !offer) return [];
  return [...where, 'wait', ...(offer ? (['offer'] as const) : [])];
}

/** The key that leaves a callback while a caller waits. */
export const CALLBACK_KEY = '1';

const FAREWELLS: Readonly<Record<string, Piece>> = {
  Voicemail: 'unknown',
  QueuingTimeout: 'busy',
  QueuingOverflow: 'busy',
  QueuingFailed: 'closed',
};
/** What is said to a telephone before the house ends its call; null: nothing. `callback` is that of the call, 1 while it is to be called back. */
export const farewellOf = ({ disposition, callback }: { disposition: string | null; callback: number }): Piece | null =>
  callback === 1 ? 'promise' : (FAREWELLS[disposition ?? ''] ?? null);
