/** The tenant asks for a second factor: enrolling is all that is open. Three steps: the password, the authenticator, the recovery codes. */
import { useRef, useState, type FormEvent } from 'react';
import { secondFactors } from '#contract/users/second-factors.ts';
import { call } from '#web/api/call.ts';
import { Field, inputOf, Problem, retype, Submit } from './field.tsx';
import { Qr } from './qr.tsx';

export function MustEnrol({ onDone }: { onDone: () => void }) {
  const [offer, setOffer] = useState<{ uri: string; secret: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const name = offer ? 'totp' : 'given';
    const value = inputOf(form.current, name).value.trim();
    if (value === '') {
      setProblem(offer ? '请输入动态验证码' : '请输入当前密码');
      return retype(form.current, name);
    }
    setBusy(true);
    setProblem(null);
    try {
      if (offer) setCodes((await call(secondFactors.confirm, { code: value }, { quiet: true })).recoveryCodes);
      else setOffer(await call(secondFactors.enrol, { password: value }, { quiet: true }));
    } catch (error) {
      setProblem((error as Error).message);
      retype(form.current, name);
    }
    setBusy(false);
  }

  if (codes) {
    return (
      <section className="l-way" aria-label="恢复码">
        <h2 className="l-title">请保存恢复码</h2>
        <p className="l-hint">手机丢失时，可用恢复码代替动态验证码登录，每个只能使用一次。它们只显示这一次，请抄写或打印后妥善保管。</p>
        <ul className="l-codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <button type="button" className="l-submit" onClick={onDone}>
          我已保存
        </button>
      </section>
    );
  }
  return (
    <form ref={form} className="l-way" onSubmit={(event) => void submit(event)} noValidate aria-label="启用两步验证">
      <h2 className="l-title">请启用两步验证</h2>
      {offer ? (
        <>
          <p className="l-hint">
            用手机上的验证器（如微软、谷歌或腾讯身份验证器）扫码，再输入它显示的6位数字。不能扫码时，请手动输入密钥：
          </p>
          <div className="l-enrol">
            <Qr text={offer.uri} label="验证器二维码" size={148} />
            <code>{offer.secret.replace(/(.{4})/g, '$1 ').trim()}</code>
          </div>
          <Field key="totp" label="动态验证码" name="totp" autoComplete="one-time-code" inputMode="numeric" maxLength={6} autoFocus />
        </>
      ) : (
        <>
          <p className="l-hint">您所在的机构要求登录时使用两步验证。请先确认当前密码。</p>
          <Field key="given" label="当前密码" name="given" type="password" autoComplete="current-password" maxLength={128} autoFocus />
        </>
      )}
      <Problem>{problem}</Problem>
      <Submit busy={busy} label={offer ? '启用' : '下一步'} doing="请稍候…" />
    </form>
  );
}
