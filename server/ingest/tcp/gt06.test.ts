import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PositionEvent } from '#server/ingest/events.ts';
import { encodeGt06 } from '#server/ingest/tcp/gt06-frames.ts';
import { gt06Protocol } from '#server/ingest/tcp/gt06-protocol.ts';
import { gist, hex, listener, type HearOptions } from '#test/device-frames.ts';

// The example frames of the public manual are of 2011.
const at2011 = Date.UTC(2011, 10, 15, 14, 40);
const at = Date.UTC(2026, 10, 21, 8, 16);
const when = '1a0b15080f1e';
const place = 'cf027ac7eb0c46584900148f';
const cell = '01cc00287d001fb8';
const fresh = (options: Partial<HearOptions> = {}) => listener(gt06Protocol, { receivedAt: at, ...options });
const hear = (type: number, body: string, options: Partial<HearOptions> = {}) => fresh(options).hear(encodeGt06(type, hex(body), 7));

test('the manual: login, its answer, and whose connection it is', () => {
  const heard = fresh().hear(hex('78780D01012345678901234500018CDD0D0A'));
  assert.equal(gt06Protocol.idOf(heard.frames[0]!), '123456789012345');
  assert.deepEqual(heard.answers, ['787805010001d9dc0d0a']);
});

test('the manual: heartbeat with terminal information, voltage and signal', () => {
  const heard = fresh().hear(hex('78 78 0A 13 40 04 04 00 01 00 0F DC EE 0D 0A'));
  assert.deepEqual(gist(heard.events), ['heartbeat', 'battery 67', 'signal 100']);
  assert.equal(heard.answers[0]?.slice(0, 12), '78780513000f');
  assert.equal(gt06Protocol.idOf(heard.frames[0]!), null);
});

test('the manual: a location, not answered', () => {
  const heard = fresh({ receivedAt: Date.UTC(2011, 7, 29, 17, 47) }).hear(
    hex('78 78 1F 12 0B 08 1D 11 2E 10 CF 02 7A C7 EB 0C 46 58 49 00 14 8F 01 CC 00 28 7D 00 1F B8 00 03 80 81 0D 0A'),
  );
  assert.deepEqual(gist(heard.events), ['position fix']);
  const [position] = heard.events as PositionEvent[];
  assert.equal(position?.at, Date.UTC(2011, 7, 29, 17, 46, 16));
  assert.ok(Math.abs((position?.place.lat ?? 0) - 23.1116683) < 1e-6 && Math.abs((position?.place.lng ?? 0) - 114.409285) < 1e-6);
  assert.deepEqual(position?.place.cells, [{ mcc: 460, mnc: 0, lac: 10365, cid: 8120, rssi: null }]);
  assert.deepEqual([position?.place.course, position?.place.speed, position?.place.satellites], [143, 0, 15]);
  assert.deepEqual(heard.answers, [null]);
});

test('the manual: an alarm; its status byte says SOS as well and is not counted twice', () => {
  const heard = fresh({ receivedAt: at2011 }).hear(
    hex('78 78 25 16 0B 0B 0F 0E 24 1D CF 02 7A C8 87 0C 46 57 E6 00 14 02 09 01 CC 00 28 7D 00 1F 72 65 06 04 01 01 00 36 56 A4 0D 0A'),
  );
  assert.deepEqual(gist(heard.events), ['alarm sos', 'battery 100', 'signal 100', 'position fix']);
  assert.equal(heard.answers[0]?.slice(0, 12), '787805160036');
});

test('every alarm code that concerns a person', () => {
  const body = (code: string, state = '40') => `${when}${place}09${cell}${state}0604${code}02`;
  const cases: [string, string | null][] = [
    ['01', 'sos'],
    ['23', 'fall'],
    ['04', 'enteredFence'],
    ['05', 'leftFence'],
    ['0e', 'lowBattery'],
    ['19', 'lowBattery'],
    ['13', 'removed'],
    ['25', 'removed'],
    ['02', null],
    ['03', null],
    ['06', null],
    ['fe', null],
    ['7e', 'other'],
    ['00', 'other'],
  ];
  for (const type of [0x16, 0x26, 0x27]) {
    for (const [code, expected] of cases) {
      const [first] = gist(hear(type, body(code)).events);
      assert.equal(first?.startsWith('alarm') ? first : null, expected === null ? null : `alarm ${expected}`, `${type} ${code}`);
    }
  }
  assert.deepEqual(
    gist(hear(0x26, body('23', '60')).events).slice(0, 2),
    ['alarm sos', 'alarm fall'],
    'SOS of the status byte comes first',
  );
  assert.equal(gist(hear(0x26, body('19', '58')).events).filter((one) => one.startsWith('alarm')).length, 1);
  assert.deepEqual(gist(hear(0x26, body('03', '60')).events)[0], 'alarm sos', 'a shock does not hide it');
  assert.deepEqual(
    gist(hear(0x26, body('03'), { profile: { alarms: { 3: 'fall' } } }).events)[0],
    'alarm fall',
    'a model may mean a fall by it',
  );
});

