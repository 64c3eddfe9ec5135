/** /home/{token}: family books care at home on a phone, without signing in, and looks it up again. */
import { useEffect, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { BookingFrame, FindBooking, type BookingTab } from '#web/login/booking-parts.tsx';
import { askHome, type Booking, type Offer, type Page, type Where } from './open-calls.ts';
import { OpenAddress } from './open-address.tsx';
import { OpenBooked } from './open-booked.tsx';
import { OpenForm } from './open-form.tsx';

export default function OpenPage() {
  const [page, setPage] = useState<Page | null>(null);
  const [failed, setFailed] = useState<CallError | null>(null);
  const [tab, setTab] = useState<BookingTab>('book');
  const [offered, setOffered] = useState<{ where: Where; offer: Offer } | null>(null);
  const [shown, setShown] = useState<{ booking: Booking; phone: string } | null>(null);
  useEffect(() => void askHome<Page>('GET', '').then(setPage, setFailed), []);
  const show = (booking: Booking, phone: string) => setShown({ booking, phone });
  const end = () => {
    setShown(null);
    setOffered(null);
  };
  return (
    <BookingFrame
      title="居家预约"
      bookLabel="预约服务"
      tenantName={page?.tenantName ?? null}
      failed={failed}
      tab={tab}
      onTab={page && !shown ? setTab : null}
    >
      {!page ? null : shown ? (
        <OpenBooked {...shown} cancelHours={page.cancelHours} onChanged={(booking) => setShown({ ...shown, booking })} onBack={end} />
      ) : tab === 'find' ? (
        <FindBooking find={(own) => askHome<Booking>('POST', '/find', own)} onFound={show} />
      ) : offered ? (
        <OpenForm page={page} {...offered} onBooked={show} onBack={() => setOffered(null)} />
      ) : (
        <OpenAddress onFound={(where, offer) => setOffered({ where, offer })} />
      )}
    </BookingFrame>
  );
}
