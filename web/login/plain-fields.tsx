/** Fields and the frame of the public pages: plain elements, the look of the login page. */
import { useEffect, useId, useRef, useState, type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes } from 'react';
import { useDocumentTitle, useSystemTitle } from '#web/api/system-title.ts';
import { CallError } from '#web/api/refusals.ts';
import { BrandMark } from '#web/shell/brand-mark.tsx';
import { LoginScene } from './login-scene.tsx';
import './login.css';
import './external.css';

/** Title, what is below it, and, unless there is a better one, the way back to the login page. */
export function PlainPage({ title, hint, back = true, children }: { title: string; hint: ReactNode; back?: boolean; children: ReactNode }) {
  const system = useSystemTitle();
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // A new step is announced, unless a field of it has the focus.
    if (title && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [title]);
  return (
    <main className="l-page">
      <LoginScene />
      <section className="l-side">
        <div className="l-form">
          <header className="l-head x-head">
            <BrandMark size={40} />
            <div>
              <h1 ref={heading} tabIndex={-1}>
                {title}
              </h1>
              <p>{hint}</p>
            </div>
          </header>
          {children}
          {back && (
            <p className="x-back">
              <a href="/login">返回登录</a>
            </p>
          )}
        </div>
        <footer className="l-foot">© 2026 {system}</footer>
      </section>
    </main>
  );
}

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { name: string; label: string; hint?: ReactNode };

export function PlainField({ label, hint, ...input }: Props) {
  const id = useId();
  return (
    <div className="l-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} autoCapitalize="none" spellCheck={false} aria-describedby={hint ? `${id}-hint` : undefined} {...input} />
      {hint && (
        <small id={`${id}-hint`} className="x-hint">
          {hint}
        </small>
      )}
    </div>
  );
}

/** A choice of few, in the look of the fields. */
export function PlainSelect({ label, ...select }: Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id'> & { name: string; label: string }) {
  const id = useId();
  return (
    <div className="l-field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} />
    </div>
  );
}

/** A new password, twice, with the rule; what is typed can be shown. */
export function NewPasswordFields({ rule }: { rule: string }) {
  const [first, second, hint] = [useId(), useId(), useId()];
  const [visible, setVisible] = useState(false);
  const type = visible ? 'text' : 'password';
  return (
    <>
      <div className="l-field">
        <label htmlFor={first}>设置密码</label>
        <div className="x-password">
          <input id={first} name="password" type={type} autoComplete="new-password" maxLength={64} aria-describedby={hint} />
          <button type="button" className="l-eye" aria-label={visible ? '隐藏密码' : '显示密码'} onClick={() => setVisible(!visible)}>
            {visible ? '隐藏' : '显示'}
          </button>
        </div>
        <small id={hint} className="x-hint">
          {rule}不能包含用户名。
        </small>
      </div>
      <div className="l-field">
        <label htmlFor={second}>再次输入密码</label>
        <input id={second} name="again" type={type} autoComplete="new-password" maxLength={64} />
      </div>
    </>
  );
}

/** One call at a time, and what went wrong with the last. `run` gives undefined when it failed, or when one is on its way. */
export function useOneAtATime() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef(false);
  async function run<T>(work: () => Promise<T>, failed?: (error: CallError) => void): Promise<T | undefined> {
    if (running.current) return undefined;
    running.current = true;
    setBusy(true);
    setProblem(null);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setProblem(error.message);
      failed?.(error);
      return undefined;
    } finally {
      running.current = false;
      setBusy(false);
    }
  }
  return { busy, problem, say: setProblem, run };
}

/** The text of a field of a submitted form, trimmed but for passwords. */
export const textIn = (form: HTMLFormElement, name: string): string => {
  const value = String(new FormData(form).get(name) ?? '');
  return name === 'password' || name === 'again' ? value : value.trim();
};
