/** The bookings of a week: a column per day, a half day below the other. */
import { LeftOutlined, PlusOutlined, RightOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { halfLabels } from '#contract/home-care/areas.rules.ts';
import { bookingStateLabels } from '#contract/home-care/home-booking-commands.rules.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { dayOf, instantOf, nextDay, weekdayOf } from '#contract/time.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import { useCall } from '#web/api/call.ts';
import { useToday } from '#web/ui/clock.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import type { Booking } from './home-calls.ts';
import './home-care.css';

const HALVES = [1, 2];

/** One booking in its half day. */
function Chip({ booking, onOpen }: { booking: Booking; onOpen: (id: number) => void }) {
  const { id, state, oldmanName, projects, serverTime, serverUserName } = booking;
  const what = projects.map(({ name }) => name).join('、');
  return (
    <button type="button" className="hc-chip" data-state={state} onClick={() => onOpen(id)}>
      <b>
        {serverTime && serverTime.slice(11, 16)} {oldmanName}
      </b>
      <span>{what}</span>
      <small>{state === 2 ? (serverUserName ?? '未派单') : bookingStateLabels[state]}</small>
    </button>
  );
}

interface Props {
  extra: ReactNode;
  onOpen: (id: number) => void;
  onAdd: (() => void) | undefined;
}

export default function BookingWeek({ extra, onOpen, onAdd }: Props) {
  const today = dayOf(useToday());
  const monday = nextDay(today, -((weekdayOf(instantOf(today)) + 6) % 7));
  const [weeks, setWeeks] = useState(0);
  const from = nextDay(monday, weeks * 7);
  const days = Array.from({ length: 7 }, (_, at) => nextDay(from, at));
  const { data, isError, error, refetch } = useCall(homeBookings.week, { from }, { quiet: true });
  const bySlot = Map.groupBy(data?.bookings ?? [], ({ day, half }) => `${day} ${half}`);
  return (
    <section className="hc-week-page" aria-label="居家预约周历">
      <header>
        {onAdd && (
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
            新增预约
          </Button>
        )}
        <Button icon={<LeftOutlined aria-hidden />} onClick={() => setWeeks(weeks - 1)} aria-label="上一周" />
        <Button onClick={() => setWeeks(0)} disabled={weeks === 0}>
          本周
        </Button>
        <Button icon={<RightOutlined aria-hidden />} onClick={() => setWeeks(weeks + 1)} aria-label="下一周" />
        <b aria-live="polite">
          {from} 至 {days[6]}
        </b>
        {extra}
      </header>
      {isError && <LoadFailed type="warning" title={error.message} onAgain={() => void refetch()} />}
      {data?.cut && <Alert type="info" showIcon title="本周预约过多，只显示前 1000 个，请用列表查看" />}
      {!data && !isError && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className="hc-week">
          {days.map((day) => (
            <section key={day} aria-label={day} data-today={day === today || undefined}>
              <h3>
                {weekdayText(day)} <small>{day.slice(5)}</small>
              </h3>
              {HALVES.map((half) => {
                const booked = bySlot.get(`${day} ${half}`) ?? [];
                return (
                  <div key={half} role="group" aria-label={`${halfLabels[half]} ${booked.length} 个`}>
                    <h4>
                      {halfLabels[half]} <small>{booked.length > 0 && booked.length}</small>
                    </h4>
                    {booked.map((booking) => (
                      <Chip key={booking.id} booking={booking} onOpen={onOpen} />
                    ))}
                  </div>
                );
              })}
            </section>
          ))}
        </div>
      )}
    </section>
  );
}
