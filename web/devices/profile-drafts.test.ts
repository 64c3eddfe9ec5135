import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDraft, ruleOf, suggestedLine, toDraft, type ProfileDraft } from './profile-drafts.ts';

const PROFILE = {
  alarms: { 3: 'removed' as const, 20: 'none' as const },
  items: {
    e1: [{ metric: 'heartRate' as const }, { metric: 'temperature' as const, at: 1, bytes: 2, signed: true, scale: 0.1, add: -5 }],
    e2: [
      { kind: 'alarm' as const, alarm: 'sos' as const, bit: 0 },
      { kind: 'alarm' as const, alarm: 'fall' as const, at: 1, bytes: 2, equals: 0 },
      { kind: 'alarm' as const, alarm: 'removed' as const, at: 3 },
    ],
    e3: [{ kind: 'wifi' as const, counted: true, rssiFirst: true, extra: 1 }],
    e4: [{ kind: 'beacons' as const, at: 2 }],
    e5: [
      {
        kind: 'cells' as const,
        counted: true,
        network: 'behindCount' as const,
        mncBytes: 2,
        areaBytes: 4,
        cellBytes: 8,
        cellFirst: true,
        withoutRssi: true,
      },
    ],
  },
};

test('a profile as lines, and back again', () => {
  const draft = toDraft(PROFILE);
  assert.deepEqual([draft.alarms.length, draft.items.length], [2, 8]);
  assert.equal(new Set([...draft.alarms, ...draft.items].map(({ key }) => key)).size, 10);
  assert.deepEqual(readDraft('jt808', draft).profile, PROFILE);
});

test('only what the protocol has a use for is said, and checked', () => {
  const draft = toDraft(PROFILE);
  assert.deepEqual(readDraft('ev07b', draft).profile, { alarms: PROFILE.alarms, items: {} });
  assert.deepEqual(readDraft('watch', { ...draft, items: [{ key: 1, item: 'zz', kind: 'number', metric: 'heartRate' }] }).profile, {
    alarms: {},
    items: {},
  });
});

test('what is wrong is said at its line', () => {
  const alarms: ProfileDraft['alarms'] = [
    { key: 1, code: null, alarm: 'fall' },
    { key: 2, code: 3, alarm: 'fall' },
    { key: 3, code: 3, alarm: 'other' },
    { key: 4, code: 0, alarm: 'none' },
    { key: 5, code: 40, alarm: 'fall' },
  ];
  const items: ProfileDraft['items'] = [
    { key: 6, item: 'E', kind: 'number', metric: 'heartRate' },
    { key: 7, item: 'e1x', kind: 'number', metric: 'heartRate' },
    { key: 8, item: 'e2', kind: 'number', metric: 'heartRate', scale: 0 },
    { key: 9, item: '0x0E', kind: 'alarm', alarm: 'fall' },
    { key: 10, item: 'e3', kind: 'alarm', alarm: 'sos', cause: 'bit' },
    { key: 11, item: 'e3', kind: 'alarm', alarm: 'sos', cause: 'equals' },
    { key: 12, item: 'e3', kind: 'alarm', cause: 'any' },
    { key: 13, item: 'e3', kind: 'cells', network: 'behindCount' },
  ];
  const { profile, problems } = readDraft('jt808', { alarms, items });
  assert.equal(profile, null);
  assert.deepEqual(
    [...problems],
    [
      [1, '请填写报警位'],
      [3, '报警位3已在上面设置'],
      [4, '报警位0是SOS求助，不能设为不报警'],
      [5, '报警位40不存在，应为0至31'],
      [7, '附加信息ID应为两位十六进制数，如e1'],
      [8, '倍率不能为0，也不能超过1000000'],
      [9, '与前面的“心率”重叠，第0字节只能是一种内容'],
      [10, '请填写报警位'],
      [11, '请填写报警取值'],
      [12, '请选择报警含义'],
      [13, '国家和网络号在个数之后时，列表前面要有个数'],
    ],
  );
  assert.deepEqual(ruleOf({ key: 1, item: '0xE1', kind: 'number', metric: 'steps', bytes: 4, signed: false }), {
    metric: 'steps',
    bytes: 4,
  });
});

test('what belongs to another kind, or to another cause of an alarm, is not said', () => {
  const line = {
    key: 1,
    item: 'e1',
    at: 3,
    bytes: 2,
    scale: 2,
    bit: 0,
    equals: 7,
    metric: 'steps',
    alarm: 'fall',
    counted: true,
    cellBytes: 3,
  } as const;
  assert.deepEqual(ruleOf({ ...line, kind: 'number' }), { metric: 'steps', at: 3, bytes: 2, scale: 2 });
  assert.deepEqual(ruleOf({ ...line, kind: 'alarm', cause: 'bit' }), { kind: 'alarm', alarm: 'fall', at: 3, bytes: 2, bit: 0 });
  assert.deepEqual(ruleOf({ ...line, kind: 'alarm', cause: 'equals' }), { kind: 'alarm', alarm: 'fall', at: 3, bytes: 2, equals: 7 });
  assert.deepEqual(ruleOf({ ...line, kind: 'alarm', cause: 'any' }), { kind: 'alarm', alarm: 'fall', at: 3, bytes: 2 });
  assert.deepEqual(ruleOf({ ...line, kind: 'wifi' }), { kind: 'wifi', at: 3, counted: true });
  assert.deepEqual(ruleOf({ ...line, kind: 'cells' }), { kind: 'cells', at: 3, counted: true, cellBytes: 3 });
});

test('an item that nothing reads becomes a line by what it looks like', () => {
  const { key: _, ...list } = suggestedLine('e6', '02246968000001ce246968000002b9');
  assert.deepEqual(list, { item: 'e6', kind: 'wifi', counted: true });
  const { key: __, ...number } = suggestedLine('e7', '0001020304');
  assert.deepEqual(number, { item: 'e7', kind: 'number', metric: 'heartRate' });
});
