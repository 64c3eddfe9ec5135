import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { MenuNode } from '#contract/users/menus.ts';
import { filterMenu, groupsOf, leavesOf, menuItems, openAtFirst, shownOf, trailTo, type MenuItem } from './menu.ts';
import { findPage } from './page-routes.ts';

let serial = 0;
const node = (name: string, path: string | null, children?: MenuNode[], type = '0'): MenuNode => {
  const id = ++serial;
  return {
    id,
    parentId: -1,
    name,
    label: name,
    weight: 0,
    sort: 0,
    sortOrder: 0,
    icon: null,
    path,
    type,
    permission: null,
    keepAlive: '1',
    children,
  };
};
const shape = (items: readonly MenuItem[]): unknown[] =>
  items.map(({ label, path, children }) => (children.length ? [label, path, shape(children)] : [label, path]));

const wire = [
  node('首页', '/wel/index'),
  node('服务管理', null, [
    node('服务项目', '/business/bccostproject'),
    node('服务分类', '/business/bccostservice'),
    node('新增', null, undefined, '1'),
  ]),
  node('评估', 'assess', [node('量表', 'scale')]),
  node('官网', 'https://example.com/a'),
  node('空的组', null, [node('按钮', null, undefined, '1')]),
];
const items = menuItems(wire);

describe('the menu', () => {
  it('has absolute paths, /index behind a relative leaf, and neither buttons nor empty groups', () => {
    assert.deepEqual(shape(items), [
      ['首页', '/wel/index'],
      [
        '服务管理',
        null,
        [
          ['服务项目', '/business/bccostproject'],
          ['服务分类', '/business/bccostservice'],
        ],
      ],
      ['评估', null, [['量表', '/assess/scale/index']]],
      ['官网', 'https://example.com/a'],
    ]);
  });

  it('takes the path that the wire gives a group for none: what is below keeps its own', () => {
    const group = node('服务管理', null, [node('服务项目', 'business/bccostproject')]);
    const routed = { ...group, path: `/menu/${group.id}` };
    assert.deepEqual(menuItems([routed]), menuItems([group]));
    const empty = node('空的组', null);
    assert.deepEqual(menuItems([{ ...empty, path: `/menu/${empty.id}` }]), []);
  });

  it('is searched by label, keeping the groups above', () => {
    const found = (words: string) =>
      filterMenu(items, words).map(({ label, children }) => [label, ...children.map((child) => child.label)]);
    assert.deepEqual(found('  项目 '), [['服务管理', '服务项目']]);
    assert.deepEqual(found('服务管理'), [['服务管理', '服务项目', '服务分类']]);
    assert.deepEqual(found('没有的'), []);
    assert.equal(filterMenu(items, ' ').length, items.length);
  });

  it('stands open as a whole when it is small, and by its first group otherwise', () => {
    const groups = (pages: number) =>
      menuItems(
        ['今天', '长者'].map((name) =>
          node(
            name,
            null,
            Array.from({ length: pages }, (_, at) => node(`页${at}`, `/${name}/${at}`)),
          ),
        ),
      );
    const [few, many] = [groups(6), groups(7)];
    assert.deepEqual(openAtFirst(few), groupsOf(few));
    assert.equal(groupsOf(many).length, 2);
    assert.deepEqual(openAtFirst(many), groupsOf(many).slice(0, 1));
    assert.deepEqual(openAtFirst([]), []);
  });

  it('knows the way to a page', () => {
    assert.deepEqual(
      trailTo(items, '/business/bccostservice').map(({ label }) => label),
      ['服务管理', '服务分类'],
    );
    assert.deepEqual(trailTo(items, '/nowhere'), []);
    const embedded = menuItems([node('报表', '/myiframe/report?src=https%3A%2F%2Fexample.com%2Fa')]);
    assert.equal(embedded[0]?.path, '/myiframe/report?src=https%3A%2F%2Fexample.com%2Fa');
    assert.equal(trailTo(embedded, '/myiframe/report')[0]?.label, '报表');
  });

  it('says what belongs to the top bar, and what can be gone to', () => {
    const both = menuItems([node('顶部', '/top/index', undefined, '2'), node('侧边', '/side/index')]);
    assert.deepEqual(
      both.map(({ label, top }) => [label, top]),
      [
        ['顶部', true],
        ['侧边', false],
      ],
    );
    assert.deepEqual(
      leavesOf(items).map(({ label }) => label),
      ['首页', '服务项目', '服务分类', '量表', '官网'],
    );
  });
});

describe('pages', () => {
  const load = async () => ({ default: () => null });
  const routes = [
    { path: '/business/bccostproject', label: '项目', menu: true, load },
    { path: '/device/index', label: '设备', menu: true, load },
    { path: '/order/detail/:id', label: '工单详情', load },
  ];
  it('of the menu are for those who have it in theirs, and take its label', () => {
    assert.equal(findPage(routes, items, '/business/bccostproject')?.label, '服务项目');
    assert.equal(findPage(routes, items, '/device/index'), null);
  });
  it('with parameters are found, unknown ones are not', () => {
    assert.equal(findPage(routes, items, '/order/detail/7')?.label, '工单详情');
    assert.equal(findPage(routes, items, '/order/detail'), null);
  });

  it('leaves out what stands aside, and groups of nothing else; its page is still found', () => {
    const aside = (name: string, path: string): MenuNode => ({ ...node(name, path), aside: true });
    const all = menuItems([
      node('首页', '/wel/index'),
      node('照护', null, [aside('体征录入', '/health/entry')]),
      node('经营', null, [aside('账户', '/members/account'), node('商品', '/members/product')]),
    ]);
    assert.deepEqual(shape(shownOf(all)), [
      ['首页', '/wel/index'],
      ['经营', null, [['商品', '/members/product']]],
    ]);
    assert.equal(trailTo(all, '/health/entry').length, 2);
    assert.equal(filterMenu(all, '体征').length, 1);
  });
});
