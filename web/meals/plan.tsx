/** /management/managedietplan/detail?id=…: a plan as it is, what was changed in it, and the menu for the wall. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Form, Input, Skeleton, Table } from 'antd';
import { Suspense, useState } from 'react';
import { closedDietPlan } from '#contract/meals/diet-plan-commands.rules.ts';
import { dietPlanLabels } from '#contract/meals/diet-plans.labels.ts';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { meals, type Meal } from '#contract/meals/meals.rules.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useAskedId } from '#web/ui/asked-id.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { DishSelect } from './dish-select.tsx';
import { dayName, editorAddress, planChanges, PLANS, type Plan, type Planned } from './meal-calls.ts';
import { PlanHead } from './plan-head.tsx';
import { PlanGrid } from './plan-grid.tsx';
import './meals.css';

const WallMenu = lazyPart(() => import('./wall-menu.tsx'));

const inCell = (plan: Plan, day: number, meal: Meal) => plan.dishes.filter((one) => one.day === day && one.meal === meal);

/** Another dish in the place of one, or none. */
function ChangeDialog({ plan, dish, onClose }: { plan: Plan; dish: Planned; onClose: () => void }) {
  const send = useSend(dietPlans.change, { ...planChanges, onSuccess: onClose });
  return (
    <FormDialog<{ replaceId?: number; reason: string }>
      title={`临时换菜：${dayName(dish.day)}${meals[dish.meal]} ${dish.name}`}
      okText="换菜"
      pending={send.isPending}
      onSubmit={({ replaceId, reason }) =>
        send.mutate({
          id: plan.id,
          version: plan.version,
          day: dish.day,
          meal: dish.meal,
          dishId: dish.dishId,
          replaceId: replaceId ?? null,
          reason,
        })
      }
      onClose={onClose}
    >
      <Form.Item name="replaceId" label={dietPlanLabels.replaceId} extra="不选则当餐不供应这道菜">
        <DishSelect />
      </Form.Item>
      <Form.Item name="reason" label={dietPlanLabels.reason} rules={[{ required: true, whitespace: true, message: '请填写换菜原因' }]}>
        <Input maxLength={100} placeholder="如 食材未到货" />
      </Form.Item>
    </FormDialog>
  );
}

function Changes({ changes }: { changes: Plan['changes'] }) {
  if (changes.length === 0) return null;
  return (
    <section aria-label="换菜记录">
      <h3>换菜记录</h3>
      <Table
        size="small"
        rowKey="id"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={changes}
        columns={[
          { title: dietPlanLabels.meal, render: (_, { day, meal }) => `${dayName(day)}${meals[meal]}` },
          { title: '变更', render: (_, { beforeName, afterName }) => `${beforeName} → ${afterName ?? '不供应'}` },
          { title: dietPlanLabels.reason, dataIndex: 'reason' },
          { title: '操作人', dataIndex: 'createBy' },
          { title: '时间', dataIndex: 'createTime' },
        ]}
      />
    </section>
  );
}

function Shown({ plan }: { plan: Plan }) {
  const may = useMay();
  const [changing, setChanging] = useState<Planned | null>(null);
  const [printing, setPrinting] = useState(false);
  const mayChange = may(dietPlans.change) && closedDietPlan(plan, 'change') === null;
  return (
    <article className="ml-page">
      <PlanHead plan={plan} state={<State of="dietPlan" value={plan.state} />}>
        {may(dietPlans.fill) && closedDietPlan(plan, 'fill') === null && <Button onClick={() => go(editorAddress(plan.id))}>编排</Button>}
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => setPrinting(true)}>
          打印菜单
        </Button>
      </PlanHead>
      {plan.remarks !== null && <p className="ml-note">{plan.remarks}</p>}
      <PlanGrid
        weekDate={plan.weekDate}
        times={plan.mealTimes}
        cell={(day, meal) => (
          <ul className="ml-chips" aria-label={`${dayName(day)}${meals[meal]}`}>
            {inCell(plan, day, meal).map((dish) => (
              <li key={dish.dishId} className="ml-chip" data-spare={dish.spare || undefined}>
                {mayChange ? (
                  <button type="button" title="临时换菜" onClick={() => setChanging(dish)}>
                    {dish.name}
                    {dish.spare && <small>备选</small>}
                  </button>
                ) : (
                  <span>
                    {dish.name}
                    {dish.spare && <small>备选</small>}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
      />
      <Changes changes={plan.changes} />
      {changing && <ChangeDialog plan={plan} dish={changing} onClose={() => setChanging(null)} />}
      <Suspense fallback={null}>{printing && <WallMenu plan={plan} onDone={() => setPrinting(false)} />}</Suspense>
    </article>
  );
}

export default function DietPlan() {
  const [id] = useAskedId('id');
  const { data, error, refetch } = useCall(dietPlans.get, { id: id ?? 0 }, { quiet: true, enabled: id !== null });
  if (id === null || error) return <MissingPage error={error} noun="膳食计划" back={PLANS} onRetry={() => void refetch()} />;
  return data ? <Shown plan={data} /> : <Skeleton active paragraph={{ rows: 12 }} />;
}
