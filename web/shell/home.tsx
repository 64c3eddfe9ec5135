/** /wel/index: what waits for this person now. */
import { AlertOutlined, CarryOutOutlined, MobileOutlined, SendOutlined, ThunderboltOutlined } from '@ant-design/icons';
import { useSyncExternalStore } from 'react';
import { devices } from '#contract/devices/devices.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { useCan } from '#web/api/permissions.ts';
import { useCurrentUser, useMenu } from './current-user.ts';
import { dayIn, greetingAt, hourIn } from './greeting.ts';
import { Figure, Panel } from './home-cards.tsx';
import { OpenWarnings, Orders } from './home-lists.tsx';
import { go } from './go.ts';
import { menuIcon } from './menu-icons.tsx';
import { trailTo, type MenuItem } from './menu.ts';
import './home.css';

const WARNINGS = '/warning/warning/index';
const ORDERS = '/order/workorder';
const DEVICES = '/device/index';
/** The dialog's reading of an order's status. */
const UNASSIGNED = 1;
const ASSIGNED = 2;
const IN_PROGRESS = 3;
const MINUTE = 60_000;

function everyMinute(changed: () => void): () => void {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
}
const thisMinute = () => Math.floor(Date.now() / MINUTE) * MINUTE;

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children.length > 0 ? leaves(item.children) : [item]));

export default function Home() {
  const now = useSyncExternalStore(everyMinute, thisMinute);
  const user = useCurrentUser();
  const menu = useMenu();
  const can = useCan();
  const [seesWarnings, seesOrders, seesDevices] = [can('warning_devicewarning_view'), can('members_workorder_view'), can('tenant_device_view')];
  const dispatches = seesOrders && can('members_workorder_dispatch');
  const me = user?.sysUser.userId ?? 0;
  const quiet = { quiet: true } as const;
  const open = useCall(warnings.page, { open: 'true', size: 6 }, { ...quiet, enabled: seesWarnings });
  const assigned = useCall(workOrders.page, { serverUserId: me, status: ASSIGNED, size: 6 }, { ...quiet, enabled: seesOrders && me > 0 });
  const running = useCall(workOrders.page, { serverUserId: me, status: IN_PROGRESS, size: 6 }, { ...quiet, enabled: seesOrders && me > 0 });
  const waiting = useCall(workOrders.page, { status: UNASSIGNED, size: 6 }, { ...quiet, enabled: dispatches });
  const fleet = useCall(devices.summary, {}, { ...quiet, enabled: seesDevices });
  // Who sends others and has nothing to do themselves is shown what waits to be sent.
  const sends = dispatches && assigned.data?.total === 0 && running.data?.total === 0;
  const reach = (path: string) => (trailTo(menu, path).length > 0 ? path : null);
  const shortcuts = leaves(menu).filter(({ path }) => path?.startsWith('/') && path !== '/wel/index');

  return (
    <div className="y-home">
      <header className="y-hello">
        <div>
          <h1>
            {greetingAt(hourIn(now))}，{user?.sysUser.nickName || user?.sysUser.username}
          </h1>
          <p>
            {dayIn(now)}　{user?.tenantName}
          </p>
        </div>
      </header>
      <div className="y-figures">
        {seesWarnings && (
          <Figure
            icon={<AlertOutlined />}
            label="待处理预警"
            query={open}
            value={(data) => data.total}
            to={reach(WARNINGS)}
            tone={(value) => (value > 0 ? 'error' : 'calm')}
          />
        )}
        {seesOrders && (
          <Figure
            icon={<CarryOutOutlined />}
            label="待我服务"
            query={assigned}
            value={(data) => data.total}
            to={reach(ORDERS)}
            tone={(value) => (value > 0 ? 'warning' : 'calm')}
          />
        )}
        {dispatches && (
          <Figure
            icon={<SendOutlined />}
            label="待派工单"
            query={waiting}
            value={(data) => data.total}
            to={reach(ORDERS)}
            tone={(value) => (value > 0 ? 'primary' : 'calm')}
          />
        )}
        {seesOrders && !dispatches && (
          <Figure
            icon={<ThunderboltOutlined />}
            label="我正在服务"
            query={running}
            value={(data) => data.total}
            to={reach(ORDERS)}
            tone={(value) => (value > 0 ? 'primary' : 'calm')}
          />
        )}
        {seesDevices && (
          <Figure
            icon={<MobileOutlined />}
            label="离线设备"
            query={fleet}
            value={(data) => data.offline}
            note={(data) => `共 ${data.total} 台，低电量 ${data.lowBattery} 台`}
            to={reach(DEVICES)}
            tone={(value) => (value > 0 ? 'warning' : 'calm')}
          />
        )}
      </div>
      <div className="y-panels">
        {seesWarnings && (
          <Panel title="待处理预警" to={reach(WARNINGS)}>
            <OpenWarnings query={open} now={now} />
          </Panel>
        )}
        {seesOrders && (
          <Panel title={sends ? '待派工单' : '我的工单'} to={reach(ORDERS)}>
            {sends ? <Orders queries={[waiting]} nothing="没有待派的工单" /> : <Orders queries={[running, assigned]} nothing="没有待服务的工单" />}
          </Panel>
        )}
        {shortcuts.length > 0 && (
          <Panel title="常用功能" to={null} wide>
            <ul className="y-shortcuts">
              {shortcuts.slice(0, 12).map((item) => (
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
