/** The figures of the home page. */
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { COUNTED, type home } from '#contract/screens/home.ts';
import { orderStatus, orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { useDictionary } from '#web/ui/use-dictionary.ts';
import { formatTime, labelOf, thousands, toMillis } from '#web/ui/display.ts';
import { spanText } from '#web/warnings/durations.ts';
import { severityOf } from '#web/ui/severities.ts';
import { Figure, type Tone } from './home-cards.tsx';

export type Figures = Output<typeof home.read>;
/** The address of a list if this person has it in their menu. */
export type Reach = (path: string) => string | null;

const WARNINGS = '/warning/warning/index';
const ORDERS = '/order/workorder';
const PEOPLE = '/oldMan/index';

const text = (count: number) => (count > COUNTED ? `${thousands(COUNTED)}+` : thousands(count));
const filtered = (list: string | null, query: Record<string, string | number>) =>
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
function Bar({ share }: { share: number }) {
  return (
    <span className="y-bar" aria-hidden>
      <span style={{ width: `${Math.max(share * 100, 1.5)}%` }} />
    </span>
  );
}

export function CareLevels({ people, now, reach }: { people: NonNullable<Figures['people']>; now: number; reach: Reach }) {
  const { options } = useDictionary('care_level');
  const list = reach(PEOPLE);
  const { inCare, away, newThisMonth, careLevels, counting } = people;
  if (counting && inCare + away + newThisMonth === 0) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const most = Math.max(1, ...careLevels.map(({ count }) => count));
  return (
    <>
      <div className="y-figures">
        <Figure label="在院" value={thousands(inCare)} to={filtered(list, { status: 1 })} />
        <Figure label="请假或住院" value={thousands(away)} to={filtered(list, { status: 2 })} />
        <Figure
          label="本月新增"
          value={thousands(newThisMonth)}
          to={filtered(list, { createStart: formatTime(now, 'yyyy-MM-01 00:00:00') })}
        />
      </div>
      <ul className="y-bars">
        {careLevels.map(({ value, count }) => {
          const label = value === null ? '未评定' : labelOf(options, value);
          const row = (
            <>
              <span>{label}</span>
              <Bar share={count / most} />
              <b>{thousands(count)}</b>
            </>
          );
          const to = value === null ? null : filtered(list, { careLevel: value });
          return <li key={value ?? 'none'}>{to ? <Link to={to}>{row}</Link> : <span>{row}</span>}</li>;
        })}
      </ul>
    </>
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
