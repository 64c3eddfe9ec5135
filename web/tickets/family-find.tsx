/** Finding a ticket again: its code and the phone. */
import type { FormEvent } from 'react';
import { textIn } from '#web/login/plain-fields.tsx';
import { ask, type Held } from './family-calls.ts';
import { Field, Problem, useAsking } from './family-parts.tsx';

export function FamilyFind({ code, onFound }: { code: string; onFound: (held: Held) => void }) {
  const { busy, problem, miss, run } = useAsking();
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [phone, typed] = ['phone', 'code'].map((field) => textIn(event.currentTarget, field));
    if (!typed) return miss(event.currentTarget, 'code', '请填写查询码');
    if (!phone) return miss(event.currentTarget, 'phone', '请填写手机号');
    void run(() => ask<Held>('/follow', { phone, code: typed }), onFound);
  }
  return (
    <form className="t-form" onSubmit={submit} noValidate aria-label="查看答复">
      <Field name="code" label="查询码" defaultValue={code} maxLength={8} autoCapitalize="characters" spellCheck={false} />
      <Field name="phone" label="填写时的手机号" type="tel" inputMode="tel" autoComplete="tel" maxLength={11} />
      <Problem>{problem}</Problem>
      <button type="submit" className="y-open-act" disabled={busy}>
        {busy ? '正在查找…' : '查看'}
      </button>
    </form>
  );
}
