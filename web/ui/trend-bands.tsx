/** What is out of bounds in a trend: shaded beyond each limit, with a dashed line along it. */
import type { Band } from './trend-scale.ts';

interface Props {
  bands: readonly Band[];
  /** Of the series. */
  index: number;
  /** Only a single line is shaded: the bands of two would cover each other. */
  shaded: boolean;
  from: number;
  to: number;
  /** Of the axis. */
  bottom: number;
  top: number;
  x: (at: number) => number;
  y: (value: number) => number;
}

export function TrendBands({ bands, index, shaded, from, to, bottom, top, x, y }: Props) {
  return bands.map((band, at) => {
    const left = x(Math.max(from, band.at));
    const width = Math.max(0, x(Math.min(to, bands[at + 1]?.at ?? to)) - left);
    const area = (tone: 'watch' | 'urgent', one: number, other: number) => {
      const [low, high] = [Math.max(bottom, Math.min(one, other)), Math.min(top, Math.max(one, other))];
      return (
        high > low && (
          <rect
            key={`${tone}${one}`}
            className="y-trend-band"
            data-tone={tone}
            x={left}
            width={width}
            y={y(high)}
            height={y(low) - y(high)}
          />
        )
      );
    };
    const line = (limit: number | null) =>
      limit !== null &&
      limit >= bottom &&
      limit <= top && (
        <line key={limit} className="y-trend-limit" data-series={index} x1={left} x2={left + width} y1={y(limit)} y2={y(limit)} />
      );
    const { low, lowCritical, high, highCritical } = band;
    return (
      <g key={band.at}>
        {shaded && low !== null && area('watch', lowCritical ?? bottom, low)}
        {shaded && lowCritical !== null && area('urgent', bottom, lowCritical)}
        {shaded && high !== null && area('watch', high, highCritical ?? top)}
        {shaded && highCritical !== null && area('urgent', highCritical, top)}
        {line(low ?? lowCritical)}
        {line(high ?? highCritical)}
      </g>
    );
  });
}