test('an alarm that knows only its cell, and one of a 4G model', () => {
  const byCell = hear(0x19, `${cell}6004040102`);
  assert.deepEqual(gist(byCell.events).slice(0, 1), ['alarm sos']);
  assert.notEqual(byCell.answers[0], null);
  const wide = hear(0xa4, `${when}${place}10${'01cc00000024e500000000018d0a2b'}4006040102`);
  assert.deepEqual(gist(wide.events), ['alarm sos', 'battery 100', 'signal 100', 'position fix']);
});

test('an SOS state in heartbeats is one alarm until it ends, and is said again as long as it is not stored', () => {
  const line = fresh();
  const beat = (state: string) => encodeGt06(0x13, hex(`${state}04030002`), 8);
  assert.deepEqual(gist(line.hear(beat('60')).events)[0], 'alarm sos');
  assert.deepEqual(gist(line.hear(beat('60')).events)[0], 'heartbeat');
  line.hear(beat('40'));
  assert.deepEqual(gist(line.hear(beat('60')).events)[0], 'alarm sos');
  const unstored = fresh();
  const [frame] = unstored.framer.push(beat('60'));
  const context = { deviceKey: 'd', receivedAt: at, profile: { utcOffsetMinutes: null, healthReplies: false, suppressChargerSos: false } };
  for (let n = 0; n < 2; n++) assert.equal(gt06Protocol.decode(frame!, context, unstored.memory).events[0]?.kind, 'alarm');
});

test('late, without a fix, south and west, another clock', () => {
  const body = (flags: string, late: string, time = when) => `${time}cf027ac7eb0c46584900${flags}${cell}0000${late}`;
  assert.deepEqual(gist(hear(0x22, body('148f', '01')).events), ['position fix late']);
  assert.deepEqual(gist(hear(0x22, body('048f', '00')).events), ['position']);
  const west = hear(0x22, body('188f', '00')).events[0] as PositionEvent;
  assert.ok((west.place.lat ?? 0) < 0 && (west.place.lng ?? 0) < 0);
  const shifted = hear(0x22, body('148f', '00', '1a0b15100f1e'), { profile: { utcOffsetMinutes: 480 } }).events[0] as PositionEvent;
  assert.equal(shifted.at, Date.UTC(2026, 10, 21, 8, 15, 30));
  const wrong = hear(0x22, body('148f', '00', '0b0b0f0e241d')).events[0] as PositionEvent;
  assert.deepEqual([wrong.clock, wrong.at], ['server', at], 'a clock that cannot be right is not believed');
  assert.deepEqual(gist(hear(0x22, body('148f', '01', '0b0b0f0e241d')).events), [], 'nor is a stored position kept by it');
});

test('cells, Wi-Fi, time, answers, information', () => {
  const groups = '287d001fb83c' + '000000000000'.repeat(6);
  const network = hear(0x28, `${when}01cc00${groups}ff`).events[0] as PositionEvent;
  assert.deepEqual([network.place.fix, network.place.cells.length], [false, 1]);
  const wifi = hear(0x2c, `${when}01cc00${groups}ff02${'2469685bc2103d'}${'b0958e3f77024e'}`).events[0] as PositionEvent;
  assert.deepEqual(wifi.place.accessPoints, [
    { mac: '24:69:68:5b:c2:10', rssi: -61 },
    { mac: 'b0:95:8e:3f:77:02', rssi: -78 },
  ]);
  assert.equal(hear(0x8a, '').answers[0]?.slice(0, 20), '78780b8a1a0b15081000');
  const answer = Buffer.concat([hex('0c 00000001'), Buffer.from('RESET,OK'), hex('0002')]).toString('hex');
  assert.deepEqual(gist(hear(0x15, answer).events), ['reply RESET OK 00000001']);
  assert.deepEqual(gist(hear(0x94, '0a0123456789012345046000000000000189860000000000000000').events), ['info ICCID 89860000000000000000']);
  const unknown = hear(0x77, '00');
  assert.deepEqual([unknown.decoded[0]?.known, unknown.answers[0]?.slice(0, 12)], [false, '787805770007'], 'a device would wait for it');
});

test('commands carry a flag that the answer repeats', () => {
  const line = fresh();
  const command = gt06Protocol.command('WHERE#', line.memory);
  assert.equal(command?.index, '00000001');
  assert.equal(command?.bytes.toString('hex').slice(0, 32), '787812800a0000000157484552452300');
});
