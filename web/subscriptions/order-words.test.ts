import { it } from 'node:test';
import assert from 'node:assert/strict';
import { accountOf, deadlineText, dueText, durationText } from './order-words.ts';

const at = (time: string) => Date.parse(`${time}+08:00`);

for (const [days, text] of [
  [1, '1天'],
  [30, '1个月'],
  [45, '45天'],
  [180, '6个月'],
  [360, '12个月'],
  [365, '1年'],
  [730, '2年'],
  [390, '390天'],
] as const)
  it(`calls ${days} days ${text}`, () => assert.equal(durationText(days), text));

it('names the day of a deadline unless it is today, by the clock of Shanghai', () => {
  assert.equal(deadlineText('2026-11-22 23:59:00', at('2026-11-22T00:00:01')), '今日23:59');
  assert.equal(deadlineText('2026-11-23 23:59:00', at('2026-11-22T23:59:30')), '11月23日23:59');
});

it('says how long there is left, and how long it is over', () => {
  assert.equal(dueText('2026-11-22 12:00:00', at('2026-11-22T08:39:30')), '还剩 3 小时 20 分');
  assert.equal(dueText('2026-11-22 12:00:00', at('2026-11-22T11:15:00')), '还剩 45 分钟');
  assert.equal(dueText('2026-11-22 12:00:00', at('2026-11-22T14:05:00')), '已超时 2 小时 5 分');
});

it('fills an account with placeholders where nothing is known, whatever the parameter holds', () => {
  const unknown = { BANK: '请联系平台获取', BANK_CARD: '请联系平台获取', TAXID: '请联系平台获取', PHONE: '请联系平台获取' };
  for (const value of [null, undefined, '', '{', '[]', 'null', '{"BANK":" "}']) assert.deepEqual(accountOf(value), unknown, String(value));
  assert.deepEqual(accountOf('{"BANK":"工商银行","BANK_CARD":6200,"OTHER":"x"}'), { ...unknown, BANK: '工商银行', BANK_CARD: '6200' });
});
