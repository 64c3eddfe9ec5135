/** The platform's menus beside those of a tenant: what is missing there can be copied. */
import { Button, Checkbox, Empty, Select, Skeleton, Tag } from 'antd';
import { useMemo, useState } from 'react';
import { isReserved, menuKeys, ownPath } from '#contract/users/menus.rules.ts';
import { menus, type MenuNode } from '#contract/users/menus.ts';
import { tenants } from '#contract/tenants/tenants.ts';
import { showMessage } from '#web/api/messages.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';

interface Flat extends MenuNode {
  /** 系统管理 / 用户管理 / 新增 */
  title: string;
}

const flatten = (nodes: readonly MenuNode[], above = ''): Flat[] =>
  nodes.flatMap((node) => {
    const title = above ? `${above} / ${node.name}` : node.name;
    return [{ ...node, title }, ...flatten(node.children ?? [], title)];
  });

/** Menus of `from` that `to` has not, as they are called there. */
function missing(from: readonly Flat[], to: readonly Flat[]): Flat[] {
  const keys = menuKeys(from);
  const there = new Set(menuKeys(to).values());
  return from.filter(({ id }) => !there.has(keys.get(id) as string));
}

interface Props {
  own: readonly MenuNode[];
  tenantId: number;
  onClose: () => void;
}

function Difference({ own, tenantId }: Omit<Props, 'onClose'>) {
  const may = useMay();
  const { data, isError, error, refetch } = useCall(menus.ofTenant, { id: tenantId }, { quiet: true });
  const [chosen, setChosen] = useState<number[]>([]);
  const send = useSend(menus.copy, {
    changes: [menus.ofTenant],
    onSuccess: ({ added }) => {
      showMessage('success', `已复制 ${added} 项，并分配给该租户的机构管理员角色`);
      setChosen([]);
    },
  });
  const [here, there] = useMemo(() => {
    const [ours, theirs] = [flatten(own), flatten(data?.tree ?? [])];
    return [missing(ours, theirs), missing(theirs, ours)];
  }, [own, data]);
  if (isError) return <LoadFailed title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const copyable = here.filter(({ permission }) => !isReserved(permission)).map(({ id }) => id);
  const off = flatten(data.tree).filter((menu) => (ownPath(menu) || menu.permission) && !data.menuIds.includes(menu.id));
  return (
    <>
      <section className="m-section">
        <h3>该租户没有的菜单（{here.length}）</h3>
        {here.length === 0 ? (
          <p className="y-missing">没有缺少的菜单</p>
        ) : (
          <>
            {may(menus.copy) && (
              <div className="m-copy">
                <Checkbox
                  checked={copyable.length > 0 && chosen.length === copyable.length}
                  disabled={copyable.length === 0}
                  indeterminate={chosen.length > 0 && chosen.length < copyable.length}
                  onChange={({ target }) => setChosen(target.checked ? copyable : [])}
                >
                  全选
                </Checkbox>
                <Button
                  type="primary"
                  size="small"
                  disabled={chosen.length === 0}
                  loading={send.isPending}
                  onClick={() => send.mutate({ tenantId, menuIds: chosen })}
                >
                  复制所选 {chosen.length > 0 && chosen.length}
                </Button>
              </div>
            )}
            <Checkbox.Group
              className="m-missing"
              value={chosen}
              disabled={!may(menus.copy)}
              onChange={setChosen}
              options={here.map(({ id, title, permission }) => ({
                value: id,
                label: `${permission ? `${title}（${permission}）` : title}${isReserved(permission) ? '　只属于平台' : ''}`,
                disabled: isReserved(permission),
              }))}
            />
          </>
        )}
      </section>
      <section className="m-section">
        <h3>只有该租户才有的菜单（{there.length}）</h3>
        {there.length === 0 ? <p className="y-missing">没有</p> : there.map(({ id, title }) => <Tag key={id}>{title}</Tag>)}
      </section>
      <section className="m-section">
        <h3>没有任何角色使用的菜单（{off.length}）</h3>
        {off.length === 0 ? <p className="y-missing">没有</p> : off.map(({ id, title }) => <Tag key={id}>{title}</Tag>)}
      </section>
    </>
  );
}

export function MenuCompare({ own, tenantId, onClose }: Props) {
  const list = useCall(tenants.tenantList, {}, { quiet: true });
  const [other, setOther] = useState<number | null>(null);
  const options = (list.data ?? [])
    .filter(({ id }) => id !== tenantId)
    .map(({ id, name, code }) => ({ value: id, label: `${name}（${code}）` }));
  return (
    <SideDrawer title="与租户对比菜单" open size="medium" onClose={onClose}>
      <Select
        className="m-tenant"
        showSearch={{ optionFilterProp: 'label' }}
        loading={list.isPending}
        status={list.isError ? 'warning' : ''}
        placeholder="请选择租户"
        aria-label="租户"
        options={options}
        value={other}
        onChange={setOther}
      />
      {other === null ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="选择一个租户，查看它与本租户菜单的差别" />
      ) : (
        <Difference key={other} own={own} tenantId={other} />
      )}
    </SideDrawer>
  );
}
