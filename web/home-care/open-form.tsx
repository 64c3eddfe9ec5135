/** The second step: what, when, and for whom. */
import { useRef, useState, type FormEvent } from 'react';
import { MOBILE } from '#contract/phones.rules.ts';
import { Choices } from '#web/login/booking-parts.tsx';
import { Problem, Submit } from '#web/login/field.tsx';
import { PhoneCode } from '#web/login/phone-code.tsx';
import { PlainField, PlainSelect, textIn, useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainForm, PlainNote } from '#web/login/plain-parts.tsx';
import { yuan } from '#web/ui/display.ts';
import { askHome, type Booking, type Offer, type Page, type Where } from './open-calls.ts';
import { Halves } from './open-halves.tsx';
import './open.css';
import { wishKey, wishOf, wishText } from './wish-text.ts';

/** The first field that is missing, in words; null when all are there. */
function missing(form: HTMLFormElement, projects: readonly number[], wish: string | null): string | null {
  if (projects.length === 0) return '请选择服务项目';
  if (wish === null) return '请选择上门时段';
  const fields = [
    ['oldmanName', '请输入老人姓名'],
    ['contactName', '请输入您的姓名'],
    ['phone', '请输入手机号'],
  ] as const;
  const first = fields.find(([name]) => textIn(form, name) === '');
  if (first) return first[1];
  if (!MOBILE.test(textIn(form, 'phone'))) return '手机号格式不正确';
  return textIn(form, 'code') === '' ? '请输入短信验证码' : null;
}

interface Props {
  page: Page;
  where: Where;
  offer: Offer;
  onBooked: (booking: Booking, phone: string) => void;
  onBack: () => void;
}

export function OpenForm({ page, where, offer, onBooked, onBack }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [projects, setProjects] = useState<readonly number[]>([]);
  const [wish, setWish] = useState<string | null>(null);
  const { busy, problem, say, run } = useOneAtATime();
  const others = offer.halves.filter((half) => half.free > 0 && wishKey(half) !== wish);
  const phone = () => {
    const typed = form.current ? textIn(form.current, 'phone') : '';
    if (MOBILE.test(typed)) return typed;
    say(typed === '' ? '请输入手机号' : '手机号格式不正确');
    return null;
  };
  const toggle = (id: number) => setProjects(projects.includes(id) ? projects.filter((one) => one !== id) : [...projects, id]);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const its = event.currentTarget;
    const lacks = missing(its, projects, wish);
    if (lacks !== null || wish === null) return say(lacks);
    const number = textIn(its, 'phone');
    const booking = await run(() =>
      askHome<Booking>('POST', '', {
        ...where,
        projectIds: projects,
        ...wishOf(wish),
        others: [...new Set(['other1', 'other2'].map((name) => textIn(its, name)).filter(Boolean))].map(wishOf),
        oldmanName: textIn(its, 'oldmanName'),
        contactName: textIn(its, 'contactName'),
        relation: Number(textIn(its, 'relation')) || null,
        note: textIn(its, 'note'),
        phone: number,
        smsCode: textIn(its, 'code'),
      }),
    );
    if (booking) onBooked(booking, number);
  }
  return (
    <PlainForm ref={form} onSubmit={(event) => void submit(event)} aria-label="预约服务">
      <PlainNote>
        {where.address}（{offer.areaName}）{' '}
        <button type="button" className="hc-open-link" onClick={onBack}>
          修改地址
        </button>
      </PlainNote>
      {offer.halves.every(({ free }) => free === 0) && <PlainNote>近期已约满，请打电话与机构联系。</PlainNote>}
      <Choices legend="服务项目（可多选）">
        {offer.projects.map(({ id, name, price, minutes }) => (
          <label key={id}>
            <input type="checkbox" checked={projects.includes(id)} onChange={() => toggle(id)} />
            <b>{name}</b>
            <small>
              {yuan(price)}，约 {minutes} 分钟
            </small>
          </label>
        ))}
      </Choices>
      <Halves halves={offer.halves} wish={wish} onWish={setWish} />
      {['other1', 'other2'].map((name, at) => (
        <PlainSelect key={name} name={name} label={`备选时间${at + 1}（选填）`} defaultValue="">
          <option value="">不需要</option>
          {others.map((half) => (
            <option key={wishKey(half)} value={wishKey(half)}>
              {wishText(half)}
            </option>
          ))}
        </PlainSelect>
      ))}
      <PlainField name="oldmanName" label="老人姓名" maxLength={20} autoComplete="off" />
      <PlainField name="contactName" label="您的姓名" maxLength={20} autoComplete="name" />
      <PlainSelect name="relation" label="您与老人的关系" defaultValue="">
        <option value="">请选择（选填）</option>
        {page.relations.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </PlainSelect>
      <PlainField name="note" label="需要说明的情况（选填）" maxLength={300} autoComplete="off" />
      <PlainField name="phone" label="您的手机号" type="tel" autoComplete="tel-national" inputMode="numeric" maxLength={11} />
      <PhoneCode purpose="home" login={phone} say={say} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="提交预约" doing="正在提交…" />
    </PlainForm>
  );
}
