/** Day, then slot with its free places. */
import { useState } from 'react';
import { Choices, DayChoice, TimeChoice } from '#web/login/booking-parts.tsx';
import type { Offer } from './booking-calls.ts';

export interface Chosen {
  day: string;
  slotId: number;
}

interface Props {
  offer: Offer;
  people: number;
  chosen: Chosen | null;
  onChoose: (chosen: Chosen) => void;
}

export function SlotChoice({ offer, people, chosen, onChoose }: Props) {
  const open = offer.days.filter(({ slots }) => slots.length > 0);
  const [day, setDay] = useState(chosen?.day ?? open[0]?.day ?? '');
  const slots = open.find((one) => one.day === day)?.slots ?? [];
  return (
    <>
      <DayChoice legend="选择日期" days={open.map((one) => one.day)} day={day} onDay={setDay} />
      <Choices legend="选择时段">
        {slots.map(({ id, startClock, endClock, building, free }) => (
          <TimeChoice
            key={id}
            full={free < people}
            chosen={chosen?.day === day && chosen.slotId === id}
            onChoose={() => onChoose({ day, slotId: id })}
            left={free === 0 ? '已约满' : `余 ${free} 人`}
          >
            <b>
              {startClock}–{endClock}
            </b>
            {building && <span>仅{building}</span>}
          </TimeChoice>
        ))}
      </Choices>
    </>
  );
}
