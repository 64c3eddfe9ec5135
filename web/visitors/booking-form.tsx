/** What family fills in to book a visit. */
import { useRef, useState, type FormEvent } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { Problem, Submit } from '#web/login/field.tsx';
import { PhoneCode } from '#web/login/phone-code.tsx';
import { PlainField, PlainSelect, textIn, useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainForm } from '#web/login/plain-parts.tsx';
import { askBooking, type Booking, type Offer } from './booking-calls.ts';
import { SlotChoice, type Chosen } from './slot-choice.tsx';

export const PeopleField = ({ most, value, onChange }: { most: number; value: number; onChange: (people: number) => void }) => (
  <PlainSelect name="people" label="来访人数" value={value} onChange={({ target }) => onChange(Number(target.value))}>
    {Array.from({ length: most }, (_, at) => (
      <option key={at} value={at + 1}>
        {at + 1} 人
      </option>
    ))}
  </PlainSelect>
);

/** The first field that is missing, in words; null when all are there. */
function missing(form: HTMLFormElement, chosen: Chosen | null, offer: Offer): string | null {
  if (!chosen) return '请选择日期和时段';
  const fields = [
    ['oldmanName', '请输入老人姓名'],
    ['proof', '请输入老人身份证后四位或房间号'],
    ['visitorName', '请输入您的姓名'],
    ['phone', '请输入手机号'],
  ] as const;
  const first = fields.find(([name]) => textIn(form, name) === '');
  if (first) return first[1];
  if (!MOBILE.test(textIn(form, 'phone'))) return '手机号格式不正确';
  if (offer.questions.some((_, at) => textIn(form, `health${at}`) === '')) return '请回答全部健康申报问题';
  return textIn(form, 'code') === '' ? '请输入短信验证码' : null;
}

export function BookingForm({ offer, onBooked }: { offer: Offer; onBooked: (booking: Booking, phone: string) => void }) {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [people, setPeople] = useState(1);
  const { busy, problem, say, run } = useOneAtATime();
  const phone = () => {
    const typed = form.current ? textIn(form.current, 'phone') : '';
    if (MOBILE.test(typed)) return typed;
    say(typed === '' ? '请输入手机号' : '手机号格式不正确');
    return null;
  };
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const its = event.currentTarget;
    const lacks = missing(its, chosen, offer);
    if (lacks !== null || chosen === null) return say(lacks);
    const number = textIn(its, 'phone');
    const booking = await run(() =>
      askBooking<Booking>('POST', '', {
        ...chosen,
        people,
        phone: number,
        smsCode: textIn(its, 'code'),
        visitorName: textIn(its, 'visitorName'),
        oldmanName: textIn(its, 'oldmanName'),
        proof: textIn(its, 'proof'),
        relation: Number(textIn(its, 'relation')) || null,
        companions: textIn(its, 'companions'),
        answers: offer.questions.map(({ text }, at) => ({ text, answer: textIn(its, `health${at}`) === 'yes' })),
      }),
    );
    if (booking) onBooked(booking, number);
  }
  return (
    <PlainForm ref={form} onSubmit={(event) => void submit(event)} aria-label="预约来访">
      <PeopleField most={offer.peopleMost} value={people} onChange={setPeople} />
      <SlotChoice offer={offer} people={people} chosen={chosen} onChoose={setChosen} />
      <PlainField name="oldmanName" label="探访的老人姓名" maxLength={20} autoComplete="off" />
      <PlainField
        name="proof"
        label="老人身份证后四位或房间号"
        maxLength={20}
        autoComplete="off"
        hint="用于核对您认识的老人，本页不显示任何老人信息"
      />
      <PlainSelect name="relation" label="您与老人的关系" defaultValue="">
        <option value="">请选择（选填）</option>
        {offer.relations.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PlainSelect>
      <PlainField name="visitorName" label="您的姓名" maxLength={20} autoComplete="name" />
      {people > 1 && <PlainField name="companions" label="同行人姓名（选填）" maxLength={100} autoComplete="off" />}
      {offer.questions.map(({ text }, at) => (
        <fieldset key={text} className="v-question">
          <legend>{text}</legend>
          <label>
            <input type="radio" name={`health${at}`} value="no" /> 否
          </label>
          <label>
            <input type="radio" name={`health${at}`} value="yes" /> 是
          </label>
        </fieldset>
      ))}
      <PlainField name="phone" label="您的手机号" type="tel" autoComplete="tel-national" inputMode="numeric" maxLength={11} />
      <PhoneCode purpose="visit" login={phone} say={say} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label={offer.approval ? '提交预约' : '确认预约'} doing="正在提交…" />
    </PlainForm>
  );
}
