/** The login page: plain elements and plain CSS, nothing of the application. */
import { useRef, useState, type FormEvent } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { signIn } from '#web/api/session.ts';
import { BrandMark } from './brand-mark.tsx';
import { LoginScene } from './login-scene.tsx';
import './login.css';

const NAME_KEY = 'yian.username';

/** The name of a captcha; the server knows its answer under it. Web crypto's randomUUID is for secure contexts only. */
const newCaptcha = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

interface Props {
  /** Why one is here again. */
  notice: string | null;
  onSignedIn: () => Promise<void>;
}

export function Login({ notice, onSignedIn }: Props) {
  const [captcha, setCaptcha] = useState(newCaptcha);
  const [problem, setProblem] = useState(notice);
  const [remembered] = useState(() => localStorage.getItem(NAME_KEY) ?? '');
  const [busy, setBusy] = useState(false);
  const [visible, setVisible] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const field = (name: string) => form.current?.elements.namedItem(name) as HTMLInputElement;

  function say(text: string, name: string) {
    setProblem(text);
    field(name).focus();
    field(name).select();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const [username, password, code] = [field('username').value.trim(), field('password').value, field('code').value.trim()] as const;
    if (username === '') return say('请输入用户名', 'username');
    if (password === '') return say('请输入密码', 'password');
    if (code === '') return say('请输入验证码', 'code');
    setBusy(true);
    setProblem(null);
    try {
      await signIn(username, password, captcha, code);
      if (field('remember').checked) localStorage.setItem(NAME_KEY, username);
      else localStorage.removeItem(NAME_KEY);
      await onSignedIn();
    } catch (error) {
      setBusy(false);
      setCaptcha(newCaptcha());
      field('code').value = '';
      const { status, message } = error as CallError;
      say(message, status === 428 ? 'code' : status === 426 ? 'password' : 'code');
    }
  }

  return (
    <main className="l-page">
      <LoginScene />
      <section className="l-side">
        <form ref={form} className="l-form" onSubmit={(event) => void submit(event)} noValidate aria-label="登录">
          <header className="l-head">
            <BrandMark size={40} />
            <div>
              <h1>颐安</h1>
              <p>养老机构与居家养老管理平台</p>
            </div>
          </header>
          <div className="l-field">
            <label htmlFor="l-username">用户名</label>
            <input
              id="l-username"
              name="username"
              autoComplete="username"
              maxLength={64}
              defaultValue={remembered}
              autoFocus={remembered === ''}
              autoCapitalize="none"
              spellCheck={false}
            />
          </div>
          <div className="l-field">
            <label htmlFor="l-password">密码</label>
            <input
              id="l-password"
              name="password"
              type={visible ? 'text' : 'password'}
              autoComplete="current-password"
              autoFocus={remembered !== ''}
              maxLength={128}
            />
            <button type="button" className="l-eye" aria-label={visible ? '隐藏密码' : '显示密码'} onClick={() => setVisible(!visible)}>
              {visible ? '隐藏' : '显示'}
            </button>
          </div>
          <div className="l-row">
            <div className="l-field">
              <label htmlFor="l-code">验证码</label>
              <input id="l-code" name="code" autoComplete="off" inputMode="numeric" maxLength={6} placeholder="算式的结果" />
            </div>
            <button type="button" className="l-captcha" aria-label="看不清，换一张验证码" title="点击换一张" onClick={() => setCaptcha(newCaptcha())}>
              <img src={`/code?randomStr=${captcha}`} alt="验证码：一道算式" width={100} height={40} />
            </button>
          </div>
          <label className="l-check">
            <input type="checkbox" name="remember" defaultChecked />
            <span>记住用户名</span>
          </label>
          <p className="l-problem" role="alert">
            {problem}
          </p>
          <button className="l-submit" type="submit" aria-disabled={busy}>
            {busy ? '正在登录…' : '登录'}
          </button>
        </form>
        <footer className="l-foot">© 2026 颐安</footer>
      </section>
    </main>
  );
}
