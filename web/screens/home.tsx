/** /wel/index: what waits for this person now, and how the institution stands. Every figure leads to its list. */
import { MINUTE, hourOf } from '#contract/time.ts';
import { useSyncExternalStore } from 'react';
import { warnings } from '#contract/warnings/warnings.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { useCurrentUser, useMenu } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { dayIn, greetingAt } from '#web/shell/greeting.ts';
import { menuIcon } from '#web/shell/menu-icons.tsx';
import { leavesOf, trailTo } from '#web/shell/menu.ts';
import { HOME } from '#web/shell/tabs.ts';
import { useMay } from '#web/ui/may.ts';
import { Panel } from './home-cards.tsx';
import { OpenWarnings, Orders } from './home-lists.tsx';
import { BedBars, CareLevels, OrderStates, Severities, Todos } from './home-figures.tsx';
import { Steps } from './home-steps.tsx';
import { useHome } from './use-home.ts';
import './home.css';

const MOST_SHORTCUTS = 12;
const SIX = 6;

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

export default function Home() {
  const now = useSyncExternalStore(everyMinute, thisMinute);
  const user = useCurrentUser();
  const menu = useMenu();
  const may = useMay();
  const { data: figures, isError } = useHome();
  const me = user?.sysUser.userId ?? 0;
  const quiet = { quiet: true } as const;
  const open = useCall(warnings.page, { open: 'true', size: SIX }, { ...quiet, enabled: may(warnings.page) });
  const dispatches = may(workOrders.dispatch);
  const waits = dispatches ? { status: orderStatus.unassigned } : { serverUserId: me, status: orderStatus.assigned };
  const waiting = useCall(workOrders.page, { ...waits, size: SIX }, { ...quiet, enabled: may(workOrders.page) && me > 0 });
  const running = useCall(
    workOrders.page,
    { serverUserId: me, status: orderStatus.inProgress, size: SIX },
    { ...quiet, enabled: may(workOrders.page) && me > 0 },
  );
  const reach = (path: string) => (trailTo(menu, path).length > 0 ? path : null);
  const shortcuts = leavesOf(menu).filter(({ path }) => path?.startsWith('/') && path !== HOME);

  return (
    <div className="y-home">
      <header className="y-hello">
        <div>
          <h1>
            {greetingAt(hourOf(now))}，{user?.sysUser.nickName || user?.sysUser.username}
          </h1>
          <p>
            {dayIn(now)}　{user?.tenantName}
          </p>
        </div>
        <Todos figures={figures} failed={isError} reach={reach} me={me} />
      </header>
      {figures?.steps && <Steps steps={figures.steps} reach={reach} />}
      <div className="y-panels">
        {may(warnings.page) && (
          <Panel title="待处理预警" to={reach('/warning/warning/index') && '/warning/warning/index?open=true'}>
            <Severities warnings={figures?.warnings} now={now} reach={reach} />
            <OpenWarnings query={open} now={now} />
          </Panel>
        )}
        {may(workOrders.page) && (
          <Panel title={dispatches ? '工单' : '我的工单'} to={reach('/order/workorder')}>
            <OrderStates orders={figures?.orders} reach={reach} />
            <Orders queries={dispatches ? [waiting] : [running, waiting]} nothing={dispatches ? '没有待派的工单' : '没有待服务的工单'} />
          </Panel>
        )}
        {figures?.people && (
          <Panel title="服务对象" to={reach('/oldMan/index')}>
            <CareLevels people={figures.people} now={now} reach={reach} />
          </Panel>
        )}
        {figures?.beds && (figures.beds.buildings.length > 0 || figures.beds.counting) && (
          <Panel title="床位" to={reach('/business/bcroom/index')}>
            <BedBars beds={figures.beds} />
          </Panel>
        )}
        {shortcuts.length > 0 && (
          <Panel title="常用功能" to={null} wide>
            <ul className="y-shortcuts">
              {shortcuts.slice(0, MOST_SHORTCUTS).map((item) => (
                <li key={item.id}>
                  <button type="button" onClick={() => go(item.path as string)}>
                    {menuIcon(item.icon)}
                    <span>{item.label}</span>
                  </button>
                </li>
              ))}
            </ul>
          </Panel>
        )}
      </div>
    </div>
  );
}
