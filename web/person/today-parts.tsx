/** What the first tab of a person shows of each area. */
import { Tag } from 'antd';
import { Link } from 'react-router';
import { devices } from '#contract/devices/devices.ts';
import { personContacts } from '#contract/elderly/person-contacts.ts';
import { observations } from '#contract/health/observations.ts';
import { vitals } from '#contract/health/vitals.ts';
import { DAY } from '#contract/time.ts';
import { callOutcomeLabels } from '#contract/warnings/warning-records.rules.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import { orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { Battery, isHeard, OnlineState, typeLabel } from '#web/devices/device-tags.tsx';
import { ContactList } from '#web/elderly/contacts.tsx';
import { kinds, normalOf, shownOf, toneOf } from '#web/health/kinds.ts';
import { LevelTag } from '#web/health/level-tag.tsx';
import { deviceAddress, orderAddress } from '#web/shell/addresses.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { formatTime, since, toMillis, until } from '#web/ui/display.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { Severity } from '#web/ui/severity.tsx';
import { TodayPart } from './today-part.tsx';
import './today.css';

/** What is looked at is read again this often. */
const REFRESH_MS = 30_000;
const READ = { quiet: true, refetchInterval: REFRESH_MS } as const;
const FEW = 3;

interface Props {
  personId: number;
  /** Opens the tab where all of it is. */
  onMore: () => void;
}

export function TodayVitals({ personId, onMore }: Props) {
  const now = useQuarterMinute();
  const query = useCall(vitals.latest, { oldmanId: personId }, READ);
  return (
    <TodayPart
      title="最近体征"
      wide
      query={query}
      more={{ label: '健康', onClick: onMore }}
      empty={(latest) => (latest.length === 0 ? '还没有体征数据，可录入体征或绑定设备' : null)}
    >
      {(latest) => (
        <ul className="p-vitals">
          {kinds.flatMap((kind) => {
            const shown = shownOf(kind, latest);
            if (!shown) return [];
            const normal = normalOf(shown.rows);
            return (
              <li key={kind.key} data-tone={toneOf(shown.level)}>
                <span>
                  {kind.label} <LevelTag level={shown.level} />
                </span>
                <b>
                  {shown.value} <small>{shown.unit}</small>
                </b>
                <small>
                  <time dateTime={shown.time.replace(' ', 'T')} title={shown.time}>
                    {since(shown.time, now)}
                  </time>
                  {normal && ` · 正常 ${normal}`}
                </small>
              </li>
            );
          })}
        </ul>
      )}
    </TodayPart>
  );
}

export function TodayWarnings({ personId, onMore }: Props) {
  const now = useQuarterMinute();
  const query = useCall(warnings.page, { oldmanId: personId, current: 1, size: FEW }, READ);
  return (
    <TodayPart
      title="最近预警"
      query={query}
      more={{ label: '全部预警', onClick: onMore }}
      empty={({ total }) => (total === 0 ? '没有预警记录' : null)}
    >
      {({ records }) => (
        <ul className="p-lines">
          {records.map((row) => (
            <li key={row.id}>
              <Link to={`/warning/warning/index?id=${row.id}`}>{row.warningText}</Link>
              <Severity severity={row.severity} closed={!isOpen(row.isDisposed)} />
              <State of="warning" value={row.isDisposed} />
              <small title={row.dataHappenTime}>
                {since(row.dataHappenTime, now)} · {row.warningContent}
              </small>
            </li>
          ))}
        </ul>
      )}
    </TodayPart>
  );
}

const { unassigned, assigned, inProgress, paused } = orderStatus;
const WAITING: readonly number[] = [unassigned, assigned, inProgress, paused];
/** So far ahead the next service is looked for. */
const AHEAD_DAYS = 7;

