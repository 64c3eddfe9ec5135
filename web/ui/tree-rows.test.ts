import { it } from 'node:test';
import assert from 'node:assert/strict';
import { branches, dropped, matchingNodes, moved, rowById, treeOf } from './tree-rows.ts';

const flat = [
  { id: 1, parentId: 0, name: '总部' },
  { id: 2, parentId: 1, name: '护理部' },
  { id: 3, parentId: 2, name: '护理一组' },
  { id: 4, parentId: 1, name: '后勤部' },
  { id: 5, parentId: 99, name: '失散的' },
];
const rows = treeOf(flat);
const text = (row: { name: string }) => row.name;
const names = (list: readonly any[]): any[] => list.map(({ name, children }) => (children ? [name, names(children)] : name));

it('makes a tree of rows in their order', () => {
  assert.deepEqual(names(rows), [['总部', [['护理部', ['护理一组']], '后勤部']], '失散的']);
  assert.deepEqual(branches(rows), [1, 2]);
  assert.equal(rowById(rows, 3)?.name, '护理一组');
  assert.equal(rowById(rows, 8), undefined);
});

it('finds by text, with what is above and what is below', () => {
  assert.deepEqual(names(matchingNodes(rows, ' 一组 ', text)), [['总部', [['护理部', ['护理一组']]]]]);
  assert.deepEqual(names(matchingNodes(rows, '护理部', text)), [['总部', [['护理部', ['护理一组']]]]]);
  assert.deepEqual(matchingNodes(rows, '没有', text), []);
  assert.equal(matchingNodes(rows, '  ', text), rows);
});

it('moves among siblings only', () => {
  assert.deepEqual(moved(rows, 2, 1), [4, 2]);
  assert.deepEqual(moved(rows, 4, -1), [4, 2]);
  assert.equal(moved(rows, 2, -1), null);
  assert.equal(moved(rows, 3, 1), null);
  assert.equal(moved(rows, 77, 1), null);
});

it('drops among siblings only, what is below one counting for it', () => {
  assert.deepEqual(dropped(rows, 2, 4, true), { beside: 4, after: true, ids: [4, 2] });
  assert.deepEqual(dropped(rows, 4, 2, false), { beside: 2, after: false, ids: [4, 2] });
  assert.deepEqual(dropped(rows, 5, 1, false), { beside: 1, after: false, ids: [5, 1] });
  assert.equal(dropped(rows, 2, 4, false), null, 'where it is already');
  assert.equal(dropped(rows, 4, 3, false), null, 'below a branch that it follows');
  assert.equal(dropped(rows, 2, 3, true), null, 'on what is below itself');
  assert.equal(dropped(rows, 2, 5, true), null, 'on what is no sibling');
});
