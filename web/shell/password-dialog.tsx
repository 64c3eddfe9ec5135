/** A new password of one's own; until it is set, somebody else knows the one in use. */
import { Alert, Form, Input, Modal } from 'antd';
import { useId } from 'react';
import { newPasswordProblem } from '#contract/users/passwords.rules.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';

interface Fields {
  password: string;
  newpassword1: string;
  again: string;
}

interface Props {
  open: boolean;
  /** The present one was set by an administrator. */
  given: boolean;
  onClose: () => void;
}

export default function PasswordDialog({ open, given, onClose }: Props) {
  const [form] = Form.useForm<Fields>();
  const name = useId();
  const change = useSend(users.edit, { changes: [users.info], onSuccess: onClose });
  const save = ({ password, newpassword1 }: Fields) => change.mutate({ password, newpassword1 });
  return (
    <Modal
      title="修改密码"
      open={open}
      onCancel={onClose}
      onOk={form.submit}
      okText="确定"
      cancelText={given ? '以后再说' : '取消'}
      confirmLoading={change.isPending}
      afterClose={() => form.resetFields()}
      mask={{ closable: false }}
      width={440}
    >
      {given && <Alert type="warning" showIcon className="y-given-password" title="当前密码由管理员设置，请改成只有您自己知道的密码。" />}
      <Form form={form} name={name} layout="vertical" className="y-password" onFinish={save} requiredMark={false}>
        <Form.Item label="原密码" name="password" rules={[{ required: true, message: '请输入原密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={128} />
        </Form.Item>
        <Form.Item
          label="新密码"
          name="newpassword1"
          extra="6到12位，包含数字和字母；或6到16位，包含大小写字母、数字和特殊符号。"
          rules={[
            {
              validator: async (_rule, value: string | undefined) => {
                const problem = newPasswordProblem(value ?? '');
                if (problem) throw new Error(problem);
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={16} />
        </Form.Item>
        <Form.Item
          label="再次输入新密码"
          name="again"
          dependencies={['newpassword1']}
          rules={[
            {
              validator: async (_rule, value: string | undefined) => {
                if (value !== form.getFieldValue('newpassword1')) throw new Error('两次输入的密码不一致');
              },
            },
          ]}
        >
          <Input.Password autoComplete="new-password" maxLength={16} onPressEnter={form.submit} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
