/** What is agreed about a stay, in the forms of admissions and of contracts. */
import { Form, Input } from 'antd';
import { termLabels } from '#contract/stay/admissions.labels.ts';
import { MOST_TYPED } from '#contract/phones.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { PictureListField } from '#web/approvals/picture-list-field.tsx';
import { DictionarySelect } from '#web/ui/dictionary.tsx';
import { yuan } from '#web/ui/display.ts';
import { FormSection, labelledField } from '#web/ui/form.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { phoneRule } from '#web/ui/phone-rule.ts';

const Field = labelledField(termLabels);
const FEES = ['bedFee', 'careFee', 'mealFee', 'otherFee'] as const;

/** The four fees together, while they are typed. */
function MonthFee() {
  const form = Form.useFormInstance();
  const fees = Form.useWatch((values: Record<string, unknown>) => FEES.map((name) => Number(values[name] ?? 0)), form) ?? [];
  return (
    <Form.Item label={termLabels.monthFee}>
      <output className="s-month-fee">{yuan(fees.reduce((sum, fee) => sum + fee, 0))}</output>
    </Form.Item>
  );
}

export const termFields = (
  <>
    <FormSection title="费用">
      {FEES.map((name) => (
        <Field key={name} name={name}>
          <MoneyInput step={100} per="月" />
        </Field>
      ))}
      <MonthFee />
      <Field name="deposit">
        <MoneyInput step={100} />
      </Field>
    </FormSection>
    <FormSection title="签约">
      <Field name="signerName">
        <Input maxLength={20} placeholder="在合同上签字的人" />
      </Field>
      <Field name="signerRelation">
        <DictionarySelect type={termLabels.signerRelation.dictionary} numeric placeholder="本人签约时不填" />
      </Field>
      <Field name="signerMobile" more={[phoneRule('contact')]}>
        <Input placeholder="手机或固定电话" maxLength={MOST_TYPED} inputMode="tel" />
      </Field>
      <Field name="terms" wide>
        <Input.TextArea maxLength={5000} showCount autoSize={{ minRows: 2, maxRows: 10 }} placeholder="双方另外约定的事" />
      </Field>
      <Field name="files" wide>
        <PictureListField />
      </Field>
    </FormSection>
  </>
);

/** Today by the server's clock, `yyyy-MM-dd`. */
export const today = () => dayOf(serverNow());
/** A contract usually runs for a year. */
export const aYearFrom = (day: string) => nextDay(day, 364);

export const newTerms = { otherFee: 0, files: [] };
