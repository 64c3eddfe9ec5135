import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { mapBody, MOST_RECORDS, type Mapped } from './mappings.rules.ts';
import { told } from './mapped-texts.rules.ts';
import { mappingTemplates, templateNames } from './mapping-templates.ts';
import { Mapping } from './mappings.ts';
import { bodyOf } from './message-bodies.rules.ts';

const mapping = (fields: unknown[], more: object = {}): Mapping => Mapping.parse({ device: 'id', fields, ...more });
const events = (map: Mapping, body: unknown): Mapped[] =>
  mapBody(map, body).records.flatMap((record) => record.events.map(({ field: _field, ...event }) => event as Mapped));
const reading = (metric: string, value: number) => ({ kind: 'reading', metric, value });

describe('a mapping', () => {
  it('reads values with their unit, also one that the message says', () => {
    const pressure = ['systolic', 'diastolic'].map((metric, n) => ({
      target: 'reading',
      metric,
      path: n ? 'lp' : 'hp',
      unitBy: { path: 'u', codes: { '0': 'mmHg', '1': 'kPa' } },
    }));
    assert.deepEqual(events(mapping(pressure), { id: 'a', hp: 17.1, lp: '10.5', u: 1 }), [
      reading('systolic', 128.2605),
      reading('diastolic', 78.7565),
    ]);
    assert.deepEqual(events(mapping(pressure), { id: 'a', hp: 128, lp: 79, u: 0 }), [reading('systolic', 128), reading('diastolic', 79)]);
    const { records } = mapBody(mapping(pressure), { id: 'a', hp: 128, lp: 79, u: 7 });
    assert.deepEqual(records[0]!.events, []);
    assert.match(records[0]!.problems[0]!.message, /单位“7”没有对照/);
    assert.deepEqual(events(mapping([{ target: 'reading', metric: 'glucose', path: 'g', scale: 0.01 }]), { id: 'a', g: 560 }), [
      reading('glucose', 5.6000000000000005),
    ]);
  });

  it('takes what no body has for no measurement, and says so unless it is the zero of “not measured”', () => {
    const map = mapping([
      { target: 'reading', metric: 'heartRate', path: 'h' },
      { target: 'reading', metric: 'temperature', path: 't', unit: '℃' },
      { target: 'reading', metric: 'steps', path: 's' },
    ]);
    const { records } = mapBody(map, { id: 'a', h: 0, t: 97.8, s: 0 });
    assert.deepEqual(records[0]!.events.map(told), ['步数 0 步']);
    assert.deepEqual(
      records[0]!.problems.map(({ field, message }) => [field, message]),
      [[1, '体温 97.8 超出合理范围（30至43），请检查单位和倍率']],
    );
    for (const nonsense of ['', null, undefined, {}, [], true, 'NaN', '1e5', '0x10'])
      assert.deepEqual(events(map, { id: 'a', h: nonsense }), []);
  });

  it('a lower pressure that is not below the upper one is no measurement', () => {
    const map = mapping([
      { target: 'reading', metric: 'systolic', path: 'x' },
      { target: 'reading', metric: 'diastolic', path: 'y' },
      { target: 'reading', metric: 'oxygen', path: 'o' },
    ]);
    const { records } = mapBody(map, { id: 'a', x: 80, y: 120, o: 97 });
    assert.deepEqual(records[0]!.events.map(told), ['血氧 97 %']);
    assert.match(records[0]!.problems[0]!.message, /不记录/);
  });

  it('knows alarms by their code, SOS first; a code nobody knows is what the mapping says', () => {
    const fields = [
      { target: 'reading', metric: 'heartRate', path: 'h' },
      { target: 'alarm', path: 'a', codes: { '14': 'fall', '0': 'none' }, otherwise: 'other' },
      { target: 'alarm', path: 'key', codes: { '1': 'sos' }, otherwise: 'none' },
    ];
    assert.deepEqual(
      events(mapping(fields), { id: 'x', h: 70, a: 14, key: '1' }).map(({ kind, ...event }) => ('alarm' in event ? event.alarm : kind)),
      ['sos', 'fall', 'reading'],
    );
    assert.deepEqual(events(mapping(fields), { id: 'x', a: 0, key: 2 }), []);
    assert.deepEqual(events(mapping(fields), { id: 'x', a: 99 }), [{ kind: 'alarm', alarm: 'other', code: '99' }]);
    // What every object inherits is no code.
    assert.deepEqual(events(mapping(fields), { id: 'x', a: 'constructor', key: '__proto__' }), [
      { kind: 'alarm', alarm: 'other', code: 'constructor' },
    ]);
  });

  it('raises a code that the mapping does not name, except 0 and false, unless the mapping says otherwise', () => {
    const codes = (more: object) => mapping([{ target: 'alarm', path: 'a', codes: { '14': 'fall' }, ...more }]);
    assert.deepEqual(events(codes({}), { id: 'x', a: 15 }), [{ kind: 'alarm', alarm: 'other', code: '15' }]);
    for (const a of [0, '0', false, '', null]) assert.deepEqual(events(codes({}), { id: 'x', a }), [], String(a));
    assert.deepEqual(events(codes({ otherwise: 'none' }), { id: 'x', a: 15 }), []);
    assert.deepEqual(events(codes({ codes: { '0': 'fall' } }), { id: 'x', a: 0 }), [{ kind: 'alarm', alarm: 'fall', code: '0' }]);
  });

  it('positions: systems, fixes, and what is none', () => {
    const map = mapping([
      { target: 'position', lng: 'lon', lat: 'lat', system: 'bd09', fix: { path: 'type', is: ['0'] }, accuracy: 'acc' },
    ]);
    assert.deepEqual(events(map, { id: 'a', lon: '116.4', lat: 39.9, type: 0, acc: 12 }), [
      { kind: 'position', lng: 116.4, lat: 39.9, system: 'bd09', fix: true, speed: null, accuracy: 12 },
    ]);
    assert.equal((events(map, { id: 'a', lon: 116.4, lat: 39.9, type: 1 })[0] as { fix: boolean }).fix, false);
    for (const none of [{}, { lon: 0, lat: 0 }, { lon: '', lat: '' }])
      assert.deepEqual(mapBody(map, { id: 'a', ...none }).records[0]!.problems, []);
    assert.match(mapBody(map, { id: 'a', lon: 39.9, lat: 116.4 }).records[0]!.problems[0]!.message, /填反/);
  });

  it('what is heard around: access points, beacons and cells by their lists, in any spelling of an address', () => {
    const map = mapping([
      { target: 'wifi', path: 'data.wifi', mac: 'bssid', rssi: 'level' },
      { target: 'beacons', path: 'ble', mac: '[0]', rssi: '[1]' },
      { target: 'cells', path: 'cell', mcc: '$.mcc', mnc: 'net', lac: 'lac', cid: 'cid', rssi: 'rssi' },
    ]);
    const body = {
      id: 'a',
      mcc: 460,
      data: {
        wifi: [
          { bssid: '24-69-68-00-00-01', level: -50 },
          { bssid: '246968000002', level: '71' },
          { bssid: '24:69:68:00:00:03', level: 0 },
        ],
      },
      ble: [['C13F0A1B2C3D', -60]],
      cell: { net: 0, lac: '9525', cid: 4134, rssi: -71.4 },
    };
    assert.deepEqual(events(map, body), [
      {
        kind: 'points',
        beacons: false,
        points: [
          { mac: '24:69:68:00:00:01', rssi: -50 },
          { mac: '24:69:68:00:00:02', rssi: -71 },
          { mac: '24:69:68:00:00:03', rssi: null },
        ],
      },
      { kind: 'points', beacons: true, points: [{ mac: 'c1:3f:0a:1b:2c:3d', rssi: -60, beacon: true }] },
      { kind: 'cells', cells: [{ mcc: 460, mnc: 0, lac: 9525, cid: 4134, rssi: -71 }] },
    ]);
    assert.deepEqual(mapBody(map, body).records[0]!.events.map(told), [
      '3个Wi-Fi热点：24:69:68:00:00:01 -50dBm、24:69:68:00:00:02 -71dBm、24:69:68:00:00:03',
      '1个蓝牙信标：c1:3f:0a:1b:2c:3d -60dBm',
      '1个基站：460-0-9525-4134 -71dBm',
    ]);
  });

  it('lists of what is heard: plain addresses, none, too many, and what is no address', () => {
    const plain = mapping([{ target: 'wifi', path: 'w', mac: '@' }]);
    const macs = (w: unknown) => mapBody(plain, { id: 'a', w }).records[0]!;
    assert.deepEqual(macs(['246968000001']).events.map(told), ['1个Wi-Fi热点：24:69:68:00:00:01']);
    for (const none of [undefined, null, '', []])
      assert.deepEqual([macs(none).events, macs(none).problems], [[], []], JSON.stringify(none));
    assert.deepEqual(
      macs('246968000001').problems.map(({ message }) => message),
      ['Wi-Fi热点不是列表'],
    );
    const mixed = macs(['246968000001', 'hello', '000000000000', 7, null, {}]);
    assert.deepEqual(
      [mixed.events.length, mixed.problems.map(({ message }) => message)],
      [1, ['5个Wi-Fi热点没有可用的MAC地址，其余照常记录']],
    );
    const many = macs(Array.from({ length: 300 }, (_, n) => `2469680${n.toString(16).padStart(5, '0')}`)).events[0] as Extract<
      Mapped,
      { kind: 'points' }
    >;
    assert.equal(many.points.length, 64);
    const cell = mapping([{ target: 'cells', path: 'c', mcc: 'a', mnc: 'b', lac: 'c', cid: 'd' }]);
    const wrong = mapBody(cell, {
      id: 'a',
      c: [{ a: 460, b: 0, c: 1, d: 2 }, { a: 0, b: 0, c: 1, d: 2 }, { a: 460, b: 0, c: 1.5, d: 2 }, {}],
    }).records[0]!;
    assert.deepEqual(
      [wrong.events.map(told), wrong.problems.map(({ message }) => message)],
      [['1个基站：460-0-1-2'], ['3个基站的编号不完整，其余照常记录']],
    );
  });

  it('conditions choose between the contents of one envelope', () => {
    const map = mapping([
      { target: 'reading', metric: 'heartRate', path: 'data.v', when: [{ path: 'type', is: ['heart'] }] },
      { target: 'reading', metric: 'oxygen', path: 'data.v', when: [{ path: '$.type', is: ['oxygen', 'spo2'] }] },
    ]);
    assert.deepEqual(events(map, { id: 'a', type: 'heart', data: { v: 80 } }), [reading('heartRate', 80)]);
    assert.deepEqual(events(map, { id: 'a', type: 'spo2', data: { v: 98 } }), [reading('oxygen', 98)]);
    assert.deepEqual(events(map, { id: 'a', type: 'other', data: { v: 98 } }), []);
  });

  it('lists, at most so many records of one message', () => {
    const map = mapping([{ target: 'reading', metric: 'heartRate', path: 'h' }], { items: '$.list[*]' });
    assert.equal(
      mapBody(map, {
        list: [
          { id: 1, h: 60 },
          { id: 2, h: 61 },
        ],
      }).records.length,
      2,
    );
    assert.deepEqual(mapBody(map, { list: [] }).problems.length, 1);
    const many = mapBody(map, { list: Array.from({ length: MOST_RECORDS + 5 }, (_, id) => ({ id, h: 60 })) });
    assert.equal(many.records.length, MOST_RECORDS);
    assert.match(many.problems[0]!.message, /最多/);
  });

  it('says what is missing: the device, the time', () => {
    const map = mapping([{ target: 'reading', metric: 'heartRate', path: 'h' }], { time: { path: 't', kind: 'ms' } });
    assert.deepEqual(
      mapBody(map, { h: 70 }).records[0]!.problems.map(({ message }) => message),
      ['没有读到设备编号（id）', '没有读到可用的时间（t），按收到的时间记录'],
    );
  });

  it('refuses what it cannot be, in Chinese', () => {
    const wrong: unknown[] = [
      { fields: [] },
      { fields: [{ target: 'reading', metric: 'weight', path: 'a' }] },
      { fields: [{ target: 'reading', metric: 'heartRate', path: 'a..b' }] },
      { fields: [{ target: 'alarm', path: 'a', codes: {} }] },
      { fields: [{ target: 'reading', metric: 'heartRate', path: 'a', scale: 0 }] },
      { fields: Array.from({ length: 61 }, () => ({ target: 'reading', metric: 'heartRate', path: 'a' })) },
      { fields: [{ target: 'eval', path: 'a' }] },
      { fields: [{ target: 'wifi', path: 'a' }] },
      { fields: [{ target: 'beacons', path: 'a', mac: 'x..y' }] },
      { fields: [{ target: 'cells', path: 'a', mcc: 'a', mnc: 'b', lac: 'c' }] },
    ];
    for (const one of wrong) {
      const result = Mapping.safeParse(one);
      assert.equal(result.success, false);
      assert.match(result.error!.issues.map(({ message }) => message).join(), /[\u4e00-\u9fff]/, JSON.stringify(one).slice(0, 80));
    }
  });
});

