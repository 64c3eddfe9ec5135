/** Asking for the password once more before what is sensitive. */
import { App, Input } from 'antd';
import { useCallback, useId, useState } from 'react';
import { memberships } from '#contract/tenants/memberships.ts';
import { call } from '#web/api/call.ts';
import './prove.css';

/** Six digits are a code of the authenticator: no password is made of digits alone. */
export const proofOf = (text: string) => (/^\d{6}$/.test(text.trim()) ? { totp: text.trim() } : { password: text });
export const PROOF_LABEL = '登录密码或动态验证码';

/** The words and the field of the dialog. */
function Question({ onChange, onEnter }: { onChange: (password: string) => void; onEnter: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <div className="t-prove">
      <p>此操作需要确认是您本人，验证后 10 分钟内有效。</p>
      <label htmlFor={id}>{PROOF_LABEL}</label>
      <Input.Password
        id={id}
        value={text}
        autoFocus
        autoComplete="current-password"
        maxLength={128}
        onChange={(event) => {
          setText(event.target.value);
          onChange(event.target.value);
        }}
        onPressEnter={onEnter}
      />
    </div>
  );
}

/** Gives a function that resolves to true once the server believes it is the person, false when they would rather not. */
export function useProve(): () => Promise<boolean> {
  const { modal, message } = App.useApp();
  return useCallback(async () => {
    if ((await call(memberships.check, {})).proved) return true;
    return new Promise<boolean>((resolve) => {
      let password = '';
      // The call says itself what is wrong; the dialog stays.
      const check = async (close: () => void) => {
        if (password === '') return void message.warning('请输入登录密码');
        const { proved } = await call(memberships.check, proofOf(password)).catch(() => ({ proved: false }));
        if (!proved) return;
        close();
        resolve(true);
      };
      const dialog = modal.confirm({
        title: '验证身份',
        icon: null,
        // The field has the focus, so that one may type at once.
        autoFocusButton: null,
        okText: '确定',
        cancelText: '取消',
        width: 400,
        content: <Question onChange={(text) => (password = text)} onEnter={() => void check(() => dialog.destroy())} />,
        onOk: (close: () => void) => void check(close),
        onCancel: () => resolve(false),
      });
    });
  }, [modal, message]);
}
