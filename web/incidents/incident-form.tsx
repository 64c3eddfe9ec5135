/** The fields of an incident: three that are enough at the bedside, and the rest. */
import { Input, Select, Switch } from 'antd';
import type { Input as InputOf } from '#contract/http.ts';
import { incidentTypes, needsPerson, severityLabels } from '#contract/incidents/incident-types.rules.ts';
import { incidentLabels } from '#contract/incidents/incidents.labels.ts';
import { incidents } from '#contract/incidents/incidents.ts';
import { PictureListField } from '#web/approvals/picture-list-field.tsx';
import { numbered } from '#web/ui/display.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { RoomField } from '#web/ui/room-field.tsx';
import { InjuriesField } from './injuries-field.tsx';
import { PeopleField, type Concerned } from './people-field.tsx';

export const Field = labelledField(incidentLabels);

export type Values = Record<string, unknown>;

/** What the fields hold, as it is sent. */
export const inputOf = ({ oldmanIds, ...values }: Values) =>
  ({ ...values, oldmanIds: ((oldmanIds ?? []) as Concerned[]).map(({ id }) => id) }) as unknown as InputOf<typeof incidents.create>;

/** Who, what kind, what happened. */
export const quickFields = (
  <>
    <Field
      name="oldmanIds"
      wide
      rules={[
        ({ getFieldValue }) => ({
          validator: (_rule, people: Concerned[] | undefined) =>
            (people?.length ?? 0) > 0 || !needsPerson(Number(getFieldValue('type')))
              ? Promise.resolve()
              : Promise.reject(new Error('请选择服务对象')),
        }),
      ]}
      dependencies={['type']}
    >
      <PeopleField />
    </Field>
    <Field name="type" missing="请选择事件类型">
      <Select showSearch={{ optionFilterProp: 'label' }} placeholder="请选择事件类型" options={numbered(incidentTypes)} />
    </Field>
    <Field name="occurTime">
      <Day withTime placeholder="现在" />
    </Field>
    <Field name="course" wide>
      <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 3, maxRows: 12 }} placeholder="何时、何地、发生了什么" />
    </Field>
  </>
);

export const placeFields = (
  <>
    <Field name="roomId">
      <RoomField placeholder="默认为服务对象的房间" />
    </Field>
    <Field name="place">
      <Input maxLength={100} placeholder="如 三楼走廊、花园" />
    </Field>
    <Field name="severity">
      <Select allowClear placeholder="可稍后分级" options={numbered(severityLabels)} />
    </Field>
    <Field name="died" valuePropName="checked">
      <Switch checkedChildren="是" unCheckedChildren="否" />
    </Field>
  </>
);

/** Everything, for who completes a report. */
export const allFields = (
  <>
    {quickFields}
    {placeFields}
    <FormSection title="发现与处置">
      <Field name="foundTime">
        <Day withTime />
      </Field>
      <Field name="foundBy">
        <Input maxLength={50} />
      </Field>
      <Field name="witnesses" wide>
        <Input maxLength={200} placeholder="在场的服务对象、员工或家属" />
      </Field>
      <Field name="firstAid" wide>
        <Input.TextArea maxLength={1000} autoSize={{ minRows: 2, maxRows: 8 }} placeholder="做了哪些处理，生命体征如何" />
      </Field>
      <Field name="sentHospital" valuePropName="checked">
        <Switch checkedChildren="已送医" unCheckedChildren="未送医" />
      </Field>
      <Field name="hospital">
        <Input maxLength={100} placeholder="如 10:20 120送市一医院急诊" />
      </Field>
      <Field name="injuries" wide>
        <InjuriesField />
      </Field>
      <Field name="pictures" wide>
        <PictureListField />
      </Field>
    </FormSection>
    <FormSection title="原因">
      <Field name="causes" wide>
        <DictionarySelect type={incidentLabels.causes.dictionary} numeric mode="multiple" />
      </Field>
      <Field name="causeText" wide>
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 2, maxRows: 8 }} placeholder="为什么会发生，哪些环节可以避免" />
      </Field>
    </FormSection>
  </>
);
