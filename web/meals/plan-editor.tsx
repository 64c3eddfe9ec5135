/** /management/managedietplan/add?id=…: the dishes of a draft; without an id a draft is asked for. */
import { PlusOutlined } from '@ant-design/icons';
import { Alert, Button, Dropdown, Skeleton } from 'antd';
import { Suspense, useMemo, useState } from 'react';
import { closedDietPlan } from '#contract/meals/diet-plan-commands.rules.ts';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { meals, type Meal } from '#contract/meals/meals.rules.ts';
import { planWarnings } from '#contract/meals/plan-warnings.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useAskedId } from '#web/ui/asked-id.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { useMay } from '#web/ui/may.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { dayName, planAddress, planChanges, PLANS, weekText, type Plan, type Planned } from './meal-calls.ts';
import { DishSelect, type Dish } from './dish-select.tsx';
import { PlanHead } from './plan-head.tsx';
import { PlanGrid, WEEK } from './plan-grid.tsx';
import './meals.css';

const NewPlanDialog = lazyPart(() => import('./new-plan-dialog.tsx'));

interface Cell {
  day: number;
  meal: Meal;
}
const isIn =
  ({ day, meal }: Cell) =>
  (one: Planned) =>
    one.day === day && one.meal === meal;
const same = (one: Planned, other: Cell & { dishId: number }) => isIn(other)(one) && one.dishId === other.dishId;

/** The dishes as they are edited, and what can be done with them. */
function useDraft(plan: Plan) {
  const [dishes, setDishes] = useState<readonly Planned[]>(plan.dishes);
  const [saved, setSaved] = useState<readonly Planned[]>(plan.dishes);
  const add = (cell: Cell, { id: dishId, name, category, allergens, textures, diets }: Dish) =>
    setDishes((now) =>
      now.some((one) => same(one, { ...cell, dishId }))
        ? now
        : [...now, { ...cell, dishId, spare: false, name, category, allergens, textures, diets }],
    );
  const remove = (dish: Planned) => setDishes((now) => now.filter((one) => one !== dish));
  const toggle = (dish: Planned) => setDishes((now) => now.map((one) => (one === dish ? { ...one, spare: !one.spare } : one)));
  const move = (dish: Planned, cell: Cell) =>
    setDishes((now) => {
      const there = now.some((one) => same(one, { ...cell, dishId: dish.dishId }));
      return there ? now : [...now.filter((one) => one !== dish), { ...dish, ...cell }];
    });
  const copy = (from: number, to: number) =>
    setDishes((now) => {
      const copies = now.filter(({ day }) => day === from).map((one) => ({ ...one, day: to }));
      return [...now.filter(({ day }) => day !== to), ...copies];
    });
  const clear = (day: number) => setDishes((now) => now.filter((one) => one.day !== day));
  return { dishes, dirty: dishes !== saved, keep: setSaved, add, remove, toggle, move, copy, clear };
}
type Draft = ReturnType<typeof useDraft>;

const keyOf = ({ day, meal, dishId }: Planned) => `${day} ${meal} ${dishId}`;

/** One dish: pressed it becomes a spare one or an ordinary one again; Delete takes it away; it can be dragged to another cell. */
function Chip({ dish, draft }: { dish: Planned; draft: Draft }) {
  return (
    <li
      className="ml-chip"
      data-spare={dish.spare || undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/plain', keyOf(dish))}
    >
      <button
        type="button"
        aria-pressed={dish.spare}
        title={dish.spare ? '备选：不适合吃正选的人改用此菜。点击改为正选，Delete移除' : '正选。点击改为备选，Delete移除'}
        onClick={() => draft.toggle(dish)}
        onKeyDown={(event) => event.key === 'Delete' && draft.remove(dish)}
      >
        {dish.name}
        {dish.spare && <small>备选</small>}
      </button>
      <button type="button" aria-label={`移除${dish.name}`} onClick={() => draft.remove(dish)}>
        ×
      </button>
    </li>
  );
}

function CellEditor({ cell, draft }: { cell: Cell; draft: Draft }) {
  const [adding, setAdding] = useState(false);
  const mine = draft.dishes.filter(isIn(cell));
  const where = `${dayName(cell.day)}${meals[cell.meal]}`;
  return (
    <>
      <ul className="ml-chips" aria-label={where}>
        {mine.map((dish) => (
          <Chip key={dish.dishId} dish={dish} draft={draft} />
        ))}
      </ul>
      {adding ? (
        <DishSelect
          key={mine.length}
          autoFocus
          label={`${where}的菜品`}
          onPick={(dish) => draft.add(cell, dish)}
          onBlur={() => setAdding(false)}
        />
      ) : (
        <Button
          type="text"
          size="small"
          aria-label={`${where}添加菜品`}
          icon={<PlusOutlined aria-hidden />}
          onClick={() => setAdding(true)}
        >
          添加
        </Button>
      )}
    </>
  );
}

function Warnings({ draft }: { draft: Draft }) {
  const { data } = useCall(dietPlans.allergic, {}, { quiet: true });
  const found = useMemo(
    () =>
      planWarnings(
        draft.dishes,
        new Map(draft.dishes.map((dish) => [dish.dishId, dish])),
        Object.fromEntries((data ?? []).map(({ allergen, count }) => [allergen, count])),
      ),
    [draft.dishes, data],
  );
  if (found.length === 0) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={`${found.length}处需要留意`}
      description={
        <ul className="ml-warnings">
          {found.map(({ day, meal, text }) => (
            <li key={`${day} ${meal} ${text}`}>
              {dayName(day)} {text}
            </li>
          ))}
        </ul>
      }
    />
  );
}