export function TodayOrders({ personId, onMore }: Props) {
  const now = useQuarterMinute();
  const today = formatTime(now, 'yyyy-MM-dd');
  const last = formatTime(now + AHEAD_DAYS * DAY, 'yyyy-MM-dd');
  const query = useCall(
    workOrders.page,
    { oldmanId: personId, current: 1, size: 100, serverTimeStart: `${today} 00:00:00`, serverTimeEnd: `${last} 23:59:59` },
    READ,
  );
  const late = useCall(workOrders.page, { oldmanId: personId, current: 1, size: 10, late: true }, READ);
  // What should have been done before today is the next thing, too.
  const found = new Map([...(late.data?.records ?? []), ...(query.data?.records ?? [])].map((order) => [order.id, order]));
  const next = [...found.values()]
    .filter(({ state, serverTime }) => WAITING.includes(state) && serverTime !== null)
    .sort((a, b) => ((a.serverTime as string) < (b.serverTime as string) ? -1 : 1));
  return (
    <TodayPart
      title="接下来的服务"
      query={query}
      more={{ label: '全部工单', onClick: onMore }}
      empty={() => (next.length === 0 ? `今天起${AHEAD_DAYS}天内没有待完成的服务` : null)}
    >
      {() => (
        <ul className="p-lines">
          {next.slice(0, FEW).map((order) => (
            <li key={order.id}>
              <Time value={order.serverTime as string} />
              <Link to={orderAddress(order.id)}>{order.serverProjectName}</Link>
              <State of="order" value={order.state} />
              <small>
                {order.serverUserName ? `${order.serverUserName} 上门` : '待派单'} · {until(order.serverTime, now)}
                {toMillis(order.serverTime as string) < now && order.state <= assigned && '，尚未开始'}
              </small>
            </li>
          ))}
          {next.length > FEW && <li className="p-rest">还有 {next.length - FEW} 项</li>}
        </ul>
      )}
    </TodayPart>
  );
}

export function TodayDevices({ personId, onMore }: Props) {
  const query = useCall(devices.page, { oldmanId: personId, current: 1, size: 10 }, READ);
  return (
    <TodayPart
      title="佩戴的设备"
      query={query}
      more={{ label: '设备', onClick: onMore }}
      empty={({ total }) => (total === 0 ? '没有绑定设备' : null)}
    >
      {({ records }) => (
        <ul className="p-lines">
          {records.map((device) => (
            <li key={device.id}>
              <Link to={deviceAddress(device.id)}>{device.name ?? device.imei}</Link>
              <span>{typeLabel(device.type)}</span>
              {isHeard(device.type) && <OnlineState device={device} />}
              {isHeard(device.type) && <Battery percent={device.battery} />}
            </li>
          ))}
        </ul>
      )}
    </TodayPart>
  );
}

/** Open observations until the end of the day; nothing at all while the person is not under observation. */
export function TodayObservations({ personId }: { personId: number }) {
  const now = useQuarterMinute();
  const query = useCall(observations.page, { oldmanId: personId, current: 1, size: 50 }, READ);
  const today = formatTime(now, 'yyyy-MM-dd');
  const due = (query.data?.records ?? []).filter(({ dueTime }) => dueTime.slice(0, 10) <= today);
  if (query.data && query.data.total === 0) return null;
  return (
    <TodayPart title="今天的观察" query={query} empty={() => (due.length === 0 ? '今天没有待完成的观察' : null)}>
      {() => (
        <ul className="p-lines">
          {due.slice(0, FEW).map((task) => (
            <li key={task.id}>
              <Time value={task.dueTime} />
              <span>{task.orthostatic ? '全套体征、体位性血压' : '全套体征'}</span>
              <State of="observation" value={task.state} />
              <small>{task.reason}</small>
            </li>
          ))}
          {due.length > FEW && <li className="p-rest">还有 {due.length - FEW} 次</li>}
        </ul>
      )}
    </TodayPart>
  );
}

interface FamilyProps {
  personId: number;
  onDial: (contact: string, phone: string) => void;
  onEdit: (() => void) | undefined;
}

export function TodayFamily({ personId, onDial, onEdit }: FamilyProps) {
  const query = useCall(personContacts.ofPerson, { oldmanId: personId }, { quiet: true });
  const calls = useCall(personContacts.calls, { oldmanId: personId }, { quiet: true });
  return (
    <TodayPart
      title="家属与联系人"
      query={query}
      more={onEdit && { label: '编辑', onClick: onEdit }}
      empty={({ contacts }) => (contacts.length === 0 ? '还没有登记联系人' : null)}
    >
      {({ contacts }) => (
        <>
          <ContactList personId={personId} contacts={contacts} onDial={onDial} />
          {calls.data && calls.data.length > 0 && (
            <ul className="p-lines p-calls" aria-label="最近通话">
              {calls.data.slice(0, FEW).map((one) => (
                <li key={one.id}>
                  <Time value={one.startTime} />
                  <span>
                    {one.userName} 致电 {one.contact}
                  </span>
                  <Tag>{callOutcomeLabels[one.outcome]}</Tag>
                  {one.note && <small>{one.note}</small>}
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </TodayPart>
  );
}
