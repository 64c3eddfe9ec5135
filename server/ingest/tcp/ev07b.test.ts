import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlarmEvent, PositionEvent, ReplyEvent } from '#server/ingest/events.ts';
import { encodeEv } from '#server/ingest/tcp/ev07b-frames.ts';
import { ev07bProtocol } from '#server/ingest/tcp/ev07b-protocol.ts';
import { gist, hex, listener, type HearOptions } from '#test/device-frames.ts';

const seconds = 1_795_249_000;
const at = seconds * 1000 + 5000;
const le = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes.toString('hex');
};
const record = (key: string, value: string) => `${(value.length / 2 + 1).toString(16).padStart(2, '0')}${key}${value}`;
const id = record('01', Buffer.from('863921031000015').toString('hex'));
const status = (time = seconds, battery = '50') => record('24', `${le(time)}010000${battery}`);
const gps = record('20', '8036091200e38c4700002d00af005a0155000000000b'.slice(0, 42));
const hear = (body: string, options: Partial<HearOptions> = {}) =>
  listener(ev07bProtocol, { receivedAt: at, ...options }).hear(encodeEv(hex(body), 9, true));

test('a captured packet: position, battery, answer', () => {
  const receivedAt = 0x628357ac * 1000 + 2000;
  const line = listener(ev07bProtocol, { receivedAt });
  const heard = line.hear(
    hex(
      'AB103D0035A700000110013836373733303035333430333237390924AC5783620103C250162030CC5F0D5002FB432D00AF005A3158006D0A00000B0931EC5783620A000000',
    ),
  );
  assert.equal(ev07bProtocol.idOf(heard.frames[0]!), '867730053403279');
  assert.deepEqual(gist(heard.events), ['battery 80', 'position fix']);
  const { place, at: when } = heard.events[1] as PositionEvent;
  assert.equal(when, 0x628357ac * 1000);
  assert.ok(Math.abs((place.lat ?? 0) - 22.4382) < 1e-4 && Math.abs((place.lng ?? 0) - 114.0523) < 1e-3);
  assert.deepEqual([place.speed, place.course, place.satellites], [45, 175, 11]);
  assert.equal(heard.answers[0]?.slice(-6), '7f0100');
});

test('captured services: heartbeat with battery, and the question for the time', () => {
  const line = listener(ev07bProtocol, { receivedAt: at });
  const beat = line.hear(hex('ab10150076f1320003100133353534363530373130323933303602105a'));
  assert.deepEqual([gist(beat.events), beat.answers[0]?.slice(-6)], [['heartbeat', 'battery 90'], '7f0100']);
  const time = line.hear(hex('AB101400594A01000310013836333932323033343437333734350112'));
  assert.equal(time.answers[0]?.slice(16), `030512${le(seconds + 5)}`);
  assert.equal(ev07bProtocol.idOf(time.frames[0]!), '863922034473745');
});

test('an alarm word of which only a bark is set: nobody is alarmed', () => {
  const bark = hear(`01${id}${status(seconds, '64')}${record('02', `00000080${le(seconds)}`)}`);
  assert.deepEqual(gist(bark.events), ['battery 100', 'info alarm 0x80000000']);
});

