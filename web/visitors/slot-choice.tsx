/** Day, then slot with its free places. */
import { useState } from 'react';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import type { Offer } from './booking-calls.ts';

export interface Chosen {
  day: string;
  slotId: number;
}

export function SlotChoice({
  offer,
  people,
  chosen,
  onChoose,
}: {
  offer: Offer;
  people: number;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
}) {
  const open = offer.days.filter(({ slots }) => slots.length > 0);
  const [day, setDay] = useState(chosen?.day ?? open[0]?.day ?? '');
  const slots = open.find((one) => one.day === day)?.slots ?? [];
  return (
    <>
      <fieldset className="v-days">
        <legend>选择日期</legend>
        <div>
          {open.map((one) => (
            <label key={one.day}>
              <input type="radio" name="day" value={one.day} checked={one.day === day} onChange={() => setDay(one.day)} />
              <span>{weekdayText(one.day)}</span>
              <b>{one.day.slice(5)}</b>
            </label>
          ))}
        </div>
      </fieldset>
      <fieldset className="v-slots">
        <legend>选择时段</legend>
        {slots.map(({ id, startClock, endClock, building, free }) => (
          <label key={id} data-full={free < people || undefined}>
            <input
              type="radio"
              name="slot"
              value={id}
              disabled={free < people}
              checked={chosen?.day === day && chosen.slotId === id}
              onChange={() => onChoose({ day, slotId: id })}
            />
            <b>
              {startClock}–{endClock}
            </b>
            {building && <span>仅{building}</span>}
            <small>{free === 0 ? '已约满' : `余 ${free} 人`}</small>
          </label>
        ))}
      </fieldset>
    </>
  );
}
