import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  answerIn,
  CLOSED,
  entered,
  groupsOf,
  menuProblem,
  MenuNode,
  nodeAt,
  partsOf,
  pressed,
  seatsOf,
  silent,
  soundsOf,
} from './call-menus.rules.ts';

const deeper: MenuNode = {
  greeting: '入住咨询请按1，返回请按*',
  soundId: null,
  keys: [
    { key: '1', name: '入住咨询', action: { to: 'group', groupId: 7 } },
    { key: '*', name: '返回', action: { to: 'up' } },
  ],
  seconds: 5,
  repeats: 0,
  otherwise: { to: 'hangup' },
};
const tree: MenuNode = {
  greeting: '紧急请按1，咨询请按2',
  soundId: null,
  keys: [
    { key: '1', name: '紧急', action: { to: 'group', groupId: 5 } },
    { key: '2', name: '咨询', action: { to: 'menu', menu: deeper } },
    { key: '3', name: '预约回电', action: { to: 'callback' } },
    { key: '#', name: '重听', action: { to: 'repeat' } },
  ],
  seconds: 5,
  repeats: 1,
  otherwise: { to: 'group', groupId: 6 },
};

describe('menus', () => {
  it('pressed: a key leads on, deeper, back, or is heard again', () => {
    assert.deepEqual(pressed(tree, '', '1'), { action: { to: 'group', groupId: 5 } });
    assert.deepEqual(pressed(tree, '', '2'), { stays: '2' });
    assert.deepEqual(pressed(tree, '2', '1'), { action: { to: 'group', groupId: 7 } });
    assert.deepEqual(pressed(tree, '2', '*'), { stays: '' });
    assert.deepEqual(pressed(tree, ':1', '#'), { stays: '' });
    assert.deepEqual(pressed(tree, '', '9'), { stays: ':1' });
    assert.deepEqual(pressed(tree, ':1', '9'), { action: { to: 'group', groupId: 6 } });
  });

  it('silent: said again as often as it is set, then on', () => {
    assert.deepEqual(silent(tree, ''), { stays: ':1' });
    assert.deepEqual(silent(tree, ':1'), { action: { to: 'group', groupId: 6 } });
    assert.deepEqual(silent(tree, '2'), { action: { to: 'hangup' } });
  });

  it('answerIn: the key that led out, from the top; keys that lead nowhere are passed over', () => {
    assert.deepEqual(answerIn(tree, '9#21'), { key: '21', name: '入住咨询', action: { to: 'group', groupId: 7 } });
    assert.deepEqual(answerIn(tree, '2*1'), { key: '1', name: '紧急', action: { to: 'group', groupId: 5 } });
    assert.deepEqual(answerIn(tree, '15')?.key, '1');
    assert.deepEqual([answerIn(tree, ''), answerIn(tree, '2'), answerIn(tree, '99')], [null, null, null]);
  });

  it('partsOf, seatsOf, soundsOf: what stands in all parts of a tree', () => {
    const seat: MenuNode = { ...deeper, soundId: 8, keys: [{ key: '1', name: '护士', action: { to: 'seat', seatId: 9 } }] };
    const whole: MenuNode = { ...tree, soundId: 3, keys: [{ key: '2', name: '咨询', action: { to: 'menu', menu: seat } }] };
    assert.deepEqual(partsOf(whole), [whole, seat]);
    assert.deepEqual([seatsOf(whole), soundsOf(whole)], [[9], [3, 8]]);
    assert.deepEqual([seatsOf(tree), soundsOf(tree)], [[], []]);
  });

  it('entered: a caller comes to the top of the menu, and elsewhere while it is closed', () => {
    assert.deepEqual([entered(true), entered(false)], ['', CLOSED]);
  });

  it('menuProblem, groupsOf, nodeAt: what a tree may be, and where it leads', () => {
    assert.equal(menuProblem(tree), null);
    assert.deepEqual(groupsOf(tree), [5, 6, 7]);
    assert.equal(nodeAt(tree, '2'), deeper);
    assert.equal(nodeAt(tree, '77'), tree);
    assert.equal(menuProblem({ ...tree, keys: [tree.keys[0]!, tree.keys[0]!] }), '同一层的按键不能重复');
    assert.equal(menuProblem({ ...tree, otherwise: { to: 'repeat' } }), '无按键时应转到技能组、坐席、号码、预约回电或挂断');
    assert.equal(menuProblem(deeper), '第一层没有上一层');
    const nest = (depth: number): MenuNode =>
      depth === 0 ? tree : { ...tree, keys: [{ key: '1', name: '下一层', action: { to: 'menu', menu: nest(depth - 1) } }] };
    assert.equal(menuProblem(nest(4)), '菜单最多4层');
    assert.equal(MenuNode.safeParse(tree).success, true);
    assert.equal(MenuNode.safeParse({ ...tree, keys: [{ key: 'x', name: 'x', action: { to: 'hangup' } }] }).success, false);
  });
});
