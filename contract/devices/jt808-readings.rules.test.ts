import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { ItemRule, ItemTable } from './jt808-item-rules.ts';
import { clashOf, readingText, readRule, ruleProblem, ruleText } from './jt808-readings.rules.ts';

const hex = (text: string) => Uint8Array.from(text.replaceAll(' ', '').match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const rule = (given: object) => ItemRule.parse(given);
const read = (given: object, value: string) => readRule(rule(given), hex(value));
const problem = (given: unknown) => ItemRule.safeParse(given).error?.issues[0]?.message;
const mac = (n: number) => `24696800000${n}`;

describe('a number', () => {
  it('is unsigned, signed, scaled, shifted, or too short', () => {
    const value = '48 016d fe3e ffffffff';
    const cases: [object, number | null][] = [
      [{}, 72],
      [{ kind: 'number' }, 72],
      [{ at: 1, bytes: 2, scale: 0.1 }, 36.5],
      [{ at: 3, bytes: 2, signed: true, scale: 0.01, add: 40 }, 35.5],
      [{ at: 5, bytes: 4 }, 4_294_967_295],
      [{ at: 5, bytes: 4, signed: true }, -1],
      [{ at: 0, signed: true }, 72],
      [{ at: 8, bytes: 2 }, null],
      [{ at: 9 }, null],
    ];
    for (const [more, expected] of cases) {
      const reading = read({ metric: 'heartRate', ...more }, value);
      assert.deepEqual(reading, expected === null ? null : { kind: 'number', metric: 'heartRate', value: expected }, JSON.stringify(more));
    }
  });
});

describe('an alarm', () => {
  it('is raised by a bit, by a value, or by anything but 0; nothing is known of an item that is too short', () => {
    const cases: [object, string, string | null | undefined][] = [
      [{ bit: 0 }, '01', 'fall'],
      [{ bit: 7 }, '80', 'fall'],
      [{ bit: 1 }, '01', null],
      [{ at: 1, bytes: 2, bit: 9 }, 'ff0200', 'fall'],
      [{ at: 1, bytes: 2, bit: 8 }, 'ff0200', null],
      [{ bytes: 4, bit: 31 }, '80000000', 'fall'],
      [{ equals: 3 }, '03', 'fall'],
      [{ equals: 0 }, '00', 'fall'],
      [{ equals: 3 }, '07', null],
      [{ bytes: 2 }, '0100', 'fall'],
      [{ bytes: 2 }, '0000', null],
      [{ bytes: 2 }, '01', undefined],
      [{ at: 4, bit: 0 }, '01010101', undefined],
      [{}, '', undefined],
    ];
    for (const [more, value, expected] of cases) {
      const reading = read({ kind: 'alarm', alarm: 'fall', ...more }, value);
      assert.deepEqual(reading, expected === undefined ? null : { kind: 'alarm', alarm: expected }, `${JSON.stringify(more)} ${value}`);
    }
  });
});

describe('a list of access points', () => {
  const one = { mac: '24:69:68:00:00:01', rssi: -50 };
  const two = { mac: '24:69:68:00:00:02', rssi: -71 };
  const cases: [what: string, rule: object, value: string, expected: object[] | null][] = [
    ['fills the item', {}, `${mac(1)}ce${mac(2)}47`, [one, two]],
    ['has its count in front', { counted: true }, `02${mac(1)}ce${mac(2)}b9`, [one, two]],
    ['says the strength first', { counted: true, rssiFirst: true }, `0232${mac(1)}b9${mac(2)}`, [one, two]],
    ['has more behind each', { at: 2, counted: true, extra: 1 }, `aaaa02${mac(1)}ce06${mac(2)}4701`, [one, two]],
    ['may have something behind what is counted', { counted: true }, `01${mac(1)}ceffff`, [one]],
    ['leaves empty places out', {}, `${mac(1)}ce00000000000000ffffffffffff00`, [one]],
    ['may be empty', { counted: true }, '00', []],
    ['is shorter than its count says', { counted: true }, `02${mac(1)}ce${mac(2)}`, null],
    ['is not made of whole ones', {}, `${mac(1)}ce24`, null],
    ['has no place for its count', { at: 3, counted: true }, '0102', null],
  ];
  for (const [what, more, value, expected] of cases)
    it(what, () => assert.deepEqual(read({ kind: 'wifi', ...more }, value), expected && { kind: 'points', points: expected }));

  it('may be of beacons', () =>
    assert.deepEqual(read({ kind: 'beacons' }, `${mac(1)}ce`), { kind: 'points', points: [{ ...one, beacon: true }] }));
});

describe('a list of cells', () => {
  const one = { mcc: 460, mnc: 0, lac: 9525, cid: 4134, rssi: -71 };
  const two = { mcc: 460, mnc: 0, lac: 9525, cid: 4111, rssi: -50 };
  const cases: [what: string, rule: object, value: string, expected: object[] | null][] = [
    ['names the network with each', { counted: true, cellBytes: 2 }, '02 01cc0025351026 47 01cc002535100f32', [one, two]],
    ['fills the item', { cellBytes: 4 }, '01cc002535 00001026 47', [one]],
    ['names the network once in front', { network: 'once', cellBytes: 2 }, '01cc00 2535102647 2535100fce', [one, two]],
    [
      'names it once in front of the count',
      { network: 'once', counted: true, cellBytes: 2 },
      '01cc00 02 2535102647 2535100fce',
      [one, two],
    ],
    [
      'names it once behind the count',
      { network: 'behindCount', counted: true, cellBytes: 2 },
      '02 01cc00 2535102647 2535100fce',
      [one, two],
    ],
    ['has longer numbers', { mncBytes: 2, areaBytes: 4, cellBytes: 8 }, '01cc0000 00002535 0000000000001026 47', [one]],
    ['says the number first', { cellFirst: true, cellBytes: 2, areaBytes: 2 }, '01cc00 1026 2535 47', [one]],
    ['says no strength', { withoutRssi: true, cellBytes: 2 }, '01cc0025351026', [{ ...one, rssi: null }]],
    ['leaves empty places out', { network: 'once', cellBytes: 2 }, '01cc00 2535102647 0000000000 ffffffff00', [one]],
    ['is shorter than its count says', { counted: true }, '0201cc00253500001026', null],
    ['has no network', { network: 'once' }, '01cc', null],
  ];
  for (const [what, more, value, expected] of cases)
    it(what, () => assert.deepEqual(read({ kind: 'cells', ...more }, value), expected && { kind: 'cells', cells: expected }));
});

describe('whatever the rule and the item are', () => {
  const [at, extra] = [fc.nat(254), fc.nat(32)];
  const any = fc
    .oneof(
      fc.record({
        kind: fc.constant('alarm'),
        alarm: fc.constant('sos'),
        at,
        bytes: fc.constantFrom(1, 2, 4),
        bit: fc.option(fc.nat(31), { nil: undefined }),
      }),
      fc.record({ metric: fc.constant('heartRate'), at, bytes: fc.constantFrom(1, 2, 4), signed: fc.boolean() }),
      fc.record({ kind: fc.constantFrom('wifi', 'beacons'), at, counted: fc.boolean(), rssiFirst: fc.boolean(), extra }),
      fc.record({
        kind: fc.constant('cells'),
        at,
        counted: fc.boolean(),
        network: fc.constantFrom('each', 'once', 'behindCount'),
        mncBytes: fc.integer({ min: 1, max: 2 }),
        areaBytes: fc.integer({ min: 2, max: 4 }),
        cellBytes: fc.integer({ min: 2, max: 8 }),
        cellFirst: fc.boolean(),
        withoutRssi: fc.boolean(),
        extra,
      }),
    )
    .filter((given) => ItemRule.safeParse(given).success);

  it('reads it without throwing, nothing of what is too short, and nothing that is no number', () => {
    fc.assert(
      fc.property(any, fc.uint8Array({ maxLength: 255 }), (given, value) => {
        const one = ItemRule.parse(given);
        const reading = readRule(one, value);
        if (value.length < given.at + ('bytes' in given ? given.bytes : 0)) assert.equal(reading, null);
        if (reading?.kind === 'points')
          for (const { mac: address, rssi } of reading.points)
            assert.ok(/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/.test(address) && (rssi === null || rssi < 0));
        if (reading?.kind === 'cells')
          for (const cell of reading.cells) assert.ok(Object.values(cell).every((part) => part === null || Number.isInteger(part)));
        if (reading) assert.ok(!/undefined|NaN/.test(readingText(one, reading)));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('what is wrong with a rule', () => {
  const cases: [unknown, string][] = [
    [{ kind: 'mood' }, '请选择附加信息的内容'],
    [{ metric: 'mood' }, '请选择指标'],
    [{ kind: 'alarm', alarm: 'lunch' }, '请选择报警含义'],
    [{ kind: 'alarm', alarm: 'none' }, '请选择报警含义'],
    [{ kind: 'alarm', alarm: 'sos', bit: 8 }, '1字节只有报警位0至7'],
    [{ kind: 'alarm', alarm: 'sos', bytes: 2, bit: 16 }, '2字节只有报警位0至15'],
    [{ kind: 'alarm', alarm: 'sos', equals: 256 }, '1字节的报警取值最大为255'],
    [{ kind: 'alarm', alarm: 'sos', bit: 1, equals: 1 }, '报警位和报警取值只能填一个'],
    [{ kind: 'alarm', alarm: 'sos', at: 255 }, '起始字节应为0至254的整数'],
    [{ metric: 'heartRate', at: 252, bytes: 4 }, '要读到第255字节，附加信息最长255字节（从第0字节起）'],
    [{ kind: 'wifi', at: 250 }, '要读到第256字节，附加信息最长255字节（从第0字节起）'],
    [{ kind: 'cells', cellBytes: 9 }, '基站号的字节数应为2至8的整数'],
    [{ kind: 'cells', network: 'behindCount' }, '国家和网络号在个数之后时，列表前面要有个数'],
    [{ kind: 'cells', network: 'never' }, '请选择国家和网络号的位置'],
    [{ kind: 'beacons', extra: 33 }, '每项末尾多余的字节数应为0至32的整数'],
  ];
  for (const [given, expected] of cases) it(`${JSON.stringify(given)}: ${expected}`, () => assert.equal(problem(given), expected));

  it('is a byte that means two things', () => {
    const heart = rule({ metric: 'heartRate' });
    const sos = rule({ kind: 'alarm', alarm: 'sos', at: 1, bit: 0 });
    const list = rule({ kind: 'wifi', at: 4 });
    assert.equal(clashOf(sos, [heart]), null);
    assert.equal(clashOf(rule({ metric: 'systolic', bytes: 2 }), [heart]), '与前面的“心率”重叠，第0字节只能是一种内容');
    assert.equal(clashOf(rule({ metric: 'systolic', at: 1 }), [heart, sos]), '与前面的“报警：SOS求助”重叠，第1字节只能是一种内容');
    assert.equal(clashOf(rule({ metric: 'systolic', at: 200 }), [list]), '与前面的“Wi-Fi热点列表”重叠，第200字节只能是一种内容');
    assert.equal(clashOf(list, [rule({ metric: 'steps', at: 3, bytes: 2 })]), '与前面的“步数”重叠，第4字节只能是一种内容');
    assert.equal(clashOf(rule({ kind: 'cells' }), [list]), '与前面的“Wi-Fi热点列表”重叠，第4字节只能是一种内容');
    assert.equal(clashOf(rule({ kind: 'alarm', alarm: 'fall', at: 1, bit: 1 }), [sos]), null);
    assert.equal(
      clashOf(rule({ kind: 'alarm', alarm: 'fall', at: 0, bytes: 2, bit: 0 }), [sos]),
      '与前面的“报警：SOS求助”由同一个报警位或取值引起',
    );
    const removed = rule({ kind: 'alarm', alarm: 'removed', equals: 2 });
    assert.equal(clashOf(rule({ kind: 'alarm', alarm: 'fall', equals: 3 }), [removed]), null);
    assert.equal(clashOf(rule({ kind: 'alarm', alarm: 'fall', equals: 2 }), [removed]), '与前面的“报警：设备脱落”由同一个报警位或取值引起');
    const table = { e1: [heart], e2: [sos, { kind: 'alarm', alarm: 'fall', at: 1, bit: 0 }] };
    assert.equal(
      ItemTable.safeParse(table).error?.issues[0]?.message,
      '附加信息e2的第2条规则：与前面的“报警：SOS求助”由同一个报警位或取值引起',
    );
    const many = Object.fromEntries(Array.from({ length: 33 }, (_, n) => [(n + 100).toString(16), [heart]]));
    assert.equal(ItemTable.safeParse(many).error?.issues[0]?.message, '附加信息项最多32项');
  });
});

describe('what was read, in words', () => {
  const cases: [object, string, string][] = [
    [{ metric: 'heartRate' }, '48', '心率 72 次/分'],
    [{ kind: 'alarm', alarm: 'sos', bit: 0 }, '01', '报警：SOS求助'],
    [{ kind: 'alarm', alarm: 'sos', bit: 0 }, '00', '没有报警'],
    [{ kind: 'wifi' }, `${mac(1)}ce${mac(2)}00`, '2个Wi-Fi热点：24:69:68:00:00:01 -50dBm、24:69:68:00:00:02'],
    [{ kind: 'beacons', counted: true }, '00', '没有蓝牙信标'],
    [{ kind: 'cells', cellBytes: 2 }, '01cc002535102647', '1个基站：460-0-9525-4134 -71dBm'],
  ];
  for (const [given, value, expected] of cases) it(expected, () => assert.equal(readingText(rule(given), read(given, value)!), expected));
});

describe('a rule by itself', () => {
  it('reads up to the last byte of the longest item, and no further', () => {
    const behind = '要读到第255字节，附加信息最长255字节（从第0字节起）';
    for (const [last, beyond] of [
      [
        { metric: 'heartRate', at: 254 },
        { metric: 'heartRate', at: 254, bytes: 2 },
      ],
      [
        { kind: 'alarm', alarm: 'sos', at: 251, bytes: 4 },
        { kind: 'alarm', alarm: 'sos', at: 252, bytes: 4 },
      ],
      [
        { kind: 'wifi', at: 248 },
        { kind: 'wifi', at: 248, extra: 1 },
      ],
      [
        { kind: 'beacons', at: 247, counted: true },
        { kind: 'beacons', at: 248, counted: true },
      ],
      [
        { kind: 'cells', at: 245 },
        { kind: 'cells', at: 245, counted: true },
      ],
    ])
      assert.deepEqual([ruleProblem(last as ItemRule), ruleProblem(beyond as ItemRule)], [null, behind], JSON.stringify(beyond));
  });

  it('has a bit and a value that its bytes can have, one of them', () => {
    for (const [more, problem] of [
      [{ bit: 7 }, null],
      [{ bit: 8 }, '1字节只有报警位0至7'],
      [{ bytes: 4, bit: 31 }, null],
      [{ equals: 0 }, null],
      [{ equals: 255 }, null],
      [{ equals: 256 }, '1字节的报警取值最大为255'],
      [{ bytes: 4, equals: 4_294_967_295 }, null],
      [{ bit: 0, equals: 0 }, '报警位和报警取值只能填一个'],
    ] as const)
      assert.equal(ruleProblem({ kind: 'alarm', alarm: 'sos', ...more }), problem, JSON.stringify(more));
  });

  it('names the network behind a count only where there is one', () => {
    const problem = '国家和网络号在个数之后时，列表前面要有个数';
    assert.equal(ruleProblem({ kind: 'cells', network: 'behindCount' }), problem);
    assert.equal(ruleProblem({ kind: 'cells', network: 'behindCount', counted: true }), null);
    assert.equal(ruleProblem({ kind: 'cells', network: 'once' }), null);
  });

  it('is told by what it reads', () => {
    for (const [given, text] of [
      [{ metric: 'heartRate' }, '心率'],
      [{ kind: 'number', metric: 'temperature' }, '体温'],
      [{ kind: 'alarm', alarm: 'sos' }, '报警：SOS求助'],
      [{ kind: 'wifi' }, 'Wi-Fi热点列表'],
      [{ kind: 'beacons' }, '蓝牙信标列表'],
      [{ kind: 'cells' }, '基站列表'],
    ] as const)
      assert.equal(ruleText(given), text);
  });
});
