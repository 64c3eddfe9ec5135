/** Asks why before something that cannot be taken back. */
import { Form, Input, Modal } from 'antd';
import { useId, type ReactNode } from 'react';

interface Props {
  title: string;
  /** What follows from it. */
  note?: ReactNode;
  placeholder: string;
  okText: string;
  most: number;
  pending: boolean;
  onOk: (reason: string) => void;
  onClose: () => void;
}

export function ReasonDialog({ title, note, placeholder, okText, most, pending, onOk, onClose }: Props) {
  const [form] = Form.useForm<{ reason: string }>();
  return (
    <Modal
      open
      centered
      width={440}
      title={title}
      okText={okText}
      okButtonProps={{ danger: true, loading: pending }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {note && <p>{note}</p>}
      <Form form={form} name={useId()} layout="vertical" onFinish={({ reason }) => onOk(reason)}>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
          <Input.TextArea maxLength={most} showCount autoSize={{ minRows: 2 }} placeholder={placeholder} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
