/** /visit/{token}: family books a visit on a phone, without signing in, and looks it up again. */
import { useCallback, useEffect, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { BookingFrame, FindBooking, type BookingTab } from '#web/login/booking-parts.tsx';
import { PlainNote } from '#web/login/plain-parts.tsx';
import { BookedView } from './booked-view.tsx';
import { askBooking, type Booking, type Offer } from './booking-calls.ts';
import { BookingForm } from './booking-form.tsx';
import './booking.css';

export default function BookingPage() {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [failed, setFailed] = useState<CallError | null>(null);
  const [tab, setTab] = useState<BookingTab>('book');
  const [shown, setShown] = useState<{ booking: Booking; phone: string } | null>(null);
  const read = useCallback(() => void askBooking<Offer>('GET', '').then(setOffer, setFailed), []);
  useEffect(read, [read]);
  const show = (booking: Booking, phone: string) => setShown({ booking, phone });
  return (
    <BookingFrame
      title="来访预约"
      bookLabel="预约来访"
      tenantName={offer?.tenantName ?? null}
      failed={failed}
      tab={tab}
      onTab={offer && !shown ? setTab : null}
    >
      {!offer ? null : shown ? (
        <BookedView
          offer={offer}
          {...shown}
          onChanged={(booking) => {
            setShown({ ...shown, booking });
            read();
          }}
          onBack={() => {
            setShown(null);
            read();
          }}
        />
      ) : tab === 'find' ? (
        <FindBooking find={(own) => askBooking<Booking>('POST', '/find', own)} onFound={show} />
      ) : offer.days.every(({ slots }) => slots.length === 0) ? (
        <PlainNote>近期没有开放的探访时段，请与机构联系。</PlainNote>
      ) : (
        <BookingForm offer={offer} onBooked={show} />
      )}
    </BookingFrame>
  );
}
