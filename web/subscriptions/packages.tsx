/** /platform/package 产品包: what the platform sells. */
import { App, Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { externalOrders } from '#contract/subscriptions/external-orders.ts';
import { packages } from '#contract/subscriptions/packages.ts';
import { titled } from '#contract/labels.ts';
import { packageLabels } from '#contract/subscriptions/packages.labels.ts';
import { useSend } from '#web/api/call.ts';
import { bytes, fromGigabytes, toGigabytes } from '#web/tenants/figures.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { thousands, yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { packageFields, type OptionRow } from './package-fields.tsx';
import { PackageVersions } from './package-versions.tsx';
import './subscriptions.css';
import './platform.css';

const Filter = labelledFilter(packageLabels);

type PackageRow = RowOf<typeof packages.page>;

const most = (limit: number | null) => (limit === null ? '不限' : thousands(limit));

const columns: Column<PackageRow>[] = titled(packageLabels, [
  { key: 'packageName', width: 130, pin: 'left', sort: 'package_name' },
  { key: 'packageCode', width: 110 },
  { key: 'open', width: 76, render: ({ open }) => <Tag color={open ? 'success' : 'default'}>{open ? '在售' : '下架'}</Tag> },
  {
    key: 'items',
    width: 240,
    render: ({ items }) =>
      items
        .filter(({ open }) => open)
        .map(({ timeNum, price }) => `${timeNum}天 ${yuan(price)}`)
        .join('，') || '无可购规格',
  },
  { key: 'accountLimit', width: 88, align: 'right', render: ({ accountLimit }) => most(accountLimit) },
  { key: 'peopleLimit', width: 92, align: 'right', render: ({ peopleLimit }) => most(peopleLimit) },
  { key: 'deviceLimit', width: 88, align: 'right', render: ({ deviceLimit }) => most(deviceLimit) },
  {
    key: 'storageLimit',
    width: 96,
    align: 'right',
    render: ({ storageLimit }) => (storageLimit === null ? '不限' : bytes(storageLimit)),
  },
  { key: 'menus', width: 88, render: ({ menus }) => (menus === null ? '全部' : `${menus.length} 项`) },
  { key: 'tenants', width: 88, align: 'right' },
  { key: 'version', width: 64, align: 'right' },
  { key: 'updateTime', width: 172, minor: 2 },
  { key: 'description', width: 220, hidden: true },
  { key: 'sort', width: 84, sort: 'sort', hidden: true },
]);

const filters = (
  <>
    <Filter name="packageName">
      <Input placeholder="请输入产品包名称" allowClear maxLength={30} />
    </Filter>
    <Filter name="open">
      <Select placeholder="全部" allowClear options={choices({ true: '在售', false: '下架' })} />
    </Filter>
  </>
);

const FIELDS = [
  'packageName',
  'packageCode',
  'description',
  'accountLimit',
  'peopleLimit',
  'deviceLimit',
  'items',
  'sort',
  'open',
] as const;

/** Not chosen is null to the contract, which means everything; a form holds nothing for null. */
const toForm = (row: PackageRow) => ({
  ...Object.fromEntries(FIELDS.flatMap((name) => (row[name] === null ? [] : [[name, row[name]]]))),
  menus: row.menus,
  storageGigabytes: toGigabytes(row.storageLimit) ?? undefined,
});
const toInput = ({ storageGigabytes, items, ...values }: Record<string, unknown>) => ({
  ...values,
  menus: values.menus ?? null,
  items: (items as OptionRow[] | undefined) ?? [],
  storageLimit: fromGigabytes(storageGigabytes as number | null | undefined),
});

export default function Packages() {
  const may = useMay();
  const { modal } = App.useApp();
  const [versions, setVersions] = useState<PackageRow | null>(null);
  const sale = useSend(packages.sale, { changes: [packages.page, packages.get, externalOrders.offers] });
  const askSale = ({ id, open, version, packageName }: PackageRow) =>
    void modal.confirm({
      title: open ? `下架${packageName}？` : `上架${packageName}？`,
      content: open ? '下架后不能再购买；已购买的租户不受影响，到期前照常使用。' : '上架后，注册和续费的机构即可购买。',
      okText: open ? '下架' : '上架',
      cancelText: '取消',
      okButtonProps: { danger: open },
      onOk: () => sale.mutate({ id, open: !open, version }),
    });
  return (
    <>
      <CrudPage
        name="packages"
        noun="产品包"
        routes={packages}
        columns={columns}
        filters={filters}
        size="large"
        form={packageFields}
        initial={{ items: [{ sku: '', timeNum: 365, price: null, open: true }], open: false, sort: 0, menus: null }}
        toForm={toForm}
        toInput={toInput}
        onRowDoubleClick={setVersions}
        actions={(row) => [
          { label: row.open ? '下架' : '上架', onClick: () => askSale(row), when: may(packages.sale) },
          { label: '版本', onClick: () => setVersions(row) },
        ]}
      />
      {versions && <PackageVersions key={versions.id} id={versions.id} name={versions.packageName} onClose={() => setVersions(null)} />}
    </>
  );
}
