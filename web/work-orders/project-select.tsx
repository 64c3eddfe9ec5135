/** The service tree as a field: types open, projects are chosen. */
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { serviceTypes, type ServiceNode } from '#contract/services/services.ts';
import { useCall } from '#web/api/call.ts';
import { yuan } from '#web/ui/display.ts';
import { projectsOf } from './work-order-form.ts';

/** Specification 2, section 9. */
const LIST_HEIGHT = 450;

interface TreeNode {
  value: string | number;
  title: string;
  /** Of the project alone, for the field. */
  label: string;
  selectable: boolean;
  children?: TreeNode[];
}

const toNodes = (nodes: readonly ServiceNode[]): TreeNode[] =>
  nodes.map(({ serverId, serverName, projecId, projecName, projecStandardPrice, children }) =>
    projecId === null
      ? { value: `type-${serverId}`, title: serverName, label: serverName, selectable: false, children: toNodes(children ?? []) }
      : { value: projecId, title: `${projecName}　${yuan(projecStandardPrice)}`, label: projecName ?? '', selectable: true },
  );

/** The tree below one type. */
function below(nodes: readonly TreeNode[], typeId: number): TreeNode[] {
  for (const node of nodes) {
    if (node.value === `type-${typeId}`) return [node];
    const found = below(node.children ?? [], typeId);
    if (found.length > 0) return found;
  }
  return [];
}

/** Read once for all jobs of a drawer. */
export function useProjects() {
  const query = useCall(serviceTypes.tree, {}, { staleTime: 60_000 });
  const { data } = query;
  return useMemo(
    () => ({ nodes: toNodes(data ?? []), byId: projectsOf(data ?? []), ready: data !== undefined, failed: query.isError }),
    [data, query.isError],
  );
}

export type Projects = ReturnType<typeof useProjects>;

interface Props {
  id?: string;
  value?: number;
  onChange?: (projectId: number | undefined) => void;
  projects: Projects;
  /** Only the projects of this type and those below it. */
  typeId?: number | undefined;
}

export function ProjectSelect({ id, value, onChange, projects, typeId }: Props) {
  return (
    <TreeSelect
      // Only a tree that is made anew opens all its types.
      key={typeId}
      id={id}
      value={value}
      onChange={(one: number | undefined) => onChange?.(one)}
      treeData={typeId === undefined ? projects.nodes : below(projects.nodes, typeId)}
      treeNodeLabelProp="label"
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      listHeight={LIST_HEIGHT}
      allowClear
      loading={!projects.ready && !projects.failed}
      placeholder="请选择服务项目"
      notFoundContent={projects.failed ? '加载失败' : projects.ready ? '暂无服务项目' : '加载中…'}
    />
  );
}
