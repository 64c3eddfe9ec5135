import assert from 'node:assert/strict';
import { it } from 'node:test';
import { durationText } from './call-words.rules.ts';

it('durationText: seconds, from a minute on minutes, and nothing where none was spoken', () => {
  assert.deepEqual([null, 0, 59, 60, 185, 3600].map(durationText), ['--', '0秒', '59秒', '1分00秒', '3分05秒', '60分00秒']);
});
