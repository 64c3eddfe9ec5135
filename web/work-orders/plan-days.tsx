/** 日程: what became of each day of a plan, what is still to come; a day can be left out, and that taken back. */
import { DAY } from '#contract/time.ts';
import { Alert, Button, Form, Input, Segmented, Table, Tag } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { dayStatusLabels, holidayModes, ruleInWords } from '#contract/work-orders/work-order-plans.rules.ts';
import { canDo, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { formatTime } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { clockOf, dayOf, weekdayOf } from './board-time.ts';
import type { PlanRow } from './plans.tsx';
import { detailAddress } from './work-order-columns.tsx';
import './plans.css';

type Day = Output<typeof workOrderPlans.days>[number];

const SPANS = [
  { value: 'next', label: '接下来60天', from: 0, to: 60 },
  { value: 'past', label: '过去60天', from: -60, to: -1 },
] as const;
type SpanName = (typeof SPANS)[number]['value'];

const COLORS: Record<number, string> = { 1: 'success', 2: 'default', 3: 'default', 4: 'error' };

function When({ day: { day, on, holiday, serverTime, state } }: { day: Day }) {
  const moved = serverTime !== null && state !== orderStatus.cancelled && dayOf(serverTime) !== on ? serverTime : null;
  return (
    <>
      {day} {weekdayOf(day)} {holiday && <Tag color="gold">{holiday}</Tag>}
      {moved === null && on !== null && on !== day && (
        <span className="y-plan-moved">
          → {on} {weekdayOf(on)}
        </span>
      )}
      {moved !== null && (
        <span className="y-plan-moved">
          已改期到 {dayOf(moved)} {weekdayOf(dayOf(moved))} {clockOf(moved)}
        </span>
      )}
    </>
  );
}

function DayState({ day: { status, state } }: { day: Day }) {
  if (state !== null) return <State of="order" value={state} />;
  return status === null ? (
    <span className="y-missing">待生成</span>
  ) : (
    <Tag color={COLORS[status] ?? 'default'}>{dayStatusLabels[status]}</Tag>
  );
}

/** Leaves the day out, with a reason. */
function Skip({ day, onSkip }: { day: Day; onSkip: (reason: string) => void }) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button type="link" size="small" onClick={() => setAsking(true)}>
        跳过
      </Button>
      {asking && (
        <FormDialog<{ reason?: string }>
          title={day.workOrderId === null ? '跳过这一次服务？' : '跳过这一次，并取消已生成的工单？'}
          okText="跳过"
          width={420}
          pending={false}
          onSubmit={({ reason = '' }) => {
            close();
            onSkip(reason.trim());
          }}
          onClose={close}
        >
          <Form.Item name="reason">
            <Input maxLength={100} placeholder="原因（选填）" aria-label="原因" />
          </Form.Item>
        </FormDialog>
      )}
    </>
  );
}

export function PlanDays({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const may = useMay();
  const [now] = useState(() => Date.now());
  const [name, setName] = useState<SpanName>('next');
  const { from, to } = SPANS.find(({ value }) => value === name)!;
  const dayAt = (days: number) => formatTime(now + days * DAY, 'yyyy-MM-dd');
  const today = dayAt(0);
  const query = useCall(workOrderPlans.days, { id: plan.id, from: dayAt(from), to: dayAt(to) }, { quiet: true });
  const skip = useSend(workOrderPlans.skip, { changes: [workOrderPlans.days, workOrderPlans.page, workOrders.page] });
  const edits = may(workOrderPlans.skip);
  const mayChange = (day: Day) => edits && day.day >= today && (day.state === null || canDo('cancel', day.state)) && day.status !== 2;
  return (
    <SideDrawer title={`日程：${plan.name}`} open size="medium" onClose={onClose}>
      <p className="y-plan-rule">
        {plan.oldmanName}，{ruleInWords(plan)}，节假日{holidayModes[plan.holidayMode]}
      </p>
      <Segmented options={SPANS.map(({ value, label }) => ({ value, label }))} value={name} onChange={setName} aria-label="时间" />
      {query.isError && <Alert type="error" showIcon title={query.error.message} />}
      <Table<Day>
        className="y-plan-days"
        size="small"
        rowKey="day"
        loading={query.isPending}
        dataSource={query.data ?? []}
        pagination={false}
        locale={{ emptyText: '这段时间没有服务' }}
        columns={[
          { key: 'day', title: '日期', render: (_, day) => <When day={day} /> },
          { key: 'state', title: '状态', width: 110, render: (_, day) => <DayState day={day} /> },
          {
            key: 'order',
            title: '工单',
            width: 170,
            render: (_, { workOrderId, workNo }) =>
              workOrderId === null || workNo === null ? (
                <span className="y-missing">--</span>
              ) : (
                <Link to={detailAddress({ id: workOrderId, workNo })} onClick={onClose}>
                  {workNo}
                </Link>
              ),
          },
          { key: 'reason', title: '说明', dataIndex: 'reason' },
          {
            key: 'actions',
            title: '操作',
            width: 90,
            render: (_, day) =>
              !mayChange(day) ? null : day.status === 3 ? (
                <Button type="link" size="small" onClick={() => skip.mutate({ id: plan.id, day: day.day, skip: false })}>
                  恢复
                </Button>
              ) : (
                <Skip day={day} onSkip={(reason) => skip.mutate({ id: plan.id, day: day.day, skip: true, reason })} />
              ),
          },
        ]}
      />
    </SideDrawer>
  );
}
