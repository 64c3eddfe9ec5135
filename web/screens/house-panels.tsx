/** People, staff, health, devices and orders on the wall. The clock draws the screen every second: what does not count seconds is kept. */
import { memo } from 'react';
import type { TenantScreen } from '#contract/screens/screens.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { formatTime } from '#web/ui/display.ts';
import { spanText, secondsBetween } from '#web/warnings/durations.ts';
import { Ages, Bars, counted, Figure, Panel, percent, Ring } from './charts.tsx';

type Screen = TenantScreen;

export const PeoplePanel = memo(function PeoplePanel({ people }: { people: Screen['people'] }) {
  const levels = people.careLevels.filter(({ count }) => count > 0).slice(0, 7);
  return (
    <Panel title="服务对象" note={people.counting ? '正在统计' : `本月新增 ${people.newThisMonth}`} className="s-people">
      <div className="s-row">
        <Figure label="在院" value={counted(people.inCare)} unit="人" />
        <Figure label="请假外出" value={counted(people.away)} unit="人" />
        <Figure label="住院" value={counted(people.inHospital)} unit="人" tone={people.inHospital > 0 ? 'warn' : undefined} />
      </div>
      <div className="s-two">
        <Ages ages={people.ages} />
        <Bars bars={levels.map(({ label, count }) => ({ label, value: count }))} />
      </div>
    </Panel>
  );
});

/** So many names are shown; who is busy first. */
const MOST_NAMES = 12;

export const StaffPanel = memo(function StaffPanel({ staff }: { staff: Screen['staff'] }) {
  const shown = staff.people.toSorted((a, b) => Number(b.busy) - Number(a.busy)).slice(0, MOST_NAMES);
  return (
    <Panel title="当班人员" note={`${staff.onDuty} 人在岗，${staff.busy} 人服务中`}>
      {staff.onDuty === 0 ? (
        <p className="s-none">现在没有排班的人员</p>
      ) : (
        <>
          <p className="s-roles">
            {staff.roles.slice(0, 4).map(({ name, count }) => (
              <span key={name}>
                {name} <b>{count}</b>
              </span>
            ))}
          </p>
          <ul className="s-staff">
            {shown.map((one, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- covered names are not unique
              <li key={`${one.name} ${at}`} data-busy={one.busy || undefined}>
                {one.name}
                <small>{one.busy ? '服务中' : `至 ${formatTime(one.until, 'HH:mm')}`}</small>
              </li>
            ))}
            {staff.onDuty > shown.length && <li className="s-more">另 {staff.onDuty - shown.length} 人</li>}
          </ul>
        </>
      )}
    </Panel>
  );
});

const RISKS = [
  ['high', '高', 'alarm'],
  ['medium', '中', 'warn'],
  ['lowMedium', '低中', 'dim'],
  ['low', '低', undefined],
] as const;

export const HealthPanel = memo(function HealthPanel({ health }: { health: Screen['health'] }) {
  const scored = RISKS.reduce((sum, [risk]) => sum + health.news2[risk], 0);
  return (
    <Panel title="健康" note={health.counting ? '正在统计' : `${counted(health.people)} 人`}>
      <div className="s-row">
        <Figure label="指标严重异常" value={counted(health.urgent)} unit="人" tone={health.urgent > 0 ? 'alarm' : undefined} />
        <Figure label="需要关注" value={counted(health.watch)} unit="人" tone={health.watch > 0 ? 'warn' : undefined} />
        <Figure label="测量逾期" value={counted(health.missing)} unit="人" />
      </div>
      <div
        className="s-news2"
        aria-label={`NEWS2评分：${RISKS.map(([risk, label]) => `${label}风险${health.news2[risk]}人`).join('，')}`}
        role="img"
      >
        {RISKS.map(([risk, label]) => (
          <div key={risk} data-risk={risk} style={{ flexGrow: health.news2[risk] }} hidden={health.news2[risk] === 0}>
            <b>{health.news2[risk]}</b>
            <span>{label}</span>
          </div>
        ))}
      </div>
      <p className="s-foot">
        NEWS2 风险：{scored === 0 ? '近24小时没有可评分的测量' : `${scored} 人有评分，其中 ${health.news2.complete} 人七项齐全`}
      </p>
    </Panel>
  );
});

export const DevicePanel = memo(function DevicePanel({ devices }: { devices: Screen['devices'] }) {
  const online = percent(devices.online, devices.total);
  return (
    <Panel title="设备" note={devices.counting ? '正在统计' : `共 ${counted(devices.total)} 台`}>
      <div className="s-with-ring">
        <Ring percentage={online} label="在线率" tone={online !== null && online < 80 ? 'warn' : undefined} />
        <div className="s-row s-wrap">
          <Figure label="在线" value={counted(devices.online)} />
          <Figure label="离线" value={counted(devices.offline)} />
          <Figure label="失联" value={counted(devices.silent)} tone={devices.silent > 0 ? 'warn' : undefined} />
          <Figure label="从未上线" value={counted(devices.never)} />
          <Figure label="低电量" value={counted(devices.lowBattery)} tone={devices.lowBattery > 0 ? 'warn' : undefined} />
        </div>
      </div>
    </Panel>
  );
});

const STATES = [orderStatus.unassigned, orderStatus.assigned, orderStatus.inProgress, orderStatus.paused, orderStatus.finished] as const;
const NAMES: Record<number, string> = { 1: '待派单', 2: '已派单', 3: '服务中', 5: '已暂停', 4: '已完成' };

/** Finished and rated are done for the wall; cancelled ones are none of today's work. */
export const ordersDone = ({ today }: Screen['orders']) =>
  today.filter(({ status }) => status === orderStatus.finished || status === orderStatus.rated).reduce((sum, { count }) => sum + count, 0);
export const ordersToday = ({ today }: Screen['orders']) =>
  today.filter(({ status }) => status !== orderStatus.cancelled).reduce((sum, { count }) => sum + count, 0);

export function OrderPanel({ orders, now }: { orders: Screen['orders']; now: number }) {
  const of = (status: number) =>
    status === orderStatus.finished ? ordersDone(orders) : (orders.today.find((row) => row.status === status)?.count ?? 0);
  return (
    <Panel title="今日工单" note={`${counted(ordersToday(orders))} 单`} className="s-orders">
      <div className="s-row">
        {STATES.map((status) => (
          <Figure
            key={status}
            label={NAMES[status] ?? ''}
            value={counted(of(status))}
            tone={status === orderStatus.unassigned && of(status) > 0 ? 'warn' : undefined}
          />
        ))}
      </div>
      {orders.overdue > 0 ? (
        <>
          <p className="s-foot s-late-head">
            超时未完成 <b>{counted(orders.overdue, 1000)}</b> 单
          </p>
          <ul className="s-late">
            {orders.late.slice(0, 3).map(({ id, name, projects, carer, dueTime }) => (
              <li key={id}>
                <b>{name}</b>
                <span>{projects || '未填项目'}</span>
                <span>{carer ?? '未派人'}</span>
                <em>超 {spanText(secondsBetween(dueTime, now))}</em>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <p className="s-foot">没有超时的工单</p>
      )}
    </Panel>
  );
}
