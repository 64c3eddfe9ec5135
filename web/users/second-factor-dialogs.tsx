/** New recovery codes, and giving the second factor up: both ask who is there. */
import { Alert, Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { secondFactors } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
}

const passwordField = (
  <Form.Item label="登录密码" name="password" rules={[{ required: true, message: '请输入登录密码' }]}>
    <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
  </Form.Item>
);

export function RenewDialog({ open, onClose }: Props) {
  const [form] = Form.useForm<{ password: string }>();
  const name = useId();
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useSend(secondFactors.renew, { changes: [secondFactors.state], onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  const close = () => {
    onClose();
    setCodes(null);
    form.resetFields();
  };
  return (
    <Modal
      title="重新生成恢复码"
      open={open}
      onCancel={close}
      okText={codes ? '我已保存' : '重新生成'}
      cancelText="取消"
      cancelButtonProps={codes ? { hidden: true } : {}}
      mask={{ closable: false }}
      confirmLoading={renew.isPending}
      onOk={codes ? close : form.submit}
      width={480}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Form form={form} name={name} layout="vertical" requiredMark={false} onFinish={({ password }) => renew.mutate({ password })}>
          <p className="o-lead">旧的恢复码将全部失效。</p>
          {passwordField}
        </Form>
      )}
    </Modal>
  );
}

export function DisableDialog({ open, onClose }: Props) {
  const [form] = Form.useForm<{ password: string; code: string }>();
  const name = useId();
  const disable = useSend(secondFactors.disable, { changes: [secondFactors.state, users.info], onSuccess: onClose });
  return (
    <Modal
      title="停用两步验证"
      open={open}
      onCancel={onClose}
      okText="停用"
      okButtonProps={{ danger: true }}
      cancelText="取消"
      mask={{ closable: false }}
      confirmLoading={disable.isPending}
      afterClose={() => form.resetFields()}
      onOk={form.submit}
      width={440}
    >
      <Form form={form} name={name} layout="vertical" requiredMark={false} onFinish={(values) => disable.mutate(values)}>
        <Alert type="warning" showIcon title="停用后，仅凭密码即可登录您的账号。" className="o-alert" />
        {passwordField}
        <Form.Item label="动态验证码或恢复码" name="code" rules={[{ required: true, message: '请输入动态验证码或恢复码' }]}>
          <Input autoComplete="one-time-code" maxLength={20} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
