/** Bars of how many there were, a part of them in its own colour: of warnings the critical ones. */
import { thousands } from './display.ts';
import { useWidth } from './use-width.ts';
import './part-bars.css';

export interface Bar {
  key: string;
  /** Below the axis, where it fits. */
  label: string;
  total: number;
  /** Of them. */
  part: number;
}

const HEIGHT = 150;
const LEFT = 34;
const BOTTOM = 20;
const TOP = 8;
/** Pixels of a label and what keeps it from the next one. */
const LABEL = 46;

/** The next of 1, 2, 5, 10 … that is not less. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) as number);
}

interface Props {
  label: string;
  bars: readonly Bar[];
  unit: string;
  /** What the part is called. */
  partName: string;
}

export function PartBars({ label, bars, unit, partName }: Props) {
  const [box, width] = useWidth<HTMLElement>();
  const most = roundUp(Math.max(1, ...bars.map(({ total }) => total)));
  const room = HEIGHT - TOP - BOTTOM;
  const step = (width - LEFT) / Math.max(1, bars.length);
  const every = Math.max(1, Math.ceil(LABEL / step));
  const up = (count: number) => (count / most) * room;
  return (
    <figure ref={box} className="y-part-bars">
      {width > LEFT && (
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          height={HEIGHT}
          role="img"
          aria-label={`${label}：${bars.map((bar) => `${bar.key} ${bar.total}${unit}`).join('，')}`}
        >
          {[0, most / 2, most].filter(Number.isInteger).map((value) => (
            <g key={value}>
              <line x1={LEFT} x2={width} y1={HEIGHT - BOTTOM - up(value)} y2={HEIGHT - BOTTOM - up(value)} />
              <text x={LEFT - 6} y={HEIGHT - BOTTOM - up(value) + 4} textAnchor="end">
                {thousands(value)}
              </text>
            </g>
          ))}
          {bars.map(({ key, label: below, total, part }, at) => (
            <g key={key}>
              <title>{`${key}：${total} ${unit}，其中${partName} ${part} ${unit}`}</title>
              <rect className="y-part-bar-hit" x={LEFT + at * step} y={TOP} width={step} height={room} />
              <rect
                className="y-part-bar"
                x={LEFT + (at + 0.15) * step}
                y={HEIGHT - BOTTOM - up(total)}
                width={step * 0.7}
                height={up(total - part)}
              />
              <rect
                className="y-part-bar-part"
                x={LEFT + (at + 0.15) * step}
                y={HEIGHT - BOTTOM - up(part)}
                width={step * 0.7}
                height={up(part)}
              />
              {at % every === 0 && (
                <text x={LEFT + (at + 0.5) * step} y={HEIGHT - 5} textAnchor="middle">
                  {below}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
    </figure>
  );
}
