/** /management/managevisitplan/index 探访计划: who is visited how often. */
import { Input, Select } from 'antd';
import { useState } from 'react';
import { titled } from '#contract/labels.ts';
import { visitPlanLabels } from '#contract/visits/visit-plans.labels.ts';
import { frequencyText, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { closedVisitPlan, visitPlanStateLabels } from '#contract/visits/visit-plan-commands.rules.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { useSend } from '#web/api/call.ts';
import { NEW_VISIT_PLAN, visitPlanAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { EndDialog } from './end-dialog.tsx';
import { whoText } from './plan-texts.ts';
import { changes } from './visit-calls.ts';

type Row = RowOf<typeof visitPlans.page>;

const Filter = labelledFilter(visitPlanLabels);

const columns: readonly Column<Row>[] = titled(visitPlanLabels, [
  { key: 'name', width: 200, pin: 'left' },
  { key: 'state', width: 96, render: ({ state }) => <State of="visitPlan" value={state} /> },
  { key: 'way', width: 88, render: ({ way }) => visitWays[way] },
  { key: 'frequency', width: 160, render: frequencyText },
  { key: 'people', width: 260, render: whoText },
  { key: 'visitors', width: 180, render: ({ visitors }) => visitors.map(({ name }) => name).join('、') || '责任护理员' },
  { key: 'startsOn', width: 112, sort: 'starts_on' },
  { key: 'endsOn', width: 112, minor: 1 },
  { key: 'createBy', width: 96, minor: 2 },
  { key: 'createTime', width: 172, minor: 2, sort: 'create_time' },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入计划名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="state">
      <Select allowClear placeholder="全部" options={choices(visitPlanStateLabels)} />
    </Filter>
    <Filter name="way">
      <Select allowClear placeholder="全部" options={choices(visitWays)} />
    </Filter>
  </>
);

export default function VisitPlans() {
  const may = useMay();
  const [ending, setEnding] = useState<Row | null>(null);
  const start = useSend(visitPlans.start, changes);
  const pause = useSend(visitPlans.pause, changes);
  const remove = useSend(visitPlans.remove, changes);
  return (
    <>
      <DataTable
        name="visit-plans"
        noun="探访计划"
        route={visitPlans.page}
        columns={columns}
        filters={filters}
        onAdd={may(visitPlans.create) ? () => go(NEW_VISIT_PLAN) : undefined}
        onRowDoubleClick={({ id }) => go(visitPlanAddress(id))}
        actions={(row) => {
          const { id, version } = row;
          const open = (action: Parameters<typeof closedVisitPlan>[1], route: { access: string }) =>
            may(route) && closedVisitPlan(row, action) === null;
          return [
            { label: '查看', onClick: () => go(visitPlanAddress(id)) },
            { label: '编辑', onClick: () => go(`${NEW_VISIT_PLAN}?id=${id}`), when: open('edit', visitPlans.update) },
            { label: '开始', onClick: () => start.mutate({ id, version }), when: open('start', visitPlans.start) },
            {
              label: '暂停',
              menu: true,
              confirm: '暂停后，还没有进行的探访任务会取消。确定暂停吗？',
              onClick: () => pause.mutate({ id, version }),
              when: open('pause', visitPlans.pause),
            },
            { label: '结束', menu: true, danger: true, onClick: () => setEnding(row), when: open('end', visitPlans.end) },
            {
              label: '删除',
              menu: true,
              danger: true,
              confirm: '确定删除这个草稿吗？',
              onClick: () => remove.mutate({ id }),
              when: open('delete', visitPlans.remove),
            },
          ];
        }}
      />
      {ending && <EndDialog plan={ending} onClose={() => setEnding(null)} />}
    </>
  );
}
