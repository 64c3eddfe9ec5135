/** /oldManPackage/index 服务包管理: the packages that people hold. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { EXPIRES_SOON, packageState, packageStateLabels } from '#contract/elderly/person-packages.rules.ts';
import { titled } from '#contract/labels.ts';
import { personPackageLabels } from '#contract/elderly/person-packages.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { PackageAdd } from './package-add.tsx';
import { RemoveDialog } from './package-dialogs.tsx';
import { PackageDrawer } from './package-drawer.tsx';
import { EndDate, leftText, PackageStateTag, type PackageRow } from './package-tags.tsx';
import { PersonLink } from './person-link.tsx';
import './packages.css';

const Filter = labelledFilter(personPackageLabels);

const columns: Column<PackageRow>[] = titled(personPackageLabels, [
  {
    key: 'oldmanName',
    width: 92,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="package" />,
  },
  { key: 'packageName', width: 152 },
  { key: 'status', width: 84, render: ({ status }) => <PackageStateTag state={status} /> },
  { key: 'projects', width: 240, render: ({ projects }) => leftText(projects) },
  { key: 'left', width: 64, align: 'right' },
  { key: 'used', width: 64, align: 'right' },
  { key: 'total', width: 64, align: 'right', hidden: true },
  { key: 'endDate', width: 172, sort: 'end_date', render: (row) => <EndDate row={row} /> },
  { key: 'startDate', width: 108, minor: 1 },
  { key: 'price', width: 104, minor: 1, align: 'right', render: ({ price }) => yuan(price) },
  { key: 'remarks', width: 180, hidden: true },
  { key: 'voidReason', width: 160, hidden: true },
  { key: 'createBy', width: 88, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="packageName">
      <Input placeholder="请输入服务包名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="status">
      <Select allowClear placeholder="请选择" options={choices(packageStateLabels)} />
    </Filter>
    <Filter name="expiring">
      <Select
        allowClear
        placeholder="请选择"
        options={[
          { value: '7', label: '7天内到期' },
          { value: String(EXPIRES_SOON), label: `${EXPIRES_SOON}天内到期` },
          { value: '90', label: '90天内到期' },
        ]}
      />
    </Filter>
    <Filter name={['endStart', 'endEnd']}>
      <DateRange days />
    </Filter>
  </>
);

/** What is open: a package, the question whether to take it away, or the form of a new one. */
type Opened = { kind: 'look' | 'remove'; row: PackageRow } | { kind: 'add' } | null;

export default function PackageList() {
  const may = useMay();
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <>
      <DataTable
        name="person-packages"
        noun="服务包"
        route={personPackages.page}
        exportRoute={personPackages.export}
        columns={columns}
        filters={filters}
        onAdd={may(personPackages.add) ? () => setOpened({ kind: 'add' }) : undefined}
        onRowDoubleClick={(row) => setOpened({ kind: 'look', row })}
        actions={(row) => [
          { label: '查看', onClick: () => setOpened({ kind: 'look', row }) },
          {
            label: row.used > 0 ? '作废' : '删除',
            danger: true,
            menu: true,
            onClick: () => setOpened({ kind: 'remove', row }),
            when: may(personPackages.remove) && row.status !== packageState.voided,
          },
        ]}
      />
      {opened?.kind === 'add' && <PackageAdd onClose={close} />}
      {opened?.kind === 'look' && <PackageDrawer row={opened.row} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveDialog row={opened.row} onClose={close} />}
    </>
  );
}
