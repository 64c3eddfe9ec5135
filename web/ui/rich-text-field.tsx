/** A field of rich text in a form: `<RichTextField name="description" label="描述" max={2000} />`. Its rules are the contract's. */
import { ConfigProvider, Skeleton } from 'antd';
import type { Rule } from 'antd/es/form';
import { lazy, Suspense } from 'react';
import { Field } from './form.tsx';
import { RichText } from './rich-text.tsx';
import './rich-text-editor.css';

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'));

export interface RichTextInputProps {
  id?: string;
  value?: string | null;
  onChange?: (html: string) => void;
  /** The field's name, for who does not see it. */
  label: string;
  /** Characters without the markup, as the contract says. */
  max: number;
  placeholder?: string;
  'aria-required'?: 'true';
  'aria-invalid'?: 'true';
  'aria-describedby'?: string;
}

/** The editor, or in a form that is closed the text as it is read. */
export function RichTextInput(props: RichTextInputProps) {
  const { componentDisabled } = ConfigProvider.useConfig();
  const { id, value, label } = props;
  if (componentDisabled)
    return (
      <div id={id} className="y-rich-editor y-rich-closed" role="group" aria-label={label}>
        <RichText value={value ?? ''} />
      </div>
    );
  return (
    <Suspense fallback={<Skeleton.Node active className="y-rich-waiting" />}>
      <RichTextEditor {...props} />
    </Suspense>
  );
}

interface Props {
  name: string;
  label: string;
  max: number;
  placeholder?: string;
  /** For a form without a contract. */
  rules?: Rule[];
}

export function RichTextField({ name, label, max, placeholder, rules = [] }: Props) {
  return (
    <Field name={name} label={label} wide more={rules}>
      <RichTextInput label={label} max={max} {...(placeholder ? { placeholder } : {})} />
    </Field>
  );
}
