/** /management/visittask/overview 探访概览: how a month was covered, and who of the special groups has no plan. */
import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button, Form, Input, Select, Skeleton, Table } from 'antd';
import { useState } from 'react';
import type { Output } from '#contract/http.ts';
import { titled, titleOf } from '#contract/labels.ts';
import { visitPlanStateLabels, visitPlanStates } from '#contract/visits/visit-plan-commands.rules.ts';
import { coverage } from '#contract/visits/visit-tasks.rules.ts';
import { visitTaskLabels } from '#contract/visits/visit-tasks.labels.ts';
import { visitPlans } from '#contract/visits/visit-plans.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { dayOf } from '#contract/time.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { serverNow } from '#web/api/server-clock.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { VISITS } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { MISSING } from '#web/ui/display.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { Totals } from '#web/ui/totals.tsx';
import { changes } from './visit-calls.ts';
import './visits.css';

type Statistics = Output<typeof visitTasks.statistics>;
type Gap = RowOf<typeof visitTasks.gaps>;

const Filter = labelledFilter(visitTaskLabels);
const label = (name: keyof typeof visitTaskLabels) => titleOf(visitTaskLabels, name);
const rateText = (made: number, due: number) => {
  const rate = coverage(made, due);
  return rate === null ? MISSING : `${rate}%`;
};
const right = { align: 'right' as const };
const table = {
  size: 'small' as const,
  pagination: false as const,
  rowKey: 'key',
  locale: { emptyText: <span className="vi-quiet">没有数据</span> },
};

const countColumns = (title: string) => [
  { title, dataIndex: 'name' },
  { title: '探访率', ...right, render: (_: unknown, { onTime, late, due }: Statistics['plans'][number]) => rateText(onTime + late, due) },
  ...(['due', 'onTime', 'late', 'notReached'] as const).map((name) => ({ title: label(name), dataIndex: name, ...right })),
  { title: '未探访', dataIndex: 'missed', ...right },
  { title: label('open'), dataIndex: 'open', ...right },
];

/** This month and the eleven before. */
function months(): string[] {
  const [year, month] = dayOf(serverNow()).split('-').map(Number) as [number, number];
  return Array.from({ length: 12 }, (_, back) => new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7));
}

const gapColumns: readonly Column<Gap>[] = titled(visitTaskLabels, [
  { key: 'oldmanName', width: 110, render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="visit" /> },
  { key: 'age', width: 72, align: 'right' },
  { key: 'flags', width: 180, render: ({ flags }) => flags.join('、') },
  { key: 'place', width: 260 },
  { key: 'mobile', width: 140 },
  { key: 'carerName', width: 110 },
  { key: 'lastDay', width: 120 },
]);

function JoinDialog({ people, onClose }: { people: readonly Gap[]; onClose: (done: boolean) => void }) {
  const { data } = useCall(visitPlans.page, { size: 100 }, { quiet: true });
  const send = useSend(visitPlans.join, { ...changes, onSuccess: () => onClose(true) });
  const plans = (data?.records ?? []).filter(({ state }) => state !== visitPlanStates.ended);
  return (
    <FormDialog<{ id: number }>
      title={`将${people.length}人加入探访计划`}
      okText="加入计划"
      pending={send.isPending}
      width={480}
      onSubmit={({ id }) => send.mutate({ id, oldmanIds: people.map(({ oldmanId }) => oldmanId), userId: null })}
      onClose={() => onClose(false)}
    >
      <Form.Item name="id" label={label('planId')} rules={[{ required: true, message: '请选择探访计划' }]}>
        <Select
          placeholder="请选择探访计划"
          options={plans.map(({ id, name, state }) => ({ value: id, label: `${name}（${visitPlanStateLabels[state]}）` }))}
        />
      </Form.Item>
    </FormDialog>
  );
}

function Gaps() {
  const may = useMay();
  const [joining, setJoining] = useState<{ people: Gap[]; clear: () => void } | null>(null);
  const join = may(visitPlans.join) && may(visitPlans.page);
  return (
    <>
      <DataTable
        name="visit-gaps"
        noun="未纳入计划的老人"
        route={visitTasks.gaps}
        rowKey="oldmanId"
        columns={gapColumns}
        state="own"
        height="content"
        filters={
          <Filter name="userName" label="服务对象">
            <Input placeholder="请输入姓名" allowClear maxLength={20} />
          </Filter>
        }
        {...(join
          ? {
              batch: (people: Gap[], clear: () => void) => <Button onClick={() => setJoining({ people, clear })}>加入计划</Button>,
              actions: (row: Gap) => [{ label: '加入计划', onClick: () => setJoining({ people: [row], clear: () => {} }) }],
            }
          : {})}
      />
      {joining && (
        <JoinDialog
          people={joining.people}
          onClose={(done) => {
            if (done) joining.clear();
            setJoining(null);
          }}
        />
      )}
    </>
  );
}

function Figures({ data: { total, groups, plans, visitors, gaps } }: { data: Statistics }) {
  return (
    <>
      <Totals
        label="本月探访"
        totals={[
          { label: '探访率', value: rateText(total.onTime + total.late, total.due), hint: `${total.onTime + total.late} / ${total.due}` },
          { label: label('onTime'), value: String(total.onTime), hint: `超期完成 ${total.late}` },
          { label: label('notReached'), value: String(total.notReached) },
          { label: '未探访', value: String(total.missed), hint: `待探访 ${total.open}` },
          { label: '未纳入计划', value: String(gaps), hint: '居家的特殊困难老人' },
        ]}
      />
      <div className="vi-tables">
        <section className="vi-scroll" aria-label="按人群" tabIndex={0}>
          <h2>按人群</h2>
          <Table<Statistics['groups'][number]>
            {...table}
            dataSource={groups}
            columns={[
              { title: '人群', dataIndex: 'name' },
              { title: label('people'), dataIndex: 'people', ...right },
              { title: label('covered'), dataIndex: 'covered', ...right },
              { title: label('reached'), dataIndex: 'reached', ...right },
              { title: '探访率', ...right, render: (_, { people, reached }) => rateText(reached, people) },
            ]}
          />
        </section>
        <section className="vi-scroll" aria-label="按探访人" tabIndex={0}>
          <h2>按探访人</h2>
          <Table<Statistics['visitors'][number]> {...table} dataSource={visitors} columns={countColumns(label('userName'))} />
        </section>
        <section className="vi-scroll" aria-label="按计划" tabIndex={0}>
          <h2>按计划</h2>
          <Table<Statistics['plans'][number]> {...table} dataSource={plans} columns={countColumns(label('planName'))} />
        </section>
      </div>
    </>
  );
}

export default function Overview() {
  const [known] = useState(months);
  const [month, setMonth] = useState(known[0]!);
  const { data, isError, refetch } = useCall(visitTasks.statistics, { month }, { quiet: true, placeholderData: (before) => before });
  return (
    <div className="y-page-width vi-page">
      <section className="y-page-card vi-page">
        <header className="vi-head">
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(VISITS)}>
            返回
          </Button>
          <h1>探访概览</h1>
          <div className="vi-end">
            <Select
              aria-label={label('month')}
              value={month}
              onChange={setMonth}
              options={known.map((value) => ({ value, label: value }))}
            />
          </div>
        </header>
        {data ? <Figures data={data} /> : isError ? <Button onClick={() => void refetch()}>没有读到，重试</Button> : <Skeleton active />}
      </section>
      <section className="y-page-card">
        <h2>未纳入计划的特殊困难老人</h2>
        <Gaps />
      </section>
    </div>
  );
}