test('every bit that concerns a person; further bits never hide one', () => {
  const alarm = (word: number, time = seconds) => record('02', `${le(word)}${le(time)}`);
  const cases: [number, string[]][] = [
    [1 << 12, ['alarm sos']],
    [1 << 2, ['alarm fall']],
    [1, ['alarm lowBattery']],
    [(1 << 12) | (1 << 2) | 1, ['alarm sos', 'alarm fall', 'alarm lowBattery']],
    [0x01200001, ['alarm lowBattery']],
    [1 << 9, []],
    [1 << 8, ['alarm other']],
    [(1 << 13) | 1, ['alarm other', 'alarm lowBattery']],
    [1 << 21, ['alarm other']],
    [0, []],
  ];
  for (const [word, expected] of cases) {
    const found = gist(hear(`01${id}${status()}${gps}${alarm(word)}`).events).filter((one) => one.startsWith('alarm'));
    assert.deepEqual(found, expected, word.toString(16));
  }
  const [sos] = hear(`01${id}${status()}${gps}${alarm(1 << 12, seconds - 3)}`).events as AlarmEvent[];
  assert.deepEqual([sos?.at, sos?.place?.fix, sos?.deviceTime], [(seconds - 3) * 1000, true, String((seconds - 3) * 1000)]);
  const own = hear(`01${id}${status()}${alarm(1 << 13)}`, { profile: { alarms: { 13: 'sos' } } });
  assert.equal(gist(own.events)[0], 'alarm sos', 'a model may have an SOS button on the side');
  const wrongClock = hear(`01${id}${status(1000)}${gps}${alarm(1 << 12, 1000)}`);
  assert.equal(gist(wrongClock.events)[0], 'alarm sos', 'an alarm is never lost to a wrong clock');
  assert.ok(!gist(wrongClock.events).some((one) => one.startsWith('position')));
});

test('health, steps, battery; 0 and 1 are no heart rate', () => {
  const time = le(seconds - 10);
  const body = `01${id}${record('40', `${time}48`)}${record('41', `${time}61`)}${record('30', `${time}${le(3400)}`)}${record('14', '55a00f')}`;
  const { events } = hear(body);
  assert.deepEqual(gist(events), ['heartRate 72', 'oxygen 97', 'steps 3400', 'battery 85']);
  assert.equal(events[0]?.at, (seconds - 10) * 1000);
  const off = hear(`01${id}${record('40', `${time}01`)}${record('40', `${time}00`)}`);
  assert.deepEqual([off.events, off.decoded[0]?.discarded], [[], 2]);
});

test('several moments in one packet: old ones are late', () => {
  const { events } = hear(`01${id}${status(seconds - 7200)}${gps}${status()}${gps}`);
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'position').map((event) => [event.at, (event as PositionEvent).late]),
    [
      [(seconds - 7200) * 1000, true],
      [seconds * 1000, false],
    ],
  );
});

test('Wi-Fi, cells and beacons are places without a fix', () => {
  const { events } = hear(`01${id}${status()}${record('22', 'c92469685bc210')}${record('21', 'cc0100c47d28b81f')}`);
  const { place } = events.find(({ kind }) => kind === 'position') as PositionEvent;
  assert.deepEqual(
    [place.fix, place.accessPoints, place.cells],
    [false, [{ mac: '24:69:68:5b:c2:10', rssi: -55 }], [{ mcc: 460, mnc: 0, lac: 10365, cid: 8120, rssi: -60 }]],
  );
  const beacon = hear(`01${id}${status()}${record('23', '0102030405068036091200e38c47')}`).events.at(-1) as PositionEvent;
  assert.ok(beacon.place.lat !== null && !beacon.place.fix);
});

test('a device of the newer version of the protocol is not told what would mean something else to it', () => {
  const line = listener(ev07bProtocol, { receivedAt: at });
  const packet = encodeEv(hex(`03${id}0112`), 9, true);
  packet[1]! |= 1;
  line.hear(packet);
  assert.throws(() => ev07bProtocol.command('040113', line.memory), /新版通信协议/);
});

test('answers to our commands; what is not asked for is not answered', () => {
  const line = listener(ev07bProtocol, { receivedAt: at });
  const command = ev07bProtocol.command('0401', line.memory);
  assert.equal(command?.index, '0001');
  const response = line.hear(encodeEv(hex('7f0100'), 1));
  assert.deepEqual([gist(response.events), response.answers], [['reply RESPONSE 0  0001'], [null]]);
  const [denied] = line.hear(encodeEv(hex('7f010b'), 1)).events as ReplyEvent[];
  assert.deepEqual([denied?.failed, denied?.index], [true, '0001']);
  assert.deepEqual(line.hear(encodeEv(hex(`01${id}${status()}`), 3, false)).answers, [null]);
  const unknown = line.hear(encodeEv(hex('66'), 3, true));
  assert.equal(unknown.decoded[0]?.known, false);
});
