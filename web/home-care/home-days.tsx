/** /ailecare 居家照护: the visits of a day to those who are looked after at home, what is late first; a carer sees her own. */
import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Segmented, Select } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { homeVisitLabels } from '#contract/home-care/home-days.labels.ts';
import { homeDays, visitOrders } from '#contract/home-care/home-days.ts';
import { resultText, homeVisitPhaseLabels, visitPhases } from '#contract/home-care/home-days.rules.ts';
import { titled } from '#contract/labels.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { weekdayText } from '#contract/visitors/visitor-slots.rules.ts';
import { boards } from '#contract/work-orders/boards.ts';
import { users } from '#contract/users/users.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { keyOf, useCall, useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { homeDayAddress, orderAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { useQuarterMinute, useToday } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { Day } from '#web/ui/day.tsx';
import { MISSING, thousands, toMillis } from '#web/ui/display.ts';
import { Figures, type Figure } from '#web/ui/figures.tsx';
import { choices } from '#web/ui/inputs.tsx';
import { useMay } from '#web/ui/may.ts';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { useMayRankStaff } from '#web/work-orders/may-rank.ts';
import { RankedPicker } from '#web/work-orders/ranked-picker.tsx';
import { useServesOnly } from '#web/work-orders/serves-only.ts';
import { StaffFilter } from '#web/work-orders/staff-filter.tsx';
import { OwnDay } from './own-day.tsx';
import './home-care.css';

type Row = RowOf<typeof homeDays.page>;
type Order = (typeof visitOrders)[number];

const Filter = labelledFilter(homeVisitLabels);
const clock = (time: string | null) => time?.slice(11, 16) ?? MISSING;
const millis = (time: string | null) => (time === null ? null : toMillis(time));

const columns: Column<Row>[] = titled(homeVisitLabels, [
  { key: 'phase', width: 88, pin: 'left', render: ({ phase }) => <State of="homeVisit" value={phase} /> },
  {
    key: 'oldmanName',
    width: 92,
    pin: 'left',
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} />,
  },
  { key: 'serverTime', width: 120, render: ({ serverTime, minutes }) => `${clock(serverTime)}，${minutes} 分钟` },
  { key: 'serverProjectName', width: 150 },
  { key: 'serverUserName', width: 96, render: ({ serverUserName }) => serverUserName ?? <em className="hc-unknown">未派单</em> },
  { key: 'checkInTime', width: 76, render: ({ checkInTime }) => clock(checkInTime) },
  { key: 'checkOutTime', width: 76, render: ({ checkOutTime }) => clock(checkOutTime) },
  {
    key: 'result',
    title: '执行情况',
    width: 250,
    render: ({ serverTime, minutes, checkInTime, checkOutTime }) =>
      resultText({ startsAt: toMillis(serverTime), minutes }, millis(checkInTime), millis(checkOutTime)),
  },
  { key: 'oldmanAddress', width: 240, minor: 1 },
  {
    key: 'oldmanPhone',
    width: 124,
    minor: 1,
    render: ({ oldmanPhone, oldmanName, oldmanId }) => <PhoneLink phone={oldmanPhone} name={oldmanName} oldmanId={oldmanId} />,
  },
  { key: 'workNo', width: 160, minor: 2 },
]);

const BY: { value: Order; label: string }[] = [
  { value: 'urgency', label: '按紧急' },
  { value: 'time', label: '按时间' },
  { value: 'person', label: '按服务对象' },
  { value: 'carer', label: '按服务人员' },
];
const GROUPS: Partial<Record<Order, (row: Row) => string>> = {
  person: ({ oldmanName, oldmanAddress }) => `${oldmanName}　${oldmanAddress}`,
  carer: ({ serverUserName }) => serverUserName ?? '未派单',
};
const TONES: Partial<Record<number, Figure['tone']>> = { 1: 'warning', 2: 'error', 3: 'error', 4: 'good' };

