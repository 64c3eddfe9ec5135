/** Fields of who comes to whom: of bookings, of the desk, of restrictions. */
import { Input, InputNumber } from 'antd';
import { MOST_PEOPLE } from '#contract/visitors/visitor-records.ts';
import { visitorLabels } from '#contract/visitors/visitor-records.labels.ts';
import { Carried } from '#web/ui/carried.tsx';
import { ResidentField } from '#web/ui/resident-field.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { labelledField } from '#web/ui/form.tsx';
import './visitors.css';

const Field = labelledField(visitorLabels);

/** The resident of a form, for a form item of its own. */
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
