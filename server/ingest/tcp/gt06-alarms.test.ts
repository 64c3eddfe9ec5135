import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { AlarmEvent, PositionEvent } from '#server/ingest/events.ts';
import { encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { gist, hex, listener, type HearOptions } from '#test/device-frames.ts';

const now = Date.UTC(2026, 10, 21, 8, 16);
const when = '1a0b15080f1e';
const place = 'cf027ac7eb0c46584900148f';
const fresh = (options: Partial<HearOptions> = {}) => listener(gt06Protocol, { receivedAt: now, ...options });
const hear = (type: number, body: string, options: Partial<HearOptions> = {}, long = false) =>
  fresh(options).hear(encodeGt06(type, hex(body), 7, long));
/** A captured packet, heard two seconds after it was written. */
const captured = (frame: string, at: number) => fresh({ receivedAt: at + 2000 }).hear(hex(frame));
const cry = (events: readonly { kind: string }[]) => events.find((event): event is AlarmEvent => event.kind === 'alarm');
const alarms = (heard: ReturnType<typeof hear>) => gist(heard.events).filter((one) => one.startsWith('alarm'));
const wide = '01cc000000919100000000090617 03';

test('A5, captured: an alarm that knows only a 4G cell is heard and answered; its code may be an SOS', () => {
  const heard = hear(0xa5, `${wide}0405040001`);
  assert.deepEqual(gist(heard.events), ['alarm other', 'battery 83', 'signal 100', 'position']);
  assert.deepEqual(cry(heard.events)?.place?.cells, [{ mcc: 460, mnc: 0, lac: 37265, cid: 151394051, rssi: null }]);
  assert.equal(heard.answers[0]?.slice(0, 8), '787805a5');
  assert.deepEqual(captured('787819a501cc0000009191000000000906170304050400010005f44d0d0a', now).events.length, 4);
  assert.deepEqual(alarms(hear(0xa5, `${wide}0405040101`)), ['alarm sos']);
  assert.deepEqual(alarms(hear(0xa5, `${wide}2405040001`)), ['alarm sos'], 'the state alone');
  assert.deepEqual(alarms(hear(0xa5, `81cc0001${wide.slice(6)}0405040101`)), ['alarm sos'], 'a network code of two bytes');
  assert.deepEqual(alarms(hear(0xa5, `${when}${wide}0405040101`)), ['alarm sos'], 'a time in front');
});

test('A3, captured: an alarm of a fence with a length that is wrong', () => {
  const heard = captured(
    '78782ca3110b10081336f000000000000000000004003901cc0000009191000000000906170304050400010003e0940d0a',
    Date.UTC(2017, 10, 16, 8, 19, 54),
  );
  assert.deepEqual(gist(heard.events), ['alarm other', 'battery 83', 'signal 100', 'position']);
  assert.equal(cry(heard.events)?.place?.cells[0]?.cid, 151394051);
  assert.equal(heard.answers[0]?.slice(0, 8), '787805a3');
  const body = (code: string) => `${when}f000000000000000000004003901cc00000091910000000009061703040504${code}01`;
  assert.deepEqual([alarms(hear(0xa3, body('01'))), alarms(hear(0xa3, body('05')))], [['alarm sos'], ['alarm leftFence']]);
  assert.deepEqual(
    gist(hear(0xa3, '6003040002').events),
    ['alarm sos', 'heartbeat', 'battery 50', 'signal 100'],
    'a short one is a heartbeat',
  );
});

test('A4, captured: the fence behind the alarm does not move it', () => {
  const heard = captured(
    '78782EA4110C0C02281BF6026C18720C38D22800149C1181CC00010000260E000000000615F8012C05041102FF001058FD0D0A',
    Date.UTC(2017, 11, 12, 2, 40, 27),
  );
  assert.deepEqual(gist(heard.events), ['alarm other', 'battery 83', 'signal 100', 'position fix']);
  assert.deepEqual(cry(heard.events)?.place?.cells, [{ mcc: 460, mnc: 1, lac: 9742, cid: 102103041, rssi: null }]);
});

test('A9: an alarm that knows cells and access points', () => {
  const cells = `8136010400005912000000000 09d7c0104${'00'.repeat(78)}`;
  const body = `${when}${cells}ff02001801eb4039d100000000000000`;
  const heard = hear(0xa9, `${body}0102`);
  assert.deepEqual(alarms(heard), ['alarm sos']);
  assert.deepEqual(cry(heard.events)?.place?.accessPoints, [{ mac: '00:18:01:eb:40:39', rssi: -47 }]);
  assert.equal(cry(heard.events)?.place?.cells.length, 1);
  assert.equal(heard.answers[0]?.slice(0, 8), '787805a9');
  assert.deepEqual(alarms(hear(0xa9, `${body}6005040102`)), ['alarm sos'], 'the whole status behind it');
  assert.deepEqual(alarms(hear(0xa9, `${when}0102`)), ['alarm sos'], 'cut off, still an SOS');
  assert.deepEqual(alarms(hear(0xa9, `${body}7702`)), ['alarm other']);
});

test('95, captured: an alarm with a code alone, with coordinates, and with a head', () => {
  const alone = captured('78780c95130a071223200100013ad10d0a', Date.UTC(2019, 9, 7, 18, 35, 32));
  assert.deepEqual([gist(alone.events), alone.answers[0]?.slice(0, 8)], [['alarm sos'], '78780595']);
  const located = hear(0x95, '140a070c1434055d4a800209d9c01428010000', { receivedAt: Date.UTC(2020, 9, 7, 12, 20, 55) });
  assert.deepEqual(gist(located.events), ['alarm sos', 'position fix']);
  const { lat, lng } = cry(located.events)!.place!;
  assert.ok(Math.abs(lat! - 50) < 0.1 && Math.abs(lng! - 19) < 0.1, `${lat} ${lng}`);
  const headed = hear(0x95, `ffff01${when}0c055d4a800209d9c0000014280040 01`, { receivedAt: now });
  assert.deepEqual(gist(headed.events), ['alarm sos', 'position fix']);
  assert.deepEqual(alarms(hear(0x95, `${when}90`)), [], 'a hard start of a vehicle is nobody in danger');
  assert.deepEqual([alarms(hear(0x95, `${when}93`)), alarms(hear(0x95, when))], [['alarm other'], ['alarm other']]);
});

test('32, of the manual: an alarm without a fix whose network code and cell are long', () => {
  const heard = captured(
    '78782732140813082d34c000000000000000000008000801cc000125fc061464021005030201000d4aef0d0a',
    Date.UTC(2020, 7, 19, 8, 45, 52),
  );
  assert.deepEqual(gist(heard.events), ['info alarm 0x02', 'battery 83', 'signal 75', 'position'], 'a cut of power');
  assert.equal(heard.answers[0]?.slice(0, 8), '78780532');
  const body = (state: string, code: string, more = '') =>
    `${when}c00000000000000000000800${'08'}01cc000125fc06146402${state}0503${code}01${more}`;
  const sos = hear(0x32, body('10', '01'));
  assert.deepEqual(alarms(sos), ['alarm sos']);
  assert.deepEqual(cry(sos.events)?.place?.cells, [{ mcc: 460, mnc: 1, lac: 9724, cid: 101999618, rssi: null }]);
  assert.deepEqual(
    [alarms(hear(0x32, body('60', '00'))), alarms(hear(0x32, body('40', '13', '0102')))],
    [['alarm sos'], ['alarm removed']],
  );
});

test('39: an alarm in modules, with and without a cell of 4G', () => {
  const modules = '002e0400002328003b0217c0';
  for (const cell of ['0901cc00287d001fb8', `10${wide}`, '01cc00287d001fb8']) {
    const heard = hear(0x39, `${when}f00000000000000000000400${cell}4005040101${cell.length > 16 ? modules : ''}`);
    assert.deepEqual(alarms(heard), ['alarm sos'], cell);
    assert.equal(heard.answers[0]?.slice(0, 8), '78780539');
  }
  assert.deepEqual(alarms(hear(0x39, when)), ['alarm other'], 'too short to read');
});

test('70, captured: an event in modules; what only says why it reports is none', () => {
  const removed = captured(
    '797900a87000000001020035000101003300125d7e3a180600d504b598f708814b3a001d1500340006125d7e39dc000011000a012e02620000000000000001000803537601000129800002000803102608593397620003000a89012608522933976266001800020172002b000114002c00045d7df3c70009000106000a000109002800010d002e00040000f25d002a000111002900040000017e0030000a000100b4000a00b402d0000591250d0a',
    0x5d7e3a18 * 1000,
  );
  assert.deepEqual(
    gist(removed.events).filter((one) => !one.startsWith('info')),
    ['alarm removed', 'position fix'],
  );
  assert.equal(cry(removed.events)?.at, 0x5d7e3a18 * 1000);
  assert.equal(removed.answers[0]?.slice(0, 12), '797900057000');
  const event = (code: string, cell = '') => alarms(hear(0x70, `002b0001${code}${cell}`, {}, true));
  assert.deepEqual(
    [event('01'), event('23'), event('11'), event('16'), event('77')],
    [['alarm sos'], ['alarm fall'], ['alarm lowBattery'], [], []],
  );
  const near = hear(0x70, '002b0001010011000a01cc000025fc061464c4', {}, true);
  assert.equal(cry(near.events)?.place?.cells.length, 1);
});

test('33 in its long form, captured: a badge that writes lengths; its alarm and what it hears', () => {
  const heard = captured('797900143311070609020b00000000a0030046000109e4610d0a', Date.UTC(2017, 6, 6, 9, 2, 11));
  assert.deepEqual([gist(heard.events), heard.answers[0]?.slice(0, 10)], [['info alarm 0xa0'], '7979000533']);
  const near = captured(
    '79790045321106170c1b13000901fe0a007c0009112424007c000912230081004efe1e00c500100f120000000000000000000000000000000000000710bef565574e37000000b26f140d0a',
    Date.UTC(2017, 5, 23, 12, 27, 19),
  );
  assert.deepEqual(gist(near.events), ['position']);
  const around = (near.events[0] as PositionEvent).place;
  assert.deepEqual([around.cells.length, around.cells[0]?.rssi, around.accessPoints], [4, -36, [{ mac: '10:be:f5:65:57:4e', rssi: -55 }]]);
});

test('32 and 33 in the long form: what a badge says that happened; a position says nothing with 0, an alarm is one without a code', () => {
  const badge = (type: number, code: string) =>
    gist(hear(type, `${when}0000 0000 ${code}00`, {}, true).events).filter((one) => !one.startsWith('position'));
  const codes: [string, string][] = [
    ['01', 'alarm sos'],
    ['a0', 'info alarm 0xa0'],
    ['a1', 'info alarm 0xa1'],
    ['a2', 'alarm lowBattery'],
    ['a3', 'alarm lowBattery'],
    ['a4', 'alarm other'],
    ['a5', 'info alarm 0xa5'],
    ['77', 'alarm other'],
  ];
  for (const type of [0x32, 0x33]) for (const [code, expected] of codes) assert.deepEqual(badge(type, code), [expected], `${type} ${code}`);
  assert.deepEqual([badge(0x32, '00'), badge(0x33, '00')], [[], ['alarm other']]);
});

test('16, captured: longer layouts are told by their length; a tamper stays one', () => {
  const percent = captured(
    '7878251613020C12141AC5027951430C2A16F60014000900000000001A00007C550300020002F1E70D0A',
    Date.UTC(2019, 1, 12, 18, 20, 26),
  );
  assert.deepEqual(gist(percent.events).slice(0, 3), ['alarm removed', 'battery 85', 'signal 75']);
  const empty = captured(
    '78784A1614051C150204EC02777E560C2A2A2A5314AF000000000000040000000000000000000000000000000000000000000000000000000000000000000000000000007E061B0982004B24C00D0A',
    Date.UTC(2020, 4, 28, 21, 2, 4),
  );
  assert.deepEqual(
    gist(empty.events).filter((one) => !one.startsWith('info')),
    ['alarm removed', 'battery 100', 'signal 87', 'position fix'],
  );
  const long = (state: string, code: string) => alarms(hear(0x16, `${when}${place}00${'00'.repeat(45)}${state}061b${code}82`));
  assert.deepEqual(
    [long('40', '01'), long('64', '00'), long('40', '13'), long('40', '00')],
    [['alarm sos'], ['alarm sos'], ['alarm removed'], ['alarm other']],
  );
  const four = (code: string) => alarms(hear(0x16, `${when}${place}0901cc00287d0000651f4006 04 ${code}01`));
  assert.deepEqual([four('01'), four('13'), four('00')], [['alarm sos'], ['alarm removed'], ['alarm other']], 'a cell of four bytes');
  const voltage = (state: string) => alarms(hear(0x16, `${when}${place}01cc00287d001fb8${state}0571 01 00`));
  assert.deepEqual(
    [voltage('64'), voltage('7c'), voltage('44')],
    [['alarm sos'], ['alarm removed'], ['alarm other']],
    'no length, and a voltage in place of the charge',
  );
  const neighbours = `2e01cc00${'287d001fb83c'.repeat(7)}`;
  const list = hear(0x16, `${when}${place}${neighbours}4005040101`);
  assert.deepEqual([alarms(list), cry(list.events)?.place?.cells.length], [['alarm sos'], 7]);
});

test('19, captured: with a time and a number of cells it is a report; its last code is still heard', () => {
  const at = Date.UTC(2021, 5, 24, 16, 5, 26);
  const heard = captured('7878171915061810051a01f90101700d08c8f50c0000065494ae0d0a', at);
  assert.deepEqual(gist(heard.events), ['position']);
  assert.deepEqual((heard.events[0] as PositionEvent).place.cells, [{ mcc: 505, mnc: 1, lac: 28685, cid: 147387660, rssi: null }]);
  assert.equal(heard.answers[0]?.slice(0, 8), '78780519');
  assert.deepEqual(alarms(hear(0x19, '15061810051a01f90101700d08c8f50c0102')), ['alarm sos']);
  const usual = captured('78781219028f0a29e10036f12003040102000875dc0d0a', now);
  assert.deepEqual(alarms(usual), ['alarm sos']);
  assert.deepEqual(alarms(hear(0x19, `${when}028f0a29e10036f1 2003040102`)), ['alarm sos'], 'a time in front');
});

test('A2 with a status: an SOS of a position that is one record with everything', () => {
  const body = (state: string, code: string) => `${when}${place}${wide}04${state}04e25504${code}02${'00'.repeat(18)}`;
  assert.deepEqual(gist(hear(0xa2, body('40', '01')).events), ['alarm sos', 'battery 85', 'signal 100', 'position fix']);
  assert.deepEqual(gist(hear(0xa2, body('60', '00')).events)[0], 'alarm sos');
  assert.deepEqual(gist(hear(0xa2, body('40', '00')).events), ['battery 85', 'signal 100', 'position fix'], 'all is well');
});

test('a record that is an alarm by its type is answered, and something is raised, with any content', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0x16, 0x19, 0x26, 0x27, 0x32, 0x39, 0x95, 0xa4, 0xa5, 0xa9),
      fc.uint8Array({ maxLength: 120 }),
      (type, bytes) => {
        const heard = fresh().hear(encodeGt06(type, Buffer.from(bytes), 7));
        assert.notEqual(heard.answers[0], null);
        // Shocks, cuts of power and what concerns a vehicle are noted in place of being raised.
        assert.ok(heard.events.some(({ kind }) => kind === 'alarm' || kind === 'info') || (type === 0x19 && bytes.length > 17));
      },
    ),
    { numRuns: 3000 },
  );
});
