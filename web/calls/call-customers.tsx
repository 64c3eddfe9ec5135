/** /cloudcall/customer 临时客户: callers who are no resident, contact or colleague; important and blocked numbers. */
import { Form, Input, Select } from 'antd';
import { callCustomerLabels } from '#contract/calls/call-customers.labels.ts';
import { callCustomers, customerLevelLabels, customerLevels } from '#contract/calls/call-customers.ts';
import { titled } from '#contract/labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { Carried } from '#web/ui/carried.tsx';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { numbered } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Time } from '#web/ui/time.tsx';

type Row = RowOf<typeof callCustomers.page>;
const Field = labelledField(callCustomerLabels);
const Filter = labelledFilter(callCustomerLabels);

const columns: Column<Row>[] = titled(callCustomerLabels, [
  { key: 'name', width: 120, pin: 'left' },
  { key: 'mobile', width: 140 },
  { key: 'level', width: 90, render: ({ level }) => customerLevelLabels[level] },
  {
    key: 'oldmanName',
    width: 130,
    render: ({ oldmanId, oldmanName }) => oldmanId !== null && <PersonLink id={oldmanId} name={oldmanName} />,
  },
  { key: 'relation', width: 130, minor: 1 },
  { key: 'lastCallTime', width: 150, render: ({ lastCallTime }) => <Time value={lastCallTime} /> },
  { key: 'address', width: 200, minor: 2 },
  { key: 'remarks', width: 200, minor: 1 },
  { key: 'createBy', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="mobile">
      <Input placeholder="完整号码或后四位" allowClear maxLength={20} inputMode="tel" />
    </Filter>
    <Filter name="level">
      <Select allowClear placeholder="全部" options={choices(customerLevelLabels)} />
    </Filter>
  </>
);

function LevelReason() {
  const level = Form.useWatch<number | undefined>('level', Form.useFormInstance());
  if (!level) return null;
  return (
    <Field name="levelReason">
      <Input maxLength={100} placeholder={level === customerLevels.blocked ? '如：多次骚扰' : '如：监护人，来电优先'} />
    </Field>
  );
}

/** The fields, also for who calls right now. */
export const customerFields = (
  <>
    <Field name="name">
      <Input maxLength={20} />
    </Field>
    <Field name="mobile">
      <Input maxLength={20} inputMode="tel" />
    </Field>
    <Field name="gender">
      <DictionarySelect type={callCustomerLabels.gender.dictionary} numeric />
    </Field>
    <Field name="oldmanId">
      <ResidentField placeholder="来电谈的是谁" />
    </Field>
    <Field name="relation">
      <Input maxLength={20} placeholder="如：女儿" />
    </Field>
    <Field name="level" extra="重要来电排队优先；已拦截的来电不接入">
      <Select options={numbered(customerLevelLabels)} />
    </Field>
    <LevelReason />
    <Field name="address" wide>
      <Input maxLength={200} />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 4 }} />
    </Field>
    <Carried name="oldmanName" />
  </>
);

export default function CallCustomers() {
  return (
    <CrudPage
      name="call-customers"
      noun="临时客户"
      routes={callCustomers}
      columns={columns}
      filters={filters}
      form={customerFields}
      initial={{ level: customerLevels.ordinary }}
      toForm={(row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))}
    />
  );
}
