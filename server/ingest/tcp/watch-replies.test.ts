import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainProfile } from '#server/ingest/events.ts';
import type { DeviceEvent } from '#server/ingest/events.ts';
import { createFramer } from '#server/ingest/tcp/framer.ts';
import { markChargerSos, noChargerMemory } from '#server/ingest/tcp/watch-charger.ts';
import { encodeFrame, escapeBinary, nextIndex, unescapeBinary, utf16Hex } from '#server/ingest/tcp/watch-encode.ts';
import { replyTo } from '#server/ingest/tcp/watch-replies.ts';
import { decodeFrame } from '#server/ingest/tcp/watch.ts';

const now = Date.UTC(2026, 10, 21, 8, 15, 30);
const where = '211126,081530,A,30.259200,N,120.130300,E,2.50,145.0,12.0,9,96,81,3390,4,00000000';

/** The whole answer as it goes to the wire, or null. */
function answer(wire: string, healthReplies = false): string | null {
  const [frame] = createFramer().push(Buffer.from(wire, 'latin1'));
  const profile = { ...plainProfile, healthReplies };
  const decoded = decodeFrame(frame!, { deviceKey: 'd', receivedAt: now, profile });
  const content = replyTo(frame!, decoded, profile, now);
  return content === null ? null : encodeFrame(frame!, content).toString('latin1');
}

const plain = (content: string, vendor = '3G'): string =>
  `[${vendor}*8800000015*${content.length.toString(16).padStart(4, '0')}*${content}]`;

test('what is answered in the plain dialects', () => {
  const cases: [string, string | null][] = [
    ['LK', '[3G*8800000015*0002*LK]'],
    ['LK,50,100,100', '[3G*8800000015*0002*LK]'],
    [`AL,${where}`, '[3G*8800000015*0002*AL]'],
    [`AL_LTE,${where}`, '[3G*8800000015*0002*AL]'],
    [`ALCUSTOMER1,${where}`, '[3G*8800000015*0002*AL]'],
    ['INIT,1,a,b,c', '[3G*8800000015*0006*INIT,1]'],
    ['TKQ', '[3G*8800000015*0003*TKQ]'],
    ['TKQ2', '[3G*8800000015*0004*TKQ2]'],
    ['JXTK,0,a.amr,1,2,x', '[3G*8800000015*0007*JXTKR,1]'],
    [`UD,${where}`, null],
    [`UD2,${where}`, null],
    [`WT,${where}`, null],
    ['heart,72', null],
    ['bphrt,120,80,70,,,,', null],
    ['oxygen,0,98', null],
    ['btemp2,1,36.5', null],
    ['CONFIG,TY:1', null],
    ['ICCID,1', null],
    ['UPLOAD', null],
    ['TK,1', null],
    ['XYZ', null],
  ];
  for (const [content, expected] of cases) assert.equal(answer(plain(content)), expected, content);
  for (const vendor of ['SG', 'CS']) assert.equal(answer(plain('LK', vendor)), `[${vendor}*8800000015*0002*LK]`);
});

test('the ZJ dialect gets its index, its time and its position answered', () => {
  assert.equal(answer('[ZJ*863737078055392*00A7*0002*LK]'), '[ZJ*863737078055392*00A7*0016*LK,2026-11-21,08:15:30]');
  assert.equal(answer(`[ZJ*8800000015*0001*0000*UD,${where}]`), '[ZJ*8800000015*0001*0002*UD]');
  assert.equal(answer(`[ZJ*8800000015*0001*0000*UD2,${where}]`), null);
  assert.equal(answer(`[ZJ*8800000015*fFfF*0000*AL,${where}]`), '[ZJ*8800000015*fFfF*0002*AL]');
});

test('models that wait for it get their health frames answered', () => {
  assert.equal(answer(plain('heart,72'), true), '[3G*8800000015*0005*heart]');
  assert.equal(answer(plain('HEART,0'), true), '[3G*8800000015*0005*HEART]');
  assert.equal(answer(plain('bphrt,120,80,70,,,,'), true), '[3G*8800000015*0005*bphrt]');
  assert.equal(answer(plain('oxygen,0,98'), true), '[3G*8800000015*0008*oxygen,1]');
  assert.equal(answer(plain('oxygen,0,0'), true), '[3G*8800000015*0008*oxygen,2]');
});

test('encodings', () => {
  const all = Buffer.from(Array.from({ length: 256 }, (_, n) => n));
  const escaped = escapeBinary(all);
  assert.deepEqual(unescapeBinary(escaped), all);
  for (const byte of [0x5b, 0x5d, 0x2c, 0x2a]) assert.equal(escaped.includes(byte), false);
  assert.equal(escapeBinary(Buffer.from('}[],*')).toString('latin1'), '}\x01}\x02}\x03}\x04}\x05');
  assert.deepEqual(unescapeBinary(Buffer.from('a}')), Buffer.from('a}'));
  assert.equal(utf16Hex('奶奶A'), '597659760041');
  assert.deepEqual(nextIndex(0), { value: 1, text: '0001' });
  assert.deepEqual(nextIndex(0xffff), { value: 1, text: '0001' });
  assert.throws(() => encodeFrame({ vendor: '3G', id: '8800000015', index: null }, 'x'.repeat(65_536)), RangeError);
});

test('an SOS right after the charger is marked on models that do that, and only then', () => {
  const base = { deviceKey: 'd', clock: 'server' as const };
  const state = (receivedAt: number, bits: number): DeviceEvent => ({
    ...base,
    kind: 'state',
    at: receivedAt,
    receivedAt,
    bits,
    late: false,
  });
  const sos = (receivedAt: number): DeviceEvent => ({
    ...base,
    kind: 'alarm',
    alarm: 'sos',
    at: receivedAt,
    receivedAt,
    bit: 16,
    place: null,
    late: false,
    deviceTime: null,
    suppressed: null,
  });
  const marked = (events: DeviceEvent[], memory = noChargerMemory()): unknown[] =>
    markChargerSos(events, memory).map((event) => event.kind === 'alarm' && event.suppressed);
  assert.deepEqual(marked([sos(0)]), [null]);
  const memory = noChargerMemory();
  assert.deepEqual(marked([sos(1000), state(1000, 0x4000)], memory), ['charger', false]);
  assert.deepEqual(marked([sos(11_000)], memory), ['charger']);
  assert.deepEqual(marked([sos(11_001)], memory), [null]);
  // The bit stays set for the rest of the day: an SOS then is a real one.
  assert.deepEqual(marked([sos(60_000), state(60_000, 0x4000)], memory), [null, false]);
});
