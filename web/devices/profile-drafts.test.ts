import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDraft, ruleOf, toDraft, type ProfileDraft } from './profile-drafts.ts';

const PROFILE = {
  alarms: { 3: 'removed' as const, 20: 'none' as const },
  items: { e1: [{ metric: 'heartRate' as const }, { metric: 'temperature' as const, at: 1, bytes: 2, signed: true, scale: 0.1, add: -5 }] },
};

test('a profile as lines, and back again', () => {
  const draft = toDraft(PROFILE);
  assert.deepEqual([draft.alarms.length, draft.items.length], [2, 2]);
  assert.equal(new Set([...draft.alarms, ...draft.items].map(({ key }) => key)).size, 4);
  assert.deepEqual(readDraft('jt808', draft).profile, PROFILE);
});

test('only what the protocol has a use for is said, and checked', () => {
  const draft = toDraft(PROFILE);
  assert.deepEqual(readDraft('ev07b', draft).profile, { alarms: PROFILE.alarms, items: {} });
  assert.deepEqual(readDraft('watch', { ...draft, items: [{ key: 1, item: 'zz', metric: 'heartRate' }] }).profile, { alarms: {}, items: {} });
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
    { key: 6, item: 'E', metric: 'heartRate' },
    { key: 7, item: 'e1x', metric: 'heartRate' },
    { key: 8, item: 'e2', metric: 'heartRate', scale: 0 },
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
    ],
  );
  assert.deepEqual(ruleOf({ key: 1, item: '0xE1', metric: 'steps', bytes: 4, signed: false }), { metric: 'steps', bytes: 4 });
});
