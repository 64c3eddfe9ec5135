/** The departments at the left of a list, with how many are in each. */
import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Empty, Skeleton, Tree, type TreeDataNode } from 'antd';
import { useMemo, useState } from 'react';
import { departments } from '#contract/users/departments.ts';
import { useCall } from '#web/api/call.ts';
import { thousands } from '#web/ui/display.ts';
import { branches, matchingNodes } from '#web/ui/tree-rows.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { counted, type CountedNode } from './department-counts.ts';

/** Everybody, or those without a department. */
const ALL = 'all';
const NONE = '0';

const titleOf = (name: string, users: number) => (
  <span className="u-dept-line">
    <span className="u-dept-name" title={name}>
      {name}
    </span>
    <span className="u-dept-count" aria-label={`${users}人`}>
      {thousands(users)}
    </span>
  </span>
);

const toTree = (nodes: readonly CountedNode[]): TreeDataNode[] =>
  nodes.map(({ id, name, users, children }) => ({ key: String(id), title: titleOf(name, users), children: toTree(children) }));

const nameOf = ({ name }: CountedNode) => name;

interface Props {
  /** The id of a department, 0 for none, null for everybody. */
  value: number | null;
  onChange: (id: number | null) => void;
}

export function DepartmentTree({ value, onChange }: Props) {
  const tree = useCall(departments.tree, {}, { staleTime: 60_000, quiet: true });
  const staff = useCall(departments.staff, {}, { quiet: true });
  const [words, setWords] = useState('');
  const [folded, setFolded] = useState(false);
  const [opened, setOpened] = useState<readonly number[] | null>(null);
  const nodes = useMemo(() => counted(tree.data ?? [], staff.data ?? []), [tree.data, staff.data]);
  const shown = useMemo(() => matchingNodes(nodes, words, nameOf), [nodes, words]);
  const total = staff.data?.reduce((sum, { users }) => sum + users, 0) ?? 0;
  const without = staff.data?.find(({ deptId }) => deptId === null)?.users ?? 0;
  const expanded = words.trim() ? branches(shown) : (opened ?? (nodes.length > 20 ? [] : nodes.map(({ id }) => id)));

  if (folded)
    return (
      <aside className="u-depts" data-folded aria-label="部门">
        <Button
          type="text"
          icon={<MenuUnfoldOutlined aria-hidden />}
          aria-label="展开部门"
          title="展开部门"
          onClick={() => setFolded(false)}
        />
      </aside>
    );
  const treeData: TreeDataNode[] = [
    ...(words.trim() ? [] : [{ key: ALL, title: titleOf('全部用户', total) }]),
    ...toTree(shown),
    ...(without > 0 && !words.trim() ? [{ key: NONE, title: titleOf('未分配部门', without) }] : []),
  ];
  return (
    <aside className="u-depts" aria-label="部门">
      <div className="u-depts-head">
        <SearchInput label="搜索部门" value={words} onChange={setWords} />
        <Button
          type="text"
          icon={<MenuFoldOutlined aria-hidden />}
          aria-label="收起部门"
          title="收起部门"
          onClick={() => setFolded(true)}
        />
      </div>
      <div className="u-depts-body">
        {tree.isPending || staff.isPending ? (
          <Skeleton active title={false} paragraph={{ rows: 6 }} />
        ) : tree.isError || staff.isError ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="部门加载失败">
            <Button
              size="small"
              onClick={() => {
                void tree.refetch();
                void staff.refetch();
              }}
            >
              重试
            </Button>
          </Empty>
        ) : words.trim() && shown.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有符合的部门" />
        ) : (
          <Tree
            blockNode
            treeData={treeData}
            selectedKeys={[value === null ? ALL : String(value)]}
            expandedKeys={expanded.map(String)}
            onExpand={(keys) => setOpened(keys.map(Number))}
            onSelect={(keys) => {
              const [key] = keys;
              onChange(key === undefined || key === ALL ? null : Number(key));
            }}
          />
        )}
      </div>
    </aside>
  );
}
