/** Whom a rule of the institution is for: everybody, departments, or people. */
import { Radio, TreeSelect } from 'antd';
import { departments, type DepartmentNode } from '#contract/users/departments.ts';
import { useCall } from '#web/api/call.ts';
import { PeopleField, type Named } from './subject-fields.tsx';

export interface Scope {
  scope: number;
  departments: number[];
  people: Named[];
}
export const everybody: Scope = { scope: 1, departments: [], people: [] };

const KINDS = [
  { value: 1, label: '全部服务对象' },
  { value: 2, label: '指定部门' },
  { value: 3, label: '指定服务对象' },
];

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}
const nodesOf = (list: readonly DepartmentNode[]): Node[] =>
  list.map(({ id, name, outside, children }) => ({
    value: id,
    title: name,
    disabled: outside === true,
    children: nodesOf(children ?? []),
  }));

interface Props {
  id?: string;
  value?: Scope;
  onChange?: (scope: Scope) => void;
  disabled?: boolean;
}

export function ScopeField({ id, value = everybody, onChange, disabled = false }: Props) {
  const tree = useCall(departments.tree, {}, { staleTime: 60_000, quiet: true, enabled: value.scope === 2 });
  return (
    <div className="w-scope" id={id}>
      <Radio.Group
        options={KINDS}
        value={value.scope}
        disabled={disabled}
        onChange={({ target }) => onChange?.({ ...value, scope: target.value as number })}
      />
      {value.scope === 2 && (
        <TreeSelect<number[]>
          aria-label="部门"
          multiple
          treeData={nodesOf(tree.data ?? [])}
          treeDefaultExpandAll
          showSearch={{ treeNodeFilterProp: 'title' }}
          value={value.departments}
          loading={tree.isPending}
          disabled={disabled}
          placeholder="请选择部门"
          notFoundContent={tree.isError ? '加载失败，请重新打开' : tree.isPending ? '加载中…' : '暂无部门'}
          onChange={(ids) => onChange?.({ ...value, departments: ids })}
        />
      )}
      {value.scope === 3 && (
        <PeopleField value={value.people} disabled={disabled} onChange={(people) => onChange?.({ ...value, people })} />
      )}
    </div>
  );
}
