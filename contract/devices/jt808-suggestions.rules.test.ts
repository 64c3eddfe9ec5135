import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestedRule } from './jt808-suggestions.rules.ts';

const hex = (text: string) => Uint8Array.from(text.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

test('what an item that nothing reads looks like', () => {
  const cases: [string, object | null][] = [
    ['246968000001ce 246968000002b9', { kind: 'wifi' }],
    ['02 246968000001ce 246968000002b9', { kind: 'wifi', counted: true }],
    ['02 ce246968000001 b9246968000002', { kind: 'wifi', counted: true, rssiFirst: true }],
    ['02 246968000001ce01 246968000002b906', { kind: 'wifi', counted: true, extra: 1 }],
    ['02 01cc00253500001026b9 01cc0025350000100fce', { kind: 'cells', counted: true }],
    ['01cc00 2535102647 2535100f32', { kind: 'cells', network: 'once', cellBytes: 2 }],
    ['02 01cc00 2535102647 2535100f32', { kind: 'cells', counted: true, network: 'behindCount', cellBytes: 2 }],
    ['4e', { metric: 'battery' }],
    ['ff', null],
    ['016d', { metric: 'temperature', bytes: 2, scale: 0.1 }],
    ['0e42', { metric: 'temperature', bytes: 2, scale: 0.01 }],
    ['0001', null],
    ['487e4e61', null],
    ['', null],
    ['01005e000001ce', null],
    ['000000000000ce', null],
  ];
  for (const [value, expected] of cases) assert.deepEqual(suggestedRule(hex(value)), expected, value);
});
