/** The figures of the home page. */
import { Skeleton } from 'antd';
import type { Output } from '#contract/http.ts';
import { COUNTED, type home } from '#contract/screens/home.ts';
import { orderStatus, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { thousands, toMillis } from '#web/ui/display.ts';
import { spanText } from '#web/warnings/durations.ts';
import { severityOf } from '#web/ui/severities.ts';
import { Figure, type Tone } from './home-cards.tsx';

export type Figures = Output<typeof home.read>;
/** The address of a list if this person has it in their menu. */
export type Reach = (path: string) => string | null;

const WARNINGS = '/warning/warning/index';
const ORDERS = '/order/workorder';

const text = (count: number) => (count > COUNTED ? `${thousands(COUNTED)}+` : thousands(count));
export const filtered = (list: string | null, query: Record<string, string | number>) =>
  list && `${list}?${new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]))}`;

/** Open warnings by urgency, each with how long somebody has been waiting. */
export function Severities({ warnings, now, reach }: { warnings: Figures['warnings'] | undefined; now: number; reach: Reach }) {
  if (!warnings || warnings.length === 0) return null;
  return (
    <div className="y-figures">
      {warnings.map(({ severity, count, oldest }) => {
        const { label, color } = severityOf(severity);
        return (
          <Figure
            key={severity}
            label={label}
            value={text(count)}
            note={oldest ? `最长等待 ${spanText((Math.max(now, toMillis(oldest)) - toMillis(oldest)) / 1000)}` : '均已有人处理'}
            to={filtered(reach(WARNINGS), { open: 'true', severity })}
            tone={color === 'error' ? 'error' : color === 'warning' ? 'warning' : 'calm'}
          />
        );
      })}
    </div>
  );
}

const ORDER_TONES: Record<number, Tone> = { [orderStatus.unassigned]: 'warning', [orderStatus.inProgress]: 'primary' };
/** What a finished order waits for. */
const ORDER_LABELS: Record<number, string> = { ...orderStatusLabels, [orderStatus.finished]: '待评价' };

export function OrderStates({ orders, reach }: { orders: Figures['orders'] | undefined; reach: Reach }) {
  if (!orders || orders.every(({ count }) => count === 0)) return null;
  return (
    <div className="y-figures">
      {orders.map(({ status, count }) => (
        <Figure
          key={status}
          label={ORDER_LABELS[status] ?? ''}
          value={text(count)}
          to={filtered(reach(ORDERS), { status })}
          tone={count > 0 ? (ORDER_TONES[status] ?? 'calm') : 'calm'}
        />
      ))}
    </div>
  );
}

/** Filled to a share of the longest. */
export function Bar({ share }: { share: number }) {
  return (
    <span className="y-bar" aria-hidden>
      <span style={{ width: `${Math.max(share * 100, 1.5)}%` }} />
    </span>
  );
}

export function BedBars({ beds: { buildings, counting } }: { beds: NonNullable<Figures['beds']> }) {
  if (counting && buildings.length === 0) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const all = (part: 'free' | 'reserved' | 'occupied' | 'closed') => buildings.reduce((sum, one) => sum + one[part], 0);
  const total = all('free') + all('reserved') + all('occupied') + all('closed');
  return (
    <>
      <div className="y-figures">
        <Figure
          label="入住"
          value={thousands(all('occupied'))}
          note={total > 0 ? `入住率 ${Math.round((all('occupied') / total) * 100)}%` : null}
          to={null}
        />
        <Figure label="空闲" value={thousands(all('free'))} to={null} />
        <Figure label="预留" value={thousands(all('reserved'))} to={null} />
      </div>
      <table className="y-beds">
        <thead>
          <tr>
            <th scope="col">楼栋</th>
            <th scope="col">入住</th>
            <th scope="col">空闲</th>
            <th scope="col">预留</th>
            <th scope="col">停用</th>
            <td className="y-beds-bar" />
          </tr>
        </thead>
        <tbody>
          {buildings.map(({ name, free, reserved, occupied, closed }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{thousands(occupied)}</td>
              <td>{thousands(free)}</td>
              <td>{thousands(reserved)}</td>
              <td>{thousands(closed)}</td>
              <td className="y-beds-bar">
                <Bar share={occupied / Math.max(1, free + reserved + occupied + closed)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
