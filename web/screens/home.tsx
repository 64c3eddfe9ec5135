/** /wel/index: what waits for this person now, and below it how the institution stands. Every figure leads to its list. */
import { MINUTE, hourOf } from '#contract/time.ts';
import { Suspense, useSyncExternalStore } from 'react';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCurrentUser, useMenu } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { dayIn, greetingAt } from '#web/shell/greeting.ts';
import { menuIcon } from '#web/shell/menu-icons.tsx';
import { leavesOf, trailTo } from '#web/shell/menu.ts';
import { HOME } from '#web/shell/tabs.ts';
import { useMay } from '#web/ui/may.ts';
import { Panel } from './home-cards.tsx';
import { BedBars, CareLevels, OrderStates, Severities } from './home-figures.tsx';
import { Steps } from './home-steps.tsx';
import { HousePanel } from './house-panel.tsx';
import NowList from './now-list.tsx';
import { usePhoneHome } from './phone-home.ts';
import { useHome } from './use-home.ts';
import './home.css';

const HomePanels = lazyPart(() => import('./home-panels.tsx'));

const MOST_SHORTCUTS = 12;

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
  const leaves = usePhoneHome();
  const { data: figures } = useHome();
  const dispatches = may(workOrders.dispatch);
  const reach = (path: string) => (trailTo(menu, path).length > 0 ? path : null);
  const shortcuts = leavesOf(menu).filter(({ path }) => path?.startsWith('/') && path !== HOME);

  if (leaves) return null;
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
      </header>
      {figures?.steps && <Steps steps={figures.steps} reach={reach} />}
      <NowList />
      <div className="y-panels">
        <Suspense fallback={null}>
          <HomePanels reach={reach} />
        </Suspense>
        {figures?.warnings && figures.warnings.length > 0 && (
          <Panel title="预警" to={reach('/warning/warning/index') && '/warning/warning/index?open=true'}>
            <Severities warnings={figures.warnings} now={now} reach={reach} />
          </Panel>
        )}
        {figures?.orders?.some(({ count }) => count > 0) && (
          <Panel title={dispatches ? '工单' : '我的工单'} to={reach('/order/workorder')}>
            <OrderStates orders={figures.orders} reach={reach} />
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
        <HousePanel to={reach('/business/bcroom/house')} />
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
