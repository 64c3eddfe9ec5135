/** Sets the lock password of this session. */
import { Form, Input } from 'antd';
import { useStore } from 'zustand';
import { showMessage } from '#web/api/messages.ts';
import { session } from '#web/api/session.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import type { DialogProps } from './dialogs.ts';
import { keepPassword } from './locking.ts';

interface Fields {
  password: string;
  again: string;
}

export default function LockDialog({ open, onClose }: DialogProps) {
  const [form] = Form.useForm<Fields>();
  const changing = useStore(session, ({ lock }) => lock !== null);
  const keep = async ({ password }: Fields) => {
    await keepPassword(password, !changing);
    onClose();
    if (changing) showMessage('success', '锁屏密码已修改');
  };
  return (
    <FormDialog
      form={form}
      open={open}
      title={changing ? '修改锁屏密码' : '设置锁屏密码'}
      okText={changing ? '确定' : '设置并锁屏'}
      pending={false}
      width={420}
      requiredMark={false}
      onSubmit={(fields) => void keep(fields)}
      onClose={onClose}
    >
      <p>密码只用于本次登录的锁屏，退出登录后失效；忘记时可以退出后重新登录。</p>
      <Form.Item label="锁屏密码" name="password" rules={[{ required: true, whitespace: true, message: '锁屏密码不能为空' }]}>
        <Input.Password maxLength={32} autoComplete="new-password" placeholder="请输入锁屏密码" />
      </Form.Item>
      <Form.Item
        label="再次输入"
        name="again"
        dependencies={['password']}
        rules={[
          {
            validator: async (_rule, value: string | undefined) => {
              if ((value ?? '') !== (form.getFieldValue('password') ?? '')) throw new Error('两次输入的密码不一致');
            },
          },
        ]}
      >
        <Input.Password maxLength={32} autoComplete="new-password" placeholder="请再次输入锁屏密码" onPressEnter={form.submit} />
      </Form.Item>
    </FormDialog>
  );
}
