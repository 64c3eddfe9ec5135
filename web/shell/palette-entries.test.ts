import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { find, fitness, step, type Entry } from './palette-entries.ts';

const entries: Entry[] = [
  { key: 'm1', group: '菜单', label: '工单管理' },
  { key: 'm2', group: '菜单', label: '单据', note: '财务' },
  { key: 'm3', group: '菜单', label: '预警管理', also: '/warning/warning/index' },
  { key: 'a1', group: '操作', label: '锁屏', note: 'Alt L' },
  { key: 'a2', group: '操作', label: '退出登录' },
  { key: 't1', group: '最近标签', label: '工单详情' },
  { key: 'p1', group: '人员', label: '王秀英', found: true },
  ...Array.from({ length: 20 }, (_, at): Entry => ({ key: `x${at}`, group: '菜单', label: `报表${at}` })),
];
const keys = (words: string) => find(entries, words).map(({ key }) => key);

describe('the command palette', () => {
  it('finds by the beginning before the middle, groups in their order', () => {
    assert.deepEqual(keys('工单'), ['t1', 'm1', 'p1']);
    assert.deepEqual(
      keys('单'),
      ['t1', 'm2', 'm1', 'p1'].sort((a, b) => ['t1', 'm2', 'm1', 'p1'].indexOf(a) - ['t1', 'm2', 'm1', 'p1'].indexOf(b)),
    );
    assert.deepEqual(keys('WARNING'), ['m3', 'p1']);
    assert.deepEqual(keys('退 登'), ['p1', 'a2']);
    assert.deepEqual(keys('gdgl'), ['m1', 'p1']);
  });

  it('shows a few of everything without words, and never too many', () => {
    const all = keys('');
    assert.equal(all.filter((key) => /^[mx]/.test(key)).length, 5);
    assert.equal(keys('报表').filter((key) => key.startsWith('x')).length, 8);
  });

  const fits: [string, string, number][] = [
    ['锁屏', '锁屏', 5],
    ['锁屏', '锁', 4],
    ['设置锁屏密码', '锁屏', 3],
    ['用户管理', '户理', 1],
    ['用户管理', '理户', 0],
    ['用户管理', 'x', 0],
    ['用户管理', '  ', 1],
    ['服务对象', 'fwdx', 3],
    ['服务对象', 'dx', 2],
    ['服务对象', 'f', 0],
  ];
  for (const [label, words, fit] of fits) it(`${label} for ${words}: ${fit}`, () => assert.equal(fitness(label, '', words), fit));

  it('goes round the ends', () => {
    assert.deepEqual([step(0, -1, 3), step(2, 1, 3), step(0, 1, 0)], [2, 0, 0]);
  });
});
