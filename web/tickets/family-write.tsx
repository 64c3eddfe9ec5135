/** Writing: the phone is proved by a code, then the form; at the end there is the code by which it is found again. */
import { useRef, useState, type FormEvent } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { PhoneCode } from '#web/login/phone-code.tsx';
import { PlainField, textIn } from '#web/login/plain-fields.tsx';
import { ask, type Held, type Picture } from './family-calls.ts';
import { Field, Pictures, Problem, STILL_SENDING, useAsking, Words } from './family-parts.tsx';

const TYPES = ['咨询', '投诉', '建议', '求助', '表扬', '其他'];
const MOST_WORDS = 2000;

function Prove({ onProved }: { onProved: (pass: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, problem, say, run } = useAsking();
  const phone = () => {
    const typed = form.current ? textIn(form.current, 'phone') : '';
    if (MOBILE.test(typed)) return typed;
    say('请填写正确的手机号');
    return null;
  };
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = phone();
    const code = textIn(event.currentTarget, 'code');
    if (number === null) return;
    if (code === '') return say('请输入短信验证码');
    void run(
      () => ask<{ pass: string }>('/enter', { phone: number, code }),
      ({ pass }) => onProved(pass),
    );
  }
  return (
    <form ref={form} className="t-form" onSubmit={submit} noValidate aria-label="验证手机号">
      <p>先验证您的手机号，答复会用短信通知您。</p>
      <PlainField name="phone" label="手机号" type="tel" inputMode="tel" autoComplete="tel" maxLength={11} />
      <PhoneCode purpose="ticket" login={phone} say={say} />
      <Problem>{problem}</Problem>
      <button type="submit" className="y-open-act" disabled={busy}>
        {busy ? '正在验证…' : '下一步'}
      </button>
    </form>
  );
}

export function FamilyWrite({ onDone }: { onDone: (held: Held) => void }) {
  const [pass, setPass] = useState<string | null>(null);
  const [type, setType] = useState(1);
  const [text, setText] = useState('');
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [sending, setSending] = useState(false);
  const { busy, problem, say, miss, run } = useAsking();
  if (pass === null) return <Prove onProved={setPass} />;
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [name, relation, oldmanName] = ['name', 'relation', 'oldmanName'].map((field) => textIn(event.currentTarget, field));
    if (name === '') return miss(event.currentTarget, 'name', '请填写您的姓名');
    if (text.trim() === '') return miss(event.currentTarget, 'text', '请填写诉求内容');
    if (sending) return say(STILL_SENDING);
    const names = pictures.map((one) => one.name);
    void run(() => ask<Held>('/write', { pass, name, relation, oldmanName, type, text, pictures: names }), onDone);
  }
  return (
    <form className="t-form" onSubmit={submit} noValidate aria-label="填写诉求">
      <fieldset className="t-types">
        <legend>诉求类型</legend>
        {TYPES.map((label, index) => (
          <label key={label}>
            <input type="radio" name="type" checked={type === index + 1} onChange={() => setType(index + 1)} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      <Field name="name" label="您的姓名" autoComplete="name" maxLength={20} required />
      <Field name="oldmanName" label="老人姓名（选填）" maxLength={20} />
      <Field name="relation" label="与老人的关系（选填）" maxLength={10} placeholder="如 女儿" />
      <Words name="text" label="诉求内容" value={text} most={MOST_WORDS} onChange={setText} />
      <Pictures pass={pass} value={pictures} onChange={setPictures} sending={sending} onSending={setSending} say={say} />
      <Problem>{problem}</Problem>
      <button type="submit" className="y-open-act" disabled={busy}>
        {busy ? '正在提交…' : '提交诉求'}
      </button>
    </form>
  );
}
