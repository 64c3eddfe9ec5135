/** A department of the institution, by id. */
import { TreeSelect } from 'antd';
import { departments, type DepartmentNode } from '#contract/users/departments.ts';
import { useCall } from '#web/api/call.ts';

interface Node {
  value: number;
  title: string;
  children: Node[];
}

const nodesOf = (list: readonly DepartmentNode[]): Node[] =>
  list.map(({ id, name, children }) => ({ value: id, title: name, children: nodesOf(children ?? []) }));

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
}

export function DepartmentField({ id, value, onChange }: Props) {
  const { data, isPending, isError, refetch } = useCall(departments.tree, {}, { staleTime: 60_000, quiet: true });
  return (
    <TreeSelect
      id={id}
      value={value ?? undefined}
      onChange={(one: number | undefined) => onChange?.(one ?? null)}
      treeData={nodesOf(data ?? [])}
      treeDefaultExpandAll
      // antd names a list that it does not draw for trees.
      // oxlint-disable-next-line react/no-unstable-nested-components
      popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>}
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear
      loading={isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder="请选择部门"
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '暂无部门'}
    />
  );
}
