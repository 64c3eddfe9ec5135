import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainProfile, type AlarmEvent, type DeviceProfile, type PositionEvent } from '#server/ingest/events.ts';
import { readSample } from '#contract/devices/jt808-items.rules.ts';
import { readRule } from '#contract/devices/jt808-readings.rules.ts';
import { authenticationCode, sameCode, shownCode } from '#server/ingest/tcp/jt808-credentials.ts';
import { createJtFramer, encodeJt } from '#server/ingest/tcp/jt808-frames.ts';
import { jt808Protocol } from '#server/ingest/tcp/jt808-protocol.ts';
import { noFramerCounts } from '#server/ingest/tcp/protocol.ts';
import { gist, hex, listener } from '#test/device-frames.ts';
import { locationHex } from '../../../scripts/simulator/jt808-speaker.ts';

const secret = Buffer.from('secret');
const protocol = jt808Protocol(secret);
const at = Date.UTC(2026, 10, 21, 8, 16);
const address = { modern: false, phone: '013800138000', serial: 5 };
const fix = { at: at - 30_000, lat: 30.2592, lng: 120.1303 };
const open = { authentication: false };
const line = (profile: Partial<DeviceProfile> = open, receivedAt = at) => listener(protocol, { receivedAt, profile });
const message = (type: number, body: string, serial = 5) => encodeJt(type, hex(body), { ...address, serial });
const hear = (type: number, body: string, profile?: Partial<DeviceProfile>) => line(profile).hear(message(type, body));
const ascii = (text: string, bytes: number) => Buffer.from(text.padEnd(bytes, '\0')).toString('hex');

test('captured messages of public documents: a location of 2013, registration and authentication of 2019', () => {
  const located = line(open, Date.UTC(2021, 8, 22, 8, 38)).hear(
    hex(`7E 02 00 00 52 00 20 02 60 43 23 00 A4 00 02 00 00 00 0C 00 02 01 58 B9 1B 06 CB 70 61 00 46 00 00 00 59 21 09 22 16 37 58 01 04 00 00 00 01
      03 02 00 00 25 04 00 00 00 01 30 01 11 31 01 10 E3 01 00 D5 1B 02 20 02 60 43 23 27 95 93 78 61 60 00 12 20 00 00 12 34 27 95 93 78 61 58 00 12 86 7E`),
  );
  assert.equal(protocol.idOf(located.frames[0]!), '2002604323');
  assert.deepEqual(gist(located.events), [
    'position fix',
    'signal 55',
    'info item e3 00',
    'info item d5 022002604323279593786160001220000012342795937861580012',
  ]);
  const { place, at: when } = located.events[0] as PositionEvent;
  assert.equal(when, Date.UTC(2021, 8, 22, 8, 37, 58));
  assert.deepEqual([place.lat, place.lng, place.altitude, place.course, place.satellites], [22.591771, 113.995873, 70, 89, 16]);
  const answered = createJtFramer(noFramerCounts()).push(Buffer.from(located.answers[0]!, 'hex'))[0];
  assert.deepEqual([answered?.type, answered?.body.toString('hex')], [0x8001, '00a4020000']);

  const registered = line({}).hear(
    hex(`7E 01 00 40 54 01 00 00 00 00 00 02 23 45 67 89 00 00 00 0B 00 65 01 23 45 67 89 AB CD EF 00 00 00 01 23 45 67 89 AB CD EF 00 00 00 00 00 00 00 00 00
      00 00 00 00 00 00 00 00 00 00 00 00 00 01 23 45 67 89 AB CD EF 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 01 BE A9 44 31 32 33 34 35 93 7E`),
  );
  assert.equal(registered.frames[0]?.modern, true);
  assert.equal(protocol.idOf(registered.frames[0]!), '223456789');
  assert.deepEqual(protocol.spellings?.('223456789'), ['000223456789', '00000000000223456789']);
});

test('escapes go both ways', () => {
  const bytes = encodeJt(0x0900, hex('7e7d7d01027e'), address);
  assert.equal(bytes.indexOf(0x7e, 1), bytes.length - 1);
  assert.equal(createJtFramer(noFramerCounts()).push(bytes)[0]?.body.toString('hex'), '7e7d7d01027e');
});

