import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemName, readItems, readSample } from './jt808-items.rules.ts';

/** A captured location of 2013 (docs/device-protocols.md). */
const CAPTURED = `7E 02 00 00 52 00 20 02 60 43 23 00 A4 00 02 00 00 00 0C 00 02 01 58 B9 1B 06 CB 70 61 00 46 00 00 00 59 21 09 22 16 37 58 01 04 00 00 00 01
  03 02 00 00 25 04 00 00 00 01 30 01 11 31 01 10 E3 01 00 D5 1B 02 20 02 60 43 23 27 95 93 78 61 60 00 12 20 00 00 12 34 27 95 93 78 61 58 00 12 86 7E`;
const names = (text: string) => readSample(text).items.map(({ id, value }) => `${itemName(id)}:${value.length}`);

test('the items of a whole message, and of pasted ones in any usual writing', () => {
  assert.deepEqual(names(CAPTURED), ['01:4', '03:2', '25:4', '30:1', '31:1', 'e3:1', 'd5:27']);
  assert.equal(readSample(CAPTURED).problem, null);
  for (const text of ['e10248 7e', 'E1 02 48 7E', '0xE1,0x02,0x48,0x7E', 'e1-02-48-7e'])
    assert.deepEqual([names(text), readSample(text).problem], [['e1:2'], null], text);
  assert.deepEqual(names('e10148e2020 16d'), ['e1:1', 'e2:2']);
});

test('what cannot be read says why', () => {
  const cases: [string, RegExp][] = [
    ['', /请粘贴/],
    ['心率', /十六进制/],
    ['e1024', /偶数/],
    ['e10248', /长度比后面的字节多/],
    [CAPTURED.replace('86 7E', '87 7E'), /校验码/],
    [`7e0002000000138001380000${'05'.padEnd(4, '0')}ff7e`, /校验码|0002/],
    ['7e 00 02 00 00 01 38 00 13 80 00 00 05 90 7e 7e', /校验码|0002/],
  ];
  for (const [text, expected] of cases) assert.match(readSample(text).problem ?? '', expected, text);
});

test('the items of bytes, to the end or to the first that says more than there is', () => {
  const bytes = (hex: string) => Uint8Array.from(hex.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const cases: [hex: string, at: number | undefined, items: [id: number, value: number[]][]][] = [
    ['', undefined, []],
    ['01', undefined, []],
    ['e100', undefined, [[0xe1, []]]],
    [
      '0104 00000001 3001 11',
      undefined,
      [
        [0x01, [0, 0, 0, 1]],
        [0x30, [0x11]],
      ],
    ],
    ['3001 11 e1', undefined, [[0x30, [0x11]]]],
    ['3001 11 e103 0102', undefined, [[0x30, [0x11]]]],
    ['e103 0102 3001 11', undefined, [[0xe1, [1, 2, 0x30]]]],
    ['ffff 3001 11', 2, [[0x30, [0x11]]]],
    ['3001 11', 3, []],
    ['3001 11', 9, []],
  ];
  for (const [hex, at, items] of cases)
    assert.deepEqual(
      readItems(bytes(hex), at).map(({ id, value }) => [id, [...value]]),
      items,
      `${hex} from ${at ?? 0}`,
    );
});
