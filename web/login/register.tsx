/** /register 注册: a phone, then name and password, then an institution of one's own or one to join. */
import { useRef, useState, type FormEvent } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { newPasswordProblem, passwordRule } from '#contract/users/passwords.rules.ts';
import { SIGN_IN_NAME, signInNameMessage, signInNameRule } from '#contract/users/sign-in-names.ts';
import { Problem, Submit } from './field.tsx';
import { holdToken } from './held-token.ts';
import { openCall, type Opened, type Standing } from './open-calls.ts';
import { PhoneCode } from './phone-code.tsx';
import { NewPasswordFields, PlainField, PlainPage, textIn, useOneAtATime } from './plain-fields.tsx';
import { Place } from './register-place.tsx';

function PhoneStep({ onProved }: { onProved: (standing: Standing) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, problem, say, run } = useOneAtATime();
  const phone = () => {
    const typed = form.current ? textIn(form.current, 'phone') : '';
    if (MOBILE.test(typed)) return typed;
    say(typed === '' ? '请输入手机号' : '手机号格式不正确');
    return null;
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [number, code] = [phone(), textIn(event.currentTarget, 'code')];
    if (number === null) return;
    if (code === '') return say('请输入短信验证码');
    const standing = await run(() => openCall<Standing>('POST', 'register', { phone: number, code }));
    if (standing) onProved(standing);
  }
  return (
    <form ref={form} className="x-form" onSubmit={(event) => void submit(event)} noValidate aria-label="验证手机号">
      <PlainField name="phone" label="手机号" type="tel" autoComplete="tel-national" inputMode="numeric" maxLength={11} autoFocus />
      <PhoneCode purpose="register" login={phone} say={say} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="下一步" doing="正在验证…" />
    </form>
  );
}

function PersonStep({ proof, onRegistered, onLate }: { proof: string; onRegistered: (standing: Standing) => void; onLate: () => void }) {
  const { busy, problem, say, run } = useOneAtATime();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const [name, username, password, again] = ['name', 'username', 'password', 'again'].map((field) => textIn(form, field)) as [
      string,
      string,
      string,
      string,
    ];
    if (name === '') return say('请输入姓名');
    if (!SIGN_IN_NAME.test(username)) return say(signInNameMessage);
    const weak = newPasswordProblem(password);
    if (weak) return say(weak);
    if (again !== password) return say('两次输入的密码不一致');
    const standing = await run(
      () => openCall<Standing>('POST', 'register', { proof, name, username, password }),
      ({ status }) => status === 403 && onLate(),
    );
    if (standing) onRegistered(standing);
  }
  return (
    <form className="x-form" onSubmit={(event) => void submit(event)} noValidate aria-label="设置账号">
      <PlainField name="name" label="姓名" autoComplete="name" maxLength={20} autoFocus />
      <PlainField name="username" label="用户名" autoComplete="username" maxLength={32} hint={`登录时使用，${signInNameRule}`} />
      <NewPasswordFields rule={passwordRule('either')} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="注册" doing="正在注册…" />
    </form>
  );
}

export type End = { kind: 'opened'; opened: Opened; packageCode: string | null } | { kind: 'joined'; tenantName: string; username: string };

function Done({ end }: { end: End }) {
  if (end.kind === 'joined')
    return (
      <section className="x-done">
        <p>
          您已加入<b>{end.tenantName}</b>，请用用户名<b>{end.username}</b>登录。
        </p>
        <a className="l-submit x-link" href="/login">
          去登录
        </a>
      </section>
    );
  const { tenantName, code, username, pending, endTime, tenantId, orderToken, orderExpiresIn } = end.opened;
  const hold = () =>
    holdToken({
      token: orderToken,
      tenantId,
      tenantName,
      phone: null,
      expiresAt: Date.now() + orderExpiresIn * 1000,
      packageCode: end.packageCode,
    });
  return (
    <section className="x-done">
      <dl>
        <dt>机构名称</dt>
        <dd>{tenantName}</dd>
        <dt>机构编码</dt>
        <dd>{code}</dd>
        <dt>用户名</dt>
        <dd>{username}</dd>
        <dt>试用到</dt>
        <dd>{endTime.slice(0, 10)}</dd>
      </dl>
      <p>{pending ? '平台正在审核，通过后即可登录。' : '同事注册后可用机构编码申请加入，也可由您在邀请管理中邀请。'}</p>
      <a className="l-submit x-link" href="/subscribe" onClick={hold}>
        立即订购产品包
      </a>
      <a className="x-second" href="/login">
        {pending ? '去登录' : '先试用，去登录'}
      </a>
    </section>
  );
}

export default function Register() {
  const [standing, setStanding] = useState<Standing | null>(null);
  const [end, setEnd] = useState<End | null>(null);
  const [late, setLate] = useState(false);
  const restart = () => {
    setStanding(null);
    setLate(true);
  };
  if (end)
    return (
      <PlainPage title={end.kind === 'joined' ? '已加入机构' : end.opened.pending ? '等待审核' : '机构已创建'} hint="注册完成" back={false}>
        <Done end={end} />
      </PlainPage>
    );
  if (standing?.step === 'registration')
    return (
      <PlainPage title="选择机构" hint={`第3步，共3步 · ${standing.name ?? ''}（${standing.username ?? ''}）`}>
        <Place standing={standing} onEnd={setEnd} onLate={restart} />
      </PlainPage>
    );
  if (standing)
    return (
      <PlainPage title="设置账号" hint="第2步，共3步">
        <PersonStep proof={standing.token} onRegistered={setStanding} onLate={restart} />
      </PlainPage>
    );
  return (
    <PlainPage title="注册" hint="第1步，共3步 · 验证手机号">
      {late && <p className="x-note">操作已过期，请重新验证手机号，之前填写的注册信息仍然保留。</p>}
      <PhoneStep onProved={setStanding} />
      <p className="x-more">已提交过加入申请？验证手机号后可查看进度。</p>
    </PlainPage>
  );
}
