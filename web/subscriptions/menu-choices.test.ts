import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { PackageMenu } from '#contract/subscriptions/packages.ts';
import { choosable, marksOf, toggledMenu } from './menu-choices.ts';

const menu = (key: string, children: PackageMenu[] = [], fixed = false): PackageMenu => ({ key, name: key, type: 0, fixed, children });
const tree = [menu('home', [menu('screen')], true), menu('care', [menu('orders', [menu('add'), menu('del')]), menu('board')])];

describe('choosing the menus of a package', () => {
  it('leaves out what is in every package', () => assert.deepEqual(choosable(tree), ['screen', 'care', 'orders', 'add', 'del', 'board']));

  for (const [what, before, key, after] of [
    ['a page brings its buttons and its folder', [], 'orders', ['add', 'care', 'del', 'orders']],
    ['a button brings its page', [], 'add', ['add', 'care', 'orders']],
    ['a folder brings all of it', ['add'], 'care', ['add', 'board', 'care', 'del', 'orders']],
    ['off goes with everything below', ['care', 'orders', 'add', 'del', 'board'], 'orders', ['board', 'care']],
    ['what hangs on a fixed page does not bring that', [], 'screen', ['screen']],
    ['what is fixed stays', ['add'], 'home', ['add']],
    ['what is not there changes nothing', ['add'], 'gone', ['add']],
  ] as const)
    it(what, () => assert.deepEqual(toggledMenu(tree, new Set(before), key).sort(), after));

  it('shows a branch as half when a part of it is chosen', () => {
    assert.deepEqual(marksOf(tree, new Set(['care', 'orders', 'add'])), { checked: ['add'], halfChecked: ['home', 'care', 'orders'] });
    assert.deepEqual(marksOf(tree, new Set(choosable(tree))).halfChecked, []);
    assert.deepEqual(marksOf(tree, new Set()), { checked: [], halfChecked: ['home'] });
  });
});
