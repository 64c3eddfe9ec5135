/** /business/bcroom/virtual 虚拟床位: those who are looked after at home, as if each home were a bed. A row leads to the person. */
import { Input, Select } from 'antd';
import { titled } from '#contract/labels.ts';
import { virtualBedLabels } from '#contract/work-orders/virtual-beds.labels.ts';
import { OVERDUE_DAYS, virtualBeds } from '#contract/work-orders/virtual-beds.ts';
import { ageText, genderText } from '#web/elderly/person-tags.tsx';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';

type VirtualBedRow = RowOf<typeof virtualBeds.page>;

const Filter = labelledFilter(virtualBedLabels);
const OVERDUE = [3, OVERDUE_DAYS, 14, 30].map((days) => ({ value: String(days), label: `${days}天以上` }));

/** The address keeps the id as a text. */
const DepartmentFilter = ({ value, ...rest }: { id?: string; value?: string; onChange?: (id: number | null) => void }) => (
  <DepartmentField {...rest} value={value ? Number(value) : null} />
);

/** When and by whom. */
const Visit = ({ time, name }: { time: string | null; name: string | null }) => (
  <>
    <Time value={time} /> {name}
  </>
);

const columns: Column<VirtualBedRow>[] = titled(virtualBedLabels, [
  { key: 'userName', width: 92, pin: 'left', render: ({ id, userName }) => <PersonLink id={id} name={userName} /> },
  { key: 'gender', width: 60, render: ({ gender }) => genderText(gender) },
  { key: 'age', width: 64, align: 'right', render: ({ age }) => ageText(age) },
  { key: 'careLevel', width: 110 },
  { key: 'status', width: 92, render: ({ status }) => <State of="person" value={status} /> },
  { key: 'lastVisitTime', width: 210, render: ({ lastVisitTime, lastVisitName }) => <Visit time={lastVisitTime} name={lastVisitName} /> },
  { key: 'nextVisitTime', width: 210, render: ({ nextVisitTime, nextVisitName }) => <Visit time={nextVisitTime} name={nextVisitName} /> },
  { key: 'openWarnings', width: 100, align: 'right' },
  { key: 'deviceTotal', width: 96, align: 'right', render: ({ deviceOnline, deviceTotal }) => `${deviceOnline}/${deviceTotal} 在线` },
  { key: 'packageNames', width: 160 },
  { key: 'mobile', width: 124 },
  { key: 'address', width: 240, minor: 2 },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="careLevel">
      <DictionarySelect type={virtualBedLabels.careLevel.dictionary} />
    </Filter>
    <Filter name="overdue">
      <Select allowClear placeholder="请选择" options={OVERDUE} />
    </Filter>
    <Filter name="departmentId">
      <DepartmentFilter />
    </Filter>
  </>
);

export default function VirtualBeds() {
  return (
    <DataTable
      name="virtual-beds"
      noun="虚拟床位"
      route={virtualBeds.page}
      columns={columns}
      filters={filters}
      exportRoute={virtualBeds.export}
      onRowDoubleClick={({ id }) => go(personAddress(id))}
    />
  );
}
