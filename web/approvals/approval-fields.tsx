/** The fields of a general application, as the institution made its form. */
import { Form, Input, InputNumber, Select } from 'antd';
import { formProblem, type FormField, type FormValue, type FormValues } from '#contract/approvals/approval-forms.rules.ts';
import { Day } from '#web/ui/day.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { ColleagueField } from './colleague-field.tsx';
import { PictureListField } from './picture-list-field.tsx';

function inputOf({ label, type, options }: FormField) {
  const hint = `请输入${label}`;
  switch (type) {
    case 'text':
      return <Input placeholder={hint} maxLength={200} />;
    case 'long':
      return <Input.TextArea placeholder={hint} maxLength={4000} showCount autoSize={{ minRows: 3, maxRows: 12 }} />;
    case 'number':
      return <InputNumber placeholder={hint} className="ap-wide" />;
    case 'money':
      return <MoneyInput placeholder={hint} max={1_000_000_000} />;
    case 'date':
      return <Day placeholder={`请选择${label}`} />;
    case 'choice':
      return <Select allowClear placeholder={`请选择${label}`} options={options.map((value) => ({ value, label: value }))} />;
    case 'person':
      return <ColleagueField />;
    case 'files':
      return <PictureListField />;
  }
}

/** Form items; the contract's own rule says what is wrong with a value. */
export const ApprovalFields = ({ fields }: { fields: readonly FormField[] }) =>
  fields.map((field) => (
    <Form.Item
      key={field.key}
      name={field.key}
      label={field.label}
      rules={[
        {
          required: field.required,
          validator: (_rule, value: FormValue | undefined) => {
            const problem = formProblem([field], { [field.key]: value ?? null });
            return problem === null ? Promise.resolve() : Promise.reject(new Error(problem));
          },
        },
      ]}
    >
      {inputOf(field)}
    </Form.Item>
  ));

/** What is sent: every field of the form, empty ones as null. */
export const sentValues = (fields: readonly FormField[], typed: FormValues): Record<string, string | number | string[] | null> =>
  Object.fromEntries(
    fields.map(({ key }) => {
      const value = typed[key] ?? null;
      return [key, typeof value === 'object' && value !== null ? [...value] : typeof value === 'string' ? value.trim() : value];
    }),
  );
