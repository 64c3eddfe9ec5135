/** A booking as family sees it: its code for the desk, and what may still be changed. */
import { useState, type FormEvent } from 'react';
import { visitorStateLabels, visitorStates } from '#contract/visitors/visitor-commands.rules.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import { BookedCard, BookingButton } from '#web/login/booking-parts.tsx';
import { Problem, Submit } from '#web/login/field.tsx';
import { Qr } from '#web/login/qr.tsx';
import { useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainForm } from '#web/login/plain-parts.tsx';
import { askBooking, type Booking, type Offer } from './booking-calls.ts';
import { PeopleField } from './booking-form.tsx';
import { SlotChoice, type Chosen } from './slot-choice.tsx';

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
      <BookingButton onClick={onEnd}>不修改</BookingButton>
    </PlainForm>
  );
}

export function BookedView({ offer, booking, phone, onChanged, onBack }: ViewProps) {
  const [changing, setChanging] = useState(false);
  const { code, state, day, startTime, endTime, visitorName, oldmanName, people, reason } = booking;
  const open = state === visitorStates.pending || state === visitorStates.booked;
  if (changing) return <ChangeForm {...{ offer, booking, phone, onChanged }} onEnd={() => setChanging(false)} />;
  return (
    <BookedCard
      state={visitorStateLabels[state] ?? ''}
      waits={state === visitorStates.pending}
      open={open}
      facts={[
        ['日期', `${day} ${weekdayText(day)}`],
        ['时段', `${startTime.slice(11, 16)}–${endTime.slice(11, 16)}`],
        ['访客', `${visitorName}${people > 1 ? ` 等 ${people} 人` : ''}`],
        ['探访', oldmanName],
        ...(reason ? [['原因', reason] as const] : []),
      ]}
      picture={
        open && (
          <figure className="v-booked-code">
            <Qr text={code} label={`预约码${code}`} />
            <figcaption>
              预约码 <b>{code}</b>
            </figcaption>
            <p>请截图保存，到访时在前台出示，当日有效</p>
          </figure>
        )
      }
      acts={<BookingButton onClick={() => setChanging(true)}>修改时间或人数</BookingButton>}
      cancel={open ? () => askBooking<boolean>('POST', '/cancel', { code, phone }) : null}
      onCancelled={() => onChanged({ ...booking, state: visitorStates.cancelled })}
      onBack={onBack}
    />
  );
}
