/** /forgot 找回密码: phone or sign-in name, the code, a new password. */
import { useRef, useState, type FormEvent } from 'react';
import { newPasswordProblem, passwordRule } from '#contract/users/passwords.rules.ts';
import { AccountChoice, chosenIn, optionsOf, type AccountOption } from './account-choice.tsx';
import { Problem, Submit } from './field.tsx';
import { openCall } from './open-calls.ts';
import { PhoneCode } from './phone-code.tsx';
import { NewPasswordFields, PlainField, PlainPage, textIn, useOneAtATime } from './plain-fields.tsx';

export default function Forgot() {
  const form = useRef<HTMLFormElement>(null);
  const [done, setDone] = useState(false);
  const [options, setOptions] = useState<AccountOption[] | null>(null);
  const { busy, problem, say, run } = useOneAtATime();
  const login = () => {
    const typed = form.current ? textIn(form.current, 'login') : '';
    if (typed !== '') return typed;
    say('请输入手机号或用户名');
    return null;
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const whom = login();
    if (whom === null) return;
    const [code, password, again] = ['code', 'password', 'again'].map((field) => textIn(event.currentTarget, field)) as [
      string,
      string,
      string,
    ];
    if (code === '') return say('请输入短信验证码');
    const weak = newPasswordProblem(password);
    if (weak) return say(weak);
    if (again !== password) return say('两次输入的密码不一致');
    const userId = chosenIn(event.currentTarget);
    const reset = () => openCall<boolean>('PUT', 'forgetPwd', { login: whom, code, password, userId });
    if (await run(reset, ({ data }) => setOptions((offered) => optionsOf(data) ?? offered))) setDone(true);
  }
  if (done)
    return (
      <PlainPage title="密码已重置" hint="所有设备上的登录都已退出" back={false}>
        <section className="x-done">
          <p>请用新密码登录。</p>
          <a className="l-submit x-link" href="/login">
            去登录
          </a>
        </section>
      </PlainPage>
    );
  return (
    <PlainPage title="找回密码" hint="用绑定的手机号重新设置密码">
      <form ref={form} className="x-form" onSubmit={(event) => void submit(event)} noValidate aria-label="找回密码">
        <PlainField name="login" label="手机号或用户名" autoComplete="username" maxLength={64} autoFocus onInput={() => setOptions(null)} />
        <PhoneCode purpose="reset" login={login} say={say} />
        <AccountChoice options={options} />
        <NewPasswordFields rule={passwordRule('either')} />
        <Problem>{problem}</Problem>
        <Submit busy={busy} label="重置密码" doing="正在重置…" />
      </form>
      <p className="x-more">没有绑定手机号？请联系机构管理员重置密码。</p>
    </PlainPage>
  );
}
