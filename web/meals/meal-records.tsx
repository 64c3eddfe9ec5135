/** /management/mealrecord 用餐记录: how much each resident of a floor ate, one press each. */
import { Button, Empty, Select, Skeleton } from 'antd';
import { useState } from 'react';
import { eatenLabels } from '#contract/care/eaten.rules.ts';
import { textures } from '#contract/meals/dishes.rules.ts';
import { mealRecords } from '#contract/meals/meal-records.ts';
import type { Output } from '#contract/http.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { Confirm } from '#web/ui/confirm.tsx';
import { useMay } from '#web/ui/may.ts';
import { DayMealBar, useDayMeal, type DayMeal } from './day-meal.tsx';
import { Mark } from './mark.tsx';
import { PLANS } from './meal-calls.ts';
import './meals.css';

type Row = Output<typeof mealRecords.list>[number];
const ALL_EATEN = 1;

function Eater({ row, onEaten }: { row: Row; onEaten: ((eaten: number) => void) | null }) {
  return (
    <li className="ml-eater">
      <span className="ml-eater-who">
        <b>{row.oldmanName}</b> {row.place}
        {!row.tube && row.texture !== 'regular' && <Mark tone="diet">{textures[row.texture].label}</Mark>}
        {row.tube && <Mark tone="diet">鼻饲</Mark>}
        {row.allergies.map((one) => (
          <Mark key={one} tone="allergy">
            {one}过敏
          </Mark>
        ))}
        {row.absent !== null && <Mark>{row.absent}</Mark>}
      </span>
      <span role="group" aria-label={`${row.oldmanName}的进食量`} className="ml-eaten">
        {Object.entries(eatenLabels).map(([value, label]) => (
          <Button
            key={value}
            type={row.eaten === Number(value) ? 'primary' : 'default'}
            danger={row.eaten === Number(value) && Number(value) >= 4}
            aria-pressed={row.eaten === Number(value)}
            disabled={onEaten === null || (row.absent !== null && row.absent !== '已取消')}
            onClick={() => onEaten?.(Number(value))}
          >
            {label}
          </Button>
        ))}
      </span>
      {row.eatenBy !== null && <small>{row.eatenBy}</small>}
    </li>
  );
}

function Records({ at }: { at: DayMeal }) {
  const may = useMay()(mealRecords.save);
  const [floor, setFloor] = useState<string | null>(null);
  const { data, error, refetch } = useCall(mealRecords.list, at, { quiet: true });
  const save = useSend(mealRecords.save, { changes: [mealRecords.list] });
  if (error) return <MissingPage error={error} noun="用餐记录" back={PLANS} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 10 }} />;
  const floors = [...new Set(data.flatMap((row) => row.floor ?? []))];
  const shown = data.filter((row) => floor === null || row.floor === floor);
  const left = shown.filter(({ eaten, absent, tube }) => eaten === null && absent === null && !tube);
  return (
    <>
      <div className="ml-bar">
        <Select
          allowClear
          aria-label="楼层"
          placeholder="全部楼层"
          value={floor}
          options={floors.map((value) => ({ value, label: value }))}
          onChange={(next) => setFloor(next ?? null)}
        />
        <span>还有{left.length}人未登记</span>
        {may && left.length > 0 && (
          <Confirm
            title={`其余${Math.min(left.length, 200)}人登记为“全部”？`}
            onConfirm={() => save.mutate({ ...at, oldmanIds: left.slice(0, 200).map(({ oldmanId }) => oldmanId), eaten: ALL_EATEN })}
          >
            <Button>其余全部吃完</Button>
          </Confirm>
        )}
      </div>
      {shown.length === 0 && <Empty description="没有在院的服务对象" />}
      <ul className="ml-eaters" aria-label="用餐记录">
        {shown.map((row) => (
          <Eater key={row.oldmanId} row={row} onEaten={may ? (eaten) => save.mutate({ ...at, oldmanIds: [row.oldmanId], eaten }) : null} />
        ))}
      </ul>
    </>
  );
}

export default function MealRecords() {
  const [at, change] = useDayMeal();
  if (!at) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <div className="ml-page">
      <DayMealBar at={at} onChange={change} />
      <Records at={at} />
    </div>
  );
}
