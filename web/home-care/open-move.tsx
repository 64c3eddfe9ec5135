/** Family chooses another half day for a booking: it waits to be confirmed anew. */
import { useEffect, useState } from 'react';
import { BookingActs, BookingButton, type OwnBooking } from '#web/login/booking-parts.tsx';
import { Problem } from '#web/login/field.tsx';
import { useOneAtATime } from '#web/login/plain-fields.tsx';
import { PlainNote } from '#web/login/plain-parts.tsx';
import { formatTime } from '#web/ui/display.ts';
import { askHome, type Booking, type Offer } from './open-calls.ts';
import { Halves } from './open-halves.tsx';
import { wishOf, wishText } from './wish-text.ts';

interface Props {
  own: OwnBooking;
  booking: Booking;
  onMoved: (booking: Booking) => void;
  onBack: () => void;
}

export function OpenMove({ own, booking, onMoved, onBack }: Props) {
  const [halves, setHalves] = useState<Offer['halves'] | null>(null);
  const [wish, setWish] = useState<string | null>(null);
  const { busy, problem, say, run } = useOneAtATime();
  const { code, phone } = own;
  useEffect(() => {
    askHome<Pick<Offer, 'halves'>>('POST', '/halves', { code, phone }).then(
      (found) => setHalves(found.halves),
      (error: Error) => say(error.message),
    );
  }, [code, phone, say]);
  const now = booking.serverTime ? formatTime(booking.serverTime, 'yyyy-MM-dd HH:mm') : wishText(booking);
  const move = async () => {
    if (wish === null) return say('请选择上门时段');
    const moved = await run(() => askHome<Booking>('POST', '/move', { ...own, ...wishOf(wish) }));
    if (moved) onMoved(moved);
  };
  return (
    <section aria-label="改时间">
      <PlainNote>现在的时间：{now}。改时间后需要机构重新确认。</PlainNote>
      {halves === null && problem === null && <PlainNote>正在查询可约时段…</PlainNote>}
      {halves !== null && halves.every(({ free }) => free === 0) && <PlainNote>近期已约满，请打电话与机构联系。</PlainNote>}
      {halves !== null && <Halves halves={halves} wish={wish} onWish={setWish} />}
      <Problem>{problem}</Problem>
      <BookingActs>
        <BookingButton onClick={onBack}>不改了</BookingButton>
        {halves !== null && (
          <BookingButton disabled={busy} onClick={() => void move()}>
            {busy ? '正在提交…' : '确定改时间'}
          </BookingButton>
        )}
      </BookingActs>
    </section>
  );
}
