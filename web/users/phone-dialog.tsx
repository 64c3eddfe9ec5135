/** One's own mobile number: it counts once the code that was sent to it comes back. */
import { Button, Form, Input, Modal } from 'antd';
import { useEffect, useId, useState } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';

interface Fields {
  phone: string;
  phoneCode: string;
}

const PAUSE_SECONDS = 60;

export function PhoneDialog({ open, phone, onClose }: { open: boolean; phone: string | null; onClose: () => void }) {
  const [form] = Form.useForm<Fields>();
  const name = useId();
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
    <Modal
      title="手机号"
      open={open}
      onCancel={onClose}
      onOk={form.submit}
      okText="确定"
      cancelText="取消"
      confirmLoading={save.isPending}
      afterClose={() => form.resetFields()}
      mask={{ closable: false }}
      width={440}
    >
      <Form
        form={form}
        name={name}
        layout="vertical"
        requiredMark={false}
        initialValues={{ phone: phone ?? '' }}
        onFinish={(values) => save.mutate(values)}
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
      </Form>
    </Modal>
  );
}
