/** Picks a member of staff: 选择服务人员. */
import { Input } from 'antd';
import { users } from '#contract/users/users.ts';
import type { Column } from './columns.ts';
import type { RowOf } from './data-table.tsx';
import { PickerDrawer, type PickerProps } from './picker-drawer.tsx';
import { Filter } from './search-form.tsx';
import { digitsOnly } from './typing.ts';

export type PickedStaff = RowOf<typeof users.page>;

const columns: Column<PickedStaff>[] = [
  { key: 'nickName', title: '姓名', width: 120 },
  { key: 'phone', title: '联系电话', width: 140 },
  { key: 'deptName', title: '部门', width: 140 },
  { key: 'skills', title: '技能', width: 180 },
  { key: 'tenantName', title: '所属机构', width: 180 },
];

const filters = (
  <>
    <Filter name="name" label="姓名">
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
