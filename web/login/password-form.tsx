/** Sign-in by name and password. */
import { useRef, useState, type FormEvent } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { withPassword, type CaptchaProof } from '#web/api/token-exchange.ts';
import { Captcha, newCaptcha } from './captcha.tsx';
import { Field, inputOf, Problem, retype, Submit } from './field.tsx';
import { Slider } from './slider.tsx';
import type { Prove } from './use-sign-in.ts';
import type { Ways } from './ways.ts';

const NAME_KEY = 'yian.username';

interface Props {
  notice: string | null;
  /** Null until the server has said: a picture that a puzzle replaces would be answered in vain. */
  ways: Pick<Ways, 'captcha' | 'sum'> | null;
  prove: Prove;
}

export function PasswordForm({ notice, ways, prove }: Props) {
  const [captcha, setCaptcha] = useState(newCaptcha);
  const [solved, setSolved] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [problem, setProblem] = useState(notice);
  const [remembered] = useState(() => localStorage.getItem(NAME_KEY) ?? '');
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [prefersSum, setPrefersSum] = useState(false);
  const captchaKind = ways && (prefersSum ? 'image' : ways.captcha);
  const slider = captchaKind === 'slider';

  function say(text: string, name: string | null) {
    setProblem(text);
    if (name) retype(form.current, name);
  }

  function renew() {
    setCaptcha(newCaptcha());
    setSolved(null);
    setRound((before) => before + 1);
    if (!slider) inputOf(form.current, 'code').value = '';
  }

  function change() {
    setPrefersSum(slider);
    setSolved(null);
    setCaptcha(newCaptcha());
    setProblem(null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const [username, password] = [inputOf(form.current, 'username').value.trim(), inputOf(form.current, 'password').value];
    const code = captchaKind !== 'image' ? '' : inputOf(form.current, 'code').value.trim();
    if (username === '') return say('请输入用户名', 'username');
    if (password === '') return say('请输入密码', 'password');
    if (captchaKind === null) return say('验证码正在加载，请稍候再试', null);
    if (slider && !solved) return say('请先拖动滑块完成拼图', null);
    if (!slider && code === '') return say('请输入验证码', 'code');
    if (inputOf(form.current, 'remember').checked) localStorage.setItem(NAME_KEY, username);
    else localStorage.removeItem(NAME_KEY);
    const proof: CaptchaProof = solved ? { token: solved } : { randomStr: captcha, code };
    setBusy(true);
    setProblem(null);
    try {
      await prove((totp) => withPassword(username, password, proof, totp));
    } catch (error) {
      setBusy(false);
      renew();
      const { status, message } = error as CallError;
      say(message, status === 426 ? 'password' : slider ? null : 'code');
    }
  }

  return (
    <form ref={form} className="l-way" onSubmit={(event) => void submit(event)} noValidate aria-label="密码登录">
      <Field
        label="用户名"
        name="username"
        autoComplete="username"
        maxLength={64}
        defaultValue={remembered}
        autoFocus={remembered === ''}
      />
      <Field
        label="密码"
        name="password"
        type={visible ? 'text' : 'password'}
        autoComplete="current-password"
        autoFocus={remembered !== ''}
        maxLength={128}
      >
        <button type="button" className="l-eye" aria-label={visible ? '隐藏密码' : '显示密码'} onClick={() => setVisible(!visible)}>
          {visible ? '隐藏' : '显示'}
        </button>
      </Field>
      {captchaKind === null && <div className="l-captcha-wait" aria-hidden />}
      {slider && <Slider key={round} onSolved={setSolved} />}
      {ways?.captcha === 'slider' && ways.sum && (
        <button type="button" className="l-link l-other-captcha" onClick={change}>
          {slider ? '不便拖动？改做算术题' : '改用滑块验证'}
        </button>
      )}
      {captchaKind === 'image' && <Captcha captcha={captcha} onReplace={() => setCaptcha(newCaptcha())} />}
      <div className="l-between">
        <label className="l-check">
          <input type="checkbox" name="remember" defaultChecked />
          <span>记住用户名</span>
        </label>
        <a href="/forgot">忘记密码</a>
      </div>
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="登录" doing="正在登录…" />
    </form>
  );
}
