import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlarmEvent, PositionEvent } from '#server/ingest/events.ts';
import { createJtFramer, encodeJt } from '#server/ingest/tcp/jt808-frames.ts';
import { jt808Protocol } from '#server/ingest/tcp/jt808-protocol.ts';
import { noFramerCounts } from '#server/ingest/tcp/protocol.ts';
import { gist, hex, listener, type Heard } from '#test/device-frames.ts';
import type { JtFrame } from '#server/ingest/tcp/jt808-frames.ts';
import { locationHex } from '../../../scripts/simulator/jt808-speaker.ts';

/** Captured messages with valid checksums, of terminals that were never connected here. */
const protocol = jt808Protocol(Buffer.from('secret'));
const open = { authentication: false };
const beijing = (year: number, month: number, day: number, hour: number, minute: number) =>
  Date.UTC(year, month - 1, day, hour - 8, minute);
const hear = (receivedAt: number, wire: string) => listener(protocol, { receivedAt, profile: open }).hear(hex(wire));
const place = ({ events }: Heard<JtFrame>) => (events.find(({ kind }) => kind === 'position') as PositionEvent).place;
const at = Date.UTC(2026, 10, 21, 8, 16);
const fix = { at: at - 30_000, lat: 30.2592, lng: 120.1303 };
const report = (items: string, alarm = 0, profile = {}) =>
  listener(protocol, { receivedAt: at, profile: { ...open, ...profile } }).hear(
    encodeJt(0x0200, hex(locationHex(fix, alarm) + items), { modern: false, phone: '013800138000', serial: 5 }),
  );

test('a header with the IMEI in binary names the terminal by all its digits, and the answer repeats the bytes', () => {
  const batch = hear(
    beijing(2025, 11, 12, 15, 47),
    `7e070401654eb6fb4afd9e485b000601003900000000000c000301f5a58700ca24c5000d0000004925111215454501040000000025040000000030011731010aeb095554432b30383a30
    30003900000000000c000301f5a58e00ca24cd000d0000002825111215454701040000000025040000000030011731010aeb095554432b30383a3030003900000000000c000301f5a5ad00
    ca24de000e0000011025111215455901040000000025040000000030011931010aeb095554432b30383a3030003900000000000c000301f5a5b100ca24ed000e00000046251112154614
    01040000000025040000000030011931010aeb095554432b30383a3030003900000000000c000301f5a5a900ca24f5000e000000a125111215461701040000000025040000000030011931
    010aeb095554432b30383a3030003900000000000c000301f5a5af00ca24fb000e000000dd25111215463201040000000025040000000030011731010beb095554432b30383a3030537e`,
  );
  assert.equal(protocol.idOf(batch.frames[0]!), '865478070102068');
  assert.equal(batch.events.filter(({ kind }) => kind === 'position').length, 6);
  const [answer] = createJtFramer(noFramerCounts()).push(hex(batch.answers[0]!));
  assert.deepEqual([answer?.type, answer?.number, answer?.phone], [0x8001, '4eb6fb4afd9e', '865478070102068']);
});

test('other forms of a number: eight binary bytes, digits filled with F, and a binary IMEI that looks like digits', () => {
  const idOf = (modern: boolean, phone: string) =>
    protocol.idOf(createJtFramer(noFramerCounts()).push(encodeJt(0x0200, hex(locationHex(fix, 1)), { modern, phone, serial: 1 }))[0]!);
  assert.equal(idOf(true, '00000003119d9a1bd8f8'), '863793523185912');
  assert.equal(idOf(false, '13812345678f'), '13812345678');
  assert.equal(idOf(false, '485012345678'), '485012345678');
  assert.deepEqual(protocol.spellings?.('485012345678'), ['00000000485012345678', '795087400034480'], 'the ledger decides');
  assert.deepEqual(protocol.spellings?.('13800138000'), ['013800138000', '00000000013800138000']);
  assert.equal(idOf(true, 'fffffffffffffffffffa'), null);
});

test('0210: reports with one byte of length, and a battery with its time', () => {
  const item = '661d019431000b0000cf47006931000b000058a4006931000b000088240069';
  const one = (second: string, items: string) =>
    `${items ? '3b' : '1c'}00000000000000010158f52206c916b00000000000001611181101${second}${items}`;
  const body = [
    ['21', item],
    ['22', item],
    ['23', item],
    ['24', item],
    ['25', ''],
    ['26', item],
    ['27', item],
    ['28', ''],
  ].map(([second, items]) => one(second!, items!));
  const captured = hear(beijing(2016, 11, 18, 11, 2), `7e021001a2010036526447000a${body.join('')}f57e`);
  assert.equal(captured.events.filter(({ kind }) => kind === 'position').length, 8);
  assert.deepEqual([captured.decoded[0]?.known, captured.answers[0]?.slice(26, 36)], [true, '000a021000']);
  const line = listener(protocol, { receivedAt: at, profile: open });
  const battery = line.hear(encodeJt(0x0210, hex('5a261121161500'), { modern: false, phone: '013800138000', serial: 1 }));
  assert.deepEqual([gist(battery.events), battery.events[1]?.at], [['heartbeat', 'battery 90'], Date.UTC(2026, 10, 21, 8, 15)]);
  const old = line.hear(encodeJt(0x0210, hex('5a200121161500'), { modern: false, phone: '013800138000', serial: 2 }));
  assert.deepEqual([gist(old.events), old.decoded[0]?.discarded], [['heartbeat'], 1]);
});

