/** /oldMan/index 服务对象. */
import { Button, Input, Select } from 'antd';
import { personCodes } from '#contract/elderly/person-codes.ts';
import { people } from '#contract/elderly/people.ts';
import { personErasures } from '#contract/elderly/person-erasures.ts';
import { personMerge } from '#contract/elderly/person-merge.ts';
import { titled } from '#contract/labels.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { CrudPage } from '#web/ui/crud-page.tsx';
import type { RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { agesRule, AgeRange } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { useMay } from '#web/ui/may.ts';
import { Place } from '#web/ui/place.tsx';
import { DUPLICATES, ERASABLE, personAddress, REGISTER } from '#web/shell/addresses.ts';
import { State } from '#web/ui/state.tsx';
import { useCardPrinting } from './card-printing.ts';
import { personFields, personToForm, personToInput } from './person-fields.tsx';
import { FlagTags, GENDERS, genderText } from './person-tags.tsx';
import { PersonLink } from './person-link.tsx';
import { forgetRecent } from './recent-people.ts';
import { PhoneText } from './phone-text.tsx';
import { MISSING } from '#web/ui/display.ts';
import './people.css';

const Filter = labelledFilter(personLabels);

type PersonRow = RowOf<typeof people.page>;

const phone = (id: number, number: string | null, name: string | null) =>
  number ? <PhoneText personId={id} phone={number} name={name ?? undefined} /> : <span className="y-missing">{MISSING}</span>;

const columns: Column<PersonRow>[] = titled(personLabels, [
  { key: 'userName', width: 88, pin: 'left', render: ({ id, userName }) => <PersonLink id={id} name={userName} /> },
  { key: 'gender', width: 60, render: ({ gender }) => genderText(gender) },
  { key: 'age', width: 60, align: 'right' },
  { key: 'status', width: 92, render: ({ status }) => <State of="person" value={status} /> },
  { key: 'careLevel', width: 110 },
  { key: 'anergy', width: 92 },
  { key: 'flags', width: 120, render: ({ flags }) => <FlagTags flags={flags} /> },
  { key: 'place', width: 168, render: Place },
  { key: 'carerName', width: 84 },
  { key: 'mobile', width: 120, render: ({ id, mobile, userName }) => phone(id, mobile, userName) },
  { key: 'createTime', width: 168, minor: 2, sort: 'create_time' },
  { key: 'birthDate', width: 120, sort: 'birth_date', hidden: true },
  {
    key: 'serviceType',
    width: 104,
    hidden: true,
  },
  { key: 'address', width: 260, hidden: true },
  { key: 'contactName', width: 110, hidden: true },
  { key: 'contactPhone', width: 130, hidden: true, render: ({ id, contactPhone, contactName }) => phone(id, contactPhone, contactName) },
  { key: 'contactRelation', width: 110, hidden: true },
  { key: 'remarks', width: 200, hidden: true },
  { key: 'tenantName', width: 160, hidden: true },
]);

const filters = (
  <>
    <Filter name="userName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="mobile">
      <Input placeholder="完整号码或后四位" allowClear maxLength={20} inputMode="tel" />
    </Filter>
    <Filter name="status">
      <DictionarySelect type={personLabels.status.dictionary} />
    </Filter>
    <Filter name="careLevel">
      <DictionarySelect type={personLabels.careLevel.dictionary} />
    </Filter>
    <Filter name="serviceType">
      <DictionarySelect type={personLabels.serviceType.dictionary} />
    </Filter>
    <Filter name="gender">
      <Select allowClear placeholder="请选择" options={GENDERS.map(({ label, value }) => ({ label, value: String(value) }))} />
    </Filter>
    <Filter name={['ageStart', 'ageEnd']} rules={[agesRule]}>
      <AgeRange />
    </Filter>
    <Filter name={['createStart', 'createEnd']}>
      <DateRange />
    </Filter>
  </>
);

/** Leads to the pairs that may be one person, when there are any. */
function Duplicates() {
  const { data } = useCall(personMerge.duplicates, { size: 1 }, { quiet: true });
  if (!data?.total) return null;
  return <Button onClick={() => go(DUPLICATES)}>重复档案 {data.total}</Button>;
}

/** Leads to those whose records need not be kept any more, when there are any. */
function Erasable() {
  const { data } = useCall(personErasures.page, { size: 1 }, { quiet: true });
  if (!data?.total) return null;
  return <Button onClick={() => go(ERASABLE)}>可删除的档案 {data.total}</Button>;
}

export default function People() {
  const may = useMay();
  const printCards = useCardPrinting();
  return (
    <CrudPage
      name="people"
      noun="服务对象"
      routes={people}
      columns={columns}
      filters={filters}
      onAdd={() => go(REGISTER)}
      onRemoved={forgetRecent}
      form={personFields}
      toForm={personToForm}
      toInput={personToInput}
      size="large"
      extra={
        <>
          {may(personMerge.duplicates) && <Duplicates />}
          {may(personErasures.page) && <Erasable />}
        </>
      }
      exportRoute={people.export}
      imports={people}
      {...(may(personCodes.prepare) && {
        batch: (chosen: PersonRow[]) => (
          <Button
            size="small"
            onClick={() =>
              printCards(
                chosen.map(({ id }) => id),
                'bed',
              )
            }
          >
            打印床头卡
          </Button>
        ),
      })}
      onRowDoubleClick={({ id }) => go(personAddress(id))}
    />
  );
}
