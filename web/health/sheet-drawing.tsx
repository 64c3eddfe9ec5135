/**
 * The temperature sheet as one drawing: temperature and pulse on one grid, below them the rows of single values. Black on white, for paper.
 */
import { manners } from '#contract/health/measurements.rules.ts';
import {
  BEATS,
  dailyOf,
  DEGREES,
  heightOf,
  pointsOf,
  SHEET_DAYS,
  SHEET_HOURS,
  SLOTS,
  type SheetPoint,
  type SheetValue,
} from '#contract/health/temperature-sheets.rules.ts';

const LEFT = 92;
const SLOT = 14;
const WIDTH = LEFT + SLOTS * SLOT;
const HEAD = 74;
const STEP = 10;
/** Five lines a degree. */
const LINES = (DEGREES[1] - DEGREES[0]) * 5;
const GRID = LINES * STEP;
const ROW = 20;
const DAY = SLOT * SHEET_HOURS.length;

const x = (slot: number) => LEFT + slot * SLOT + SLOT / 2;
const y = (value: number, scale: readonly [number, number]) => HEAD + GRID * (1 - heightOf(value, scale));

/** × under the arm, ● in the mouth, ○ in the bowel, △ elsewhere. */
function Mark({ point: { slot, value, manner, manual } }: { point: SheetPoint }) {
  const [cx, cy] = [x(slot), y(value, DEGREES)];
  if (!manual) return <circle className="hs-device" cx={cx} cy={cy} r="2.5" />;
  if (manner === 2) return <circle className="hs-mouth" cx={cx} cy={cy} r="3.5" />;
  if (manner === 5) return <circle className="hs-bowel" cx={cx} cy={cy} r="3.5" />;
  if (manner === 3 || manner === 4) return <path className="hs-arm" d={`M${cx} ${cy - 4}L${cx + 4} ${cy + 3}H${cx - 4}Z`} />;
  return <path className="hs-arm" d={`M${cx - 3.5} ${cy - 3.5}l7 7m0 -7l-7 7`} />;
}

/** The labels of the ends of the scale stay inside the grid. */
const edge = (at: number) => (at === DEGREES[1] - DEGREES[0] ? 12 : at === 0 ? -3 : 4);

/** A line is not drawn over a day without a value. */
function Line({ points, scale, className }: { points: readonly SheetPoint[]; scale: readonly [number, number]; className: string }) {
  return points.slice(1).map((point, index) => {
    const before = points[index] as SheetPoint;
    if (point.slot - before.slot > SHEET_HOURS.length) return null;
    return (
      <line
        key={point.slot}
        className={className}
        x1={x(before.slot)}
        y1={y(before.value, scale)}
        x2={x(point.slot)}
        y2={y(point.value, scale)}
      />
    );
  });
}

interface Props {
  first: string;
  values: readonly SheetValue[];
  /** 王秀英 女 84岁 302 1床. */
  title: string;
}

const dayText = (first: string, by: number) => new Date(Date.parse(`${first}T00:00:00Z`) + by * 86_400_000).toISOString().slice(5, 10);

/** The rows of single values: so many side by side as a day is wide, the rest below. */
function rowsOf(label: string, days: readonly (readonly string[])[], wide: number) {
  const count = Math.max(1, ...days.map((day) => Math.ceil(day.length / wide)));
  return Array.from({ length: count }, (_, row) => ({
    key: `${label}${row}`,
    label: row === 0 ? label : '',
    texts: days.map((day) => day.slice(row * wide, (row + 1) * wide).join(' ')),
  }));
}