test('5501 and 5502, captured: their own header, clock in UTC, and the answer 4401 when bit 15 asks', () => {
  const lock = hear(
    Date.UTC(2020, 6, 22, 2, 46),
    '7e550104337401903111850622072002454206133574075359513a0000080100000001aa00005ded05e203000000000c06005affb5ffb40a0302dc65100100137e',
  );
  assert.deepEqual(
    [protocol.idOf(lock.frames[0]!), lock.frames[0]?.serial, lock.answers, lock.decoded[0]?.known],
    ['740190311185', 6, [null], true],
  );
  assert.deepEqual([gist(lock.events), lock.events[0]?.at], [['position', 'signal 26'], Date.UTC(2020, 6, 22, 2, 45, 42)]);
  assert.deepEqual(place(lock).cells, [{ mcc: 732, mnc: 101, lac: 1506, cid: 24045, rssi: null }]);
  assert.ok(Math.abs(place(lock).lat! - 6.222623) < 1e-5 && Math.abs(place(lock).lng! + 75.599188) < 1e-5);

  const asked = hear(
    Date.UTC(2022, 5, 21, 22, 43),
    '7e55018c418560090010174701022106242122348476113550490700001c06000000074e0000000000000308100000100102020200000a030000000b0803363839363037650c0600000001000afa7e',
  );
  assert.deepEqual(
    asked.events.filter(({ kind }) => kind === 'reading').map((event) => gist([event])[0]),
    ['battery 78', 'signal 90'],
  );
  assert.match(asked.answers[0]!, /^7e44010003856009001017015501(00|01|02)[0-9a-f]{2}7e$/);

  const kept = hear(
    Date.UTC(2020, 6, 16, 2, 45),
    '7e55028436740190311185091607200239270613212607536108630000170a000000014600005ded05e203000000000b010d0c06005b003e00ab0a0302dc65100100a37e',
  );
  assert.deepEqual(gist(kept.events), ['position fix late', 'battery 70', 'signal 74']);
  assert.equal(kept.answers[0]?.slice(0, 30), '7e4401000374019031118501550200');

  const low = hear(
    Date.UTC(2010, 5, 27, 4, 54),
    '7E550100287001608180000127061008045322332880113555602E050031010000000608000010931435010002000300030100051B7E',
  );
  assert.equal(low.decoded[0]?.known, true);
  assert.equal(gist(low.events)[0], 'alarm lowBattery');
});

test('5501: what the alarm word says of locks by their product; of an unknown product it is an alarm without a name', () => {
  const alarms = (product: number, word: number) => {
    const body = hex('22072002454206133574075359513a0000080100000001aa00005ded05e203000000000c06005affb5ffb40a0302dc65100100');
    body[30] = product;
    body.writeUInt16BE(word, 33);
    const wire = encodeJt(0x5501, body, { modern: false, phone: '740190311185', serial: 6, compact: true });
    const heard = hear(Date.UTC(2020, 6, 22, 2, 46), wire.toString('hex'));
    assert.equal(heard.decoded[0]?.known, true);
    return gist(heard.events).filter((one) => one.startsWith('alarm'));
  };
  for (const product of [0, 4, 9, 200]) {
    for (let bit = 0; bit < 16; bit++) assert.deepEqual(alarms(product, 1 << bit), ['alarm other'], `${product} ${bit}`);
    assert.deepEqual(alarms(product, 0), []);
  }
  const low = ['alarm lowBattery'];
  const bits: [product: number, of: Record<number, string[]>][] = [
    [1, { 0: low }],
    [2, { 0: low }],
    [3, { 1: low, 3: low, 5: ['alarm enteredFence'], 6: ['alarm leftFence'] }],
  ];
  for (const [product, of] of bits)
    for (let bit = 0; bit < 16; bit++) assert.deepEqual(alarms(product, 1 << bit), of[bit] ?? [], `${product} ${bit}`);
});

