/** What half day a booking is for, and that family moved it to there. */
import { Tooltip } from 'antd';
import { formatTime } from '#web/ui/display.ts';
import type { Booking } from './home-calls.ts';
import { wishText } from './wish-text.ts';

export function Wish({ booking }: { booking: Pick<Booking, 'day' | 'half' | 'movedTime' | 'movedFrom'> }) {
  const { movedTime, movedFrom } = booking;
  return (
    <span className="hc-line">
      {wishText(booking)}
      {movedTime !== null && (
        <Tooltip title={`${formatTime(movedTime, 'yyyy-MM-dd HH:mm')}由${movedFrom ?? ''}改到这里`}>
          <em className="hc-unknown">家属改时间</em>
        </Tooltip>
      )}
    </span>
  );
}
