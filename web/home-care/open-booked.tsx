/** A booking as family sees it: how it stands, who comes and when, and how it is moved and cancelled. */
import { useState } from 'react';
import { bookingStateLabels, bookingStates } from '#contract/home-care/home-booking-commands.rules.ts';
import { BookedCard, BookingButton } from '#web/login/booking-parts.tsx';
import { formatTime } from '#web/ui/display.ts';
import { askHome, type Booking } from './open-calls.ts';
import { OpenMove } from './open-move.tsx';
import { wishText } from './wish-text.ts';

interface Props {
  booking: Booking;
  phone: string;
  cancelHours: number;
  onChanged: (booking: Booking) => void;
  onBack: () => void;
}

export function OpenBooked({ booking, phone, cancelHours, onChanged, onBack }: Props) {
  const { code, state, projects, oldmanName, serverTime, serverUserName, reason, cancellable, movable } = booking;
  const [moving, setMoving] = useState(false);
  const confirmed = state === bookingStates.confirmed;
  const moved = (changed: Booking) => {
    setMoving(false);
    onChanged(changed);
  };
  if (moving) return <OpenMove own={{ code, phone }} booking={booking} onMoved={moved} onBack={() => setMoving(false)} />;
  return (
    <BookedCard
      state={bookingStateLabels[state] ?? ''}
      waits={state === bookingStates.pending}
      open={state === bookingStates.pending || confirmed}
      facts={[
        ['预约码', code],
        ['老人', oldmanName],
        ['服务', projects.map(({ name }) => name).join('、')],
        serverTime ? ['上门时间', formatTime(serverTime, 'yyyy-MM-dd HH:mm')] : ['期望时间', wishText(booking)],
        ...(confirmed ? [['服务人员', serverUserName ?? '正在安排'] as const] : []),
        ...(reason ? [['原因', reason] as const] : []),
      ]}
      acts={movable && <BookingButton onClick={() => setMoving(true)}>改时间</BookingButton>}
      hint={confirmed && !cancellable ? `距上门不足 ${cancelHours} 小时，如需改时间或取消请打电话与机构联系。` : null}
      cancel={cancellable ? () => askHome<boolean>('POST', '/cancel', { code, phone }) : null}
      onCancelled={() =>
        onChanged({
          ...booking,
          state: bookingStates.cancelled,
          cancellable: false,
          movable: false,
          serverTime: null,
          serverUserName: null,
        })
      }
      onBack={onBack}
    />
  );
}
