/** /management/managedietplan/index 膳食计划: the plans of the weeks, drafts and editions. */
import { Select } from 'antd';
import { Suspense, useState } from 'react';
import { titled } from '#contract/labels.ts';
import { closedDietPlan, dietPlanStateLabels, dietPlanStates } from '#contract/meals/diet-plan-commands.rules.ts';
import { dietPlanLabels } from '#contract/meals/diet-plans.labels.ts';
import { dietPlans } from '#contract/meals/diet-plans.ts';
import { useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { BuildingSelect } from '#web/health/house-filter.tsx';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useAskedAdd } from '#web/ui/asked-add.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { DateRange } from '#web/ui/date-range.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { buildingText, editorAddress, planAddress, planChanges, weekText } from './meal-calls.ts';

const NewPlanDialog = lazyPart(() => import('./new-plan-dialog.tsx'));
const Filter = labelledFilter(dietPlanLabels);
type Row = RowOf<typeof dietPlans.page>;

const columns: Column<Row>[] = titled(dietPlanLabels, [
  { key: 'weekDate', width: 220, pin: 'left', sort: 'week_date', render: ({ weekDate }) => weekText(weekDate) },
  { key: 'building', width: 110, render: buildingText },
  { key: 'edition', width: 80, render: ({ edition }) => `第${edition}版` },
  { key: 'state', width: 120, render: ({ state }) => <State of="dietPlan" value={state} /> },
  { key: 'dishCount', width: 90, align: 'right' },
  { key: 'publishBy', width: 100, minor: 1 },
  { key: 'publishTime', width: 172, minor: 1 },
  { key: 'createBy', width: 100, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
  { key: 'remarks', width: 180, minor: 2 },
]);

const filters = (
  <>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(dietPlanStateLabels)} />
    </Filter>
    <Filter name="building">
      <BuildingSelect />
    </Filter>
    <Filter name={['startDate', 'endDate']}>
      <DateRange days />
    </Filter>
  </>
);

export default function DietPlans() {
  const may = useMay();
  const [adding, setAdding] = useState<{ copy: Row | null } | null>(null);
  const remove = useSend(dietPlans.remove, planChanges);
  const mayAdd = may(dietPlans.create);
  useAskedAdd(() => mayAdd && setAdding({ copy: null }));
  return (
    <>
      <DataTable
        name="diet-plans"
        noun="膳食计划"
        route={dietPlans.page}
        columns={columns}
        filters={filters}
        onAdd={mayAdd ? () => setAdding({ copy: null }) : undefined}
        onRowDoubleClick={({ id }) => go(planAddress(id))}
        actions={(row) => [
          { label: '查看', onClick: () => go(planAddress(row.id)) },
          { label: '编排', onClick: () => go(editorAddress(row.id)), when: may(dietPlans.fill) && closedDietPlan(row, 'fill') === null },
          { label: '编制新版', onClick: () => setAdding({ copy: row }), when: mayAdd && row.state === dietPlanStates.published },
          {
            label: '删除',
            danger: true,
            menu: true,
            confirm: '删除这份草稿？',
            onClick: () => remove.mutate({ id: row.id }),
            when: may(dietPlans.remove) && closedDietPlan(row, 'delete') === null,
          },
        ]}
      />
      <Suspense fallback={null}>{adding && <NewPlanDialog copy={adding.copy} onClose={() => setAdding(null)} />}</Suspense>
    </>
  );
}
