/** Drawings of the screens in plain SVG and boxes: a ring, bars, two sides of ages, thirty days. */
import type { ReactNode } from 'react';
import { formatTime, thousands } from '#web/ui/display.ts';

/** Counts that stop at `most` say so. */
export const counted = (value: number, most = 10_000) => (value > most ? `${thousands(most)}+` : thousands(value));
export const percent = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 100));

export function Panel({
  title,
  note,
  children,
  className = '',
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section className={`s-panel ${className}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {note !== undefined && <p>{note}</p>}
      </header>
      {children}
    </section>
  );
}

export function Figure({
  label,
  value,
  unit,
  note,
  tone,
}: {
  label: string;
  value: string;
  unit?: string;
  note?: ReactNode;
  tone?: 'warn' | 'alarm' | undefined;
}) {
  return (
    <div className="s-figure" data-tone={tone}>
      <span>{label}</span>
      <b>
        {value}
        {unit && <small>{unit}</small>}
      </b>
      {note !== undefined && <em>{note}</em>}
    </div>
  );
}

/** How much of something is taken; `percentage` null: there is nothing to take. */
export function Ring({ percentage, label, tone }: { percentage: number | null; label: string; tone?: 'warn' | undefined }) {
  return (
    <svg
      className="s-ring"
      viewBox="0 0 36 36"
      role="img"
      aria-label={`${label}${percentage === null ? '没有数据' : `${percentage}%`}`}
      data-tone={tone}
    >
      <circle cx="18" cy="18" r="15.9" pathLength="100" />
      {percentage !== null && (
        <circle
          className="s-ring-part"
          cx="18"
          cy="18"
          r="15.9"
          pathLength="100"
          strokeDasharray={`${percentage} 100`}
          transform="rotate(-90 18 18)"
        />
      )}
      <text x="18" y="20.8">
        {percentage === null ? '–' : `${percentage}%`}
      </text>
    </svg>
  );
}

export interface Bar {
  label: string;
  value: number;
  /** The part of it that is drawn strong; all of it by default. */
  part?: number;
  text?: string;
  tone?: 'warn' | 'alarm' | 'dim' | undefined;
}

/** Lines of bars on one scale. */
export function Bars({ bars, most }: { bars: readonly Bar[]; most?: number }) {
  const top = Math.max(1, most ?? Math.max(...bars.map(({ value }) => value)));
  return (
    <dl className="s-bars">
      {bars.map(({ label, value, part = value, text, tone }) => (
        <div key={label} data-tone={tone}>
          <dt>{label}</dt>
          <dd>
            <span className="s-bar" aria-hidden>
              <i style={{ width: `${(value / top) * 100}%` }} />
              <b style={{ width: `${(part / top) * 100}%` }} />
            </span>
            <span>{text ?? counted(value)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Age {
  label: string;
  men: number;
  women: number;
  unknown: number;
}

/** Men to the left, women to the right, the old on top. Whose sex is not registered counts to neither side. */
export function Ages({ ages }: { ages: readonly Age[] }) {
  const shown = ages.filter(({ label, men, women }) => label !== '年龄未登记' || men + women > 0).toReversed();
  const top = Math.max(1, ...shown.flatMap(({ men, women }) => [men, women]));
  return (
    <table className="s-ages">
      <thead>
        <tr>
          <th scope="col">男</th>
          <th scope="col">
            <span className="y-unseen">年龄</span>
          </th>
          <th scope="col">女</th>
        </tr>
      </thead>
      <tbody>
        {shown.map(({ label, men, women }) => (
          <tr key={label}>
            <td>
              <span>{men}</span>
              <i style={{ width: `${(men / top) * 58}%` }} />
            </td>
            <th scope="row">{label}</th>
            <td>
              <i style={{ width: `${(women / top) * 58}%` }} />
              <span>{women}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface Day {
  day: string;
  total: number;
  critical: number;
}

const [WIDTH, HEIGHT, FOOT] = [900, 118, 18];

/** Bars of days, the critical part of each in its own colour; today is marked. */
export function Days({ days }: { days: readonly Day[] }) {
  const top = Math.max(1, ...days.map(({ total }) => total));
  const step = WIDTH / Math.max(1, days.length);
  const high = (value: number) => (value / top) * (HEIGHT - FOOT - 16);
  const all = days.reduce((sum, { total }) => sum + total, 0);
  const highest = days.findIndex(({ total }) => total === top);
  return (
    <svg className="s-days" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`近${days.length}天共${all}条预警，最多一天${top}条`}>
      {days.map(({ day, total, critical }, at) => {
        const x = at * step;
        const today = at === days.length - 1;
        const foot = HEIGHT - FOOT;
        return (
          <g key={day} data-today={today || undefined}>
            <rect className="s-days-all" x={x + step * 0.2} width={step * 0.6} y={foot - high(total)} height={high(total)} rx="2" />
            <rect
              className="s-days-critical"
              x={x + step * 0.2}
              width={step * 0.6}
              y={foot - high(critical)}
              height={high(critical)}
              rx="2"
            />
            {(today || at === highest) && total > 0 && (
              <text x={x + step / 2} y={foot - high(total) - 5}>
                {total}
              </text>
            )}
            {(today || at % 5 === 0) && (
              <text className="s-days-name" x={x + step / 2} y={HEIGHT - 3}>
                {today ? '今天' : formatTime(day, 'MM-dd')}
              </text>
            )}
          </g>
        );
      })}
      <line x1="0" x2={WIDTH} y1={HEIGHT - FOOT + 0.5} y2={HEIGHT - FOOT + 0.5} />
    </svg>
  );
}
