/** A type of services as a filter: the tree of types without their projects. */
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { serviceTypes, type ServiceNode } from '#contract/services/services.ts';
import { useCall } from '#web/api/call.ts';

interface TypeNode {
  value: string;
  title: string;
  children: TypeNode[];
}

const typesOf = (nodes: readonly ServiceNode[]): TypeNode[] =>
  nodes
    .filter(({ projecId }) => projecId === null)
    .map(({ serverId, serverName, children }) => ({ value: String(serverId), title: serverName, children: typesOf(children ?? []) }));

export function TypeFilter({ id, value, onChange }: { id?: string; value?: string; onChange?: (typeId: string | undefined) => void }) {
  const { data, isPending } = useCall(serviceTypes.tree, {}, { staleTime: 60_000, quiet: true });
  const nodes = useMemo(() => typesOf(data ?? []), [data]);
  return (
    <TreeSelect
      id={id}
      value={value || undefined}
      onChange={(typeId: string | undefined) => onChange?.(typeId)}
      treeData={nodes}
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      loading={isPending}
      allowClear
      placeholder="全部"
      notFoundContent={isPending ? '加载中…' : '暂无服务分类'}
    />
  );
}
