/** /business/bcservicepackage 服务套餐: what is on offer, so many times each of some projects. */
import { Input, InputNumber, Select, Switch, Tag } from 'antd';
import { servicePackages } from '#contract/services/service-packages.ts';
import { titled } from '#contract/labels.ts';
import { servicePackageLabels } from '#contract/services/service-packages.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { yuan } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { contentsText } from './package-contents.ts';
import { PackageLines, type Line } from './package-lines.tsx';

const Field = labelledField(servicePackageLabels);
const Filter = labelledFilter(servicePackageLabels);

type PackageRow = RowOf<typeof servicePackages.page>;

const columns: Column<PackageRow>[] = titled(servicePackageLabels, [
  { key: 'name', width: 172, pin: 'left', sort: 'name' },
  { key: 'projects', width: 300, render: ({ projects }) => contentsText(projects) },
  { key: 'price', width: 112, align: 'right', sort: 'price', render: ({ price }) => yuan(price) },
  { key: 'worth', width: 104, minor: 1, align: 'right', render: ({ worth }) => yuan(worth) },
  { key: 'validDays', width: 84, align: 'right', render: ({ validDays }) => `${validDays} 天` },
  {
    key: 'enabled',
    width: 76,
    render: ({ enabled }) => <Tag color={enabled ? 'success' : 'default'}>{enabled ? '启用' : '停用'}</Tag>,
  },
  { key: 'remarks', width: 220, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入套餐名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="enabled">
      <Select allowClear placeholder="请选择" options={choices({ true: '启用', false: '停用' })} />
    </Filter>
  </>
);

const form = (
  <>
    <Field name="name" wide>
      <Input placeholder="如 生活照料月套餐" maxLength={40} />
    </Field>
    <Field name="price" missing="请输入套餐价格">
      <MoneyInput step={10} />
    </Field>
    <Field name="validDays" missing="请输入有效天数">
      <InputNumber<number> min={1} max={3650} precision={0} step={30} suffix="天" />
    </Field>
    <Field name="projects" wide>
      <PackageLines />
    </Field>
    <Field name="enabled" label="启用" valuePropName="checked" wide extra="停用后不能再添加给服务对象，已添加的不受影响。">
      <Switch checkedChildren="启用" unCheckedChildren="停用" />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 5 }} />
    </Field>
  </>
);

const toInput = ({ projects, ...values }: Record<string, unknown>) => ({
  ...values,
  projects: ((projects as Line[] | undefined) ?? []).map(({ projectId, count }) => ({ projectId, count })),
});

export default function ServicePackages() {
  return (
    <CrudPage
      name="service-packages"
      noun="服务套餐"
      routes={servicePackages}
      exportRoute={servicePackages.export}
      columns={columns}
      filters={filters}
      form={form}
      initial={{ validDays: 30, enabled: true, projects: [{ count: 1 }] }}
      toInput={toInput}
    />
  );
}