describe('the templates', () => {
  for (const name of templateNames) {
    it(`${name} is a mapping that reads its own sample without a complaint`, () => {
      const { mapping: map, sample } = mappingTemplates[name];
      assert.deepEqual(Mapping.parse(map).fields.length, map.fields.length);
      const read = mapBody(Mapping.parse(map), sample);
      assert.ok(read.records.some((record) => record.events.length > 0));
      assert.deepEqual([...read.problems, ...read.records.flatMap(({ problems }) => problems)], []);
      assert.ok(read.records.every(({ at }) => at !== null && Math.abs(at - 1_795_270_500_000) < 86_400_000 * 40));
    });
  }

  it('say what their vendors mean', () => {
    const say = (name: keyof typeof mappingTemplates, body: unknown) =>
      mapBody(Mapping.parse(mappingTemplates[name].mapping), body).records.flatMap((record) => record.events.map(told));
    assert.deepEqual(say('radar', [{ sn: 'R', warningType: 14, heart: 0, breath: 0 }]), ['报警：跌倒（14）']);
    assert.deepEqual(say('pushed', { imei: '1', pushType: 1, lon: 120.1, lat: 30.2 }), [
      '报警：SOS求助（1）',
      '位置 120.100000，30.200000',
    ]);
    assert.deepEqual(say('pushed', { imei: '1', pushType: 118 }), ['报警：跌倒（118）']);
    assert.deepEqual(say('typed', { type: 'location', deviceNum: '1', data: { longitude: 116.4, latitude: 39.9, locationType: 'LBS' } }), [
      '位置 116.400000，39.900000（无卫星定位，仅供参考）',
    ]);
    assert.deepEqual(say('meter', bodyOf('deviceId=BPM-1&measureTime=1795270500&HP=17.1&LP=10.5&BPUnit=1&HR=70')), [
      '收缩压 128.3 mmHg',
      '舒张压 78.8 mmHg',
      '心率 70 次/分',
    ]);
    assert.deepEqual(say('bedBelt', { mac: 'B', id: 1_795_270_500_000, inbed: 0, heart_rate: 0, respiration_rate: 0 }), ['在床状态：离床']);
  });
});

