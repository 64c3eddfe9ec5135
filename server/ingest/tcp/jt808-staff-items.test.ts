/** Items of JT/T 808 reports that staff explain, and those that nothing reads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { AlarmEvent, PositionEvent } from '#server/ingest/events.ts';
import { encodeJt, type JtFrame } from '#server/ingest/tcp/jt808-frames.ts';
import { jt808Protocol } from '#server/ingest/tcp/jt808-protocol.ts';
import { gist, hex, listener, type Heard } from '#test/device-frames.ts';
import { locationHex } from '../../../scripts/simulator/jt808-speaker.ts';

const protocol = jt808Protocol(Buffer.from('secret'));
const open = { authentication: false };
const place = ({ events }: Heard<JtFrame>) => (events.find(({ kind }) => kind === 'position') as PositionEvent).place;
const at = Date.UTC(2026, 10, 21, 8, 16);
const fix = { at: at - 30_000, lat: 30.2592, lng: 120.1303 };
const report = (items: string, alarm = 0, profile = {}) =>
  listener(protocol, { receivedAt: at, profile: { ...open, ...profile } }).hear(
    encodeJt(0x0200, hex(locationHex(fix, alarm) + items), { modern: false, phone: '013800138000', serial: 5 }),
  );

/** A table of staff: bits and values that are alarms, and lists in layouts of their own. */
const staff = {
  e5: [
    { kind: 'alarm', alarm: 'sos', bit: 0 },
    { kind: 'alarm', alarm: 'fall', bit: 1 },
    { kind: 'alarm', alarm: 'removed', bit: 2 },
    { kind: 'alarm', alarm: 'lowBattery', at: 1, equals: 2 },
    { metric: 'heartRate', at: 2 },
  ],
  e6: [{ kind: 'wifi', counted: true }],
  e8: [{ kind: 'beacons', rssiFirst: true }],
  e9: [{ kind: 'cells', counted: true, cellBytes: 2 }],
} as const;

test('items by the rules of staff: alarms by bits and values, access points, beacons, cells', () => {
  const items = 'e503030248 e60f02246968000001ce246968000002b9 e807c4c13f0a1b2c3d e90901 01cc00253510 2647'.replaceAll(' ', '');
  const heard = report(items, 0, { items: staff });
  assert.deepEqual(gist(heard.events), ['alarm sos', 'alarm fall', 'alarm lowBattery', 'position fix', 'signal 81', 'heartRate 72']);
  const alarm = heard.events[0] as AlarmEvent;
  assert.deepEqual([alarm.at, alarm.bit, alarm.late], [fix.at, null, false]);
  for (const { cells, accessPoints } of [place(heard), alarm.place!]) {
    assert.deepEqual(cells, [{ mcc: 460, mnc: 0, lac: 9525, cid: 4134, rssi: -71 }]);
    assert.deepEqual(
      accessPoints.map(({ mac, rssi, beacon }) => [mac, rssi, beacon === true]),
      [
        ['24:69:68:00:00:01', -50, false],
        ['24:69:68:00:00:02', -71, false],
        ['c1:3f:0a:1b:2c:3d', -60, true],
      ],
    );
  }
  assert.deepEqual(
    gist(report('e503010048', 1, { items: staff }).events).slice(0, 2),
    ['alarm sos', 'position fix'],
    'said twice it is one',
  );
  // Staff say that E9 is something else than the battery that it is elsewhere.
  assert.deepEqual(gist(report('e9012d', 0, { items: staff }).events), ['position fix', 'signal 81']);
});

const item = (id: string, value: string) => id + (value.length / 2).toString(16).padStart(2, '0') + value;

test('items that are shorter than the rules of staff say change nothing', () => {
  const beside = (items: string) => gist(report(items, 0, { items: staff }).events).filter((one) => !/^(position|signal)/.test(one));
  assert.deepEqual(beside(item('e5', '')), []);
  assert.deepEqual(beside(item('e5', '03')), ['alarm sos', 'alarm fall']);
  assert.deepEqual(beside(item('e5', '0302')), ['alarm sos', 'alarm fall', 'alarm lowBattery']);
  const lists = { e6: '02246968000001ce246968000002b9', e8: 'c4c13f0a1b2c3d', e9: '0101cc002535102647' };
  for (const [id, full] of Object.entries(lists))
    for (let length = 0; length < full.length; length += 2) {
      const heard = report(item(id, full.slice(0, length)), 0, { items: staff });
      assert.deepEqual(
        [place(heard).cells, place(heard).accessPoints, gist(heard.events)],
        [[], [], ['position fix', 'signal 81']],
        `${id} ${length}`,
      );
    }
});

test('any content in the items that staff explain: nothing throws and only what fits is heard', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...Object.keys(staff)), fc.uint8Array({ maxLength: 40 })), { maxLength: 6 }), (items) => {
      const wire = items.map(([id, value]) => item(id, Buffer.from(value).toString('hex'))).join('');
      const { events, decoded } = report(wire, 0, { items: staff });
      assert.equal(decoded[0]?.known, true);
      const { cells, accessPoints } = place({ events } as Heard<JtFrame>);
      assert.ok(cells.every((cell) => Object.values(cell).every((value) => value === null || Number.isInteger(value))));
      assert.ok(accessPoints.every(({ mac }) => /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(mac)));
    }),
    { numRuns: 3000 },
  );
});

test('an alarm that staff named and that stays set is one alarm; SOS and falls are said each time', () => {
  const terminal = listener(protocol, { receivedAt: at, profile: { ...open, items: staff } });
  const alarms = (items: string, kept = false) => {
    const body = hex(locationHex({ ...fix, at: kept ? at - 7_200_000 : fix.at }) + items);
    return gist(terminal.hear(encodeJt(0x0200, body, { modern: false, phone: '013800138000', serial: 5 })).events).filter((one) =>
      one.startsWith('alarm'),
    );
  };
  assert.deepEqual(alarms(item('e5', '050248')), ['alarm sos', 'alarm removed', 'alarm lowBattery']);
  assert.deepEqual(alarms(item('e5', '050248')), ['alarm sos']);
  assert.deepEqual(alarms(item('e5', '000048')), []);
  assert.deepEqual(alarms(item('e5', '040048')), ['alarm removed'], 'taken off once more');
  assert.deepEqual(alarms(item('e5', '040048'), true), ['alarm removed late'], 'what was kept is told with its own time');
  const cut = encodeJt(0x0200, hex('00000080'), { modern: false, phone: '013800138000', serial: 6 });
  assert.deepEqual(gist(terminal.hear(cut).events), []);
  const low = encodeJt(0x0200, hex(locationHex(fix, 1 << 7)), { modern: false, phone: '013800138000', serial: 7 });
  assert.equal(gist(terminal.hear(low).events)[0], 'alarm lowBattery', 'what a cut report said was not raised');
});

test('items of makers that nothing reads are kept as they are, those of the standard and those that are understood are not', () => {
  const infos = (items: string, profile = {}) => gist(report(items, 0, profile).events).filter((one) => one.startsWith('info'));
  assert.deepEqual(infos('e8020012 25040000 0000 e40200 63d401ff e701 02e700'.replaceAll(' ', '')), [
    'info item e8 0012',
    'info item e7 02',
  ]);
  assert.deepEqual(infos('e8020012', { items: { e8: [{ kind: 'alarm', alarm: 'sos', at: 9 }] } }), []);
  const many = Array.from({ length: 40 }, (_, n) => item((0x90 + n).toString(16), '01')).join('');
  assert.equal(infos(many).length, 16);
});
