/** The week as a table: days across, meals down. What stands in a cell is the page's. */
import type { DragEvent, ReactNode } from 'react';
import { meals, type Meal } from '#contract/meals/meals.rules.ts';
import { dayName, dayText, type Times } from './meal-calls.ts';
import './meals.css';

export const WEEK = [0, 1, 2, 3, 4, 5, 6];

interface Props {
  weekDate: string;
  times: Times;
  cell: (day: number, meal: Meal) => ReactNode;
  /** Under the name of a day. */
  below?: (day: number) => ReactNode;
  /** What is dropped on a cell. */
  onDrop?: (event: DragEvent, day: number, meal: Meal) => void;
}

export function PlanGrid({ weekDate, times, cell, below, onDrop }: Props) {
  return (
    <div className="ml-grid-scroll">
      <table className="ml-grid">
        <thead>
          <tr>
            <th scope="col">餐次</th>
            {WEEK.map((day) => (
              <th key={day} scope="col">
                {dayName(day)} <small>{dayText(weekDate, day)}</small>
                {below?.(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map(({ meal, time }) => (
            <tr key={meal}>
              <th scope="row">
                {meals[meal]}
                <small>{time}</small>
              </th>
              {WEEK.map((day) => (
                <td
                  key={day}
                  {...(onDrop
                    ? { onDragOver: (event: DragEvent) => event.preventDefault(), onDrop: (event: DragEvent) => onDrop(event, day, meal) }
                    : {})}
                >
                  {cell(day, meal)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
