/** 用餐登记 on the phone: how much each resident ate of a meal of today, with or without a network. */
import { Empty, Segmented, Tag } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { eatenLabels } from '#contract/care/eaten.rules.ts';
import { textures } from '#contract/meals/dishes.rules.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Place } from '#web/ui/place.tsx';
import { Head } from './head.tsx';
import { NothingKept, ReadAt, useWriting } from './kept.tsx';
import { begunMeals, isLeft, mealsNow, type Eater } from './meal-steps.ts';
import { carer, recordEaten } from './state.ts';
import { useWanted } from './wanted.ts';
import './care.css';
import './round.css';

const OPTIONS = Object.entries(eatenLabels).map(([value, label]) => ({ value: Number(value), label }));

function Card({ row, onEaten }: { row: Eater; onEaten: (eaten: number) => void }) {
  const diet = row.tube ? '鼻饲' : row.texture === 'regular' ? null : textures[row.texture].label;
  const away = row.absent !== null && row.absent !== '已取消';
  return (
    <li className="c-care" aria-label={row.oldmanName}>
      <header>
        <b>{row.oldmanName}</b>
        <Place place={row.place} />
        {row.absent !== null && <b>{row.absent}</b>}
      </header>
      {(diet !== null || row.allergies.length > 0) && (
        <p className="c-marks">
          {diet !== null && <Tag>{diet}</Tag>}
          {row.allergies.map((one) => (
            <Tag key={one}>{one}过敏</Tag>
          ))}
        </p>
      )}
      <Segmented
        block
        size="large"
        aria-label={`${row.oldmanName}的进食量`}
        disabled={away}
        options={OPTIONS}
        // None is chosen until it is noted.
        value={row.eaten ?? 0}
        onChange={onEaten}
      />
      {row.eatenBy !== null && <p className="c-care-how">{row.eatenBy}登记</p>}
    </li>
  );
}

export function MealPage() {
  const write = useWriting();
  const kept = useStore(carer, (state) => state.kept?.meals ?? null);
  const steps = useStore(carer, (state) => state.steps);
  const now = useQuarterMinute();
  const [chosen, setChosen] = useState<string | null>(null);
  useWanted('meals');
  if (!kept) return <NothingKept what="用餐名单" />;
  const meals = begunMeals(mealsNow(kept, steps), now);
  const meal = meals.find((one) => one.meal === chosen) ?? meals.at(-1);
  const save = async (row: Eater, title: string, mealName: string, eaten: number) => {
    await write(() => recordEaten(row, { day: kept.day, meal: mealName, title }, eaten));
  };
  return (
    <article>
      <Head
        title="用餐登记"
        hint={
          <>
            {kept.day} 名单 <ReadAt at={kept.readAt} />
          </>
        }
        back={{}}
      />
      {!meal && <Empty className="c-empty" description="还没有到今天的用餐时间" />}
      {meal && (
        <>
          <Segmented
            block
            size="large"
            aria-label="餐次"
            options={meals.map(({ meal: value, title }) => ({ value, label: title }))}
            value={meal.meal}
            onChange={setChosen}
          />
          <p className="c-care-how" role="status">
            还有{meal.rows.filter(isLeft).length}人未登记
          </p>
          <ul className="c-cares" aria-label="用餐名单">
            {meal.rows.map((row) => (
              <Card key={row.oldmanId} row={row} onEaten={(eaten) => void save(row, meal.title, meal.meal, eaten)} />
            ))}
          </ul>
        </>
      )}
    </article>
  );
}
