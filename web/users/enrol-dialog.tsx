/** Enrolling a second factor, in three steps: the password, the authenticator, the recovery codes. */
import { Form, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { secondFactors } from '#contract/users/second-factors.ts';
import { users } from '#contract/users/users.ts';
import { useSend } from '#web/api/call.ts';
import { PaperQr } from '#web/ui/paper-qr.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export function EnrolDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [form] = Form.useForm<{ password: string; code: string }>();
  const name = useId();
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
    form.resetFields();
  };
  return (
    <Modal
      title={codes ? '请保存恢复码' : '启用两步验证'}
      open={open}
      onCancel={close}
      okText={codes ? '我已保存' : offer ? '启用' : '下一步'}
      cancelText="取消"
      cancelButtonProps={codes ? { hidden: true } : {}}
      closable={!codes}
      keyboard={!codes}
      mask={{ closable: false }}
      confirmLoading={enrol.isPending || confirm.isPending}
      onOk={codes ? close : form.submit}
      width={480}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Form
          form={form}
          name={name}
          layout="vertical"
          requiredMark={false}
          onFinish={({ password, code }) => (offer ? confirm.mutate({ code }) : enrol.mutate({ password }))}
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
        </Form>
      )}
    </Modal>
  );
}