test('batteries of vendors: each item by its id and length, 255 is charging, a table of the model goes before', () => {
  const batteries: [string, number | null][] = [
    ['d40164', 100],
    ['fe0145', 69],
    ['e1012d', 45],
    ['e4020063', 99],
    ['e304006403e8', 100],
    ['06013e', 62],
    ['56020900', 90],
    ['68021f40', 80],
    ['f70600000e870246', 70],
    ['eb0a000300e164000300e301', 100],
    ['eb05000300a85c', 92],
    ['e90151', 81],
    ['d401ff', null],
    ['e2020048', null],
  ];
  for (const [items, percent] of batteries)
    assert.deepEqual(
      gist(report(items).events).filter((one) => one.startsWith('battery')),
      percent === null ? [] : [`battery ${percent}`],
      items,
    );
  assert.deepEqual(gist(report('e1012d', 0, { items: { e1: [{ metric: 'heartRate' }] } }).events).slice(-2), ['signal 81', 'heartRate 45']);
});

test('cells and access points of vendors go with the position and the alarm, also without coordinates', () => {
  const cells: [string, [number, number, number, number, number | null][]][] = [
    [
      `eb2101cc0025351026012535100f32263d11f931${'00'.repeat(15)}`,
      [
        [460, 0, 9525, 4134, -1],
        [460, 0, 9525, 4111, -50],
        [460, 0, 9789, 4601, -49],
      ],
    ],
    ['ee0a01cc01262c009a674300', [[460, 1, 9772, 10118979, null]]],
    ['ff0c01cc000000002694000055d8', [[460, 0, 9876, 21976, null]]],
    ['530b0101cc00262600000ff113', [[460, 0, 9766, 4081, -19]]],
    ['530901027f0300456f073e', [[639, 3, 69, 28423, -62]]],
    ['5d0b0102d40379b8011423033c', [[724, 3, 31160, 18096899, -60]]],
    ['f00d02d4000301080509000079c9ac', [[724, 3, 31177, 17302793, -84]]],
    ['eb0d000b00d801041edf340000306b', [[260, 30, 57140, 12395, null]]],
    ['e10c01cc000000268100002b6750', [[460, 0, 9857, 11111, -80]]],
  ];
  for (const [items, expected] of cells)
    assert.deepEqual(
      place(report(items)).cells.map(({ mcc, mnc, lac, cid, rssi }) => [mcc, mnc, lac, cid, rssi]),
      expected,
      items,
    );
  const wifi: [string, string[]][] = [
    [
      'ec2330de4bf67368cec65bbec0fac6b8f0090d353c03b87890a2f4b01eaa6420e36e35e6a8e10c02',
      ['30:de:4b:f6:73:68 -50', 'c6:5b:be:c0:fa:c6 -72', 'f0:09:0d:35:3c:03 -72', '78:90:a2:f4:b0:1e -86', '64:20:e3:6e:35:e6 -88'],
    ],
    ['f40724e124f732b7c7', ['24:e1:24:f7:32:b7 -57']],
    ['5409017000000640a69600', ['70:00:00:06:40:a6 -106']],
    [
      'eb39003700b902' + Buffer.from('54:B1:21:66:C9:E2,-50,54:B1:21:66:C9:E0,-51,2E:70:4F').toString('hex'),
      ['54:b1:21:66:c9:e2 -50', '54:b1:21:66:c9:e0 -51'],
    ],
  ];
  for (const [items, expected] of wifi)
    assert.deepEqual(
      place(report(items))
        .accessPoints.map(({ mac, rssi }) => `${mac} ${rssi}`)
        .slice(0, 5),
      expected.slice(0, 5),
      items,
    );
  const alarm = report('ff0c01cc000000002694000055d8', 1).events[0] as AlarmEvent;
  assert.deepEqual([alarm.alarm, alarm.place?.cells.length], ['sos', 1]);
});

test('alarms of vendors: the keys of E7, the low battery inside EB', () => {
  const alarms = (items: string, word = 0) => gist(report(items, word).events).filter((one) => one.startsWith('alarm'));
  assert.deepEqual(alarms('e7080002000000000000'), ['alarm sos']);
  assert.deepEqual([alarms('e7080004000000000000'), alarms('e7080008000000000000')], [['alarm sos'], ['alarm sos']], 'each key alone');
  assert.deepEqual(alarms('e7080008000000000000', 1), ['alarm sos'], 'said twice it is one');
  assert.deepEqual(alarms('e7080001000000040000'), []);
  for (const level of ['03', '04']) assert.deepEqual(alarms(`eb05000300c6${level}`), ['alarm lowBattery'], level);
  assert.deepEqual(alarms('eb05000300c602'), []);
});

test('0900 with tags: a place with the beacons that the terminal hears', () => {
  const body = `53${locationHex(fix).slice(8, 56)}0200c13f0a1b2c3dc4020a0b01c13f0a1b2c3ed000`;
  const tags = listener(protocol, { receivedAt: at, profile: open }).hear(
    encodeJt(0x0900, hex(body), { modern: false, phone: '013800138000', serial: 5 }),
  );
  assert.deepEqual(place(tags).accessPoints, [
    { mac: 'c1:3f:0a:1b:2c:3d', rssi: -60, beacon: true },
    { mac: 'c1:3f:0a:1b:2c:3e', rssi: -48, beacon: true },
  ]);
});
