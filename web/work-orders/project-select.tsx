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

/** Read once for all jobs of a drawer. */
export function useProjects() {
  const query = useCall(serviceTypes.tree, {}, { staleTime: 60_000 });
  const { data } = query;
  return useMemo(() => ({ nodes: toNodes(data ?? []), byId: projectsOf(data ?? []), ready: data !== undefined, failed: query.isError }), [data, query.isError]);
}

export type Projects = ReturnType<typeof useProjects>;

interface Props {
  id?: string;
  value?: number;
  onChange?: (projectId: number | undefined) => void;
  projects: Projects;
}

export function ProjectSelect({ id, value, onChange, projects }: Props) {
  return (
    <TreeSelect
      // The tree opens all its types only if they are there when it is made.
      key={String(projects.ready)}
      id={id}
      value={value}
      onChange={(one: number | undefined) => onChange?.(one)}
      treeData={projects.nodes}
      treeNodeLabelProp="label"
      treeDefaultExpandAll
      showSearch={{ treeNodeFilterProp: 'title' }}
      listHeight={LIST_HEIGHT}
      allowClear
      loading={!projects.ready && !projects.failed}
      placeholder="请选择服务项目"
      notFoundContent={projects.failed ? '加载失败' : '暂无服务项目'}
    />
  );
}
