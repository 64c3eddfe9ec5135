/** Fields of who comes to whom: of bookings, of the desk, of restrictions. */
import { Input, InputNumber } from 'antd';
import { people } from '#contract/elderly/people.ts';
import { MOST_PEOPLE } from '#contract/visitors/visitor-records.ts';
import { visitorLabels } from '#contract/visitors/visitor-records.labels.ts';
import { Carried } from '#web/ui/carried.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledField } from '#web/ui/form.tsx';
import { PersonPicker } from '#web/ui/person-picker.tsx';
import { PickIdField } from '#web/ui/pick-field.tsx';
import './visitors.css';

const Field = labelledField(visitorLabels);

/** The resident of a form, for a form item of its own. */
export const ResidentField = (props: {
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
}) => (
  <PickIdField
    {...props}
    nameIn="oldmanName"
    route={people.page}
    placeholder={props.placeholder ?? '选择服务对象'}
    renderList={(pick, list) => <PersonPicker {...list} onPick={({ id, userName }) => pick(id, userName)} />}
  />
);

export const visitorFields = (
  <>
    <Field name="oldmanId">
      <ResidentField placeholder="不探访服务对象可不填" />
    </Field>
    <Field name="visitorName">
      <Input maxLength={20} autoComplete="off" />
    </Field>
    <Field name="visitorPhone">
      <Input maxLength={20} autoComplete="off" inputMode="tel" />
    </Field>
    <Field name="relation">
      <DictionarySelect type={visitorLabels.relation.dictionary} numeric />
    </Field>
    <Field name="people">
      <InputNumber min={1} max={MOST_PEOPLE} precision={0} suffix="人" className="v-number" />
    </Field>
    <Field name="companions">
      <Input maxLength={100} placeholder="同行人的姓名" />
    </Field>
    <Field name="purpose">
      <Input maxLength={100} placeholder="如：探访、维修、参观" />
    </Field>
    <Field name="remarks">
      <Input maxLength={300} />
    </Field>
    <Carried name="oldmanName" />
  </>
);
