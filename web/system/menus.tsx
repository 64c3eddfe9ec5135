/** /admin/menu/index 菜单管理. */
import { useQueryClient } from '@tanstack/react-query';
import { Button, Tag } from 'antd';
import { useState } from 'react';
import { ownPath } from '#contract/users/menus.rules.ts';
import { menus, type MenuNode } from '#contract/users/menus.ts';
import { tenants } from '#contract/tenants/tenants.ts';
import { roles } from '#contract/users/roles.ts';
import { titled } from '#contract/labels.ts';
import { menuLabels } from '#contract/users/menus.labels.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { menuIcon } from '#web/shell/menu-icons.tsx';
import type { Column } from '#web/ui/columns.ts';
import { MISSING } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { moved, rowById } from '#web/ui/tree-rows.ts';
import { TreeTable } from '#web/ui/tree-table.tsx';
import { MenuButtons } from './menu-buttons.tsx';
import { MenuCompare } from './menu-compare.tsx';
import { MenuForm, typeLabel } from './menu-form.tsx';
import { MenuPreview } from './menu-preview.tsx';
import { TreeExport } from './tree-export.tsx';
import './system.css';

const ROOT = -1;
const BUTTON = '1';
const COLORS: Record<string, string> = { '0': 'processing', '1': 'default', '2': 'purple' };

const code = (text: string | null) => (text ? <code className="m-code">{text}</code> : <span className="y-missing">{MISSING}</span>);

const columns: Column<MenuNode>[] = titled(menuLabels, [
  {
    key: 'name',
    width: 260,
    pin: 'left',
    render: ({ name, icon, type }) => (
      <span className="m-name">
        {type !== BUTTON && icon && menuIcon(icon)} {name}
      </span>
    ),
  },
  { key: 'type', width: 100, render: ({ type }) => <Tag color={COLORS[type]}>{typeLabel(type)}</Tag> },
  { key: 'path', width: 220, render: (menu) => code(ownPath(menu)) },
  { key: 'permission', width: 220, render: ({ permission }) => code(permission) },
  { key: 'sort', width: 70, align: 'right' },
  {
    key: 'keepAlive',
    width: 104,
    render: ({ keepAlive, type }) => (type === BUTTON ? MISSING : keepAlive === '1' ? '保留' : '不保留'),
  },
]);

const textOf = (menu: MenuNode) => `${menu.name} ${ownPath(menu) ?? ''} ${menu.permission ?? ''}`;

type Open =
  | { what: 'form'; id: number | null; parentId: number; sort: number }
  | { what: 'buttons'; menu: MenuNode }
  | { what: 'preview' }
  | { what: 'compare' };

/** Pages are closed at first: their buttons are many. */
const isFolder = (menu: MenuNode) => !ownPath(menu) && menu.type !== BUTTON;

const lastSort = (nodes: readonly MenuNode[]) => Math.min(9999, Math.max(0, ...nodes.map(({ sort }) => sort)) + 1);

export default function Menus() {
  const may = useMay();
  const client = useQueryClient();
  const me = useCurrentUser();
  const query = useCall(menus.tree, {}, { quiet: true });
  const [open, setOpen] = useState<Open | null>(null);
  const tree = query.data ?? [];
  // The sidebar and the roles' trees are made of the same menus.
  const reload = () => {
    for (const route of [menus.tree, menus.own, roles.permissions]) void client.invalidateQueries({ queryKey: keyOf(route) });
  };
  const remove = useSend(menus.remove, { onSuccess: reload });
  const arrange = useSend(menus.arrange, { onSuccess: reload, onError: reload });
  const put = ({ parentId }: MenuNode, ids: number[] | null) => {
    if (ids) arrange.mutate({ parentId: parentId > 0 ? parentId : ROOT, ids });
  };
  const shift = (menu: MenuNode, by: -1 | 1) => put(menu, moved(tree, menu.id, by));
  const close = () => setOpen(null);
  const add = (parentId: number) =>
    setOpen({ what: 'form', id: null, parentId, sort: lastSort(parentId === ROOT ? tree : (rowById(tree, parentId)?.children ?? [])) });
  const mayEdit = may(menus.update);
  const tenantId = me?.sysUser.tenantId;
  return (
    <>
      <TreeTable<MenuNode>
        noun="菜单"
        columns={columns}
        rows={query.data}
        failure={query.error?.message ?? null}
        reading={query.isFetching}
        onReload={() => void query.refetch()}
        textOf={textOf}
        onArrange={mayEdit ? put : undefined}
        opens={isFolder}
        onAdd={may(menus.create) ? () => add(ROOT) : undefined}
        extra={
          <>
            <Button onClick={() => setOpen({ what: 'preview' })}>预览</Button>
            <TreeExport noun="菜单" route={menus.export} rows={query.data} columns={[{ key: 'way' }, ...columns]} />
            {tenantId === 1 && may(tenants.tenantList) && <Button onClick={() => setOpen({ what: 'compare' })}>与租户对比</Button>}
          </>
        }

        actions={(menu) => [
          { label: '编辑', onClick: () => setOpen({ what: 'form', id: menu.id, parentId: menu.parentId, sort: menu.sort }), when: mayEdit },
          { label: '新增下级', onClick: () => add(menu.id), when: may(menus.create) && menu.type !== BUTTON },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: `确定删除“${menu.name}”吗？拥有它的角色将失去这项权限，且不能恢复`,
            onClick: () => remove.mutate({ id: menu.id }),
            when: may(menus.remove),
          },
          { label: '常用按钮', onClick: () => setOpen({ what: 'buttons', menu }), when: may(menus.createButtons) && menu.type !== BUTTON },
          { label: '上移', onClick: () => shift(menu, -1), when: mayEdit, disabled: moved(tree, menu.id, -1) === null },
          { label: '下移', onClick: () => shift(menu, 1), when: mayEdit, disabled: moved(tree, menu.id, 1) === null },
        ]}
      />
      {open?.what === 'form' && (
        <MenuForm
          key={open.id ?? `new ${open.parentId}`}
          id={open.id}
          parentId={open.parentId}
          sort={open.sort}
          onSaved={reload}
          onClose={close}
        />
      )}
      {open?.what === 'buttons' && <MenuButtons menu={open.menu} onSaved={reload} onClose={close} />}
      {open?.what === 'preview' && <MenuPreview tree={tree} onClose={close} />}
      {open?.what === 'compare' && tenantId !== undefined && <MenuCompare own={tree} tenantId={tenantId} onClose={close} />}
    </>
  );
}
