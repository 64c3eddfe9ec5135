/** A booking as family sees it: its code for the desk, and what may still be changed. */
import { useState, type FormEvent } from 'react';
import { visitorStateLabels, visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import { Problem, Submit } from '#web/login/field.tsx';
import { Qr } from '#web/login/qr.tsx';
import { PlainField, textIn, useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainForm } from '#web/login/plain-parts.tsx';
import { askBooking, type Booking, type Offer } from './booking-calls.ts';
import { PeopleField } from './booking-form.tsx';
import { SlotChoice, type Chosen } from './slot-choice.tsx';

export function FindForm({ onFound }: { onFound: (booking: Booking, phone: string) => void }) {
  const { busy, problem, say, run } = useOneAtATime();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const [code, phone] = [textIn(event.currentTarget, 'code'), textIn(event.currentTarget, 'phone')];
    if (code === '' || phone === '') return say('请输入预约码和手机号');
    const booking = await run(() => askBooking<Booking>('POST', '/find', { code, phone }));
    if (booking) onFound(booking, phone);
  }
  return (
    <PlainForm onSubmit={(event) => void submit(event)} aria-label="查询预约">
      <PlainField name="code" label="预约码" maxLength={8} autoComplete="off" autoCapitalize="characters" />
      <PlainField name="phone" label="预约时的手机号" type="tel" inputMode="numeric" maxLength={11} autoComplete="tel-national" />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="查询" doing="正在查询…" />
    </PlainForm>
  );
}

interface ViewProps {
  offer: Offer;
  booking: Booking;
  phone: string;
  onChanged: (booking: Booking) => void;
  onBack: () => void;
}

function ChangeForm({ offer, booking, phone, onChanged, onEnd }: Omit<ViewProps, 'onBack'> & { onEnd: () => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [people, setPeople] = useState(Math.min(booking.people, offer.peopleMost));
  const { busy, problem, say, run } = useOneAtATime();
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!chosen) return say('请选择日期和时段');
    const changed = await run(() => askBooking<Booking>('PUT', '/find', { ...chosen, people, code: booking.code, phone }));
    if (!changed) return;
    onChanged(changed);
    onEnd();
  }
  return (
    <PlainForm onSubmit={(event) => void submit(event)} aria-label="修改预约">
      <PeopleField most={offer.peopleMost} value={people} onChange={setPeople} />
      <SlotChoice offer={offer} people={people} chosen={chosen} onChoose={setChosen} />
      <Problem>{problem}</Problem>
      <Submit busy={busy} label="保存修改" doing="正在保存…" />
      <button type="button" className="v-open-again" onClick={onEnd}>
        不修改
      </button>
    </PlainForm>
  );
}

export function BookedView({ offer, booking, phone, onChanged, onBack }: ViewProps) {
  const [changing, setChanging] = useState(false);
  const [sure, setSure] = useState(false);
  const { busy, problem, run } = useOneAtATime();
  const { code, state, day, startTime, endTime, visitorName, oldmanName, people, reason } = booking;
  const open = state === visitorStates.pending || state === visitorStates.booked;
  const cancel = async () => {
    const done = await run(() => askBooking<boolean>('POST', '/cancel', { code, phone }));
    if (done) onChanged({ ...booking, state: visitorStates.cancelled });
  };
  if (changing) return <ChangeForm {...{ offer, booking, phone, onChanged }} onEnd={() => setChanging(false)} />;
  const facts = [
    ['日期', `${day} ${weekdayText(day)}`],
    ['时段', `${startTime.slice(11, 16)}–${endTime.slice(11, 16)}`],
    ['访客', `${visitorName}${people > 1 ? ` 等 ${people} 人` : ''}`],
    ['探访', oldmanName],
    ...(reason ? [['原因', reason]] : []),
  ];
  return (
    <section className="v-booked" aria-label="预约详情">
      <p role="status" className="v-booked-state" data-open={open || undefined}>
        {visitorStateLabels[state]}
        {state === visitorStates.pending && '，结果会用短信告诉您'}
      </p>
      {open && (
        <figure>
          <Qr text={code} label={`预约码${code}`} />
          <figcaption>
            预约码 <b>{code}</b>
          </figcaption>
          <p>请截图保存，到访时在前台出示，当日有效</p>
        </figure>
      )}
      <dl>
        {facts.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Problem>{problem}</Problem>
      {open && !sure && (
        <div className="v-booked-acts">
          <button type="button" className="v-open-again" onClick={() => setChanging(true)}>
            修改时间或人数
          </button>
          <button type="button" className="v-open-again" onClick={() => setSure(true)}>
            取消预约
          </button>
        </div>
      )}
      {open && sure && (
        <div className="v-booked-acts" role="group" aria-label="确定取消预约吗">
          <button type="button" className="v-open-again" onClick={() => setSure(false)}>
            保留
          </button>
          <button type="button" className="v-open-again v-open-danger" disabled={busy} onClick={() => void cancel()}>
            确定取消
          </button>
        </div>
      )}
      <button type="button" className="v-open-again" onClick={onBack}>
        返回
      </button>
    </section>
  );
}
