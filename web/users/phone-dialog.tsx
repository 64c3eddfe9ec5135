/** One's own mobile number: it counts once the code that was sent to it comes back. */
import { Button, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';

interface Fields {
  phone: string;
  phoneCode: string;
}

const PAUSE_SECONDS = 60;

export function PhoneDialog({ open, phone, onClose }: { open: boolean; phone: string | null; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const [left, setLeft] = useState(0);
  const send = useSend(ownAccounts.phoneCode, { onSuccess: () => setLeft(PAUSE_SECONDS) });
  const save = useSend(users.edit, { changes: [users.info, ownAccounts.profile], onSuccess: onClose });
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  const ask = () =>
    void form.validateFields(['phone']).then(
      ({ phone: to }) => send.mutate({ phone: to }),
      () => {},
    );
  return (
    <FormDialog
      form={form}
      open={open}
      title="手机号"
      pending={save.isPending}
      width={440}
      requiredMark={false}
      initial={{ phone: phone ?? '' }}
      onSubmit={(values) => save.mutate(values)}
      onClose={onClose}
    >
      <Form.Item
        label="手机号"
        name="phone"
        rules={[
          { required: true, message: '请输入手机号' },
          { pattern: MOBILE, message: '手机号格式不正确' },
        ]}
      >
        <Input type="tel" autoComplete="tel-national" maxLength={11} />
      </Form.Item>
      <Form.Item label="短信验证码" required>
        <div className="o-code-row">
          <Form.Item noStyle name="phoneCode" rules={[{ required: true, message: '请输入短信验证码' }]}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} aria-label="短信验证码" />
          </Form.Item>
          <Button onClick={ask} disabled={left > 0} loading={send.isPending}>
            {left > 0 ? `${left}秒后重新获取` : '获取验证码'}
          </Button>
        </div>
      </Form.Item>
    </FormDialog>
  );
}
