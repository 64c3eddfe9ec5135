import { it } from 'node:test';
import assert from 'node:assert/strict';
import { callLength, hiddenPhone } from './warning-records.rules.ts';

it('the length of a call is in minutes and seconds, never negative', () =>
  assert.deepEqual([0, 42.9, 60, 65, 3600, -3].map(callLength), ['0秒', '42秒', '1分00秒', '1分05秒', '60分00秒', '0秒']));

it('a number in a timeline shows its first three and last four digits; a short one is nobody’s own', () =>
  assert.deepEqual(['13800001234', '057187654321', '120'].map(hiddenPhone), ['138****1234', '057*****4321', '120']));
