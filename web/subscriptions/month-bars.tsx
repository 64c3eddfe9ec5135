/** Income by month as bars, each with its words for whoever does not see it. */
import { thousands, yuan } from '#web/ui/display.ts';

export interface Month {
  /** yyyy-MM */
  month: string;
  income: number;
  refunded: number;
  orders: number;
}

const HEIGHT = 150;
const WIDTH = 46;
const GAP = 22;
const TOP = 22;

/** `1.2万`, `850`. */
const short = (value: number) => (value >= 10_000 ? `${Number((value / 10_000).toFixed(1))}万` : thousands(Math.round(value)));

export function MonthBars({ months }: { months: readonly Month[] }) {
  const most = Math.max(1, ...months.map(({ income }) => income));
  const width = Math.max(1, months.length) * (WIDTH + GAP) + GAP;
  return (
    <div className="sub-chart">
      <svg viewBox={`0 0 ${width} ${HEIGHT + TOP + 26}`} width={width} height={HEIGHT + TOP + 26} role="img" aria-label="按月收入">
        <line x1={0} x2={width} y1={TOP + HEIGHT} y2={TOP + HEIGHT} />
        {months.map(({ month, income, refunded, orders }, index) => {
          const height = income <= 0 ? 0 : Math.max(2, (income / most) * HEIGHT);
          const x = GAP + index * (WIDTH + GAP);
          return (
            <g key={month}>
              <title>{`${month}：收入${yuan(income)}，退款${yuan(refunded)}，${orders}单`}</title>
              <rect x={x} y={TOP + HEIGHT - height} width={WIDTH} height={height} rx={3} />
              {income > 0 && (
                <text x={x + WIDTH / 2} y={TOP + HEIGHT - height - 6}>
                  {short(income)}
                </text>
              )}
              <text x={x + WIDTH / 2} y={TOP + HEIGHT + 18} data-label>
                {index === 0 || month.endsWith('-01') ? month.replace('-', '/') : `${Number(month.slice(5))}月`}
              </text>
            </g>
          );
        })}
      </svg>
    </div>
  );
}
