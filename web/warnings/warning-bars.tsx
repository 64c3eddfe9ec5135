/** Bars of how many there were, a part of them in its own colour: of warnings the critical ones. */
import { thousands } from '#web/ui/display.ts';
import './statistics.css';

export interface Bar {
  key: string;
  /** Below the axis, where it fits. */
  label: string;
  total: number;
  critical: number;
}

const WIDTH = 720;
const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 20;
const TOP = 8;
const LABELS = 12;

/** The next of 1, 2, 5, 10 … that is not less. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) as number);
}

interface Props {
  label: string;
  bars: readonly Bar[];
  unit?: string;
  /** What the part is called that `critical` counts. */
  part?: string;
}

export function WarningBars({ label, bars, unit = '条', part = '紧急' }: Props) {
  const most = roundUp(Math.max(1, ...bars.map(({ total }) => total)));
  const room = HEIGHT - TOP - BOTTOM;
  const step = (WIDTH - LEFT) / Math.max(1, bars.length);
  const every = Math.ceil(bars.length / LABELS);
  const up = (count: number) => (count / most) * room;
  return (
    <figure className="w-bars">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`${label}：${bars.map((bar) => `${bar.key} ${bar.total}${unit}`).join('，')}`}
      >
        {[0, most / 2, most].filter(Number.isInteger).map((value) => (
          <g key={value}>
            <line x1={LEFT} x2={WIDTH} y1={HEIGHT - BOTTOM - up(value)} y2={HEIGHT - BOTTOM - up(value)} />
            <text x={LEFT - 6} y={HEIGHT - BOTTOM - up(value) + 4} textAnchor="end">
              {thousands(value)}
            </text>
          </g>
        ))}
        {bars.map(({ key, label: below, total, critical }, at) => (
          <g key={key}>
            <title>{`${key}：${total} ${unit}，其中${part} ${critical} ${unit}`}</title>
            <rect className="w-bar-hit" x={LEFT + at * step} y={TOP} width={step} height={room} />
            <rect
              className="w-bar"
              x={LEFT + (at + 0.15) * step}
              y={HEIGHT - BOTTOM - up(total)}
              width={step * 0.7}
              height={up(total - critical)}
            />
            <rect
              className="w-bar-critical"
              x={LEFT + (at + 0.15) * step}
              y={HEIGHT - BOTTOM - up(critical)}
              width={step * 0.7}
              height={up(critical)}
            />
            {at % every === 0 && (
              <text x={LEFT + (at + 0.5) * step} y={HEIGHT - 5} textAnchor="middle">
                {below}
              </text>
            )}
          </g>
        ))}
      </svg>
    </figure>
  );
}
