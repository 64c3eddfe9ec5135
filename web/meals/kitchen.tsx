/** /management/kitchen 厨房单: what is made for a meal, for whom otherwise, by floor; noted, printed, and what has changed since. */
import { CheckOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Skeleton } from 'antd';
import { dishCategories, textures } from '#contract/meals/dishes.rules.ts';
import { kitchen } from '#contract/meals/kitchen.ts';
import { meals } from '#contract/meals/meals.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { Figures } from '#web/ui/figures.tsx';
import { useMay } from '#web/ui/may.ts';
import { DayMealBar, useDayMeal, type DayMeal } from './day-meal.tsx';
import { DinerTags, gapText, OrderTags, servedText } from './diner-tags.tsx';
import { PLANS, type Diner, type Sheet } from './meal-calls.ts';
import './meals.css';

const signed = (change: number) => (change > 0 ? `+${change}` : `−${-change}`);

/** Dishes by texture, with what has changed since the kitchen took note. */
function Counts({ sheet }: { sheet: Sheet }) {
  const categoryOf = new Map(sheet.dishes.map(({ id, category }) => [id, dishCategories[category]]));
  return (
    <table className="ml-table">
      <thead>
        <tr>
          <th scope="col">分类</th>
          <th scope="col">菜品</th>
          <th scope="col">质地</th>
          <th scope="col">份数</th>
          <th scope="col">确认后变化</th>
        </tr>
      </thead>
      <tbody>
        {sheet.counts.map(({ dishId, dishName, texture, count, change }) => (
          <tr key={`${dishId} ${texture}`} data-changed={change !== 0 || undefined}>
            <td>{categoryOf.get(dishId) ?? ''}</td>
            <th scope="row">{dishName}</th>
            <td>{textures[texture].label}</td>
            <td>{count}</td>
            <td>{change !== 0 && <b>{signed(change)}</b>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function People({ people }: { people: readonly Diner[] }) {
  return (
    <table className="ml-table">
      <thead>
        <tr>
          <th scope="col">床位</th>
          <th scope="col">姓名</th>
          <th scope="col">膳食与过敏</th>
          <th scope="col">供应菜品</th>
          <th scope="col">变更</th>
        </tr>
      </thead>
      <tbody>
        {people.map((diner) => (
          <tr key={diner.oldmanId}>
            <td>{diner.place}</td>
            <th scope="row">{diner.oldmanName}</th>
            <td>
              <DinerTags diner={diner} />
            </td>
            <td>
              {servedText(diner)}
              {diner.gaps.length > 0 && <span className="ml-gap">{gapText(diner)}</span>}
            </td>
            <td>
              <OrderTags order={diner.order} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const floorText = ({ counts }: Sheet['floors'][number]) =>
  counts
    .map(({ dishName, texture, count }) => `${dishName}${texture === 'regular' ? '' : `（${textures[texture].label}）`}×${count}`)
    .join('，');

function Shown({ sheet }: { sheet: Sheet }) {
  const may = useMay();
  const confirm = useSend(kitchen.confirm, { changes: [kitchen.sheet] });
  const { day, meal, confirmed } = sheet;
  const changed = sheet.counts.some(({ change }) => change !== 0);
  return (
    <article className="ml-sheet y-prints-alone">
      <header className="ml-head">
        <h2>
          {day} {meals[meal]} 厨房单
        </h2>
        {confirmed && (
          <span className="ml-note">
            {confirmed.confirmBy} {confirmed.confirmTime} 确认 {confirmed.people}人
          </span>
        )}
        <span className="ml-acts y-no-print">
          {may(kitchen.confirm) && sheet.published && (!confirmed || changed) && (
            <Button
              type="primary"
              icon={<CheckOutlined aria-hidden />}
              loading={confirm.isPending}
              onClick={() => confirm.mutate({ day, meal, version: confirmed?.version ?? 0 })}
            >
              {confirmed ? '确认变化' : '确认份数'}
            </Button>
          )}
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
            打印
          </Button>
        </span>
      </header>
      {!sheet.published && <Alert type="warning" showIcon title="该周还没有发布膳食计划" />}
      <Figures
        label="用餐人数"
        figures={[
          { label: '用餐', value: String(sheet.people) },
          { label: '陪餐', value: String(sheet.guests) },
          { label: '小份', value: String(sheet.small) },
          { label: '大份', value: String(sheet.large) },
          { label: '不在院', value: String(sheet.away) },
          { label: '取消', value: String(sheet.cancelled) },
          { label: '鼻饲', value: String(sheet.tube) },
        ]}
      />
      {sheet.gaps.length > 0 && (
        <section className="ml-gaps" aria-label="缺口">
          <h3>缺口：{sheet.gaps.length}人有菜品不适合且无可替换</h3>
          <People people={sheet.gaps} />
        </section>
      )}
      <section aria-label="份数">
        <h3>份数</h3>
        <Counts sheet={sheet} />
      </section>
      {sheet.specials.length > 0 && (
        <section aria-label="特殊膳食">
          <h3>特殊膳食 {sheet.specials.length}人</h3>
          <People people={sheet.specials} />
        </section>
      )}
      <section aria-label="按楼层配送">
        <h3>按楼层配送</h3>
        <table className="ml-table">
          <tbody>
            {sheet.floors.map((floor) => (
              <tr key={floor.floor}>
                <th scope="row">{floor.floor}</th>
                <td>{floor.people}人</td>
                <td>{floorText(floor)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </article>
  );
}

function SheetOf({ at }: { at: DayMeal }) {
  const { data, error, refetch } = useCall(kitchen.sheet, at, { quiet: true });
  if (error) return <MissingPage error={error} noun="厨房单" back={PLANS} onRetry={() => void refetch()} />;
  return data ? <Shown sheet={data} /> : <Skeleton active paragraph={{ rows: 10 }} />;
}

export default function Kitchen() {
  const [at, change] = useDayMeal();
  if (!at) return <Skeleton active paragraph={{ rows: 10 }} />;
  return (
    <div className="ml-page">
      <DayMealBar at={at} onChange={change} />
      <SheetOf at={at} />
    </div>
  );
}
