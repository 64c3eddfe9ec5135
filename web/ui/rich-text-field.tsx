/** A field of rich text in a form: `<RichTextField name="description" label="描述" max={2000} />`. Its rules are the contract's. */
import { ConfigProvider, Skeleton } from 'antd';
import type { Rule } from 'antd/es/form';
import { lazy, Suspense, useRef, type RefObject } from 'react';
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
  /** Counts the pictures on their way. */
  uploading?: RefObject<number>;
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
  const uploading = useRef(0);
  const arrived: Rule = {
    // When it is saved, not while somebody types beside it.
    validateTrigger: [],
    validator: () => (uploading.current > 0 ? Promise.reject(new Error('图片正在上传，请稍候再保存')) : Promise.resolve()),
  };
  return (
    <Field name={name} label={label} wide more={[...rules, arrived]}>
      <RichTextInput label={label} max={max} uploading={uploading} {...(placeholder ? { placeholder } : {})} />
    </Field>
  );
}
