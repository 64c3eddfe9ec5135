/** A captcha, then a code by SMS: what proves a phone on the public pages. */
import { useEffect, useId, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { newCaptcha } from './captcha.tsx';
import { openCall } from './open-calls.ts';
import { PlainField } from './plain-fields.tsx';

const SECONDS = 60;

interface Props {
  purpose: 'register' | 'reset' | 'order' | 'ticket' | 'visit' | 'home';
  /** The phone or sign-in name as it is typed now; null when it is not one, after saying so. */
  login: () => string | null;
  say: (text: string | null) => void;
}

/** Only who registers hears that a code is on its way: whether a number has an account is nobody else's business. */
const SENT = {
  register: '验证码已发送，5分钟内有效',
  reset: '如果账号存在并绑定了手机号，验证码已发送到该手机',
  visit: '验证码已发送，5分钟内有效',
  home: '验证码已发送，5分钟内有效',
  ticket: '验证码已发送，5分钟内有效',
  order: '如果该手机号有机构管理员账号，验证码已发送到该手机',
} as const;

/** Seconds until another code may be asked for. */
function useCountdown() {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return [left, setLeft] as const;
}

export function PhoneCode({ purpose, login, say }: Props) {
  const id = useId();
  const [captcha, setCaptcha] = useState(newCaptcha);
  const [answer, setAnswer] = useState('');
  const [sent, setSent] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [left, setLeft] = useCountdown();

  const again = () => {
    setCaptcha(newCaptcha());
    setAnswer('');
  };

  async function send() {
    if (left > 0 || sending) return;
    const whom = login();
    if (whom === null) return;
    if (answer.trim() === '') return say('请输入图形验证码');
    say(null);
    setSending(true);
    try {
      await openCall('POST', 'phoneCode', { purpose, login: whom, randomStr: captcha, code: answer.trim() });
      setLeft(SECONDS);
      setSent(SENT[purpose]);
    } catch (error) {
      say((error as CallError).message);
    } finally {
      setSending(false);
      again();
    }
  }

  return (
    <>
      <div className="l-row">
        <div className="l-field">
          <label htmlFor={id}>图形验证码</label>
          <input
            id={id}
            value={answer}
            onChange={(event) => setAnswer(event.target.value)}
            autoComplete="off"
            inputMode="numeric"
            maxLength={6}
            placeholder="算式的结果"
          />
        </div>
        <button type="button" className="l-captcha" aria-label="看不清，换一张验证码" title="点击换一张" onClick={again}>
          <img src={`/code?randomStr=${captcha}`} alt="验证码：一道算式" width={100} height={40} />
        </button>
      </div>
      <div className="l-row">
        <PlainField name="code" label="短信验证码" autoComplete="one-time-code" inputMode="numeric" maxLength={6} placeholder="6位数字" />
        <button type="button" className="x-send" disabled={left > 0 || sending} onClick={() => void send()}>
          {left > 0 ? `${left}秒后重发` : sending ? '正在发送…' : '获取验证码'}
        </button>
      </div>
      <p className="x-sent" role="status">
        {sent}
      </p>
    </>
  );
}
