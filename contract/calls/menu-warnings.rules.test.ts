import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { MenuNode } from './call-menus.rules.ts';
import { menuWarnings, type MenuPlaces } from './menu-warnings.rules.ts';

const places: MenuPlaces = {
  groups: [
    { id: 1, name: '服务台', enabled: true, seatCount: 2 },
    { id: 2, name: '夜班', enabled: false, seatCount: 2 },
    { id: 3, name: '新组', enabled: true, seatCount: 0 },
  ],
  seats: [
    { id: 1, userName: '李护士', enabled: true },
    { id: 2, userName: '王护士', enabled: false },
  ],
  numbers: ['400-800-1234'],
};
const part = (keys: MenuNode['keys'], more: Partial<MenuNode> = {}): MenuNode => ({
  greeting: '请按键',
  soundId: null,
  keys,
  seconds: 5,
  repeats: 0,
  otherwise: { to: 'hangup' },
  ...more,
});
const key = (action: MenuNode['keys'][number]['action'], digit = '1') => part([{ key: digit, name: '键', action }]);
const texts = (tree: MenuNode) => menuWarnings(tree, places).map(({ at, key: on, text }) => [at, on, text]);

describe('menuWarnings', () => {
  it('says nothing where every key leads on', () => {
    for (const action of [
      { to: 'group', groupId: 1 },
      { to: 'seat', seatId: 1 },
      { to: 'number', number: '13800001111' },
    ] as const)
      assert.deepEqual(texts(key(action)), []);
  });

  it('names keys that lead nowhere', () => {
    assert.deepEqual(texts(key({ to: 'group', groupId: 9 })), [['', '1', '技能组已不存在']]);
    assert.deepEqual(texts(key({ to: 'group', groupId: 2 })), [['', '1', '技能组“夜班”已停用，来电会直接结束']]);
    assert.deepEqual(texts(key({ to: 'group', groupId: 3 })), [['', '1', '技能组“新组”没有坐席，来电只会排队']]);
    assert.deepEqual(texts(key({ to: 'seat', seatId: 2 })), [['', '1', '坐席“王护士”已停用']]);
    assert.deepEqual(texts(key({ to: 'seat', seatId: 9 })), [['', '1', '坐席已不存在']]);
    assert.deepEqual(texts(part([], { otherwise: { to: 'group', groupId: 9 } })), [['', null, '无按键时：技能组已不存在']]);
    assert.deepEqual(texts(part([], { greeting: '' })), [['', null, '没有欢迎词，来电人不知道按什么键']]);
  });

  it('says nothing of groups and seats that are not known', () => {
    for (const action of [
      { to: 'group', groupId: 9 },
      { to: 'seat', seatId: 9 },
    ] as const)
      assert.deepEqual(menuWarnings(key(action), { ...places, groups: null, seats: null }), []);
  });

  it('names what is not chosen yet', () => {
    assert.deepEqual(texts(key({ to: 'group', groupId: 0 })), [['', '1', '请选择技能组']]);
    assert.deepEqual(texts(key({ to: 'seat', seatId: 0 })), [['', '1', '请选择坐席']]);
    assert.deepEqual(texts(key({ to: 'number', number: '' })), [['', '1', '请填写号码']]);
    assert.deepEqual(texts(part([{ key: '1', name: '', action: { to: 'hangup' } }])), [['', '1', '请填写按键名称']]);
  });

  it('names circles, and what is wrong deeper down', () => {
    assert.deepEqual(texts(key({ to: 'number', number: '4008001234' })), [['', '1', '号码4008001234又进入本菜单，来电会绕圈']]);
    const round = part([{ key: '#', name: '重听', action: { to: 'repeat' } }], { otherwise: { to: 'up' } });
    assert.deepEqual(texts(key({ to: 'menu', menu: round }, '2')), [['2', null, '本层只能重听或返回，来电会绕圈']]);
    assert.deepEqual(texts(key({ to: 'menu', menu: part([]) })), [['', '1', '下一层没有按键']]);
  });
});
