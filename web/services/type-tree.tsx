/** The tree of service types, as options and as names. */
import { ConfigProvider, Form, TreeSelect } from 'antd';
import { useState } from 'react';
import { serviceTypes, type ServiceNode } from '#contract/services/services.ts';
import { useCall } from '#web/api/call.ts';
import { useMay } from '#web/ui/may.ts';
import { NewType } from './new-type.tsx';

interface Node {
  value: number;
  title: string;
  disabled: boolean;
  children: Node[];
}

/** Types only; `hidden` and what is below it cannot be chosen. */
const nodesOf = (list: readonly ServiceNode[], hidden: number | null, disabled = false): Node[] =>
  list
    .filter(({ projecId }) => projecId === null)
    .map(({ serverId, serverName, children }) => {
      const off = disabled || serverId === hidden;
      return { value: serverId, title: serverName, disabled: off, children: nodesOf(children ?? [], hidden, off) };
    });

const pathTo = (list: readonly ServiceNode[], id: number): string[] | null => {
  for (const { projecId, serverId, serverName, children } of list) {
    if (projecId !== null) continue;
    const below = serverId === id ? [] : pathTo(children ?? [], id);
    if (below) return [serverName, ...below];
  }
  return null;
};

const useTree = () => useCall(serviceTypes.tree, {}, { staleTime: 60_000, quiet: true });

/** 生活照料 / 助浴; empty until it is known. */
export function useTypePath(): (id: number) => string {
  const { data } = useTree();
  return (id) => (data ? (pathTo(data, id)?.join(' / ') ?? '') : '');
}

interface Props {
  id?: string;
  value?: number | string | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
  allowClear?: boolean;
  /** Name of the form's value whose type, and what is below it, cannot be chosen: a type is not below itself. */
  except?: string;
  /** A new type can be added here, by those who may. */
  adds?: boolean;
}

export function TypeSelect({ id, value, onChange, placeholder = '请选择服务分类', allowClear = false, except, adds = false }: Props) {
  const may = useMay();
  const form = Form.useFormInstance();
  const hidden = Form.useWatch<number | undefined>(except ?? 'id', form) ?? null;
  const { componentDisabled } = ConfigProvider.useConfig();
  const { data, isPending, isError, refetch } = useTree();
  /** The type that was just added: it has its name before the tree is read again. */
  const [made, setMade] = useState<Node | null>(null);
  const nodes = nodesOf(data ?? [], except ? hidden : null);
  return (
    <TreeSelect
      id={id}
      value={value ? Number(value) : undefined}
      onChange={(one: number | undefined) => onChange?.(one ?? null)}
      treeData={made && data && !pathTo(data, made.value) ? [...nodes, made] : nodes}
      treeDefaultExpandAll
      // antd names a list that it does not draw for trees.
      popupRender={(tree) => (
        <div id={`${id}_list`}>
          {tree}
          {adds && may(serviceTypes.create) && (
            <NewType
              onMade={(newId, title) => {
                setMade({ value: newId, title, disabled: false, children: [] });
                onChange?.(newId);
              }}
            />
          )}
        </div>
      )}
      showSearch={{ treeNodeFilterProp: 'title' }}
      allowClear={allowClear}
      disabled={componentDisabled}
      loading={isPending}
      status={isError ? 'warning' : ''}
      onOpenChange={(open) => open && isError && void refetch()}
      placeholder={placeholder}
      notFoundContent={isError ? '加载失败，请重新打开' : isPending ? '加载中…' : '暂无服务分类，请先新增'}
    />
  );
}
