/** /visit/{token}: family books a visit on a phone, without signing in, and looks it up again. */
import { useCallback, useEffect, useState } from 'react';
import type { CallError } from '#web/api/refusals.ts';
import { PlainPage } from '#web/login/plain-fields.tsx';
import { PlainNote } from '#web/login/plain-parts.tsx';
import { BookedView, FindForm } from './booked-view.tsx';
import { askBooking, type Booking, type Offer } from './booking-calls.ts';
import { BookingForm } from './booking-form.tsx';
import './booking.css';

const TABS = [
  { key: 'book', label: '预约来访' },
  { key: 'find', label: '我的预约' },
] as const;

export default function BookingPage() {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [failed, setFailed] = useState<CallError | null>(null);
  const [tab, setTab] = useState<'book' | 'find'>('book');
  const [shown, setShown] = useState<{ booking: Booking; phone: string } | null>(null);
  const read = useCallback(() => void askBooking<Offer>('GET', '').then(setOffer, setFailed), []);
  useEffect(read, [read]);
  if (failed) {
    const lost = failed.status === 0 || failed.status >= 500 || failed.status === 429;
    return (
      <PlainPage title="来访预约" hint={lost ? '暂时打不开' : '请向机构索取新的预约码'} back={false}>
        <p className="v-open-end" role="alert">
          {lost ? failed.message : '预约链接无效或已停用'}
        </p>
        {lost && (
          <button type="button" className="v-open-again" onClick={() => location.reload()}>
            重试
          </button>
        )}
      </PlainPage>
    );
  }
  return (
    <PlainPage title="来访预约" hint={offer?.tenantName ?? '正在打开…'} back={false}>
      <div className="v-open">
        {offer && !shown && (
          <div className="v-open-tabs" role="tablist" aria-label="来访预约">
            {TABS.map(({ key, label }) => (
              <button key={key} type="button" role="tab" aria-selected={tab === key} onClick={() => setTab(key)}>
                {label}
              </button>
            ))}
          </div>
        )}
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
          <FindForm onFound={(booking, phone) => setShown({ booking, phone })} />
        ) : offer.days.every(({ slots }) => slots.length === 0) ? (
          <PlainNote>近期没有开放的探访时段，请与机构联系。</PlainNote>
        ) : (
          <BookingForm offer={offer} onBooked={(booking, phone) => setShown({ booking, phone })} />
        )}
      </div>
    </PlainPage>
  );
}
