/** New recovery codes, and giving the second factor up: both ask who is there. */
import { Alert, Form, Input } from 'antd';
import { useState } from 'react';
import { secondFactors } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { SaveCodes } from './recovery-codes.tsx';

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
  const [codes, setCodes] = useState<string[] | null>(null);
  const renew = useSend(secondFactors.renew, { changes: [secondFactors.state], onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
  const close = () => {
    onClose();
    setCodes(null);
  };
  if (codes) return <SaveCodes title="重新生成恢复码" codes={codes} onClose={close} />;
  return (
    <FormDialog<{ password: string }>
      open={open}
      title="重新生成恢复码"
      okText="重新生成"
      pending={renew.isPending}
      width={480}
      requiredMark={false}
      onSubmit={({ password }) => renew.mutate({ password })}
      onClose={close}
    >
      <p className="o-lead">旧的恢复码将全部失效。</p>
      {passwordField}
    </FormDialog>
  );
}

export function DisableDialog({ open, onClose }: Props) {
  const disable = useSend(secondFactors.disable, { changes: [secondFactors.state, users.info], onSuccess: onClose });
  return (
    <FormDialog<{ password: string; code: string }>
      open={open}
      title="停用两步验证"
      okText="停用"
      danger
      pending={disable.isPending}
      width={440}
      requiredMark={false}
      onSubmit={(values) => disable.mutate(values)}
      onClose={onClose}
    >
      <Alert type="warning" showIcon title="停用后，仅凭密码即可登录您的账号。" className="o-alert" />
      {passwordField}
      <Form.Item label="动态验证码或恢复码" name="code" rules={[{ required: true, message: '请输入动态验证码或恢复码' }]}>
        <Input autoComplete="one-time-code" maxLength={20} />
      </Form.Item>
    </FormDialog>
  );
}
