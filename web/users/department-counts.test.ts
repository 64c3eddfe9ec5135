import { it } from 'node:test';
import assert from 'node:assert/strict';
import { counted } from './department-counts.ts';

it('adds up what is below', () => {
  const node = (id: number, children: object[] = []) => ({ id, parentId: 0, name: `部门${id}`, sort: 0, children }) as never;
  const [root] = counted(
    [node(1, [node(2, [node(3)]), node(4)])],
    [
      { deptId: null, users: 9 },
      { deptId: 1, users: 1 },
      { deptId: 3, users: 5 },
      { deptId: 4, users: 2 },
    ],
  );
  assert.deepEqual([root?.users, root?.children.map(({ users }) => users), root?.children[0]?.children[0]?.users], [8, [5, 2], 5]);
});