function Editor({ plan }: { plan: Plan }) {
  const may = useMay();
  const draft = useDraft(plan);
  const fill = useSend(dietPlans.fill, planChanges);
  const publish = useSend(dietPlans.publish, { ...planChanges, onSuccess: () => go(planAddress(plan.id), { replace: true }) });
  useUnsaved(true, () => draft.dirty);
  const { id } = plan;
  const input = () => ({ id, dishes: draft.dishes.map(({ day, meal, dishId, spare }) => ({ day, meal, dishId, spare })) });
  const drop = (key: string, cell: Cell) => {
    const dish = draft.dishes.find((one) => keyOf(one) === key);
    if (dish) draft.move(dish, cell);
  };
  const dayMenu = (day: number) => ({
    items: [
      ...WEEK.filter((to) => to !== day).map((to) => ({
        key: `to${to}`,
        label: `复制到${dayName(to)}`,
        onClick: () => draft.copy(day, to),
      })),
      { key: 'clear', danger: true, label: '清空当天', onClick: () => draft.clear(day) },
    ],
  });
  return (
    <article className="ml-page">
      <PlanHead plan={plan}>
        <Button
          type={draft.dirty ? 'primary' : 'default'}
          disabled={!draft.dirty}
          loading={fill.isPending}
          // What is changed while it is on its way is still to be saved.
          onClick={() => fill.mutate(input(), { onSuccess: () => draft.keep(draft.dishes) })}
        >
          保存
        </Button>
        {may(dietPlans.publish) && (
          <Confirm
            title={`发布${weekText(plan.weekDate)}的膳食计划？`}
            description="发布后员工可见，厨房和订餐按此供应；该周原来发布的版本被替换。"
            okText="发布"
            disabled={draft.dirty}
            onConfirm={() => publish.mutate({ id })}
          >
            <Button type="primary" disabled={draft.dirty || draft.dishes.length === 0} loading={publish.isPending}>
              发布
            </Button>
          </Confirm>
        )}
      </PlanHead>
      <Warnings draft={draft} />
      <PlanGrid
        weekDate={plan.weekDate}
        times={plan.mealTimes}
        below={(day) => (
          <Dropdown menu={dayMenu(day)} trigger={['click']}>
            <Button type="link" size="small" aria-label={`复制${dayName(day)}`}>
              复制
            </Button>
          </Dropdown>
        )}
        cell={(day, meal) => <CellEditor cell={{ day, meal }} draft={draft} />}
        onDrop={(event, day, meal) => {
          event.preventDefault();
          drop(event.dataTransfer.getData('text/plain'), { day, meal });
        }}
      />
    </article>
  );
}

export default function PlanEditor() {
  const [id] = useAskedId('id');
  const { data, error, refetch } = useCall(dietPlans.get, { id: id ?? 0 }, { quiet: true, enabled: id !== null });
  if (id === null)
    return (
      <Suspense fallback={null}>
        <NewPlanDialog copy={null} onClose={() => go(PLANS, { replace: true })} />
      </Suspense>
    );
  if (error) return <MissingPage error={error} noun="膳食计划" back={PLANS} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 12 }} />;
  const closed = closedDietPlan(data, 'fill');
  if (closed !== null)
    return <Alert type="info" showIcon title={closed} action={<Button onClick={() => go(planAddress(id))}>查看</Button>} />;
  return <Editor key={id} plan={data} />;
}
