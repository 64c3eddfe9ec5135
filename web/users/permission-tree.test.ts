import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { MenuNode } from '#contract/users/menus.ts';
import { changesOf, closedAtFirst, lackOf, markOf, toggled, toggledAlone, tallyOf, toSave } from './permission-tree.ts';

const node = (id: number, name: string, over: Partial<MenuNode> = {}): MenuNode => ({
  id,
  parentId: 0,
  name,
  label: name,
  weight: 0,
  sort: 0,
  sortOrder: 0,
  icon: null,
  path: null,
  type: '0',
  permission: null,
  keepAlive: '1',
  ...over,
});
const button = (id: number, name: string, permission: string) => node(id, name, { type: '1', permission });
const tree = [
  node(1, '首页', { path: '/wel/index' }),
  node(2, '系统管理', {
    children: [
      node(3, '用户管理', { path: '/u', permission: 'u_view', children: [button(4, '新增', 'u_add'), button(5, '删除', 'u_del')] }),
      node(6, '角色管理', { path: '/r', permission: 'r_view', children: [button(7, '新增', 'r_add')] }),
    ],
  }),
];
const everything = { u_view: true, u_add: true, u_del: true, r_view: true, r_add: true } as const;
const ids = (chosen: Iterable<number>) => [...chosen].sort((a, b) => a - b);

describe('permission tree', () => {
  it('opens a small tree, and of a large one what is at the root', () => {
    assert.deepEqual(closedAtFirst(tree, 7), []);
    assert.deepEqual(closedAtFirst(tree, 6), [2], 'a page with its buttons is one line');
  });

  it('says of a closed branch what is chosen in it', () => {
    assert.deepEqual(tallyOf(tree[1] as MenuNode, new Set([1, 2, 3, 4])), [2, 5]);
  });

  it('brings buttons with their page and the page with a button', () => {
    assert.deepEqual(ids(toggled(tree, new Set(), 3, everything)), [3, 4, 5]);
    assert.deepEqual(ids(toggled(tree, new Set(), 4, everything)), [3, 4]);
    assert.deepEqual(ids(toggled(tree, new Set([3, 4, 5]), 5, everything)), [3, 4]);
    assert.deepEqual(ids(toggled(tree, new Set([3, 4]), 3, everything)), [3, 4, 5], 'half becomes whole');
    assert.deepEqual(ids(toggled(tree, new Set([1, 3, 4, 5]), 3, everything)), [1]);
    assert.deepEqual(ids(toggled(tree, new Set(), 2, everything)), [3, 4, 5, 6, 7], 'a folder is what it holds');
    assert.deepEqual(ids(toggled(tree, new Set([3]), 99, everything)), [3]);
  });

  it('takes a page alone', () => {
    assert.deepEqual(ids(toggledAlone(tree, new Set(), 3, everything)), [3]);
    assert.deepEqual(ids(toggledAlone(tree, new Set([1, 3, 4]), 3, everything)), [1], 'without the page its buttons open nothing');
  });

  it('leaves what the session lacks as it is', () => {
    const some = { u_view: true, u_add: true } as const;
    assert.equal(lackOf(tree[1]!.children![0]!.children![1]!, some), '您没有此权限，不能授予或收回');
    assert.deepEqual(ids(toggled(tree, new Set(), 3, some)), [3, 4]);
    assert.deepEqual(ids(toggled(tree, new Set([3, 4, 5]), 3, some)), [5]);
    assert.deepEqual(ids(toggled(tree, new Set([6]), 2, some)), [3, 4, 6]);
  });

  it('marks half', () => {
    const [home, system] = tree as [MenuNode, MenuNode];
    assert.equal(markOf(home, new Set([1])), 'on');
    assert.equal(markOf(system, new Set([3])), 'half');
    assert.equal(markOf(system, new Set([3, 4, 5, 6, 7])), 'on');
    assert.equal(markOf(system, new Set([2])), 'off', 'a folder counts for nothing');
  });

  it('says what changes and saves no empty folder', () => {
    const { added, removed } = changesOf(tree, new Set([1, 3]), new Set([3, 4, 6]));
    assert.deepEqual([added.map(({ name }) => name), removed.map(({ name }) => name)], [['用户管理 / 新增', '角色管理'], ['首页']]);
    assert.deepEqual(toSave(tree, new Set([2, 1])), [1]);
    assert.deepEqual(toSave(tree, new Set([2, 3])), [2, 3]);
  });
});
