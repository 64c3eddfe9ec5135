/** The second factor: six digits of an authenticator, or a recovery code. */
import { useRef, useState, type FormEvent } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { errorOf } from '#web/api/token-exchange.ts';
import { Field, inputOf, Problem, retype, Submit } from './field.tsx';

interface Props {
  answer: (totp: string) => Promise<void>;
  /** Back to the first step, with what went wrong if it did. */
  onBack: (problem: string | null) => void;
}

export default function TotpForm({ answer, onBack }: Props) {
  const [recovery, setRecovery] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const code = inputOf(form.current, 'totp').value.trim();
    if (code === '') {
      setProblem(recovery ? '请输入恢复码' : '请输入动态验证码');
      return retype(form.current, 'totp');
    }
    setBusy(true);
    setProblem(null);
    try {
      await answer(code);
    } catch (error) {
      setBusy(false);
      const { message } = error as CallError;
      // The first proof is kept for five minutes: after that it all begins again.
      if (errorOf(error) !== 'totp_invalid') return onBack(message);
      setProblem(recovery ? '恢复码错误或已使用' : message);
      retype(form.current, 'totp');
    }
  }

  return (
    <form ref={form} className="l-way" onSubmit={(event) => void submit(event)} noValidate aria-label="两步验证">
      <h2 className="l-title">两步验证</h2>
      <p className="l-hint">
        {recovery ? '请输入启用两步验证时保存的恢复码，每个只能使用一次。' : '请打开手机上的验证器，输入您的账号下显示的6位数字。'}
      </p>
      <Field
        key={String(recovery)}
        label={recovery ? '恢复码' : '动态验证码'}
        name="totp"
        autoComplete="one-time-code"
        inputMode={recovery ? 'text' : 'numeric'}
        maxLength={recovery ? 20 : 6}
        autoFocus
      />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="验证" doing="正在验证…" />
      <div className="l-between l-after">
        <button type="button" className="l-link" onClick={() => onBack(null)}>
          返回登录
        </button>
        <button type="button" className="l-link" onClick={() => setRecovery(!recovery)}>
          {recovery ? '使用动态验证码' : '使用恢复码'}
        </button>
      </div>
    </form>
  );
}
