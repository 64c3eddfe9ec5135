/** 选择耗材: the materials in use; only what the service project allows can be picked. */
import { Input, Tag } from 'antd';
import { projectMaterials } from '#contract/stock/materials.ts';
import { titled } from '#contract/labels.ts';
import { materialLabels } from '#contract/stock/materials.labels.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { PickerDrawer, type PickerProps } from '#web/ui/picker-drawer.tsx';
import { Filter } from '#web/ui/search-form.tsx';

export type PickedMaterial = RowOf<typeof projectMaterials.pick>;

const stocked: Column<PickedMaterial>[] = titled(materialLabels, [
  { key: 'name', width: 180 },
  { key: 'code', width: 120 },
  { key: 'spec', width: 140 },
  { key: 'quantity', width: 120, align: 'right', render: ({ quantity, unit }) => `${quantity} ${unit}` },
]);

const allowing: Column<PickedMaterial>[] = titled(materialLabels, [
  ...stocked,
  {
    key: 'allowed',
    width: 110,
    render: ({ allowed, isDefault }) =>
      allowed ? <Tag color={isDefault ? 'blue' : 'success'}>{isDefault ? '默认耗材' : '可选'}</Tag> : <Tag>不适用</Tag>,
  },
]);

const filters = (
  <Filter name="name" label="物资">
    <Input placeholder="请输入名称或编码" allowClear maxLength={40} />
  </Filter>
);

interface Props extends PickerProps<PickedMaterial> {
  /** The service project whose list allows; without one every material may be picked. */
  projectId?: number | undefined;
}

export function MaterialPicker({ title = '选择耗材', projectId, ...rest }: Props) {
  return (
    <PickerDrawer
      {...rest}
      title={title}
      name={projectId === undefined ? 'material-picker' : 'consumable-picker'}
      noun="物资"
      route={projectMaterials.pick}
      columns={projectId === undefined ? stocked : allowing}
      filters={filters}
      selectable={({ allowed }) => allowed}
      {...(projectId === undefined ? {} : { fixed: { projectId } })}
    />
  );
}
