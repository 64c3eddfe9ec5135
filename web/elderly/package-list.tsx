/** /oldManPackage/index 服务包管理: the packages that people hold. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { personPackages } from '#contract/elderly/person-packages.ts';
import { EXPIRES_SOON, packageState, packageStateLabels } from '#contract/elderly/person-packages.rules.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { yuan } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { Filter } from '#web/ui/search-form.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import { PackageAdd } from './package-add.tsx';
import { RemoveDialog } from './package-dialogs.tsx';
import { PackageDrawer } from './package-drawer.tsx';
import { EndDate, leftText, PackageStateTag, type PackageRow } from './package-tags.tsx';
import './packages.css';

const columns: Column<PackageRow>[] = [
  {
    key: 'oldmanName',
    title: '服务对象',
    width: 92,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <Link to={personAddress(oldmanId, 'package')}>{oldmanName}</Link>,
  },
  { key: 'packageName', title: '套餐名称', width: 152 },
  { key: 'status', title: '状态', width: 84, render: ({ status }) => <PackageStateTag state={status} /> },
  { key: 'projects', title: '服务项目（剩余/总数）', width: 240, render: ({ projects }) => leftText(projects) },
  { key: 'left', title: '剩余', width: 64, align: 'right' },
  { key: 'used', title: '已用', width: 64, align: 'right' },
  { key: 'total', title: '总数', width: 64, align: 'right', hidden: true },
  { key: 'endDate', title: '到期日期', width: 172, sort: 'end_date', render: (row) => <EndDate row={row} /> },
  { key: 'startDate', title: '生效日期', width: 108 },
  { key: 'price', title: '价格', width: 104, align: 'right', render: ({ price }) => yuan(price) },
  { key: 'remarks', title: '备注', width: 180, hidden: true },
  { key: 'voidReason', title: '作废原因', width: 160, hidden: true },
  { key: 'createBy', title: '经办人', width: 88 },
  { key: 'createTime', title: '添加时间', width: 172, sort: 'create_time' },
];

const filters = (
  <>
    <Filter name="oldmanName" label="服务对象">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="packageName" label="套餐名称">
      <Input placeholder="请输入套餐名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="status" label="状态">
      <Select allowClear placeholder="请选择" options={choices(packageStateLabels)} />
    </Filter>
    <Filter name="expiring" label="即将到期">
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
    <Filter name={['endStart', 'endEnd']} label="到期日期">
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
