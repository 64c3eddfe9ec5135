/** /admin/tenant/index 租户管理: the tree on the left narrows the list; a group sees its institutions, the platform all. */
import { App, Input, Select, Tag, Tree } from 'antd';
import { lazy, Suspense, useMemo, useState } from 'react';
import type { Workplace } from '#contract/tenants/memberships.ts';
import { memberships } from '#contract/tenants/memberships.ts';
import { platformSales } from '#contract/subscriptions/platform-sales.ts';
import { expiryLabels, PLATFORM, tenants, type TenantNode } from '#contract/tenants/tenants.ts';
import { titled } from '#contract/labels.ts';
import { tenantLabels } from '#contract/tenants/tenants.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { saleAddress } from '#web/shell/addresses.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { RegionName } from '#web/ui/region-cascader.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { MISSING } from '#web/ui/display.ts';
import { expiryOf, ofMost, pressureOf } from './figures.ts';
import { FreezeDialog } from './freeze-dialog.tsx';
import { OnceShown, type OnceShownFacts } from './once-shown.tsx';
import { useProve } from './prove.tsx';
import type { TenantRow } from './tenant-drawer.tsx';
import { useMove, useWorkplaces } from './workplaces.tsx';
import '#web/ui/side-tree.css';
import './tenants.css';

const Filter = labelledFilter(tenantLabels);

const TenantDrawer = lazy(() => import('./tenant-drawer.tsx'));
const TenantUsage = lazy(() => import('./tenant-usage.tsx'));

const tones = { ok: undefined, soon: 'warning', over: 'error' } as const;

function Figure({ has, most }: { has: number; most: number | null }) {
  return <span data-pressure={pressureOf(has, most)}>{ofMost(has, most)}</span>;
}

function Expiry({ endTime }: { endTime: string | null }) {
  const { text, tone } = expiryOf(endTime, useQuarterMinute());
  return tone === 'ok' ? (
    <span title={endTime ?? undefined}>{text}</span>
  ) : (
    <Tag color={tones[tone]} title={endTime ?? undefined}>
      {text}
    </Tag>
  );
}

