/** A given password is known to somebody else: it opens nothing but this. */
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ownAccounts } from '#contract/users/own-accounts.ts';
import { passwordRule, policyProblem, type PasswordPolicy } from '#contract/users/passwords.rules.ts';
import { users } from '#contract/users/users.ts';
import { call } from '#web/api/call.ts';
import { Field, inputOf, Problem, retype, Submit } from './field.tsx';

export function GivenPassword({ username, onDone }: { username: string; onDone: () => void }) {
  const [policy, setPolicy] = useState<PasswordPolicy>('either');
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    call(ownAccounts.passwordPolicy, {}, { quiet: true }).then(
      (found) => setPolicy(found.policy),
      () => {},
    );
  }, []);
  const wrong = typed === '' ? null : policyProblem(policy, typed);

  function say(text: string, name: string) {
    setProblem(text);
    retype(form.current, name);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const [password, newpassword1, again] = ['given', 'wanted', 'again'].map((name) => inputOf(form.current, name).value) as [
      string,
      string,
      string,
    ];
    if (password === '') return say('请输入当前密码', 'given');
    const refused = policyProblem(policy, newpassword1);
    if (refused) return say(refused, 'wanted');
    if (newpassword1 !== again) return say('两次输入的密码不一致', 'again');
    setBusy(true);
    setProblem(null);
    try {
      await call(users.edit, { password, newpassword1 }, { quiet: true });
      onDone();
    } catch (error) {
      setBusy(false);
      const { message } = error as Error;
      say(message, message.includes('原密码') && !message.includes('新密码') ? 'given' : 'wanted');
    }
  }

  return (
    <form ref={form} className="l-way" onSubmit={(event) => void submit(event)} noValidate aria-label="修改初始密码">
      <h2 className="l-title">请先修改密码</h2>
      <p className="l-hint">当前密码由他人设置。请改成只有您自己知道的密码，之后才能使用系统。</p>
      <input type="text" name="username" autoComplete="username" value={username} readOnly hidden />
      <Field label="当前密码" name="given" type="password" autoComplete="current-password" maxLength={128} autoFocus />
      <Field
        label="新密码"
        name="wanted"
        type="password"
        autoComplete="new-password"
        maxLength={64}
        aria-describedby="l-rule"
        aria-invalid={wrong !== null}
        onChange={(event) => setTyped(event.target.value)}
      >
        <p id="l-rule" className="l-rule" data-wrong={wrong !== null || undefined}>
          {wrong ?? passwordRule(policy)}
        </p>
      </Field>
      <Field label="再次输入新密码" name="again" type="password" autoComplete="new-password" maxLength={64} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="确定" doing="正在保存…" />
    </form>
  );
}
