/** /wel/index: what waits for this person now, and below it how the institution stands. Every figure leads to its list. */
import { MINUTE, hourOf } from '#contract/time.ts';
import { Skeleton } from 'antd';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useIsFetching } from '@tanstack/react-query';
import { useCurrentUser, useMenu } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { dayIn, greetingAt, isNight } from '#web/shell/greeting.ts';
import { menuIcon } from '#web/shell/menu-icons.tsx';
import { leavesOf, shownOf, trailTo } from '#web/shell/menu.ts';
import { HOME } from '#web/shell/tabs.ts';
import { useServesOnly } from '#web/work-orders/serves-only.ts';
import { Panel } from './home-cards.tsx';
import { BedBars, OrderStates, Severities } from './home-figures.tsx';
import { isLived, ResidentsPanel, useResidents } from './home-residents.tsx';
import { Steps } from './home-steps.tsx';
import { HousePanel } from './house-panel.tsx';
import NowList from './now-list.tsx';
import { usePhoneHome } from './phone-home.ts';
import { useHome } from './use-home.ts';
import './home.css';

const HomePanels = lazyPart(() => import('./home-panels.tsx'));
const Institutions = lazyPart(() => import('./home-institutions.tsx'));

const MOST_SHORTCUTS = 12;
/** Pages of those who run institutions: they come first where no one lives. */
const OF_TENANTS = /^\/(platform|screen|subscription)\/|^\/admin\/(tenant|registration)\//;

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

/** So long nothing has been asked for: what was, is there. */
const SETTLED_MS = 250;
/** What is slower than this moves what stands below it. */
const LATEST_MS = 2500;

/** Whether the answers of the page's first moment are there. Until then what stands below 现在 is kept back: it would move under the pointer. */
function useSettled(): boolean {
  const asking = useIsFetching() > 0;
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), asking ? LATEST_MS : SETTLED_MS);
    return () => clearTimeout(timer);
  }, [asking]);
  return settled;
}

export default function Home() {
  const now = useSyncExternalStore(everyMinute, thisMinute);
  const user = useCurrentUser();
  const menu = useMenu();
  const servesOnly = useServesOnly();
  const leaves = usePhoneHome();
  const settled = useSettled();
  const { data: figures } = useHome();
  const { sees, residents } = useResidents();
  const beds = figures?.beds;
  // Who may not see people cannot be told by their number.
  const lived = figures !== undefined && (!sees || (residents !== undefined && isLived(residents)) || (beds?.buildings.length ?? 0) > 0);
  const reach = (path: string) => (trailTo(menu, path).length > 0 ? path : null);
  const first = (path: string | null) => Number(!lived && OF_TENANTS.test(path ?? ''));
  const shortcuts = leavesOf(shownOf(menu))
    .filter(({ path }) => path?.startsWith('/') && path !== HOME)
    .toSorted((a, b) => first(b.path) - first(a.path));

  if (leaves) return null;
  return (
    <div className="y-home">
      <header className="y-hello" data-night={isNight(hourOf(now)) || undefined}>
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
      <div className="y-home-now">
        <div className="y-home-first">
          <NowList />
          <div hidden={!settled}>
            <Suspense fallback={null}>
              <Institutions />
            </Suspense>
          </div>
        </div>
        <div className="y-home-side" hidden={!settled}>
          <Suspense fallback={<Skeleton active className="y-panel" title={false} paragraph={{ rows: 2 }} />}>
            <HomePanels reach={reach} lived={lived} />
          </Suspense>
        </div>
      </div>
      <div className="y-panels" hidden={!settled}>
        {figures?.warnings && figures.warnings.length > 0 && (
          <Panel title="预警" to={reach('/warning/warning/index') && '/warning/warning/index?open=true'}>
            <Severities warnings={figures.warnings} now={now} reach={reach} />
          </Panel>
        )}
        {figures?.orders?.some(({ count }) => count > 0) && (
          <Panel title={servesOnly ? '我的工单' : '工单'} to={reach('/order/workorder')}>
            <OrderStates orders={figures.orders} reach={reach} />
          </Panel>
        )}
        {lived && sees && <ResidentsPanel residents={residents} reach={reach} />}
        {beds && (beds.buildings.length > 0 || beds.counting) && (
          <Panel title="床位" to={reach('/business/bcroom/index')}>
            <BedBars beds={beds} />
          </Panel>
        )}
        {lived && (!beds || beds.buildings.length > 0) && <HousePanel to={reach('/business/bcroom/house')} />}
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
