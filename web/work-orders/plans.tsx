/** /order/plan 周期工单: what is done for a person again and again. */
import { Input, Select, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import {
  holidayModes,
  planStatus,
  planStatusLabels,
  ruleInWords,
  isOfRecord,
  TROUBLED,
  troubledLabel,
} from '#contract/work-orders/work-order-plans.rules.ts';
import { titled } from '#contract/labels.ts';
import { workOrderPlanLabels } from '#contract/work-orders/work-order-plans.labels.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { personAddress } from '#web/shell/addresses.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { useRemoval } from '#web/ui/removal.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { PlanDays } from './plan-days.tsx';
import { PlanDrawer } from './plan-drawer.tsx';
import { PlanStep, type Step } from './plan-step.tsx';

const Filter = labelledFilter(workOrderPlanLabels);

export type PlanRow = RowOf<typeof workOrderPlans.page>;

const COLORS: Record<number, string> = { 1: 'success', 2: 'orange', 3: 'default' };
const STATUSES = [...Object.entries(planStatusLabels), [String(TROUBLED), troubledLabel] as const].map(([value, label]) => ({
  value,
  label,
}));

const jobsOf = ({ jobs }: PlanRow) => jobs.map(({ time, serverProjectName }) => `${time} ${serverProjectName}`).join('、');
const staffOf = ({ jobs }: PlanRow) => [...new Set(jobs.map(({ serverUserName }) => serverUserName ?? '待派单'))].join('、');

/** The missing thing, with the page where it is mended. */
function Problem({ plan: { problem, oldmanId } }: { plan: PlanRow }) {
  if (problem === null) return null;
  return isOfRecord(problem) ? <Link to={personAddress(oldmanId, 'basic')}>{problem}</Link> : <>{problem}</>;
}

const isTroubled = ({ status, problem }: PlanRow) => status === planStatus.active && problem !== null;

const PlanState = ({ plan }: { plan: PlanRow }) =>
  isTroubled(plan) ? (
    <Tag color="error">{troubledLabel}</Tag>
  ) : (
    <Tag color={COLORS[plan.status] ?? 'default'}>{planStatusLabels[plan.status]}</Tag>
  );

const columns: readonly Column<PlanRow>[] = titled(workOrderPlanLabels, [
  { key: 'name', width: 140, pin: 'left' },
  { key: 'oldmanName', width: 88, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="order" /> },
  { key: 'status', width: 80, render: (plan) => <PlanState plan={plan} /> },
  { key: 'frequency', width: 140, render: ruleInWords },
  { key: 'jobs', width: 150, render: jobsOf },
  { key: 'staff', title: '服务人员', width: 96, render: staffOf },
  {
    key: 'problem',
    width: 200,
    render: (plan) => (isTroubled(plan) ? <Problem plan={plan} /> : <span className="y-missing">--</span>),
  },
  {
    key: 'generatedUntil',
    width: 112,
    minor: 1,
    render: ({ generatedUntil, failed }) => (
      <>
        {generatedUntil ?? <span className="y-missing">--</span>} {failed > 0 && <Tag color="error">{failed} 次失败</Tag>}
      </>
    ),
  },
  { key: 'startsOn', width: 112, minor: 1, sort: 'starts_on' },
  { key: 'endsOn', width: 112, render: ({ endsOn }) => endsOn ?? '长期' },
  { key: 'holidayMode', width: 150, render: ({ holidayMode }) => holidayModes[holidayMode], hidden: true },
  { key: 'createBy', width: 96, hidden: true },
  { key: 'createTime', width: 170, sort: 'create_time', hidden: true },
]);

const filters = (
  <>
    <Filter name="name">
      <Input placeholder="请输入计划名称" allowClear maxLength={40} />
    </Filter>
    <Filter name="oldmanName">
      <Input placeholder="请输入姓名" allowClear maxLength={20} />
    </Filter>
    <Filter name="status">
      <Select placeholder="全部" allowClear options={STATUSES} />
    </Filter>
  </>
);

export default function Plans() {
  const may = useMay();
  /** A plan by id, or a new one. */
  const [editing, setEditing] = useState<{ id: number | null } | null>(null);
  const [shown, setShown] = useState<PlanRow | null>(null);
  const [step, setStep] = useState<{ step: Step; plan: PlanRow } | null>(null);
  const { openRemoval, bin, parts } = useRemoval(workOrderPlans, '周期工单');
  const edits = may(workOrderPlans.create);
  const { active, paused, ended } = planStatus;
  return (
    <>
      <DataTable
        name="work-order-plans"
        noun="周期工单"
        route={workOrderPlans.page}
        exportRoute={workOrderPlans.export}
        columns={columns}
        filters={filters}
        onAdd={edits ? () => setEditing({ id: null }) : undefined}
        actions={(plan) => [
          { label: '日程', onClick: () => setShown(plan) },
          { label: '编辑', onClick: () => setEditing({ id: plan.id }), when: edits && plan.status !== ended },
          { label: '暂停', onClick: () => setStep({ step: 'pause', plan }), when: edits && plan.status === active },
          { label: '继续', onClick: () => setStep({ step: 'resume', plan }), when: edits && plan.status === paused },
          { label: '结束', danger: true, onClick: () => setStep({ step: 'end', plan }), when: edits && plan.status !== ended },
          { label: '删除', danger: true, menu: true, onClick: () => openRemoval({ id: plan.id }), when: may(workOrderPlans.remove) },
        ]}
        extra={bin}
        onRowDoubleClick={setShown}
      />
      {editing && <PlanDrawer key={editing.id ?? 'new'} id={editing.id} onClose={() => setEditing(null)} />}
      {shown && <PlanDays plan={shown} onClose={() => setShown(null)} />}
      {parts}
      {step && <PlanStep {...step} onClose={() => setStep(null)} />}
    </>
  );
}
