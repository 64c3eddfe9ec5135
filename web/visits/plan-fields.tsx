/** The fields of a plan of visits, and whom it would cover as it stands. */
import { Alert, Checkbox, Form, Input, InputNumber, Radio, Select, Switch } from 'antd';
import { useDeferredValue } from 'react';
import { titleOf } from '#contract/labels.ts';
import { visitPlanLabels } from '#contract/visits/visit-plans.labels.ts';
import { asksNothing, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { frequencyLabels } from '#contract/work-orders/work-order-plans.rules.ts';
import { useCall } from '#web/api/call.ts';
import { ColleagueField } from '#web/approvals/colleague-field.tsx';
import { numbered } from '#web/ui/display.ts';
import { Day } from '#web/ui/day.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { DepartmentField } from '#web/ui/department-field.tsx';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { PlanItemsField } from './plan-items-field.tsx';
import { PlanPeopleField, type NamedPerson } from './plan-people-field.tsx';

const Field = labelledField(visitPlanLabels);
const WEEKDAYS = [...'一二三四五六日'].map((name, at) => ({ value: at + 1, label: `周${name}` }));
const MONTH_DAYS = Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: `${at + 1}日` }));
const TAGS = ['独居', '空巢', '留守', '失能', '失独'].map((value) => ({ value }));
const UNITS: Record<number, string> = { 1: '天', 2: '周', 3: '个月' };
const SHOWN = 12;

function CareLevels(props: { id?: string; value?: number[]; onChange?: (levels: number[]) => void }) {
  const { options } = useDictionary(visitPlanLabels.careLevels.dictionary);
  return (
    <Select<number[]>
      {...props}
      mode="multiple"
      placeholder="不限"
      options={options.map(({ value, label }) => ({ value: Number(value), label }))}
    />
  );
}

interface Rule {
  byRule?: boolean;
  tags?: string[];
  minAge?: number | null;
  careLevels?: number[];
  serviceType?: number | null;
  departmentId?: number | null;
  people?: NamedPerson[];
}

/** Their number and the first names, while the form is filled in. */
function Preview() {
  const form = Form.useFormInstance();
  const values = useDeferredValue((Form.useWatch([], form) ?? {}) as Rule);
  const { byRule = false, tags = [], minAge = null, careLevels = [], serviceType = null, departmentId = null, people = [] } = values;
  const empty = byRule && asksNothing({ tags, minAge, careLevels, serviceType, departmentId });
  const rule = {
    byRule: byRule && !empty,
    tags,
    minAge,
    careLevels,
    serviceType,
    departmentId,
    people: people.map(({ oldmanId, chosen }) => ({ oldmanId, chosen })),
  };
  const { data, isError } = useCall(visitPlans.preview, rule, { quiet: true, placeholderData: (before) => before });
  if (empty) return <Alert type="warning" showIcon title="请至少设置一个条件" />;
  if (isError) return <Alert type="warning" showIcon title="条件填写完整后显示覆盖的人" />;
  if (!data) return null;
  const names = data.people.slice(0, SHOWN).map(({ oldmanName }) => oldmanName);
  return (
    <Alert
      type={data.total === 0 ? 'warning' : 'info'}
      showIcon
      title={
        data.total === 0
          ? '目前没有符合条件的在住或在服务的人'
          : `目前覆盖${data.total}人：${names.join('、')}${data.total > SHOWN ? '等' : ''}`
      }
    />
  );
}

export function PlanFields() {
  const form = Form.useFormInstance();
  const frequency = Form.useWatch('frequency', form) as number | undefined;
  const byRule = Form.useWatch('byRule', form) as boolean | undefined;
  return (
    <>
      <Field name="name">
        <Input maxLength={40} placeholder="如 独居老人每周探访" />
      </Field>
      <Field name="way">
        <Radio.Group optionType="button" options={numbered(visitWays)} />
      </Field>
      <Field name="purpose" wide>
        <Input.TextArea maxLength={200} autoSize={{ minRows: 1, maxRows: 4 }} placeholder="如 了解生活和安全状况，及时发现风险" />
      </Field>
      <FormSection title="探访谁">
        <Field name="byRule" valuePropName="checked" extra="符合条件的人随时变动，新纳入的人自动安排探访" wide>
          <Switch />
        </Field>
        {byRule && (
          <>
            <Field name="serviceType">
              <DictionarySelect type={visitPlanLabels.serviceType.dictionary} numeric placeholder="不限" />
            </Field>
            <Field name="tags" extra="有其中一个就纳入，标签见档案的“照护提醒”">
              <Select mode="tags" options={TAGS} maxCount={20} tokenSeparators={['，', ',', '、']} placeholder="不限" />
            </Field>
            <Field name="minAge">
              <InputNumber min={1} max={120} precision={0} suffix="岁" placeholder="不限" />
            </Field>
            <Field name="careLevels">
              <CareLevels />
            </Field>
            <Field name="departmentId">
              <DepartmentField placeholder="不限" />
            </Field>
          </>
        )}
        <Field name="people" label={byRule ? '另外指定' : titleOf(visitPlanLabels, 'people')} wide>
          <PlanPeopleField />
        </Field>
        <div className="y-form-wide">
          <Preview />
        </div>
      </FormSection>
      <FormSection title="何时由谁探访">
        <Field name="frequency">
          <Radio.Group optionType="button" options={numbered(frequencyLabels)} />
        </Field>
        <Field name="every">
          <InputNumber min={1} max={99} precision={0} prefix="每" suffix={UNITS[frequency ?? 2]} />
        </Field>
        {frequency === 2 && (
          <Field name="weekdays" wide>
            <Checkbox.Group options={WEEKDAYS} />
          </Field>
        )}
        {frequency === 3 && (
          <Field name="monthDays" wide extra="当月没有的日期按最后一天">
            <Select mode="multiple" options={MONTH_DAYS} placeholder="请选择日期" />
          </Field>
        )}
        <Field name="startsOn">
          <Day />
        </Field>
        <Field name="endsOn">
          <Day placeholder="一直执行" />
        </Field>
        <Field name="daysAllowed" extra="到期后几天内完成都算按时">
          <InputNumber min={0} max={30} precision={0} suffix="天" />
        </Field>
        <Field name="visitorIds" extra="多人时每位老人固定由一人探访；不填时由责任护理员探访">
          <ColleagueField many />
        </Field>
      </FormSection>
      <FormSection title="探访内容">
        <Field name="items" wide>
          <PlanItemsField />
        </Field>
      </FormSection>
    </>
  );
}
