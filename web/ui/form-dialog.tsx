/**
 * The one way to ask for something in a dialog: `<FormDialog title="登记" okText="保存" pending={send.isPending} onSubmit={…} onClose={…}>`
 * with the fields as children.
 */
import { Form, type FormInstance, type FormProps } from 'antd';
import { useId, useRef, type ReactNode } from 'react';
import { DraftDialog } from './draft-dialog.tsx';
import './form.css';

interface FormDialogProps<Values> {
  title: ReactNode;
  okText?: string;
  cancelText?: string;
  /** It cannot be taken back. */
  danger?: boolean;
  /** The button that confirms may not be pressed yet. */
  disabled?: boolean;
  pending: boolean;
  open?: boolean;
  width?: number;
  /** Where the page reads or sets the fields itself. */
  form?: FormInstance<Values>;
  initial?: Partial<Values>;
  layout?: FormProps['layout'];
  requiredMark?: boolean;
  className?: string;
  onSubmit: (values: Values) => void;
  onClose: () => void;
  children?: ReactNode;
}

const FIRST = '.ant-form-item:not(.ant-form-item-hidden) :is(input, textarea, button, [tabindex="0"])';
/** Where one types; a list or a calendar would open at once. */
const TYPED = 'textarea, .ant-input, .ant-input-number-input';

export function FormDialog<Values extends object>({
  title,
  okText = '确定',
  cancelText = '取消',
  danger = false,
  disabled = false,
  pending,
  open = true,
  width,
  form: given,
  initial = {},
  layout = 'vertical',
  requiredMark = true,
  className = '',
  onSubmit,
  onClose,
  children,
}: FormDialogProps<Values>) {
  const [form] = Form.useForm<Values>(given);
  const body = useRef<HTMLDivElement>(null);
  const begin = () => {
    const first = body.current?.querySelector<HTMLElement>(FIRST);
    if (first?.matches(TYPED) && !body.current?.contains(document.activeElement)) first.focus();
  };
  return (
    <DraftDialog
      title={title}
      okText={okText}
      cancelText={cancelText}
      okButtonProps={{ danger, disabled, loading: pending }}
      open={open}
      {...(width === undefined ? {} : { width })}
      isDirty={() => form.isFieldsTouched()}
      onOk={form.submit}
      onClose={onClose}
      afterOpenChange={(shown) => (shown ? begin() : form.resetFields())}
    >
      <div ref={body}>
        <Form<Values>
          form={form}
          name={useId()}
          layout={layout}
          colon={false}
          requiredMark={requiredMark}
          className={`y-dialog-form ${className}`}
          initialValues={initial}
          // Enter in a field sends, too: once.
          onFinish={(values) => !pending && onSubmit(values)}
        >
          {children}
        </Form>
      </div>
    </DraftDialog>
  );
}
