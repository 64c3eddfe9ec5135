/** The form of an enquiry: who asks, for whom, what they wish. */
import { Input, InputNumber, Radio } from 'antd';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { enquiryLabels } from '#contract/stay/enquiries.labels.ts';
import { users } from '#contract/users/users.ts';
import { GENDERS } from '#web/elderly/person-tags.tsx';
import { Carried } from '#web/ui/carried.tsx';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';
import { PickIdField } from '#web/ui/pick-field.tsx';
import { StaffPicker } from '#web/ui/staff-picker.tsx';

const Field = labelledField(enquiryLabels);

export const enquiryFields = (
  <>
    <Field name="mobile" more={[phoneRule('contact')]}>
      <Input placeholder="手机或固定电话" maxLength={MOST_TYPED} inputMode="tel" />
    </Field>
    <Field name="contactName">
      <Input placeholder="来电或来访的人" maxLength={20} />
    </Field>
    <Field name="userName">
      <Input placeholder="要入住的老人，暂不知道可填王奶奶" maxLength={20} />
    </Field>
    <Field name="contactRelation">
      <DictionarySelect type={enquiryLabels.contactRelation.dictionary} numeric />
    </Field>
    <Field name="gender">
      <Radio.Group options={[...GENDERS]} />
    </Field>
    <Field name="age">
      <InputNumber<number> min={0} max={130} precision={0} suffix="岁" />
    </Field>
    <Field name="source" missing="请选择咨询来源">
      <DictionarySelect type={enquiryLabels.source.dictionary} numeric allowClear={false} />
    </Field>
    <Field name="careLevel">
      <DictionarySelect type={enquiryLabels.careLevel.dictionary} numeric />
    </Field>
    <Field name="wantedDate">
      <Day />
    </Field>
    <Field name="nextDate">
      <Day placeholder="到时在“现在”中提醒" />
    </Field>
    <Field name="ownerId">
      <PickIdField
        nameIn="ownerName"
        route={users.page}
        placeholder="默认为登记人"
        renderList={(pick, list) => <StaffPicker title="选择跟进人" {...list} onPick={({ userId, nickName }) => pick(userId, nickName)} />}
      />
    </Field>
    <Field name="wishes" wide>
      <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} placeholder="身体状况、房型、预算、顾虑" />
    </Field>
    <Field name="remarks" wide>
      <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 1, maxRows: 6 }} placeholder="请输入备注" />
    </Field>
    <Carried name="ownerName" />
  </>
);

/** Read with the row, shown by other fields, not sent. */
const SHOWN_ONLY = ['ownerName'];
export const enquiryToInput = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !SHOWN_ONLY.includes(name)));
