import { DAY } from '#contract/time.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { AlarmEvent, PositionEvent } from '#server/ingest/events.ts';
import { encodeEv } from '#server/ingest/tcp/ev07b-frames.ts';
import { ev07bProtocol } from '#server/ingest/tcp/ev07b-protocol.ts';
import { gist, hex, listener, type HearOptions } from '#test/device-frames.ts';

const seconds = 1_795_249_000;
const now = seconds * 1000 + 5000;
const le = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes.toString('hex');
};
const record = (key: string, value: string) => `${(value.replaceAll(' ', '').length / 2 + 1).toString(16).padStart(2, '0')}${key}${value}`;
const id = record('01', Buffer.from('863921031000015').toString('hex'));
const status = (time = seconds, battery = '50') => record('24', `${le(time)}010000${battery}`);
const sos = record('02', `${le(1 << 12)}${le(seconds)}`);
const hear = (body: string, options: Partial<HearOptions> = {}) =>
  listener(ev07bProtocol, { receivedAt: now, ...options }).hear(encodeEv(hex(`01${id}${body}`), 9, true));
/** A captured packet, heard two seconds after it was written. */
const captured = (frame: string, at: number) => listener(ev07bProtocol, { receivedAt: at * 1000 + 2000 }).hear(hex(frame));
const placeIn = (heard: ReturnType<typeof hear>) => (heard.events.find(({ kind }) => kind === 'position') as PositionEvent).place;
const near = (place: PositionEvent['place'], lat: number, lng: number) =>
  assert.ok(place.lat !== null && Math.abs(place.lat - lat) < 0.01 && Math.abs(place.lng! - lng) < 0.01, `${place.lat} ${place.lng}`);

test('19, captured: access points with the names of their networks', () => {
  const heard = captured(
    'ab107000362c05000110013836323331313036393136323437350d247233dc671203ab33030000004f19c40492263a35680a4d696e6946696e646572c038d5472dc22807554e49464c4558be88d7f6807de80a415355535f45385f3247bb7e8a20846eb50b4176656b692047c3a47374bbb56e84208a8200',
    0x67dc3372,
  );
  assert.deepEqual(placeIn(heard).accessPoints, [
    { mac: '04:92:26:3a:35:68', rssi: -60 },
    { mac: '38:d5:47:2d:c2:28', rssi: -64 },
    { mac: '88:d7:f6:80:7d:e8', rssi: -66 },
    { mac: '7e:8a:20:84:6e:b5', rssi: -69 },
    { mac: 'b5:6e:84:20:8a:82', rssi: -69 },
  ]);
  assert.deepEqual(gist(heard.events), ['battery 51', 'position']);
});

test('23 and 26, captured: beacons with the place that they were given', () => {
  const beacon = captured(
    'ab104b00cab208010110013836323232313038373738303438310d24d0b71d6a0800f864000000000d0200100000d0b71d6a000000001c23c69b531448e06ed4e621e254cf084d696e6946696e646572204851',
    0x6a1db7d0,
  );
  assert.deepEqual(gist(beacon.events), ['alarm sos', 'battery 100', 'info alarm 0x00001000', 'position']);
  near((beacon.events[0] as AlarmEvent).place!, 56.88, 14.78);
  assert.deepEqual(placeIn(beacon).accessPoints, [{ mac: 'e0:48:14:53:9b:c6', rssi: null, beacon: true }]);
  const second = captured(
    'ab1030008b1804010110013836313632393035303139333639310924b148c26408124a5a13269dceb28550ed3921b21ef084980500000000',
    0x64c248b1,
  );
  near(placeIn(second), 51.5, 9.38);
  assert.deepEqual([placeIn(second).fix, placeIn(second).altitude, placeIn(second).accessPoints[0]?.beacon], [false, 0, true]);
});

test('27: a place found without satellites, less exact than a fix and more than none', () => {
  const found = record('27', '8036091200e38c4705001400');
  near(placeIn(hear(`${status()}${found}`)), 30.25, 120.04);
  assert.deepEqual([placeIn(hear(`${status()}${found}`)).altitude, placeIn(hear(`${status()}${found}`)).fix], [20, false]);
  const gps = (dilution: string) => record('20', `00e1f50500e38c4700000a000a00${dilution}000000000b`);
  near(placeIn(hear(`${status()}${found}${gps('0500')}`)), 10, 120.04);
  assert.equal(placeIn(hear(`${status()}${gps('0500')}${found}`)).fix, true);
});

