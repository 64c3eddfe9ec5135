import { Form, Input } from 'antd';

/** A value that goes through a form unseen: shown by another field, or sent back as it came. */
export const Carried = ({ name }: { name: string }) => (
  <Form.Item name={name} hidden noStyle>
    <Input />
  </Form.Item>
);
