/** What stands beside 现在 by rights: who is on duty, money of the day, a group's institutions, the platform's tenants. */
import { Tag } from 'antd';
import type { Output } from '#contract/http.ts';
import { homePanels } from '#contract/screens/home-panels.ts';
import { screens } from '#contract/screens/screens.ts';
import { useCall } from '#web/api/call.ts';
import { thousands, yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { Figure, Panel } from './home-cards.tsx';
import type { Reach } from './home-figures.tsx';
import './home.css';

type Panels = Output<typeof homePanels.read>;
type Institution = Output<typeof screens.group>['institutions'][number];

const SLOW = { quiet: true, staleTime: 30_000, refetchInterval: 60_000 } as const;
const MOST_INSTITUTIONS = 12;

/** `07:00`, `明日 07:00`, seen from `day`. */
const clockOf = (time: string, day: string) => `${time.slice(0, 10) > day ? '次日 ' : ''}${time.slice(11, 16)}`;

function Duty({ duty: { now, uncovered }, reach }: { duty: NonNullable<Panels['duty']>; reach: Reach }) {
  const day = uncovered[0]?.startTime.slice(0, 10) ?? now[0]?.endTime.slice(0, 10) ?? '';
  return (
    <Panel title="当班" to={reach('/warning/duty')}>
      {now.length > 0 ? (
        <ul className="y-duty">
          {now.map(({ userId, name, endTime }) => (
            <li key={`${userId}.${endTime}`}>
              <b>{name}</b> 至 {clockOf(endTime, day)}
            </li>
          ))}
        </ul>
      ) : (
        <p>现在没有人当班，预警会通知所有可处理的人</p>
      )}
      {uncovered.length > 0 && (
        <p className="y-duty-gaps">
          今后24小时无人当班：
          {uncovered.map(({ startTime, endTime }) => (
            <Tag key={startTime} color="warning" variant="outlined">
              {clockOf(startTime, day)}–{clockOf(endTime, day)}
            </Tag>
          ))}
        </p>
      )}
    </Panel>
  );
}

/** Whether there is anything to say of the day. */
const moves = ({ payments, refunds, unpaid }: NonNullable<Panels['finance']>) => payments + refunds + unpaid > 0;

function Finance({ finance, reach }: { finance: NonNullable<Panels['finance']>; reach: Reach }) {
  const orders = reach('/order/index');
  return (
    <Panel title="今日收款" to={orders}>
      <div className="y-figures">
        <Figure
          label="已收"
          value={yuan(finance.income)}
          note={`${thousands(finance.payments)} 笔`}
          to={orders && `${orders}?payStatus=2`}
        />
        <Figure label="已退" value={yuan(finance.refunds)} to={orders && `${orders}?payStatus=3`} />
        <Figure
          label="应收"
          value={yuan(finance.receivable)}
          note={`${thousands(finance.unpaid)} 单未支付`}
          to={orders && `${orders}?payStatus=1`}
          tone={finance.unpaid > 0 ? 'warning' : 'calm'}
        />
      </div>
    </Panel>
  );
}

function Platform({ platform, reach }: { platform: NonNullable<Panels['platform']>; reach: Reach }) {
  const list = reach('/admin/tenant/index');
  return (
    <Panel title="租户" to={list}>
      <div className="y-figures">
        <Figure label="租户" value={thousands(platform.tenants)} to={list} />
        <Figure label="30天内到期" value={thousands(platform.ending)} to={null} tone={platform.ending > 0 ? 'warning' : 'calm'} />
        <Figure label="已到期" value={thousands(platform.ended)} to={null} tone={platform.ended > 0 ? 'error' : 'calm'} />
        <Figure label="已冻结" value={thousands(platform.frozen)} to={null} />
        {platform.income !== null && <Figure label="本月到账" value={yuan(platform.income)} to={reach('/platform/revenue')} />}
      </div>
    </Panel>
  );
}

const UNANSWERED_FIRST = (a: Institution, b: Institution) =>
  b.warnings.unanswered - a.warnings.unanswered || b.orders.overdue - a.orders.overdue || a.tenantId - b.tenantId;

function Group({ institutions }: { institutions: readonly Institution[] }) {
  const shown = institutions.toSorted(UNANSWERED_FIRST).slice(0, MOST_INSTITUTIONS);
  return (
    <Panel title="下属机构" to="/screen/group" wide>
      <table className="y-beds">
        <thead>
          <tr>
            <th scope="col">机构</th>
            <th scope="col">在院</th>
            <th scope="col">空闲床位</th>
            <th scope="col">当班</th>
            <th scope="col">未确认预警</th>
            <th scope="col">超时工单</th>
            <th scope="col">设备在线</th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ tenantId, name, inForce, people, beds, onDuty, warnings, orders, devices }) => (
            <tr key={tenantId}>
              <th scope="row">
                {name} {!inForce && <Tag>未生效</Tag>}
              </th>
              <td>{thousands(people.inCare)}</td>
              <td>{thousands(beds.free)}</td>
              <td data-alert={onDuty === 0 || undefined}>{thousands(onDuty)}</td>
              <td data-alert={warnings.unanswered > 0 || undefined}>{thousands(warnings.unanswered)}</td>
              <td data-alert={orders.overdue > 0 || undefined}>{thousands(orders.overdue)}</td>
              <td>
                {thousands(devices.online)} / {thousands(devices.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {institutions.length > shown.length && <p className="y-duty-gaps">共 {institutions.length} 家，其余见集团大屏</p>}
    </Panel>
  );
}

export default function HomePanels({ reach }: { reach: Reach }) {
  const may = useMay();
  const { data, isError } = useCall(homePanels.read, {}, SLOW);
  const group = useCall(screens.group, {}, { ...SLOW, enabled: may(screens.group) });
  const institutions = group.data?.institutions ?? [];
  return (
    <>
      {isError && !data && (
        <Panel title="当班与收款" to={null}>
          <p>暂时读取不到，稍后自动重试</p>
        </Panel>
      )}
      {institutions.length > 0 && <Group institutions={institutions} />}
      {data?.platform && <Platform platform={data.platform} reach={reach} />}
      {data?.duty && <Duty duty={data.duty} reach={reach} />}
      {data?.finance && moves(data.finance) && <Finance finance={data.finance} reach={reach} />}
    </>
  );
}
