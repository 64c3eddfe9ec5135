/** Picks a member of staff: 选择服务人员. */
import { Input } from 'antd';
import { users } from '#contract/users/users.ts';
import { titled } from '#contract/labels.ts';
import { userLabels } from '#contract/users/users.labels.ts';
import type { Column } from './columns.ts';
import type { RowOf } from './data-table.tsx';
import { PickerDrawer, type PickerProps } from './picker-drawer.tsx';
import { labelledFilter } from './search-form.tsx';
import { digitsOnly } from './typing.ts';

const Filter = labelledFilter(userLabels);

export type PickedStaff = RowOf<typeof users.page>;

const columns: Column<PickedStaff>[] = titled(userLabels, [
  { key: 'nickName', width: 120 },
  { key: 'phone', title: '联系电话', width: 140 },
  { key: 'deptName', width: 140 },
  { key: 'skills', width: 180 },
  { key: 'tenantName', width: 180 },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="phone" label="联系电话" normalize={digitsOnly}>
      <Input placeholder="请输入联系电话" allowClear maxLength={11} inputMode="numeric" />
    </Filter>
  </>
);

/** Locked accounts are shown and cannot be picked. `tenantId` narrows the list. */
export function StaffPicker({ title = '选择服务人员', tenantId, ...rest }: PickerProps<PickedStaff> & { tenantId?: number }) {
  return (
    <PickerDrawer
      {...rest}
      title={title}
      name="staff-picker"
      noun="服务人员"
      route={users.page}
      rowKey="userId"
      columns={columns}
      filters={filters}
      selectable={({ lockFlag }) => lockFlag === '0'}
      {...(tenantId === undefined ? {} : { fixed: { tenantId } })}
    />
  );
}
