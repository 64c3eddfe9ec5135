/** Day, then half day with what is free, on the public page. */
import { useState } from 'react';
import { halfLabels } from '#contract/home-care/areas.rules.ts';
import { Choices, DayChoice, TimeChoice } from '#web/login/booking-parts.tsx';
import type { Offer } from './open-calls.ts';
import { wishKey } from './wish-text.ts';

interface Props {
  halves: Offer['halves'];
  wish: string | null;
  onWish: (key: string) => void;
}

export function Halves({ halves, wish, onWish }: Props) {
  const days = [...new Set(halves.filter(({ free }) => free > 0).map(({ day }) => day))];
  const [day, setDay] = useState(days[0] ?? '');
  return (
    <>
      <DayChoice legend="上门日期" days={days} day={day} onDay={setDay} />
      <Choices legend="上门时段">
        {halves
          .filter((half) => half.day === day)
          .map((half) => (
            <TimeChoice
              key={half.half}
              full={half.free === 0}
              chosen={wish === wishKey(half)}
              onChoose={() => onWish(wishKey(half))}
              left={half.free === 0 ? '已约满' : `余 ${half.free}`}
            >
              <b>
                {halfLabels[half.half]} {half.startClock}–{half.endClock}
              </b>
            </TimeChoice>
          ))}
      </Choices>
    </>
  );
}
