/** A department of the institution, by id. */
import { ConfigProvider, Form, TreeSelect } from 'antd';
import { departments, type DepartmentNode } from '#contract/users/departments.ts';
import { useCall } from '#web/api/call.ts';

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}

/** Those beyond the data scope are there for their names; `hidden` and what is below it cannot be chosen. */
const nodesOf = (list: readonly DepartmentNode[], hidden: number | null, off = false): Node[] =>
  list.map(({ id, name, outside, children }) => {
    const below = off || id === hidden;
    return { value: id, title: name, disabled: below || outside === true, children: nodesOf(children ?? [], hidden, below) };
  });

interface Props {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
  /** Name of the form's value whose department, and what is below it, cannot be chosen: a department is not below itself. */
  except?: string;
}

export function DepartmentField({ id, value, onChange, placeholder = '请选择部门', except }: Props) {
  const form = Form.useFormInstance();
  const hidden = Form.useWatch<number | undefined>(except ?? 'id', form) ?? null;
  const { componentDisabled } = ConfigProvider.useConfig();
  const { data, isPending, isError, refetch } = useCall(departments.tree, {}, { staleTime: 60_000, quiet: true });
  return (
    <TreeSelect
      id={id}
      value={value ?? undefined}
      onChange={(one: number | undefined) => onChange?.(one ?? null)}
      treeData={nodesOf(data ?? [], except ? hidden : null)}
      treeDefaultExpandAll
      // antd names a list that it does not draw for trees.
      popupRender={(tree) => <div id={`${id}_list`}>{tree}</div>}
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear
      loading={isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder={placeholder}
      disabled={componentDisabled}
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '暂无部门'}
    />
  );
}
