/** Enrolling a second factor, in three steps: the password, the authenticator, the recovery codes. */
import { Form, Input } from 'antd';
import { useState } from 'react';
import { secondFactors } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { SaveCodes } from './recovery-codes.tsx';

export function EnrolDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const enrol = useSend(secondFactors.enrol);
  const confirm = useSend(secondFactors.confirm, {
    changes: [secondFactors.state, users.info],
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
  });
  const offer = enrol.data;
  const close = () => {
    onClose();
    setCodes(null);
    enrol.reset();
  };
  if (codes) return <SaveCodes title="请保存恢复码" codes={codes} onClose={close} />;
  return (
    <FormDialog<{ password: string; code: string }>
      title="启用两步验证"
      open={open}
      okText={offer ? '启用' : '下一步'}
      pending={enrol.isPending || confirm.isPending}
      width={480}
      requiredMark={false}
      onSubmit={({ password, code }) => (offer ? confirm.mutate({ code }) : enrol.mutate({ password }))}
      onClose={close}
    >
      {offer ? (
        <>
          <p className="o-lead">
            用手机上的验证器（如微软、谷歌或腾讯身份验证器）扫码，再输入它显示的6位数字。不能扫码时，请手动输入密钥：
          </p>
          <div className="o-enrol">
            <PaperQr value={offer.uri} size={148} aria-label="验证器二维码" />
            <code>{offer.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          </div>
          <Form.Item label="动态验证码" name="code" rules={[{ required: true, message: '请输入动态验证码' }]}>
            <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} autoFocus />
          </Form.Item>
        </>
      ) : (
        <Form.Item label="登录密码" name="password" rules={[{ required: true, message: '请输入登录密码' }]}>
          <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
        </Form.Item>
      )}
    </FormDialog>
  );
}