test('29, captured: a cell of 4G', () => {
  const heard = hear(`${status()}0b29ee00010ee40c6e23c900`);
  assert.deepEqual(placeIn(heard).cells, [{ mcc: 238, mnc: 1, lac: 3300, cid: 13181806, rssi: -14 }]);
});

test('2A, captured: the flag says whether coordinates stand there; a name is none', () => {
  const named = hear(`${record('24', `${le(seconds)}00427e5b`)}0f2a404a8cba41a770ba506c61636531`);
  assert.deepEqual([placeIn(named).lat, placeIn(named).accessPoints], [null, [{ mac: '70:a7:41:ba:8c:4a', rssi: -70 }]]);
  const placed = captured(
    'ab10350015ae59010110013836333932313033333836353231360924723a12610042535a182ac0f6b4f2923100c900af02215c2b9bfb5461736b4c4d53',
    0x61123a72,
  );
  near(placeIn(placed), 55.38, -7.37);
  assert.deepEqual(placeIn(placed).accessPoints, [{ mac: '00:31:92:f2:b4:f6', rssi: -55 }]);
});

test('28 and 2C, captured: beacons with strength, battery and perhaps a place', () => {
  const tag = captured(
    'ab183200c6bd020101100138363838333230343730323133363209247a0b146090087a641528c03a79ba309be5dec3c2024122c21c2407676267',
    0x60140b7a,
  );
  assert.deepEqual(placeIn(tag).accessPoints, [{ mac: 'e5:9b:30:ba:79:3a', rssi: -34, beacon: true }]);
  near(placeIn(tag), 57.47, 11.98);
  const one = captured(
    'ab103b00a1fedd010110013836323331313036373836373131370d249846dd671008db47030000001a2cc087442817d4fdd1c364bc77f0212481d408044f626f79f100',
    0x67dd4698,
  );
  near(placeIn(one), 56.94, 14.81);
  assert.deepEqual(placeIn(one).accessPoints, [{ mac: 'fd:d4:17:28:44:87', rssi: -47, beacon: true }]);
  const three = hear(`${status()}0b2c00d14699811df7d600640b2c0187442817d4fdd100640b2c020a2f7f89cfc8cc0064`);
  assert.deepEqual(
    placeIn(three).accessPoints.map(({ mac, rssi }) => [mac, rssi]),
    [
      ['f7:1d:81:99:46:d1', -42],
      ['fd:d4:17:28:44:87', -47],
      ['c8:cf:89:7f:2f:0a', -52],
    ],
  );
  assert.equal(placeIn(three).lat, null);
});

test('2B is read as what it looks like, and never as a place that it does not say', () => {
  const heard = (value: string) => placeIn(hear(`${status()}${record('20', '00'.repeat(21))}${record('2b', value)}`));
  assert.deepEqual(heard('40 4a8cba41a770 ba 506c61636531').accessPoints, [{ mac: '70:a7:41:ba:8c:4a', rssi: -70 }]);
  assert.deepEqual(
    heard('c42469685bc210 b8b0958e3f7702').accessPoints.map(({ mac }) => mac),
    ['24:69:68:5b:c2:10', 'b0:95:8e:3f:77:02'],
  );
  assert.deepEqual(heard('cc0100 c47d286e23c900').cells, [{ mcc: 460, mnc: 0, lac: 10365, cid: 13181806, rssi: -60 }]);
  assert.deepEqual([heard('0102030405').lat, heard('c42469685bc210b8b0958e3f7702').lat], [null, null]);
});