test('registration of 2011, 2013 and 2019 gives the derived code; the code is believed, a wrong one ends the connection', () => {
  const code = authenticationCode(secret, '7:1');
  assert.match(code, /^[\w-]{16}$/);
  assert.notEqual(code, authenticationCode(secret, '7:2'));
  assert.notEqual(code, authenticationCode(Buffer.from('another'), '7:1'));
  assert.equal(sameCode(code, code), true);
  assert.equal(sameCode(`${code}x`, code), false);
  const bodies: [string, boolean][] = [
    [`002c012f${ascii('YIAN', 5)}${ascii('B', 8)}${ascii('T000001', 7)}00${ascii('浙A1', 5)}`, false],
    [`002c012f${ascii('YIAN', 5)}${ascii('B', 20)}${ascii('T000001', 7)}00`, false],
    [`002c012f${ascii('YIAN', 11)}${ascii('B', 30)}${ascii('T000001', 30)}00`, true],
  ];
  for (const [body, modern] of bodies) {
    const terminal = line({ terminalId: 'T000001' });
    const registration = terminal.hear(encodeJt(0x0100, hex(body), { ...address, modern }));
    const answer = createJtFramer(noFramerCounts()).push(Buffer.from(registration.answers[0]!, 'hex'))[0];
    assert.deepEqual([answer?.type, answer?.modern, answer?.body.subarray(3).toString()], [0x8100, modern, code]);
    assert.deepEqual(
      registration.events.map((event) => event.kind === 'registration' && [event.step, event.terminalId]),
      [['given', 'T000001']],
    );
    const shown = Buffer.from(modern ? String.fromCharCode(code.length) + code + '8'.repeat(15) + '1.0'.padEnd(20, '\0') : code);
    const authenticated = terminal.hear(encodeJt(0x0102, shown, { ...address, modern }));
    assert.equal(shownCode(authenticated.frames[0]!), code);
    assert.deepEqual([gist(authenticated.events), authenticated.decoded[0]?.verdict], [['heartbeat', 'registration shown'], undefined]);
    assert.equal(protocol.admitted?.(terminal.memory), true);
    const wrong = line({});
    assert.equal(wrong.hear(encodeJt(0x0102, Buffer.from('guess'), { ...address, modern })).decoded[0]?.verdict, 'refused');
    assert.equal(protocol.admitted?.(wrong.memory), false);
  }
  const other = line({ terminal: { given: 'T000002', bound: 'T000002' } }).hear(encodeJt(0x0100, hex(bodies[1]![0]), address));
  assert.deepEqual(
    [gist(other.events), other.answers[0]?.slice(-6, -4)],
    [['registration refused'], '01'],
    'the code belongs to the first terminal',
  );
  const again = line({ terminal: { given: 'T000001', bound: 'T000001' } });
  again.hear(encodeJt(0x0100, hex(bodies[1]![0]), address));
  assert.deepEqual(gist(again.hear(encodeJt(0x0102, Buffer.from(code), address)).events), ['heartbeat'], 'which may register again');
  const later = line({ terminal: { given: 'T000001', bound: null } }).hear(encodeJt(0x0102, Buffer.from(code), address));
  assert.deepEqual(gist(later.events), ['heartbeat', 'registration shown'], 'also on a later connection');
  const early = line({}).hear(message(0x0200, locationHex(fix, 1)));
  assert.deepEqual([early.events, early.decoded[0]?.verdict, early.answers[0]?.slice(-6, -4)], [[], 'unheard', '01']);
});

