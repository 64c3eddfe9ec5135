/** A new password of one's own. */
import { Form, Input } from 'antd';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { passwordRule, policyProblem } from '#contract/users/passwords.rules.ts';
import { users } from '#contract/users/users.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import './own-account.css';

interface Fields {
  password: string;
  newpassword1: string;
  again: string;
}

interface Props {
  open: boolean;
  onClose: () => void;
}

export default function PasswordDialog({ open, onClose }: Props) {
  const [form] = Form.useForm<Fields>();
  const policy = useCall(ownAccounts.passwordPolicy, {}, { enabled: open, quiet: true }).data?.policy ?? 'either';
  const change = useSend(users.edit, { changes: [users.info], onSuccess: onClose });
  const save = ({ password, newpassword1 }: Fields) => change.mutate({ password, newpassword1 });
  return (
    <FormDialog
      form={form}
      open={open}
      title="修改密码"
      pending={change.isPending}
      width={440}
      requiredMark={false}
      className="y-password"
      onSubmit={save}
      onClose={onClose}
    >
      <Form.Item label="原密码" name="password" rules={[{ required: true, message: '请输入原密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        label="新密码"
        name="newpassword1"
        extra={`${passwordRule(policy)}修改后，其他设备上的登录会退出。`}
        rules={[
          {
            validator: async (_rule, value: string | undefined) => {
              const problem = policyProblem(policy, value ?? '');
              if (problem) throw new Error(problem);
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={64} />
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
        <Input.Password autoComplete="new-password" maxLength={64} onPressEnter={form.submit} />
      </Form.Item>
    </FormDialog>
  );
}
