import { departments, type DepartmentNode } from '#contract/users/departments.ts';
import { useCall } from '#web/api/call.ts';

const find = (list: readonly DepartmentNode[], id: number): string | null => {
  for (const node of list) {
    const name = node.id === id ? node.name : find(node.children ?? [], id);
    if (name) return name;
  }
  return null;
};

/** A department's name; null when there is none or it is not known yet. */
export function useDepartmentName(id: number | null): string | null {
  const { data } = useCall(departments.tree, {}, { staleTime: 60_000, quiet: true, enabled: id !== null });
  return id !== null && data ? find(data, id) : null;
}
