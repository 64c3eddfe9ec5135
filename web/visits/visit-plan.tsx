/** /management/managevisitplan/detail/:id: one plan, whom it covers, its days and what became of them. */
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Descriptions, Skeleton, Tabs } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { titled } from '#contract/labels.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { visitPlanLabels } from '#contract/visits/visit-plans.labels.ts';
import { frequencyText, itemKinds, visitWays } from '#contract/visits/visit-plans.rules.ts';
import { closedVisitPlan } from '#contract/visits/visit-plan-commands.rules.ts';
import { coverage } from '#contract/visits/visit-tasks.rules.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { NEW_VISIT_PLAN, VISIT_PLANS, visitAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import type { Column } from '#web/ui/columns.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Totals } from '#web/ui/totals.tsx';
import { EndDialog } from './end-dialog.tsx';
import { whoText } from './plan-texts.ts';
import { changes, type Plan } from './visit-calls.ts';
import { visitColumns } from './visit-columns.tsx';
import './visits.css';

const SPAN = 30;

const peopleColumns: readonly Column<RowOf<typeof visitPlans.people>>[] = titled(visitPlanLabels, [
  { key: 'oldmanName', width: 110, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="visit" /> },
  { key: 'age', width: 72, align: 'right' },
  { key: 'flags', width: 180, render: ({ flags }) => flags.join('、') },
  { key: 'place', width: 260 },
  { key: 'userName', width: 120, render: ({ userName }) => userName ?? <span className="vi-warn">未安排</span> },
  { key: 'lastDay', width: 120 },
  { key: 'nextDay', width: 120 },
]);
const taskColumns = visitColumns.filter(({ key }) => key !== 'planName');

/** The last and the next thirty days. */
function Results({ id }: { id: number }) {
  const today = dayOf(serverNow());
  const { data } = useCall(visitPlans.results, { id, from: nextDay(today, -SPAN), to: nextDay(today, SPAN) }, { quiet: true });
  if (!data) return <Skeleton active paragraph={{ rows: 4 }} />;
  const rate = coverage(data.onTime + data.late, data.due);
  const days = [...new Set([...data.planned, ...data.days.map(({ day }) => day)])].toSorted();
  return (
    <div className="vi-page">
      <Totals
        label="近期结果"
        totals={[
          { label: '探访率', value: rate === null ? MISSING : `${rate}%`, hint: `${data.onTime + data.late} / ${data.due}` },
          { label: '按时', value: String(data.onTime), hint: `超期完成 ${data.late}` },
          { label: '未见到人', value: String(data.notReached) },
          { label: '未探访', value: String(data.missed), hint: `待探访 ${data.open}` },
        ]}
      />
      <ol className="vi-calendar" aria-label="前后30天的探访日">
        {days.map((day) => {
          const made = data.days.find((one) => one.day === day);
          return (
            <li key={day}>
              {day.slice(5)}
              <small>{made ? `完成 ${made.done} / ${made.due}` : day < today ? '没有任务' : '待生成'}</small>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Shown({ plan }: { plan: Plan }) {
  const { id, version } = plan;
  const may = useMay();
  const [ending, setEnding] = useState(false);
  const start = useSend(visitPlans.start, changes);
  const pause = useSend(visitPlans.pause, changes);
  const open = (action: Parameters<typeof closedVisitPlan>[1], route: { access: string }) =>
    may(route) && closedVisitPlan(plan, action) === null;
  return (
    <div className="y-page-width vi-page">
      <section className="y-page-card vi-page">
        <header className="vi-head">
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(VISIT_PLANS)}>
            返回
          </Button>
          <h1>{plan.name}</h1>
          <State of="visitPlan" value={plan.state} />
          <div className="vi-end">
            {open('start', visitPlans.start) && (
              <Button type="primary" loading={start.isPending} onClick={() => start.mutate({ id, version })}>
                开始
              </Button>
            )}
            {open('edit', visitPlans.update) && <Button onClick={() => go(`${NEW_VISIT_PLAN}?id=${id}`)}>编辑</Button>}
            {open('pause', visitPlans.pause) && (
              <Confirm title="暂停后，还没有进行的探访任务会取消。确定暂停吗？" onConfirm={() => pause.mutate({ id, version })}>
                <Button loading={pause.isPending}>暂停</Button>
              </Confirm>
            )}
            {open('end', visitPlans.end) && (
              <Button danger onClick={() => setEnding(true)}>
                结束
              </Button>
            )}
          </div>
        </header>
        <Descriptions
          size="small"
          column={{ xs: 1, md: 2, xl: 3 }}
          items={labelledItems(visitPlanLabels, [
            { key: 'way', children: visitWays[plan.way] },
            { key: 'frequency', children: frequencyText(plan) },
            { key: 'startsOn', children: `${plan.startsOn} 至 ${plan.endsOn ?? '一直执行'}` },
            { key: 'people', children: whoText(plan) },
            { key: 'covered', children: `${plan.covered}人` },
            { key: 'visitors', children: plan.visitors.map(({ name }) => name).join('、') || '责任护理员' },
            { key: 'daysAllowed', children: `${plan.daysAllowed}天` },
            { key: 'createBy', children: `${plan.createBy} ${plan.createTime}` },
            plan.endReason !== null && { key: 'endReason', children: plan.endReason },
            plan.purpose !== '' && { key: 'purpose', children: plan.purpose },
            { key: 'items', children: plan.items.map(({ title, kind }) => `${title}（${itemKinds[kind]}）`).join('、'), span: 'filled' },
          ])}
        />
      </section>
      <section className="y-page-card">
        <Tabs
          destroyOnHidden
          items={[
            { key: 'results', label: '日程与结果', children: <Results id={id} /> },
            {
              key: 'people',
              label: '覆盖的人',
              children: (
                <DataTable
                  name="visit-plan-people"
                  noun="探访对象"
                  route={visitPlans.people}
                  fixed={{ id }}
                  rowKey="oldmanId"
                  columns={peopleColumns}
                  state="own"
                  height="content"
                />
              ),
            },
            ...(may(visitTasks.page)
              ? [
                  {
                    key: 'tasks',
                    label: '探访任务',
                    children: (
                      <DataTable
                        name="visit-plan-tasks"
                        noun="探访任务"
                        route={visitTasks.page}
                        fixed={{ planId: id }}
                        columns={taskColumns}
                        state="own"
                        height="content"
                        onRowDoubleClick={(row) => go(visitAddress(row.id))}
                        actions={(row) => [{ label: '查看', onClick: () => go(visitAddress(row.id)) }]}
                      />
                    ),
                  },
                ]
              : []),
          ]}
        />
      </section>
      {ending && <EndDialog plan={plan} onClose={() => setEnding(false)} />}
    </div>
  );
}

export default function VisitPlan() {
  const id = Number(useParams().id);
  const known = Number.isSafeInteger(id) && id > 0;
  const { data: plan, isError, error, refetch } = useCall(visitPlans.get, { id }, { enabled: known, quiet: true });
  useTabLabel(plan?.name);
  if (!known || (isError && (!plan || error.status === 404)))
    return <MissingPage error={error} noun="探访计划" back={VISIT_PLANS} onRetry={() => void refetch()} />;
  if (!plan) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <Shown key={id} plan={plan} />;
}
