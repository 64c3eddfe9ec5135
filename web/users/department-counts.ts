/** The staff of departments, with those below. Pure. */
import type { DepartmentNode } from '#contract/users/departments.ts';

export interface CountedNode {
  id: number;
  name: string;
  /** In the department and below it. */
  users: number;
  children: CountedNode[];
}

/** The tree with the counts of `staff` added up. */
export function counted(nodes: readonly DepartmentNode[], staff: readonly { deptId: number | null; users: number }[]): CountedNode[] {
  const own = new Map(staff.map(({ deptId, users }) => [deptId, users]));
  const of = (list: readonly DepartmentNode[]): CountedNode[] =>
    list.map(({ id, name, children: below }) => {
      const children = of(below ?? []);
      return { id, name, children, users: children.reduce((sum, child) => sum + child.users, own.get(id) ?? 0) };
    });
  return of(nodes);
}
