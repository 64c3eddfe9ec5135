/** What stands beside 现在 by rights: who is on duty, money of the day, a group's institutions, the platform's tenants. */
import { Tag } from 'antd';
import type { Output } from '#contract/http.ts';
import { homePanels, type Taking } from '#contract/screens/home-panels.ts';
import { expiryLabels } from '#contract/tenants/tenants.ts';
import { useCall } from '#web/api/call.ts';
import { thousands, yuan } from '#web/ui/display.ts';
import { Figure, Panel } from './home-cards.tsx';
import type { Reach } from './home-figures.tsx';
import { Handovers, Observations } from './home-shift.tsx';
import './home.css';

type Panels = Output<typeof homePanels.read>;

const SLOW = { quiet: true, staleTime: 30_000, refetchInterval: 60_000 } as const;

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

const takingLabels: Readonly<Record<Taking, string>> = { goods: '商品订单', accounts: '账户充值与退款', earnests: '定金' };

function Finance({ finance, reach }: { finance: NonNullable<Panels['finance']>; reach: Reach }) {
  const { counted } = finance;
  const orders = reach('/order/index');
  const ledger = reach('/members/account');
  const sells = counted.includes('goods');
  return (
    <Panel title="今日收款" to={counted.includes('accounts') ? ledger && `${ledger}?tab=records` : orders}>
      <div className="y-figures">
        <Figure label="已收" value={yuan(finance.income)} note={`${thousands(finance.payments)} 笔`} to={null} />
        <Figure label="已退" value={yuan(finance.refunds)} to={null} />
        {sells && (
          <Figure
            label="商品应收"
            value={yuan(finance.receivable)}
            note={`${thousands(finance.unpaid)} 单未支付`}
            to={orders && `${orders}?payStatus=1`}
            tone={finance.unpaid > 0 ? 'warning' : 'calm'}
          />
        )}
      </div>
      <p className="y-figure-note">
        计入{counted.map((taking) => takingLabels[taking]).join('、')}
        {sells && '；用账户余额支付的不重复计'}
      </p>
    </Panel>
  );
}

function Sales({ sales, reach }: { sales: NonNullable<Panels['sales']>; reach: Reach }) {
  const orders = reach('/platform/order');
  return (
    <Panel title="订购收款" to={orders}>
      <div className="y-figures">
        <Figure label="今日到账" value={yuan(sales.income)} note={`本月 ${yuan(sales.month)}`} to={reach('/platform/revenue')} />
        <Figure
          label="待核实"
          value={thousands(sales.toVerify)}
          note={yuan(sales.verifying)}
          to={reach('/platform/verification')}
          tone={sales.toVerify > 0 ? 'warning' : 'calm'}
        />
      </div>
      <div className="y-figures">
        <Figure
          label="应收"
          value={yuan(sales.receivable)}
          note={`${thousands(sales.unpaid)} 单未支付`}
          to={orders && `${orders}?payStatus=1`}
        />
        <Figure
          label="待退款"
          value={yuan(sales.toRefund)}
          to={orders && `${orders}?refund=true`}
          tone={sales.toRefund > 0 ? 'warning' : 'calm'}
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
        <Figure
          label={expiryLabels.soon}
          value={thousands(platform.ending)}
          to={list && `${list}?expiry=soon`}
          tone={platform.ending > 0 ? 'warning' : 'calm'}
        />
      </div>
      <div className="y-figures">
        <Figure
          label={expiryLabels.ended}
          value={thousands(platform.ended)}
          to={list && `${list}?expiry=ended`}
          tone={platform.ended > 0 ? 'error' : 'calm'}
        />
        <Figure label="已冻结" value={thousands(platform.frozen)} to={list && `${list}?status=9`} />
      </div>
    </Panel>
  );
}

/** `lived`: people live here, or may. */
export default function HomePanels({ reach, lived }: { reach: Reach; lived: boolean }) {
  const { data, isError } = useCall(homePanels.read, {}, SLOW);
  return (
    <>
      {isError && !data && (
        <Panel title="当班与收款" to={null}>
          <p>暂时读取不到，稍后自动重试</p>
        </Panel>
      )}
      {data?.duty && <Duty duty={data.duty} reach={reach} />}
      {lived && <Handovers />}
      {lived && <Observations />}
      {data?.finance && (lived || moves(data.finance)) && <Finance finance={data.finance} reach={reach} />}
      {data?.sales && <Sales sales={data.sales} reach={reach} />}
      {data?.platform && <Platform platform={data.platform} reach={reach} />}
    </>
  );
}
