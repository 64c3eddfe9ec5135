/** /oldMan/index 服务对象. */
import { Input, Select } from 'antd';
import { Link } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { agesRule, AgeRange } from '#web/ui/inputs.tsx';
import { Filter } from '#web/ui/search-form.tsx';
import { Place } from '#web/ui/place.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import { newPerson, personFields, personToForm, personToInput } from './person-fields.tsx';
import { FlagTags, GENDERS, genderText, StatusTag } from './person-tags.tsx';
import './people.css';

type PersonRow = RowOf<typeof people.page>;

const columns: Column<PersonRow>[] = [
  { key: 'userName', title: '姓名', width: 88, pin: 'left', render: ({ id, userName }) => <Link to={personAddress(id)}>{userName}</Link> },
  { key: 'gender', title: '性别', width: 60, render: ({ gender }) => genderText(gender) },
  { key: 'age', title: '年龄', width: 60, align: 'right' },
  { key: 'status', title: '状态', width: 92, render: ({ status }) => <StatusTag status={status} /> },
  { key: 'careLevel', title: '护理等级', width: 110, render: ({ careLevel }) => <DictionaryTag type="care_level" value={careLevel} /> },
  { key: 'anergy', title: '能力', width: 92, render: ({ anergy }) => <DictionaryTag type="anergy" value={anergy} /> },
  { key: 'flags', title: '照护提醒', width: 120, render: ({ flags }) => <FlagTags flags={flags} /> },
  { key: 'place', title: '房间床位', width: 168, render: Place },
  { key: 'carerName', title: '护理员', width: 84 },
  { key: 'mobile', title: '联系电话', width: 120 },
  { key: 'createTime', title: '登记时间', width: 168, sort: 'create_time' },
  { key: 'birthDate', title: '出生日期', width: 120, sort: 'birth_date', hidden: true },
  {
    key: 'serviceType',
    title: '服务类型',
    width: 104,
    hidden: true,
    render: ({ serviceType }) => <DictionaryTag type="service_type" value={serviceType} />,
  },
  { key: 'address', title: '家庭住址', width: 260, hidden: true },
  { key: 'contactName', title: '紧急联系人', width: 110, hidden: true },
  { key: 'contactPhone', title: '联系人电话', width: 130, hidden: true },
  { key: 'remarks', title: '备注', width: 200, hidden: true },
  { key: 'tenantName', title: '所属机构', width: 160, hidden: true },
];

const filters = (
  <>
    <Filter name="userName" label="姓名">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="mobile" label="联系电话">
      <Input placeholder="请输入联系电话" allowClear maxLength={20} inputMode="tel" />
    </Filter>
    <Filter name="status" label="状态">
      <DictionarySelect type="oldman_status" />
    </Filter>
    <Filter name="careLevel" label="护理等级">
      <DictionarySelect type="care_level" />
    </Filter>
    <Filter name="gender" label="性别">
      <Select allowClear placeholder="请选择" options={GENDERS.map(({ label, value }) => ({ label, value: String(value) }))} />
    </Filter>
    <Filter name={['ageStart', 'ageEnd']} label="年龄" rules={[agesRule]}>
      <AgeRange />
    </Filter>
    <Filter name={['createStart', 'createEnd']} label="登记时间">
      <DateRange />
    </Filter>
  </>
);

export default function People() {
  return (
    <CrudPage
      name="people"
      noun="服务对象"
      routes={people}
      columns={columns}
      filters={filters}
      form={personFields}
      initial={newPerson}
      toForm={personToForm}
      toInput={personToInput}
      size="large"
      exportRoute={people.export}
      imports={people}
      onRowDoubleClick={({ id }) => go(personAddress(id))}
      actions={({ id }) => [{ label: '查看', onClick: () => go(personAddress(id)) }]}
    />
  );
}