describe('bodies', () => {
  it('are JSON or forms', () => {
    assert.deepEqual(bodyOf('{"a":1}'), { a: 1 });
    assert.deepEqual(bodyOf('\uFEFF[1]'), [1]);
    assert.deepEqual(bodyOf('a=1&records=%5B%7B%22x%22%3A1%7D%5D'), { a: '1', records: [{ x: 1 }] });
    for (const none of ['', '   ', 'hello', '<xml/>', '{"a":']) assert.equal(bodyOf(none), undefined);
  });

  it('of any kind are read without a throw', () => {
    const maps = templateNames.map((name) => Mapping.parse(mappingTemplates[name].mapping));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue(),
          fc.anything(),
          fc
            .constantFrom(...templateNames.map((name) => mappingTemplates[name].sample as object))
            .map((sample) => ({ ...sample, [Math.random()]: 1 })),
        ),
        fc.nat(maps.length - 1),
        (body, at) => {
          for (const record of mapBody(maps[at]!, body).records) {
            for (const event of record.events) {
              assert.equal(typeof told(event), 'string');
              if (event.kind === 'reading') assert.ok(Number.isFinite(event.value));
            }
            assert.ok(record.at === null || Number.isFinite(record.at));
          }
          return true;
        },
      ),
      { numRuns: 3000, seed: 20_261_121 },
    );
  });
});
