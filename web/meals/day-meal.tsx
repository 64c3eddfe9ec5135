/** Which meal of which day a page is about: kept in the address. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { mealNames, meals, type Meal } from '#contract/meals/meals.rules.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { useToday } from '#web/ui/clock.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { Day } from '#web/ui/day.tsx';
import { mealNow } from './meal-calls.ts';
import './meals.css';

export interface DayMeal {
  day: string;
  meal: Meal;
}

/** The day and meal of the address, today's next one without; null until it is known which meals there are. The second part changes them. */
export function useDayMeal(): [DayMeal | null, (next: Partial<DayMeal>) => void] {
  const [params, setParams] = useSearchParams();
  const today = dayOf(useToday());
  const { data } = useCall(dietPlans.meals, {}, { quiet: true });
  const asked = mealNames.find((name) => name === params.get('meal'));
  const meal = asked ?? (data && mealNow(data, serverNow()));
  const day = params.get('day') ?? today;
  const change = (next: Partial<DayMeal>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries(next)) after.set(name, value);
        after.delete('current');
        return after;
      },
      { replace: true },
    );
  return [meal ? { day, meal } : null, change];
}

export function DayMealBar({ at, onChange }: { at: DayMeal; onChange: (next: Partial<DayMeal>) => void }) {
  const { data = [] } = useCall(dietPlans.meals, {}, { quiet: true });
  const go = (days: number) => onChange({ day: nextDay(at.day, days) });
  return (
    <div className="ml-bar y-no-print">
      <Button aria-label="前一天" icon={<LeftOutlined aria-hidden />} onClick={() => go(-1)} />
      <Day value={at.day} onChange={(day) => day && onChange({ day })} />
      <Button aria-label="后一天" icon={<RightOutlined aria-hidden />} onClick={() => go(1)} />
      <Segmented<Meal>
        aria-label="餐次"
        value={at.meal}
        options={data.map(({ meal, time }) => ({ value: meal, label: `${meals[meal]} ${time}` }))}
        onChange={(meal) => onChange({ meal })}
      />
    </div>
  );
}
