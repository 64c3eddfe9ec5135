/** /screen 机构大屏 */
import { memo, useEffect, useRef, useState } from 'react';
import { screens, type TenantScreen } from '#contract/screens/screens.ts';
import { useMay } from '#web/ui/may.ts';
import { listenForTouch, play } from '#web/warnings/alarm-sound.ts';
import { isUrgent } from '#web/ui/severities.ts';
import { spanText } from '#web/warnings/durations.ts';
import { Centre, useView } from './centre.tsx';
import { counted, Figure, percent } from './charts.tsx';
import { DevicePanel, HealthPanel, OrderPanel, ordersDone, ordersToday, PeoplePanel, StaffPanel } from './house-panels.tsx';
import { Waiting } from './waiting.tsx';
import { Stage } from './stage.tsx';
import { alarmsOf, openedAt, Overdue, Takeover, useSiren } from './takeover.tsx';
import { useScreen, type Watched } from './use-screen.ts';
import { ResponsePanel, TrendPanel, WarningPanel } from './warning-panels.tsx';

/** The figures that are read from afar. */
const Strip = memo(function Strip({ screen }: { screen: TenantScreen }) {
  const { people, beds, warnings, devices, orders, staff } = screen;
  const taken = percent(beds.occupied + beds.onLeave, beds.total);
  const total = warnings.today.reduce((sum, row) => sum + row.total, 0);
  const online = percent(devices.online, devices.total);
  return (
    <div className="s-strip">
      <Figure label="在院服务对象" value={counted(people.inCare)} unit="人" />
      {taken === null ? (
        <Figure label="当班人员" value={counted(staff.onDuty)} unit="人" />
      ) : (
        <Figure label="入住率" value={`${taken}`} unit="%" note={`空床 ${beds.free} / ${beds.total}`} />
      )}
      <Figure
        label="今日预警"
        value={counted(total)}
        unit="条"
        note={`待处理 ${counted(warnings.open)}`}
        tone={warnings.unanswered > 0 ? 'alarm' : undefined}
      />
      <Figure
        label="确认用时（中位）"
        value={warnings.response.p50 === null ? '–' : spanText(warnings.response.p50)}
        note={`今日已确认 ${counted(warnings.response.count)}`}
      />
      <Figure
        label="设备在线"
        value={online === null ? '–' : `${online}`}
        unit={online === null ? undefined : '%'}
        note={`${counted(devices.online)} / ${counted(devices.total)}`}
      />
      <Figure
        label="今日工单完成"
        value={counted(ordersDone(orders))}
        unit={`/ ${counted(ordersToday(orders))}`}
        note={orders.overdue > 0 ? `超时 ${counted(orders.overdue, 1000)}` : '没有超时'}
        tone={orders.overdue > 0 ? 'warn' : undefined}
      />
    </div>
  );
});

/** Rings once for whatever is urgent, covers nothing and was not here at the last reading. */
function useChime(list: TenantScreen['warnings']['list'], alarmed: boolean): void {
  const known = useRef<Set<number> | null>(null);
  useEffect(() => {
    const urgent = list.filter(({ severity, isDisposed }) => isUrgent(severity) && isDisposed === 0).map(({ id }) => id);
    const fresh = known.current !== null && urgent.some((id) => !known.current?.has(id));
    known.current = new Set([...(known.current ?? []), ...urgent]);
    if (fresh && !alarmed) play('ordinary');
  }, [list, alarmed]);
}

function Wall({ screen, watched }: { screen: TenantScreen; watched: Watched<TenantScreen> }) {
  const { serverNow } = watched;
  const [opened] = useState(() => openedAt(serverNow));
  const { warnings } = screen;
  const alarms = alarmsOf(warnings.urgent, serverNow, opened);
  const waiting = warnings.urgent.filter(({ id, acknowledgeTime }) => acknowledgeTime === null && !alarms.some((alarm) => alarm.id === id));
  const { shown, controls } = useView(screen.rooms.length > 0 || screen.beds.floors.length > 0, screen.places.length > 0);
  useSiren(alarms);
  useChime(warnings.list, alarms.length > 0);
  const over = (
    <Takeover alarms={alarms} total={alarms.length + Math.max(0, warnings.urgentTotal - warnings.urgent.length)} now={serverNow} />
  );
  return (
    <Stage {...watched} title="机构大屏" name={screen.tenantName} controls={controls} alarmed={alarms.length > 0} over={over}>
      <main className="s-grid">
        <Overdue waiting={waiting.length} oldest={waiting.at(-1)} now={serverNow} />
        <div className="s-left">
          <PeoplePanel people={screen.people} />
          <HealthPanel health={screen.health} />
          <StaffPanel staff={screen.staff} />
        </div>
        <div className="s-middle">
          <Strip screen={screen} />
          <Centre screen={screen} shown={shown} />
          <TrendPanel warnings={warnings} />
        </div>
        <div className="s-right">
          <WarningPanel warnings={warnings} now={serverNow} />
          <ResponsePanel response={warnings.response} today={warnings.today} />
          <OrderPanel orders={screen.orders} now={serverNow} />
          <DevicePanel devices={screen.devices} />
        </div>
      </main>
    </Stage>
  );
}

function Screen() {
  useEffect(listenForTouch, []);
  const watched = useScreen(screens.tenant) as Watched<TenantScreen>;
  return watched.data && watched.error?.status !== 403 ? (
    <Wall screen={watched.data} watched={watched} />
  ) : (
    <Waiting title="机构大屏" {...watched} />
  );
}

export default function ScreenPage() {
  const may = useMay();
  return may(screens.tenant) ? <Screen /> : <Waiting title="机构大屏" denied />;
}
