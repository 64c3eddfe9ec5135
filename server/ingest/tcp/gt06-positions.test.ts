/** GT06 positions whose layout is told by type and length: where their cells are, whether they were kept, whether they are answered. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionEvent } from '#server/ingest/events.ts';
import { encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { gist, hex, listener } from '#test/device-frames.ts';

const now = Date.UTC(2026, 10, 21, 8, 16);
/** Time, satellites, coordinates, speed, course and status: 18 bytes. */
const head = '1a0b15080f1ecf027ac7eb0c46584900148f';
const narrow = '01cc00287d001fb8';
const wide = '01cc00000091910000000009061703';
const zeros = (bytes: number) => '00'.repeat(bytes);
const one = { mcc: 460, mnc: 0, lac: 10365, cid: 8120, rssi: null };
const four = { mcc: 460, mnc: 0, lac: 37265, cid: 151394051, rssi: null };
const hear = (type: number, body: string) => listener(gt06Protocol, { receivedAt: now }).hear(encodeGt06(type, hex(body), 7));

const answer = (type: number) => `787805${type.toString(16).padStart(2, '0')}`;
const cases: [name: string, type: number, body: string, cells: object[], answered: boolean][] = [
  ['24 of 41 bytes', 0x24, head + narrow + zeros(15), [one], true],
  ['17 of 35 bytes', 0x17, head + narrow + zeros(9), [one], true],
  ['1A, whose telephone is not read', 0x1a, head + zeros(21), [], true],
  ['2A, whose telephone is not read', 0x2a, head + zeros(21), [], true],
  ['1E with neighbours', 0x1e, `${head}01cc00${'287d001fb83c'.repeat(7)}`, Array.from({ length: 7 }, () => ({ ...one, rssi: -60 })), true],
  ['2D', 0x2d, `${head}${narrow}000000`, [one], true],
  ['38 with a cell', 0x38, `${head}000002${narrow}`, [one], true],
  ['38 with a cell of 4G', 0x38, `${head}000003${wide}`, [four], true],
  ['A0', 0xa0, `${head}${wide}000000`, [four], false],
];
for (const [name, type, body, cells, answered] of cases)
  test(`${name}: a position with its cells`, () => {
    const heard = hear(type, body);
    assert.deepEqual(gist(heard.events), ['position fix']);
    const { place, at } = heard.events[0] as PositionEvent;
    assert.deepEqual(place.cells, cells);
    assert.equal(at, Date.UTC(2026, 10, 21, 8, 15, 30));
    assert.ok(Math.abs(place.lat! - 23.1116683) < 1e-6 && Math.abs(place.lng! - 114.409285) < 1e-6);
    assert.equal(heard.answers[0]?.slice(0, 8) ?? null, answered ? answer(type) : null);
  });

test('2D, 38 and A0 say that they were kept', () => {
  for (const [type, body] of [
    [0x2d, `${head}${narrow}000001`],
    [0x38, `${head}000102${narrow}`],
    [0xa0, `${head}${wide}000001`],
  ] as const)
    assert.deepEqual(gist(hear(type, body).events), ['position fix late'], answer(type));
});

test('A7: a cell of 4G alone is where the device is now', () => {
  const heard = hear(0xa7, wide);
  assert.deepEqual([gist(heard.events), heard.answers[0]?.slice(0, 8)], [['position'], answer(0xa7)]);
  const { place, at } = heard.events[0] as PositionEvent;
  assert.deepEqual([place.cells, at], [[four], now]);
});

test('17 and 24 of other lengths are no position: a telephone, and cells', () => {
  assert.deepEqual([gist(hear(0x17, head + narrow + zeros(8)).events), hear(0x17, '00').answers[0]?.slice(0, 8)], [[], answer(0x17)]);
  const cells = hear(0x24, `1a0b15080f1e01cc00${'287d001fb83c'.repeat(7)}ff`);
  assert.deepEqual([gist(cells.events), (cells.events[0] as PositionEvent).place.cells.length], [['position'], 7]);
});