test('every alarm bit; those that last are one alarm, SOS and falls are said each time', () => {
  const found = (alarm: number, profile: Partial<DeviceProfile> = {}) =>
    gist(hear(0x0200, locationHex(fix, alarm), { ...open, ...profile }).events).filter((one) => one.startsWith('alarm'));
  const meant: Record<number, string> = { 0: 'sos', 7: 'lowBattery', 20: 'leftFence', 29: 'fall', 30: 'fall' };
  for (let bit = 0; bit < 32; bit++) assert.deepEqual(found(1 << bit), meant[bit] ? [`alarm ${meant[bit]}`] : [], `bit ${bit}`);
  assert.deepEqual(found(0xffffffff), ['alarm sos', 'alarm fall', 'alarm fall', 'alarm leftFence', 'alarm lowBattery']);
  assert.deepEqual(found(1 << 3, { alarms: { 3: 'removed' } }), ['alarm removed']);
  const entered = hear(0x0200, `${locationHex(fix, 1 << 20)}1206010000000100`).events[0] as AlarmEvent;
  assert.equal(entered.alarm, 'enteredFence');
  const terminal = line();
  const word = 1 | (1 << 7);
  assert.deepEqual(gist(terminal.hear(message(0x0200, locationHex(fix, word))).events).slice(0, 2), ['alarm sos', 'alarm lowBattery']);
  assert.deepEqual(gist(terminal.hear(message(0x0200, locationHex(fix, word))).events).slice(0, 2), ['alarm sos', 'position fix']);
  assert.equal(terminal.hear(message(0x0200, locationHex(fix, 1))).events.find(({ kind }) => kind === 'alarm')?.at, fix.at);
});

test('vendor items by the table of the model', () => {
  const items = {
    e1: [{ metric: 'heartRate' as const }, { metric: 'systolic' as const, at: 1 }],
    e2: [{ metric: 'temperature' as const, bytes: 2, scale: 0.1 }],
    e3: [{ metric: 'temperature' as const, bytes: 2, signed: true, scale: 0.01, add: 40 }],
    e4: [{ metric: 'heartRate' as const, at: 9 }],
  };
  const body = `${locationHex(fix)}e10248 7ee2020 16de302fe3ee40148`.replaceAll(' ', '');
  assert.deepEqual(gist(hear(0x0200, body, { ...open, items }).events), [
    'position fix',
    'signal 81',
    'heartRate 72',
    'systolic 126',
    'temperature 36.5',
    'temperature 35.5',
  ]);
  assert.deepEqual(gist(hear(0x0200, body).events), [
    'position fix',
    'signal 81',
    'info item e1 487e',
    'info item e2 016d',
    'info item e3 fe3e',
    'info item e4 48',
  ]);
});

test('the screen reads of a pasted report what the gateway reads, in both headers', () => {
  const items = { e1: [{ metric: 'heartRate' as const }, { metric: 'systolic' as const, at: 1 }] };
  for (const modern of [false, true]) {
    // Both bytes have to be escaped on the wire.
    const bytes = encodeJt(0x0200, hex(`${locationHex(fix)}e1027d7e`), { ...address, modern });
    const sample = readSample(bytes.toString('hex'));
    assert.equal(sample.problem, null);
    const value = sample.items.find(({ id }) => id === 0xe1)!.value;
    const shown = items.e1.map((rule) => `${rule.metric} ${(readRule(rule, value) as { value: number }).value}`);
    assert.deepEqual(shown, ['heartRate 125', 'systolic 126']);
    assert.deepEqual(gist(line({ ...open, items }).hear(bytes).events).slice(-2), shown);
  }
});

test('stored positions are late; batches keep the alarms in them', () => {
  const size = (body: string) => (body.length / 2).toString(16).padStart(4, '0') + body;
  const [old, recent] = [locationHex({ ...fix, at: at - 7_200_000 }), locationHex(fix, 1)];
  const kept = hear(0x0704, `000201${size(old)}${size(recent)}`);
  assert.deepEqual(gist(kept.events), ['alarm sos late', 'position fix late', 'signal 81', 'position fix late', 'signal 81']);
  const usual = hear(0x0704, `000200${size(old)}${size(recent)}`);
  assert.deepEqual(
    gist(usual.events).filter((one) => one.startsWith('position')),
    ['position fix late', 'position fix'],
  );
  const cut = hear(0x0704, `000201${size(old)}0040ab`);
  assert.deepEqual([gist(cut.events)[0], cut.decoded[0]?.discarded], ['position fix late', 1]);
});

test('south, west, no fix, another clock, a cut report', () => {
  const [position] = hear(0x0200, locationHex({ ...fix, lat: -30.5, lng: -120.5, fix: false })).events as PositionEvent[];
  assert.deepEqual([position?.place.lat, position?.place.lng, position?.place.fix], [-30.5, -120.5, false]);
  const utc = hear(0x0200, locationHex({ ...fix, at: fix.at - 8 * 3_600_000 }), { ...open, utcOffsetMinutes: 0 });
  assert.equal(utc.events[0]?.at, fix.at);
  const cut = hear(0x0200, locationHex(fix).slice(0, 40));
  assert.deepEqual([cut.events, cut.answers[0]?.slice(-6, -4)], [[], '02']);
});

