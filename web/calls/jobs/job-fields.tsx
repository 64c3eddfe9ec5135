/** What every job says in its form: its name, how and when it dials, how often it tries. */
import { Input, InputNumber, Select } from 'antd';
import type { Rule } from 'antd/es/form';
import { callJobLabels } from '#contract/calls/call-jobs.labels.ts';
import { callJobKinds } from '#contract/calls/call-jobs.ts';
import { numbered } from '#web/ui/display.ts';
import { labelledField } from '#web/ui/form.tsx';
import { TimeWindows } from '#web/ui/time-windows.tsx';
import { WayFields } from './way-fields.tsx';

const Field = labelledField(callJobLabels);

/** `rules` of the name in a form that does not follow the contract's. */
export function JobFields({ example, rules }: { example: string; rules?: Rule[] }) {
  return (
    <>
      <Field name="name" {...(rules && { rules })}>
        <Input maxLength={40} placeholder={`如 ${example}`} />
      </Field>
      <Field name="kind">
        <Select options={numbered(callJobKinds)} />
      </Field>
      <WayFields />
      <Field name="mostAttempts">
        <InputNumber<number> min={1} max={10} precision={0} suffix="次" />
      </Field>
      <Field name="pauseMinutes" extra="未接通后，隔多久再拨">
        <InputNumber<number> min={1} max={10_080} precision={0} suffix="分钟" />
      </Field>
      <Field name="hours" wide>
        <TimeWindows none="全天可拨" most={20} />
      </Field>
    </>
  );
}
