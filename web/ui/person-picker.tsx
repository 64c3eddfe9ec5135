/** Picks a service recipient: 选择服务对象. */
import { Input } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { titled } from '#contract/labels.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import type { RowOf } from './data-table.tsx';
import type { Column } from './columns.ts';
import { labelOf, type Option } from './display.ts';
import { agesRule, AgeRange } from './inputs.tsx';
import { PickerDrawer, type PickerProps } from './picker-drawer.tsx';
import { labelledFilter } from './search-form.tsx';

const Filter = labelledFilter(personLabels);

export type PickedPerson = RowOf<typeof people.page>;

/** The wire's codes of the dictionary `gender`. */
const GENDERS: readonly Option[] = [
  { value: 1, label: '男' },
  { value: 2, label: '女' },
];

const columns: Column<PickedPerson>[] = titled(personLabels, [
  { key: 'userName', width: 110 },
  { key: 'tenantName', width: 160 },
  { key: 'gender', width: 72, render: ({ gender }) => labelOf(GENDERS, gender) },
  { key: 'age', width: 72, align: 'right' },
  { key: 'mobile', width: 132 },
  { key: 'address', width: 240 },
]);

const filters = (
  <>
    <Filter name="keyword" label="姓名电话">
      <Input placeholder="姓名、电话或后四位" allowClear maxLength={20} />
    </Filter>
    <Filter name={['ageStart', 'ageEnd']} rules={[agesRule]}>
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
