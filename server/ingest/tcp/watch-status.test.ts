import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { alarmBits, alarmsOf, parseStatus, stateBits, stateChanges, statesOf } from '#server/ingest/tcp/watch-status.ts';

test('reads the field as the factories write it, also with more than eight digits', () => {
  const cases: [string | undefined, number | null][] = [
    ['00010001', 0x10001],
    ['0000', 0],
    [' 00100008 ', 0x100008],
    ['FFFFFFFF', 0xffffffff],
    ['0060000a', 0x60000a],
    ['', null],
    [undefined, null],
    ['0000000000010000', 0x10000],
    ['000100000000000a', 0x1000a],
    ['FFFFFFFF00000000', 0x7f0000],
    ['000010001', 0x10001],
    ['0'.repeat(33), null],
    ['sos', null],
  ];
  for (const [field, word] of cases) assert.equal(parseStatus(field), word, String(field));
});

test('each alarm bit alone is one alarm', () => {
  const expected = { 16: 'sos', 17: 'lowBattery', 18: 'leftFence', 19: 'enteredFence', 20: 'removed', 21: 'fall', 22: 'fall' };
  for (const [bit, alarm] of Object.entries(expected)) {
    assert.deepEqual(alarmsOf(2 ** Number(bit)), [{ bit: Number(bit), alarm }]);
  }
});

test('every combination of alarm bits gives one alarm per bit, SOS first, whatever the state bits say', () => {
  for (let combination = 0; combination < 128; combination++) {
    const bits = alarmBits.map(([bit]) => bit).filter((bit) => (combination >> (bit - 16)) & 1);
    const high = bits.reduce((sum, bit) => sum + 2 ** bit, 0);
    for (const low of [0, 1, 0x4000, 0xffff]) {
      const found = alarmsOf(high + low);
      assert.deepEqual(found.map(({ bit }) => bit).sort(), [...bits].sort());
      if (bits.includes(16)) assert.equal(found[0]?.alarm, 'sos');
    }
  }
});

test('any 32-bit word: alarms and states are exactly its known bits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffffff }), (word) => {
      const isSet = (bit: number): boolean => Math.floor(word / 2 ** bit) % 2 === 1;
      assert.deepEqual(
        alarmsOf(word).map(({ bit }) => bit),
        alarmBits.map(([bit]) => bit).filter(isSet),
      );
      assert.deepEqual(
        statesOf(word),
        stateBits.filter(([bit]) => isSet(bit)).map(([, state]) => state),
      );
    }),
    { numRuns: 5000, seed: 20261121 },
  );
});

test('states change only against a known state before', () => {
  assert.deepEqual(stateChanges(null, 0x0001), []);
  assert.deepEqual(stateChanges(0x0001, 0x0001), []);
  assert.deepEqual(stateChanges(0x0001, 0x0010), [
    { state: 'lowBattery', on: false },
    { state: 'moving', on: true },
  ]);
});
