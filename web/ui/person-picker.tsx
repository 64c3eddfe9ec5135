/** Picks a service recipient: 选择服务对象. */
import { Input } from 'antd';
import { people } from '#contract/elderly/people.ts';
import type { RowOf } from './data-table.tsx';
import type { Column } from './columns.ts';
import { labelOf, type Option } from './display.ts';
import { agesRule, AgeRange } from './inputs.tsx';
import { PickerDrawer, type PickerProps } from './picker-drawer.tsx';
import { Filter } from './search-form.tsx';

export type PickedPerson = RowOf<typeof people.page>;

/** The wire's codes of the dictionary `gender`. */
const GENDERS: readonly Option[] = [
  { value: 1, label: '男' },
  { value: 2, label: '女' },
];

const columns: Column<PickedPerson>[] = [
  { key: 'userName', title: '姓名', width: 110 },
  { key: 'tenantName', title: '所属机构', width: 160 },
  { key: 'gender', title: '性别', width: 72, render: ({ gender }) => labelOf(GENDERS, gender) },
  { key: 'age', title: '年龄', width: 72, align: 'right' },
  { key: 'mobile', title: '联系电话', width: 132 },
  { key: 'address', title: '家庭住址', width: 240 },
];

const filters = (
  <>
    <Filter name="keyword" label="姓名电话">
      <Input placeholder="请输入姓名或电话" allowClear maxLength={20} />
    </Filter>
    <Filter name={['ageStart', 'ageEnd']} label="年龄" rules={[agesRule]}>
      <AgeRange />
    </Filter>
  </>
);

/** `fixed` narrows the list, e.g. `{ status: 1 }`. */
export function PersonPicker({ title = '选择服务对象', fixed, ...rest }: PickerProps<PickedPerson> & { fixed?: { status?: number } }) {
  return (
    <PickerDrawer
      {...rest}
      title={title}
      name="person-picker"
      noun="服务对象"
      route={people.page}
      columns={columns}
      filters={filters}
      {...(fixed ? { fixed } : {})}
    />
  );
}