export function SheetDrawing({ first, values, title }: Props) {
  const temperature = pointsOf(values, 'temperature', first);
  const pulse = pointsOf(values, 'heartRate', first);
  const breathing = pointsOf(values, 'breathing', first);
  const [systolic, diastolic] = ['systolic', 'diastolic'].map((metric) => dailyOf(values, metric, first));
  const days = Array.from({ length: SHEET_DAYS }, (_, day) => day);
  const listed = (metric: string) => dailyOf(values, metric, first).map((day) => day.map(({ value }) => String(value)));
  const pressures = days.map((day) =>
    (systolic?.[day] ?? []).flatMap((one) => {
      const other = diastolic?.[day]?.find(({ at }) => at === one.at);
      return other ? `${one.value}/${other.value}` : [];
    }),
  );
  const rows = [
    ...rowsOf('血压 mmHg', pressures, 2),
    ...rowsOf('血氧 %', listed('oxygen'), 4),
    ...rowsOf('血糖 mmol/L', listed('glucose'), 4),
    ...rowsOf('睡眠 小时', listed('sleep'), 4),
  ];
  const bottom = HEAD + GRID;
  const height = bottom + ROW * (rows.length + 1) + 34;
  return (
    <svg
      className="hs-drawing"
      viewBox={`0 0 ${WIDTH + 2} ${height}`}
      role="img"
      aria-label={`${title}的体温单，${first}起一周，${temperature.length}次体温`}
    >
      <text className="hs-title" x={WIDTH / 2} y="14" textAnchor="middle">
        {title}
      </text>
      <g className="hs-head">
        <text x="4" y="34">
          日期
        </text>
        <text x="4" y="52">
          时间
        </text>
        {days.map((day) => (
          <text key={day} x={LEFT + day * DAY + DAY / 2} y="34" textAnchor="middle">
            {day === 0 ? dayText(first, 0).replace(/^/, `${first.slice(0, 4)}-`) : dayText(first, day)}
          </text>
        ))}
        {days.flatMap((day) =>
          SHEET_HOURS.map((hour, index) => (
            <text
              key={`${day}-${hour}`}
              className={hour < 6 || hour > 18 ? 'hs-night' : undefined}
              x={x(day * SHEET_HOURS.length + index)}
              y="52"
              textAnchor="middle"
            >
              {hour}
            </text>
          )),
        )}
      </g>
      <g className="hs-grid">
        {Array.from({ length: LINES + 1 }, (_, line) => (
          <line key={line} data-strong={line % 5 === 0 || undefined} x1={LEFT} x2={WIDTH} y1={HEAD + line * STEP} y2={HEAD + line * STEP} />
        ))}
        {Array.from({ length: SLOTS + 1 }, (_, slot) => (
          <line
            key={slot}
            data-strong={slot % SHEET_HOURS.length === 0 || undefined}
            x1={LEFT + slot * SLOT}
            x2={LEFT + slot * SLOT}
            y1={38}
            y2={bottom + ROW}
          />
        ))}
        {days.map((day) => (
          <line
            key={day}
            data-strong
            x1={LEFT + (day + 1) * DAY}
            x2={LEFT + (day + 1) * DAY}
            y1={20}
            y2={bottom + ROW * (rows.length + 1)}
          />
        ))}
        <line className="hs-37" x1={LEFT} x2={WIDTH} y1={y(37, DEGREES)} y2={y(37, DEGREES)} />
      </g>
      <g>
        <text x="30" y={HEAD - 6} textAnchor="middle">
          脉搏
        </text>
        <text x="70" y={HEAD - 6} textAnchor="middle">
          体温
        </text>
        {Array.from({ length: DEGREES[1] - DEGREES[0] + 1 }, (_, at) => (
          <g key={at}>
            <text x="70" y={y(DEGREES[0] + at, DEGREES) + edge(at)} textAnchor="middle">
              {DEGREES[0] + at}
            </text>
            <text x="30" y={y(BEATS[0] + at * 20, BEATS) + edge(at)} textAnchor="middle">
              {BEATS[0] + at * 20}
            </text>
          </g>
        ))}
      </g>
      <Line points={pulse} scale={BEATS} className="hs-pulse-line" />
      <Line points={temperature} scale={DEGREES} className="hs-temperature-line" />
      {pulse.map((point) => (
        <circle key={point.slot} className="hs-pulse" cx={x(point.slot)} cy={y(point.value, BEATS)} r={point.manual ? 3 : 2} />
      ))}
      {temperature.map((point) => (
        <Mark key={point.slot} point={point} />
      ))}
      <g className="hs-rows">
        <text x="4" y={bottom + 14}>
          呼吸 次/分
        </text>
        {breathing.map(({ slot, value }) => (
          <text key={slot} className="hs-small" x={x(slot)} y={bottom + 14} textAnchor="middle">
            {value}
          </text>
        ))}
        {rows.map(({ key, label, texts }, row) => (
          <g key={key}>
            <text x="4" y={bottom + ROW * (row + 1) + 14}>
              {label}
            </text>
            {texts.map((text, day) => (
              <text
                key={dayText(first, day)}
                className="hs-small"
                x={LEFT + day * DAY + DAY / 2}
                y={bottom + ROW * (row + 1) + 14}
                textAnchor="middle"
              >
                {text}
              </text>
            ))}
          </g>
        ))}
        {Array.from({ length: rows.length + 2 }, (_, row) => (
          <line key={row} x1="0" x2={WIDTH} y1={bottom + ROW * row} y2={bottom + ROW * row} />
        ))}
      </g>
      <text className="hs-small" x="4" y={height - 12}>
        {`体温：× ${manners.temperature?.[1]}  ● ${manners.temperature?.[2]}  ○ ${manners.temperature?.[5]}  △ 耳温、额温；脉搏：红点；小点为设备自动测量（4小时内取最接近的一次）`}
      </text>
    </svg>
  );
}
