/** /management/mealorder 订餐: what each resident is served at a meal, and what they have otherwise. */
import { Alert, Input, Select, Skeleton } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { mealOrderLabels } from '#contract/meals/meal-orders.labels.ts';
import { mealOrders } from '#contract/meals/meal-orders.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { DayMealBar, useDayMeal, type DayMeal } from './day-meal.tsx';
import { DinerTags, gapText, OrderTags, servedText } from './diner-tags.tsx';
import type { Diner } from './meal-calls.ts';
import './meals.css';

const OrderDialog = lazyPart(() => import('./order-dialog.tsx'));
const Filter = labelledFilter(mealOrderLabels);

const columns: Column<Diner>[] = titled(mealOrderLabels, [
  {
    key: 'oldmanName',
    width: 110,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="basic" />,
  },
  { key: 'place', width: 190 },
  { key: 'texture', title: '膳食与过敏', width: 260, render: (diner) => <DinerTags diner={diner} /> },
  {
    key: 'servings',
    width: 320,
    render: (diner) => (
      <>
        {diner.away ?? (diner.order?.cancelled ? '' : servedText(diner))}
        {diner.gaps.length > 0 && <span className="ml-gap">{gapText(diner)}</span>}
      </>
    ),
  },
  { key: 'order', width: 220, render: ({ order }) => <OrderTags order={order} /> },
]);

const filters = (
  <>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="changed" label="变更">
      <Select allowClear placeholder="全部" options={[{ value: 'true', label: '有变更的' }]} />
    </Filter>
  </>
);

const SAYS = {
  open: null,
  late: '已过订餐截止时间，修改需要临时修改权限，并标为临时',
  over: '该餐已结束，不能修改',
} as const;

function Orders({ at }: { at: DayMeal }) {
  const may = useMay();
  const [changing, setChanging] = useState<Diner | null>(null);
  const { data: menu } = useCall(mealOrders.menu, at, { quiet: true });
  const remove = useSend(mealOrders.remove, { changes: [mealOrders.page] });
  const mayChange = may(mealOrders.save) && menu?.state !== 'over';
  const says = menu && (menu.published ? SAYS[menu.state] : '该周还没有发布膳食计划');
  return (
    <>
      {says && <Alert type="warning" showIcon title={says} className="y-no-print" />}
      <DataTable
        name="meal-orders"
        noun="订餐"
        route={mealOrders.page}
        rowKey="oldmanId"
        fixed={at}
        columns={columns}
        filters={filters}
        rowClass={({ gaps }) => (gaps.length > 0 ? 'ml-row-gap' : '')}
        {...(mayChange
          ? {
              actions: (diner: Diner) => [
                { label: '修改', onClick: () => setChanging(diner), when: diner.away === null && !diner.tube },
                {
                  label: '恢复默认',
                  confirm: `${diner.oldmanName}这一餐恢复默认？`,
                  onClick: () => diner.order && remove.mutate({ id: diner.order.id }),
                  when: diner.order !== null,
                },
              ],
            }
          : {})}
      />
      <Suspense fallback={null}>{changing && <OrderDialog at={at} diner={changing} onClose={() => setChanging(null)} />}</Suspense>
    </>
  );
}

export default function MealOrders() {
  const [at, change] = useDayMeal();
  if (!at) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <div className="y-list-page">
      <DayMealBar at={at} onChange={change} />
      <Orders at={at} />
    </div>
  );
}
