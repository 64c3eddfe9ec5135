import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fillReply, isRunning, ticketNumber } from './tickets.rules.ts';

describe('a canned answer', () => {
  const text = '{诉求人}您好，诉求{编号}已由{处理人}受理。{其他}';
  it('has its words put in; what is not known stays and is seen', () => {
    assert.equal(fillReply(text, { 诉求人: '王女士', 编号: 'SQ1', 处理人: null }), '王女士您好，诉求SQ1已由{处理人}受理。{其他}');
  });
  it('takes what is put in as it is', () => {
    assert.equal(fillReply('{诉求人}', { 诉求人: '{编号}$1', 编号: 'SQ1' }), '{编号}$1');
  });
});

it('the clock of a ticket runs until it is solved or waits for the asker', () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(isRunning), [true, true, false, false, false, false]);
});

it('numbers go by the day', () => assert.equal(ticketNumber('2026-11-24', 7), 'SQ202611240007'));
