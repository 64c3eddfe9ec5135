/** The form of a service recipient, shared by the list, the detail page and /oldMan/add. */
import { DatePicker, Input, Radio, Select } from 'antd';
import type { Rule } from 'antd/es/form';
import dayjs, { type Dayjs } from 'dayjs';
import { people } from '#contract/elderly/people.ts';
import { users } from '#contract/users/users.ts';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { personLabels } from '#contract/elderly/people.labels.ts';
import { Carried } from '#web/ui/carried.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledField, FormSection } from '#web/ui/form.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { RegionCascader } from '#web/ui/region-cascader.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';
import { ImageUpload } from '#web/ui/upload.tsx';
import { AddressField } from './address-field.tsx';
import { BedText } from './bed-text.tsx';
import { IdentityInput } from './identity-input.tsx';
import { FLAGS, GENDERS } from './person-tags.tsx';

const Field = labelledField(personLabels);

type Values = Record<string, unknown>;

/** Read with the row, shown by other fields, not sent. */
const SHOWN_ONLY = ['carerName', 'place'];
const SENT = Object.keys(people.create.input.shape);

export const newPerson = { status: 1, serviceType: 1, flags: [] };

export const personToForm = (row: Values): Values =>
  Object.fromEntries(
    [...SENT, ...SHOWN_ONLY].flatMap((name) => (row[name] === undefined || row[name] === null ? [] : [[name, row[name]]])),
  );
export const personToInput = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !SHOWN_ONLY.includes(name)));

const asDay = {
  getValueProps: (value?: string | null) => ({ value: value ? dayjs(value) : null }),
  normalize: (day: Dayjs | null) => day?.format('YYYY-MM-DD') ?? null,
};
const future = (day: Dayjs) => day.isAfter(dayjs(), 'day');
/** A relation is that of a contact. */
const ofSomebody: Rule = ({ getFieldValue }) => ({
  validator: (_rule, relation?: number | null) =>
    (relation ?? null) === null || getFieldValue('contactName') || getFieldValue('contactPhone')
      ? Promise.resolve()
      : Promise.reject(new Error('请填写紧急联系人或联系人电话')),
});
/** Most are born around here: the calendar opens there. */
const USUAL_BIRTH = '1945-01-01';

/** Parts of it that the form of an admission has too. */
export const identityFields = (
  <>
    <Field name="identityNumber">
      <IdentityInput />
    </Field>
    <Field name="gender">
      <Radio.Group options={[...GENDERS]} />
    </Field>
    <Field name="birthDate" {...asDay}>
      <DatePicker placeholder="如 1945-03-21" disabledDate={future} defaultPickerValue={dayjs(USUAL_BIRTH)} />
    </Field>
  </>
);
export const contactFields = (
  <>
    <Field name="mobile" more={[phoneRule('person')]}>
      <Input placeholder="手机或固定电话" maxLength={MOST_TYPED} inputMode="tel" />
    </Field>
    <Field name="contactName">
      <Input placeholder="请输入联系人姓名" maxLength={20} />
    </Field>
    <Field name="contactPhone" more={[phoneRule('contact')]}>
      <Input placeholder="手机或固定电话" maxLength={MOST_TYPED} inputMode="tel" />
    </Field>
    <Field name="contactRelation" dependencies={['contactName', 'contactPhone']} more={[ofSomebody]}>
      <DictionarySelect type={personLabels.contactRelation.dictionary} numeric />
    </Field>
  </>
);
export const noticeFields = (
  <>
    <Field name="flags" wide extra="进门前必须知道的事，会显示在预警和工单上；可选择，也可输入后按回车">
      <Select
        mode="tags"
        options={FLAGS.map((value) => ({ value }))}
        maxCount={20}
        tokenSeparators={['，', ',', '、']}
        placeholder="如 跌倒高危"
      />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea placeholder="请输入备注" maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
    </Field>
  </>
);

export const personFields = (
  <>
    <FormSection title="基本信息">
      <Field name="userName">
        <Input placeholder="请输入姓名" maxLength={20} />
      </Field>
      {identityFields}
      <Field name="status">
        <DictionarySelect type={personLabels.status.dictionary} numeric allowClear={false} />
      </Field>
      <Field name="avatar" wide>
        <ImageUpload label="照片" />
      </Field>
    </FormSection>
    <FormSection title="联系">{contactFields}</FormSection>
    <FormSection title="居住">
      <Field name="serviceType">
        <DictionarySelect type={personLabels.serviceType.dictionary} numeric allowClear={false} />
      </Field>
      <Field name="bedId" label="床位">
        <BedText />
      </Field>
      <Field name="regionCode">
        <RegionCascader />
      </Field>
      <Field name="address" wide>
        <AddressField />
      </Field>
    </FormSection>
    <FormSection title="照护">
      <Field name="careLevel">
        <DictionarySelect type={personLabels.careLevel.dictionary} numeric />
      </Field>
      <Field name="anergy" label="能力评估">
        <DictionarySelect type={personLabels.anergy.dictionary} numeric />
      </Field>
      <Field name="departmentId">
        <DepartmentField />
      </Field>
      <Field name="carerId">
        <PickIdField
          nameIn="carerName"
          route={users.page}
          placeholder="请选择护理员"
          renderList={(pick, list) => (
            <StaffPicker title="选择护理员" {...list} onPick={({ userId, nickName }) => pick(userId, nickName)} />
          )}
        />
      </Field>
      {noticeFields}
    </FormSection>
    {[...SHOWN_ONLY, 'lng', 'lat'].map((name) => (
      <Carried key={name} name={name} />
    ))}
  </>
);