const columns: Column<TenantRow>[] = titled(tenantLabels, [
  { key: 'name', width: 200, pin: 'left', sort: 'name' },
  { key: 'code', width: 120 },
  {
    key: 'status',
    width: 92,
    render: ({ status, frozenReason }) => (
      <Tag color={status === '0' ? 'success' : 'error'} title={frozenReason ?? undefined}>
        {status === '0' ? '正常' : '已冻结'}
      </Tag>
    ),
  },
  { key: 'endTime', title: '到期', width: 120, sort: 'end_time', render: ({ endTime }) => <Expiry endTime={endTime} /> },
  { key: 'users', width: 108, align: 'right', render: ({ users, usersMost }) => <Figure has={users} most={usersMost} /> },
  {
    key: 'people',
    width: 116,
    align: 'right',
    render: ({ people, peopleMost }) => <Figure has={people} most={peopleMost} />,
  },
  { key: 'regionCode', width: 180, minor: 1, render: ({ regionCode }) => <RegionName code={regionCode} /> },
  { key: 'packageName', width: 112, render: ({ packageName, packageCode }) => packageName ?? packageCode ?? MISSING },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入租户名称" allowClear maxLength={50} />
    </Filter>
    <Filter name="code">
      <Input placeholder="请输入编码" allowClear maxLength={32} />
    </Filter>
    <Filter name="status">
      <Select allowClear placeholder="请选择" options={choices({ 0: '正常', 9: '已冻结' })} />
    </Filter>
    <Filter name="expiry">
      <Select allowClear placeholder="请选择" options={choices(expiryLabels)} />
    </Filter>
  </>
);

interface TreeItem {
  key: number;
  title: string;
  className: string;
  children: TreeItem[];
}
const toItems = (nodes: readonly TenantNode[]): TreeItem[] =>
  nodes.map(({ id, name, status, children = [] }) => ({
    key: id,
    title: name,
    className: status === '0' ? '' : 't-frozen',
    children: toItems(children),
  }));

function Outline({
  nodes,
  chosen,
  onChoose,
}: {
  nodes: readonly TenantNode[];
  chosen: number | null;
  onChoose: (id: number | null) => void;
}) {
  const items = useMemo(() => toItems(nodes), [nodes]);
  return (
    <nav className="y-side-tree" aria-label="租户树">
      <button type="button" aria-pressed={chosen === null} onClick={() => onChoose(null)}>
        全部租户
      </button>
      <Tree.DirectoryTree
        treeData={items}
        showIcon={false}
        defaultExpandAll
        expandAction={false}
        blockNode
        selectedKeys={chosen === null ? [] : [chosen]}
        onSelect={(keys) => onChoose((keys[0] as number | undefined) ?? null)}
      />
    </nav>
  );
}

export default function Tenants() {
  const may = useMay();
  const prove = useProve();
  const { modal } = App.useApp();
  const isPlatform = useCurrentUser()?.sysUser.tenantId === PLATFORM;
  const { data: nodes = [] } = useCall(tenants.tree, {}, { quiet: true });
  const { data: places = [] } = useWorkplaces();
  const [move] = useMove();
  const [parentId, setParentId] = useState<number | null>(null);
  const [editing, setEditing] = useState<{ row: TenantRow | null } | null>(null);
  const [shown, setShown] = useState<TenantRow | null>(null);
  const [freezing, setFreezing] = useState<TenantRow | null>(null);
  const [made, setMade] = useState<OnceShownFacts | null>(null);
  const changes = [tenants.page, tenants.tree, tenants.tenantList, memberships.list];
  const thaw = useSend(tenants.freeze, { changes });
  const remove = useSend(tenants.remove, { changes });
  const askRemove = (row: TenantRow) =>
    void modal.confirm({
      title: `删除“${row.name}”`,
      content: '删除后，该租户的所有用户立即退出，不能再登录，也不能恢复；数据按法定期限保存。',
      okText: '删除',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => void prove().then((proved) => proved && remove.mutate({ id: row.id })),
    });
  const mayChange = isPlatform && may(tenants.update);
  const placeOf = (id: number): Workplace | undefined => places.find(({ tenantId }) => tenantId === id);
  const hasTree = nodes.length > 1 || (nodes[0]?.children?.length ?? 0) > 0;
  return (
    <div className={hasTree ? 't-page y-with-side' : 't-page'}>
      {hasTree && <Outline nodes={nodes} chosen={parentId} onChoose={setParentId} />}
      <DataTable
        name="tenants"
        noun="租户"
        route={tenants.page}
        exportRoute={tenants.export}
        columns={columns}
        filters={filters}
        fixed={parentId === null ? {} : { parentId }}
        onAdd={isPlatform && may(tenants.create) ? () => setEditing({ row: null }) : undefined}
        onRowDoubleClick={setShown}
        actions={(row) => {
          const place = placeOf(row.id);
          return [
            { label: '用量', onClick: () => setShown(row) },
            {
              label: '订购与收款',
              onClick: () => go(saleAddress(row.id)),
              when: isPlatform && may(platformSales.create) && row.id !== PLATFORM,
            },
            {
              label: '进入',
              onClick: () => place && void move(place),
              when: place !== undefined && !place.current,
              disabled: row.status !== '0',
            },
            { label: '编辑', onClick: () => setEditing({ row }), when: mayChange },
            { label: '冻结', danger: true, onClick: () => setFreezing(row), when: mayChange && row.status === '0' && row.id !== PLATFORM },
            {
              label: '解冻',
              onClick: () => thaw.mutate({ id: row.id, status: '0', version: row.version }),
              when: mayChange && row.status === '9',
            },
            {
              label: '删除',
              danger: true,
              menu: true,
              onClick: () => askRemove(row),
              when: isPlatform && may(tenants.remove) && row.id !== PLATFORM,
            },
          ];
        }}
      />
      <Suspense fallback={null}>
        {editing && <TenantDrawer key={editing.row?.id ?? 'new'} row={editing.row} onClose={() => setEditing(null)} onMade={setMade} />}
        {shown && <TenantUsage row={shown} onClose={() => setShown(null)} />}
      </Suspense>
      <FreezeDialog row={freezing} onClose={() => setFreezing(null)} />
      <OnceShown facts={made} onClose={() => setMade(null)} />
    </div>
  );
}
