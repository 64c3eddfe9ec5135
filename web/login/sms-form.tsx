/** Sign-in by a code that is sent to the mobile number. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { textOf, UNREACHABLE, type CallError } from '#web/api/refusals.ts';
import { errorOf, withSms } from '#web/api/token-exchange.ts';
import { AccountChoice, chosenIn, optionsOf, type AccountOption } from './account-choice.tsx';
import { Field, inputOf, Problem, retype, Submit } from './field.tsx';
import type { Prove } from './use-sign-in.ts';

const PAUSE_SECONDS = 60;

/** Asks for a code. Gives the server's words and how long to wait before the next. */
async function send(phone: string): Promise<{ sent: boolean; text: string; wait: number }> {
  const answer = await fetch(`/admin/mobile/${phone}`, { signal: AbortSignal.timeout(15_000) }).catch(() => null);
  if (!answer) return { sent: false, text: UNREACHABLE, wait: 0 };
  const content = (await answer.json().catch(() => null)) as { msg?: string } | null;
  const wait = answer.ok ? PAUSE_SECONDS : Number(answer.headers.get('retry-after') ?? 0);
  return { sent: answer.ok, text: textOf(answer.status, content?.msg), wait: Math.min(wait, PAUSE_SECONDS) };
}

export default function SmsForm({ prove }: { prove: Prove }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [left, setLeft] = useState(0);
  const [busy, setBusy] = useState(false);
  const [options, setOptions] = useState<AccountOption[] | null>(null);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  function say(text: string, name: string) {
    setProblem(text);
    retype(form.current, name);
  }

  function phoneOf(): string | null {
    const phone = inputOf(form.current, 'phone').value.trim();
    if (phone === '') say('请输入手机号', 'phone');
    else if (!MOBILE.test(phone)) say('手机号格式不正确', 'phone');
    else return phone;
    return null;
  }

  async function ask() {
    const phone = phoneOf();
    if (!phone || left > 0) return;
    setProblem(null);
    setSaid(null);
    // At once, so that a second click sends nothing.
    setLeft(PAUSE_SECONDS);
    setOptions(null);
    const { sent, text, wait } = await send(phone);
    setLeft(wait);
    if (!sent) return setProblem(text);
    setSaid(text);
    inputOf(form.current, 'smsCode').focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const phone = phoneOf();
    if (!phone) return;
    const code = inputOf(form.current, 'smsCode').value.trim();
    if (code === '') return say('请输入短信验证码', 'smsCode');
    setBusy(true);
    setProblem(null);
    setSaid(null);
    try {
      const userId = chosenIn(form.current);
      await prove((totp) => withSms(phone, code, userId, totp));
    } catch (error) {
      setBusy(false);
      const offered = optionsOf(errorOf(error));
      if (offered) {
        setOptions(offered);
        return setProblem((error as CallError).message);
      }
      setOptions(null);
      say((error as CallError).message, 'smsCode');
    }
  }

  return (
    <form ref={form} className="l-way" onSubmit={(event) => void submit(event)} noValidate aria-label="验证码登录">
      <Field label="手机号" name="phone" type="tel" autoComplete="tel-national" maxLength={11} autoFocus />
      <div className="l-row">
        <Field label="短信验证码" name="smsCode" autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
        <button type="button" className="l-side-button" aria-disabled={left > 0} onClick={() => void ask()}>
          {left > 0 ? `${left}秒后重新获取` : '获取验证码'}
        </button>
      </div>
      <AccountChoice options={options} />
      <p className="l-said" role="status">
        {said}
      </p>
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="登录" doing="正在登录…" />
    </form>
  );
}