/** How many visits stand how; each number shows its rows. */
function Counts({ day, userName, serverUserId }: { day: string; userName: string | undefined; serverUserId: string | undefined }) {
  const [params, setParams] = useSearchParams();
  const search = { day, ...(userName ? { userName } : {}), ...(serverUserId ? { serverUserId: Number(serverUserId) } : {}) };
  const { data } = useCall(homeDays.counts, search, { quiet: true });
  const pressed = params.get('phase');
  const toggle = (phase: number) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('page');
        if (pressed === String(phase)) next.delete('phase');
        else next.set('phase', String(phase));
        return next;
      },
      { replace: true },
    );
  const countOf = (phase: number) => data?.phases.find((one) => one.phase === phase)?.count ?? 0;
  return (
    <Figures
      label="当天概况"
      figures={[
        {
          label: '上门',
          value: data ? thousands(data.visits) : MISSING,
          ...(data ? { note: `${thousands(data.homes)} 户` } : {}),
        },
        ...Object.values(visitPhases).map((phase) => ({
          label: homeVisitPhaseLabels[phase] as string,
          value: data ? thousands(countOf(phase)) : MISSING,
          tone: countOf(phase) > 0 ? TONES[phase] : undefined,
          pressed: pressed === String(phase),
          onClick: () => toggle(phase),
        })),
      ]}
    />
  );
}

/** A visit is late by the clock, without an event: the list is read again every minute. */
function useEveryMinute() {
  const client = useQueryClient();
  const minute = Math.floor(useQuarterMinute() / 60_000);
  const last = useRef(minute);
  useEffect(() => {
    if (last.current === minute) return;
    last.current = minute;
    for (const route of [homeDays.page, homeDays.counts]) void client.invalidateQueries({ queryKey: keyOf(route) });
  }, [client, minute]);
}

function Coordinator() {
  const may = useMay();
  const mayRank = useMayRankStaff();
  const [params] = useSearchParams();
  const today = dayOf(useToday());
  const [chosen, setDay] = useState<string | null>(null);
  const [by, setBy] = useState<Order>('urgency');
  const [sending, setSending] = useState<Row | null>(null);
  const day = chosen ?? today;
  useEveryMinute();
  const dispatch = useSend(workOrders.dispatch, { changes: [homeDays.page, homeDays.counts], once: true });
  const filters = (
    <>
      <Filter name="userName">
        <Input placeholder="请输入姓名" allowClear maxLength={20} />
      </Filter>
      <Filter name="phase">
        <Select allowClear placeholder="全部" options={choices(homeVisitPhaseLabels)} />
      </Filter>
      {may(users.page) && (
        <Filter name="serverUserId">
          <StaffFilter />
        </Filter>
      )}
    </>
  );
  return (
    <div className="y-list-page">
      <Counts day={day} userName={params.get('userName') ?? undefined} serverUserId={params.get('serverUserId') ?? undefined} />
      <DataTable
        name="home-days"
        noun="居家照护"
        route={homeDays.page}
        columns={columns}
        filters={filters}
        fixed={{ day, by }}
        {...(GROUPS[by] ? { groupOf: GROUPS[by] } : {})}
        extra={
          <>
            <span className="hc-line">
              <Button icon={<LeftOutlined aria-hidden />} aria-label="前一天" onClick={() => setDay(nextDay(day, -1))} />
              <Day value={day} onChange={setDay} />
              <Button icon={<RightOutlined aria-hidden />} aria-label="后一天" onClick={() => setDay(nextDay(day))} />
              {day === today ? weekdayText(day) : <Button onClick={() => setDay(null)}>今天</Button>}
            </span>
            <Segmented options={BY} value={by} onChange={setBy} aria-label="排列方式" />
            {may(boards.get) && <Button onClick={() => go('/order/board')}>派单看板</Button>}
          </>
        }
        onRowDoubleClick={({ oldmanId, serverTime }) => go(homeDayAddress(oldmanId, serverTime.slice(0, 10)))}
        actions={(row) => [
          { label: '查看', onClick: () => go(homeDayAddress(row.oldmanId, day)) },
          {
            label: '派单',
            onClick: () => setSending(row),
            when: row.phase === visitPhases.unassigned && may(workOrders.dispatch) && mayRank,
          },
          { label: '工单', onClick: () => go(orderAddress(row.workOrderId)), when: may(workOrders.get) },
        ]}
      />
      {sending && (
        <RankedPicker
          ranking={{ jobId: sending.id }}
          current={null}
          onPick={({ id }) => dispatch.mutate({ id: sending.workOrderId, jobId: sending.id, serverUserId: id })}
          onClose={() => setSending(null)}
        />
      )}
    </div>
  );
}

export default function HomeDays() {
  return useServesOnly() ? <OwnDay /> : <Coordinator />;
}
