/**
 * A line over time in plain SVG: axes, the band between lowest and highest where there is one, what is
 * out of bounds, and the value under the pointer or the arrow keys.
 */
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatTime } from './display.ts';
import { TrendBands } from './trend-bands.tsx';
import { gapOf, nearest, runs, thin, tickPattern, timeTicks, valueTicks, type Band, type TrendPoint } from './trend-scale.ts';
import { useWidth } from './use-width.ts';
import './trend.css';

export interface Series {
  label: string;
  points: readonly TrendPoint[];
  /** What was normal, ascending. */
  bands?: readonly Band[];
}

interface Props {
  /** 心率, 血压. */
  label: string;
  unit: string;
  /** One line, or several on the same axis. */
  series: readonly Series[];
  /** Epoch milliseconds. */
  from: number;
  to: number;
  /** A pause longer than this (milliseconds) is not drawn over, unless all of them are long. */
  gap: number;
  height?: number;
}

const LEFT = 38;
/** Pixels of a digit below the axis, and between two times. */
const DIGIT = 6.5;
const LETTER_GAP = 10;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 22;
/** Pixels that one drawn point stands for. */
const APART = 2;

export function Trend({ label, unit, series, from, to, gap, height = 150 }: Props) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<number | null>(null);
  const room = Math.max(1, width - LEFT - RIGHT);
  const lines = series.map(({ label: name, points, bands = [] }) => ({ name, bands, points: thin(points, ((to - from) / room) * APART) }));
  const all = lines.flatMap(({ points }) => points);
  if (all.length === 0) return <p className="y-trend-empty">这段时间没有{label}数据</p>;

  // As many times as can stand side by side.
  const times = timeTicks(from, to);
  const every = Math.ceil((times.length * (tickPattern(from, to).length * DIGIT + LETTER_GAP)) / room);
  const dates = times.filter((_, index) => (times.length - 1 - index) % every === 0);

  // The limits that are watched are in sight, so that a quiet line shows how far it is from them.
  const limits = lines.flatMap(({ bands }) =>
    bands.flatMap(({ low, high, lowCritical, highCritical }) =>
      [low ?? lowCritical, high ?? highCritical].filter((limit) => limit !== null),
    ),
  );
  const ticks = valueTicks(Math.min(...all.map(({ low }) => low), ...limits), Math.max(...all.map(({ high }) => high), ...limits));
  const [bottom, top] = [ticks[0] as number, ticks.at(-1) as number];
  const x = (at: number) => LEFT + ((at - from) / (to - from)) * room;
  const y = (value: number) => TOP + (1 - (value - bottom) / (top - bottom)) * (height - TOP - BOTTOM);
  const path = (points: readonly TrendPoint[], of: (point: TrendPoint) => number) =>
    points.map((point) => `${x(point.at).toFixed(1)},${y(of(point)).toFixed(1)}`);
  const days = to - from > 48 * 3_600_000;

  const main = lines[0]?.points ?? [];
  const at = shown === null ? null : main[Math.min(shown, main.length - 1)];
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left;
    setShown(nearest(main, from + ((offset - LEFT) / room) * (to - from)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0;
    if (step === 0) return;
    event.preventDefault();
    setShown((now) => Math.max(0, Math.min(main.length - 1, (now ?? main.length) + step)));
  };
  const values = at ? lines.map(({ name, points }) => ({ name, point: points[nearest(points, at.at)] })) : [];

  return (
    <div className="y-trend" ref={box} style={{ height }}>
      {width > 0 && (
        <svg
          width={width}
          height={height}
          // On paper it may be made smaller as a whole.
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          // The keyboard reads the values, too.
          tabIndex={0}
          aria-label={`${label}趋势，${all.length}个点，最低${Math.min(...all.map(({ low }) => low))}，最高${Math.max(...all.map(({ high }) => high))}${unit}，左右键查看数值`}
          onPointerMove={point}
          onPointerLeave={() => setShown(null)}
          onBlur={() => setShown(null)}
          onKeyDown={onKeyDown}
        >
          {ticks.map((tick) => (
            <g key={tick} className="y-trend-tick">
              <line x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
              <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
                {tick}
              </text>
            </g>
          ))}
          {dates.map(({ at: time, midnight }) => (
            <text key={time} x={x(time)} y={height - 6} textAnchor="middle">
              {formatTime(time, midnight && !days ? 'MM-dd' : tickPattern(from, to))}
            </text>
          ))}
          {lines.map(({ name, bands }, index) => (
            <TrendBands
              key={name}
              bands={bands}
              index={index}
              shaded={lines.length === 1}
              from={from}
              to={to}
              bottom={bottom}
              top={top}
              x={x}
              y={y}
            />
          ))}
          {lines.map(({ name, points }, index) => (
            <g key={name} className="y-trend-line" data-series={index}>
              {runs(points, gapOf(points, gap)).map((run) => (
                <g key={run[0]?.at}>
                  {run.some(({ low, high }) => high > low) && (
                    <polygon points={[...path(run, ({ high }) => high), ...path(run, ({ low }) => low).toReversed()].join(' ')} />
                  )}
                  {run.length === 1 ? (
                    <circle cx={x((run[0] as TrendPoint).at)} cy={y((run[0] as TrendPoint).value)} r="2.5" />
                  ) : (
                    <polyline points={path(run, ({ value }) => value).join(' ')} />
                  )}
                </g>
              ))}
              {points.map(
                (one) =>
                  (one.tone || one.manual) && (
                    <circle
                      key={one.at}
                      data-tone={one.tone}
                      data-manual={one.manual || undefined}
                      cx={x(one.at)}
                      cy={y(one.value)}
                      r={one.manual ? 3 : 2.5}
                    />
                  ),
              )}
            </g>
          ))}
          {at && (
            <g className="y-trend-at">
              <line x1={x(at.at)} x2={x(at.at)} y1={TOP} y2={height - BOTTOM} />
              {values.map(
                ({ name, point: one }, index) => one && <circle key={name} data-series={index} cx={x(one.at)} cy={y(one.value)} r="3.5" />,
              )}
            </g>
          )}
        </svg>
      )}
      {at && (
        <div
          className="y-trend-value"
          role="status"
          style={x(at.at) > width / 2 ? { right: width - x(at.at) + 8 } : { left: x(at.at) + 8 }}
        >
          <time>{formatTime(at.at, days ? 'MM-dd HH:mm' : 'HH:mm:ss')}</time>
          {values.map(
            ({ name, point: one }) =>
              one && (
                <span key={name}>
                  {lines.length > 1 && `${name} `}
                  <b>{one.value}</b> {unit}
                  {one.high > one.low && (
                    <small>
                      （{one.low}–{one.high}）
                    </small>
                  )}
                  {one.tone && <small data-tone={one.tone}> {one.tone === 'urgent' ? '严重异常' : '异常'}</small>}
                  {one.manual && <small> 人工</small>}
                </span>
              ),
          )}
        </div>
      )}
    </div>
  );
}
