/** Asks why before something that cannot be taken back. */
import { Form, Input } from 'antd';
import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  title: string;
  /** What follows from it. */
  note?: ReactNode;
  label?: string;
  placeholder: string;
  okText: string;
  /** It can be taken back, or takes nothing away. */
  harmless?: boolean;
  most: number;
  pending: boolean;
  onOk: (reason: string) => void;
  onClose: () => void;
}

export function ReasonDialog({ title, note, label = '原因', placeholder, okText, harmless = false, most, pending, onOk, onClose }: Props) {
  return (
    <FormDialog<{ reason: string }>
      title={title}
      okText={okText}
      danger={!harmless}
      pending={pending}
      width={440}
      onSubmit={({ reason }) => onOk(reason)}
      onClose={onClose}
    >
      {note && <p>{note}</p>}
      <Form.Item name="reason" label={label} rules={[{ required: true, whitespace: true, message: `请填写${label}` }]}>
        <Input.TextArea maxLength={most} showCount autoSize={{ minRows: 2 }} placeholder={placeholder} />
      </Form.Item>
    </FormDialog>
  );
}