test('an SOS carries the place of its moment by every kind of record, also when it stands in front of the status', () => {
  const records: [string, (place: PositionEvent['place']) => unknown][] = [
    [record('19', 'c40492263a35680a4d696e6946696e646572'), (place) => place.accessPoints.length],
    [record('22', 'c92469685bc210'), (place) => place.accessPoints.length],
    [record('26', '9dceb28550ed3921b21ef084980500000000'), (place) => place.lat],
    [record('27', '8036091200e38c4705001400'), (place) => place.lat],
    [record('29', 'ee00010ee40c6e23c900'), (place) => place.cells.length],
    [record('2a', '404a8cba41a770ba506c61636531'), (place) => place.accessPoints.length],
    [record('2b', '404a8cba41a770ba506c61636531'), (place) => place.accessPoints.length],
    [record('2c', '00d14699811df7d60064'), (place) => place.accessPoints.length],
  ];
  for (const [told, value] of records) {
    for (const body of [`${status()}${sos}${told}`, `${status()}${told}${sos}`, `${sos}${status()}${told}`]) {
      const [alarm] = hear(body).events as [AlarmEvent];
      assert.deepEqual([alarm.kind, alarm.alarm], ['alarm', 'sos']);
      assert.ok(alarm.place && value(alarm.place), told);
    }
  }
});

test('a device that sets flag bit 3 speaks the same version and can be told', () => {
  const line = listener(ev07bProtocol, { receivedAt: now });
  const packet = encodeEv(hex(`01${id}${status()}`), 9, true);
  packet[1] = 0x18;
  const heard = line.hear(packet);
  assert.deepEqual([gist(heard.events), heard.answers[0]?.slice(-6)], [['battery 80'], '7f0100']);
  assert.equal(ev07bProtocol.command('040113', line.memory)?.index, '0001');
});

test('values of a moment that lies too far back to be believed are not those of today', () => {
  const old = seconds - (8 * DAY) / 1000;
  const heard = hear(
    `${status(old)}${record('14', '55a00f')}${record('40', `${le(old)}48`)}${record('41', `${le(old)}61`)}${record('30', `${le(old)}${le(3400)}`)}`,
  );
  assert.deepEqual([heard.events, heard.decoded[0]?.discarded], [[], 5]);
  assert.deepEqual(gist(hear(status(seconds - (6 * DAY) / 1000)).events), ['battery 80']);
  assert.deepEqual(gist(hear(status(0)).events), ['battery 80'], 'a device without a time yet means now');
  const alarm = hear(`${status(old)}${record('02', `${le(1 << 12)}${le(old)}`)}`);
  assert.deepEqual(gist(alarm.events)[0], 'alarm sos', 'an alarm is never lost to a clock');
});

test('impossible values are not stored: course, speed, country, empty places of lists', () => {
  const gps = (speed: string, course: string) => record('20', `8036091200e38c47${speed}${course}0a000500000000000b`);
  const { speed, course, fix } = placeIn(hear(`${status()}${gps('ffff', '6901')}`));
  assert.deepEqual([speed, course, fix], [null, null, true], '361 degrees');
  assert.equal(placeIn(hear(`${status()}${gps('0500', '6801')}`)).course, 360);
  const lists = hear(`${status()}${record('21', 'e80300c47d28b81f')}${record('22', 'c9000000000000b8ffffffffffffb0b0958e3f7702')}`);
  assert.deepEqual([placeIn(lists).cells, placeIn(lists).accessPoints], [[], [{ mac: 'b0:95:8e:3f:77:02', rssi: -80 }]]);
});

test('any records with any content are read without a throw, and what is stored of them can be', () => {
  const one = fc.tuple(fc.nat(255), fc.uint8Array({ maxLength: 60 }));
  fc.assert(
    fc.property(fc.array(one, { maxLength: 8 }), (records) => {
      const body = Buffer.concat([hex('01'), ...records.map(([key, bytes]) => Buffer.from([bytes.length + 1, key, ...bytes]))]);
      for (const event of listener(ev07bProtocol, { receivedAt: now }).hear(encodeEv(body, 1)).events) {
        if (event.kind !== 'position') continue;
        const { course, lat, lng, cells } = event.place;
        assert.ok((course ?? 0) <= 360 && Math.abs(lat ?? 0) <= 90 && Math.abs(lng ?? 0) <= 180);
        for (const { mcc, lac, cid } of cells) assert.ok(mcc > 0 && mcc <= 999 && lac > 0 && cid > 0);
      }
    }),
    { numRuns: 3000 },
  );
});