test('long messages in parts, in any order, within bounds', () => {
  const size = (body: string) => (body.length / 2).toString(16).padStart(4, '0') + body;
  const reports = Array.from({ length: 40 }, (_, n) => size(locationHex({ ...fix, at: fix.at - n * 60_000 })));
  const body = hex(`002801${reports.join('')}`);
  const part = (n: number) => {
    const chunk = body.subarray((n - 1) * 900, n * 900);
    const total = Math.ceil(body.length / 900);
    const head = hex(
      `0704${(chunk.length | 0x2000).toString(16).padStart(4, '0')}013800138000${(20 + n).toString(16).padStart(4, '0')}000${total}000${n}`,
    );
    const plain = Buffer.concat([head, chunk]);
    const sum = plain.reduce((all, byte) => all ^ byte, 0);
    return Buffer.from([
      0x7e,
      ...[...plain, sum].flatMap((byte) => (byte === 0x7e ? [0x7d, 2] : byte === 0x7d ? [0x7d, 1] : [byte])),
      0x7e,
    ]);
  };
  const terminal = line();
  const early = terminal.hear(Buffer.concat([part(2), part(2)]));
  assert.deepEqual([early.events, early.answers.length], [[], 2]);
  const rest = terminal.hear(part(1));
  assert.equal(rest.events.filter(({ kind }) => kind === 'position').length, 40);
  const [first] = createJtFramer(noFramerCounts()).push(part(1));
  const read = (over: object) =>
    protocol.decode({ ...first!, ...over }, { deviceKey: '7:1', receivedAt: at, profile: { ...plainProfile, ...open } }, terminal.memory);
  assert.deepEqual(read({}).part, { type: 0x0704, serial: 21, part: 1, total: 2, body: first!.body });
  const stranger = line({}).memory;
  const kept = protocol.decode({ ...first!, type: 0x0100 }, { deviceKey: '7:1', receivedAt: at, profile: plainProfile }, stranger);
  assert.deepEqual([kept.part, kept.verdict], [undefined, 'unheard'], 'nobody keeps parts here before he has shown his code');
  assert.deepEqual([read({ total: 65 }).known, read({ part: 3 }).discarded, read({ part: 0 }).part], [false, 1, undefined]);
});

test('heartbeats, time, answers and what nobody knows', () => {
  assert.deepEqual(gist(hear(0x0002, '').events), ['heartbeat']);
  const time = createJtFramer(noFramerCounts()).push(Buffer.from(hear(0x0109, '').answers[0]!, 'hex'))[0];
  assert.deepEqual([time?.type, time?.body.toString('hex')], [0x8109, '261121081600']);
  const confirmed = hear(0x0001, '0007830000');
  assert.deepEqual([gist(confirmed.events), confirmed.answers], [['reply 8300 0 0007'], [null]]);
  const asked = hear(0x0201, `0009${locationHex(fix)}`);
  assert.deepEqual(gist(asked.events), ['reply 0201  0009', 'position fix', 'signal 81']);
  const unknown = hear(0x0fff, '00');
  assert.deepEqual([unknown.decoded[0]?.known, unknown.answers[0]?.slice(-6, -4)], [false, '03']);
  const sealed = hex('0200040001380013800000050000');
  const sum = sealed.reduce((all, byte) => all ^ byte, 0);
  const encrypted = line().hear(Buffer.from([0x7e, ...sealed, sum, 0x7e]));
  assert.equal(encrypted.decoded[0]?.known, false);
});

test('commands take the address and the next serial number', () => {
  const terminal = line();
  assert.equal(protocol.command('8104', terminal.memory), null);
  terminal.hear(message(0x0002, ''));
  const command = protocol.command('8104', terminal.memory);
  const [frame] = createJtFramer(noFramerCounts()).push(command!.bytes);
  assert.deepEqual([frame?.type, frame?.phone, command?.index], [0x8104, '013800138000', '0001']);
  assert.throws(() => encodeJt(0x8300, Buffer.alloc(1024), address), /1023/);
});
