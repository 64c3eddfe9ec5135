/** Forms by the contract: `<ContractForm route={people.create}><Field name="userName" label="姓名"><Input /></Field></ContractForm>`. */
import { Form, Skeleton, type FormItemProps, type FormProps } from 'antd';
import { createContext, Suspense, use, useId, useMemo, type ReactNode } from 'react';
import type { Rule } from 'antd/es/form';
import type { Route } from '#contract/http.ts';
import { titleOf, type Labels } from '#contract/labels.ts';
import { fieldOf, rulesOf } from './contract-rules.ts';
import { UploadItem } from './upload-wait.tsx';
import './controls.css';
import './form.css';

interface Rules {
  /** Whose rules the fields follow; null in a form of its own. */
  route: Route | null;
  /** The only fields that are shown, when not all are. */
  only: ReadonlySet<string> | null;
}

const RulesContext = createContext<Rules>({ route: null, only: null });

interface ContractFormProps extends Omit<FormProps, 'name' | 'onFinish' | 'children'> {
  route: Route;
  /** Shows these fields only. */
  only?: ReadonlySet<string>;
  /** Called with the values once every field is as the contract wants it. */
  onSubmit?: (values: Record<string, unknown>) => void;
  children: ReactNode;
}

/**
 * The fields may be a lazy component: a list page then does not load its form. Two columns where there is room, labels 120 wide. Every form
 * has a name of its own: kept-alive tabs would share the ids of their fields.
 */
export function ContractForm({ route, only, onSubmit, className, children, ...rest }: ContractFormProps) {
  return (
    <Form
      {...rest}
      name={useId()}
      className={`y-form ${className ?? ''}`}
      labelCol={{ flex: '120px' }}
      wrapperCol={{ flex: '1 1 0' }}
      labelWrap
      colon={false}
      scrollToFirstError={{ block: 'center', focus: true }}
      onFinish={onSubmit}
    >
      <RulesContext value={useMemo(() => ({ route, only: only ?? null }), [route, only])}>
        <div className="y-form-grid">
          <Suspense fallback={<Skeleton active className="y-form-wide" paragraph={{ rows: 8 }} />}>{children}</Suspense>
        </div>
      </RulesContext>
    </Form>
  );
}

interface FieldProps extends Omit<FormItemProps, 'name' | 'label'> {
  name: string;
  label: string;
  /** Over both columns. */
  wide?: boolean;
  /** What is said when it is empty and must not be; by default the contract's own text or …不能为空. */
  missing?: string;
  /** Besides the contract's. */
  more?: Rule[];
}

/** A labelled field; its rules are the contract's unless it brings its own. */
export function Field({ name, label, wide, missing, className, rules, more = [], ...rest }: FieldProps) {
  const { route, only } = use(RulesContext);
  if (only && !only.has(name)) return null;
  const schema = route ? fieldOf(route.input, name) : undefined;
  return (
    <UploadItem
      {...rest}
      name={name}
      label={label}
      rules={rules ?? [...(schema ? rulesOf(schema, label, missing) : []), ...more]}
      validateFirst
      className={`${wide ? 'y-form-wide' : ''} ${className ?? ''}`}
    />
  );
}

type LabelledProps<Name extends string> = FieldProps | (Omit<FieldProps, 'name' | 'label'> & { name: Name; label?: undefined });

/** The `Field` of an entity: it takes its label from `labels`; one whose name they do not have says its `label`. */
export const labelledField =
  <L extends Labels>(labels: L) =>
  (props: LabelledProps<keyof L & string>) => (
    <Field {...props} label={props.label === undefined ? titleOf(labels, props.name) : props.label} />
  );

/** A titled part of a form. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="y-form-section">
      <legend>{title}</legend>
      <div className="y-form-grid">{children}</div>
    </fieldset>
  );
}
