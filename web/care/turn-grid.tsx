/** Turning over days: a row for each day, a column for each hour; red where a turn was wanting. */
import { turnGaps, turnPositions, lateHour } from '#contract/care/care-charts.rules.ts';
import { HOUR, DAY, clockOf, dayOf, instantOf } from '#contract/time.ts';
import type { Chart, ChartEntry } from './chart-calls.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** Of a turn without a position. */
const DONE = '√';
const LATE = '超';

const marksOf = (entries: readonly ChartEntry[]) =>
  entries.map(({ values }) => turnPositions[values.position as keyof typeof turnPositions]?.slice(0, 1) ?? DONE).join('');

interface Props {
  chart: Chart;
  from: number;
  until: number;
  /** Epoch ms. */
  now: number;
}

export function TurnGrid({ chart, from, until, now }: Props) {
  const times = [...(chart.before === null ? [] : [chart.before]), ...chart.entries.map(({ time }) => time)].map(instantOf);
  const gaps = turnGaps(times, chart.turnHours, Math.min(until, now));
  const days = Array.from({ length: Math.round((until - from) / DAY) }, (_, at) => from + at * DAY);
  return (
    <>
      <div className="ca-wide-chart">
        <table className="ca-chart ca-turns">
          <caption>
            每{chart.turnHours}小时翻身一次。左、右、平、坐为翻身后的体位，{DONE}为未注明体位，红色{LATE}为超过间隔未翻身。
          </caption>
          <thead>
            <tr>
              <th scope="col">日期</th>
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
              <th scope="col">次数</th>
            </tr>
          </thead>
          <tbody>
            {days.map((midnight) => {
              const ofDay = chart.entries.filter(({ time }) => time.startsWith(dayOf(midnight)));
              return (
                <tr key={midnight}>
                  <th scope="row">{dayOf(midnight).slice(5)}</th>
                  {HOURS.map((hour) => {
                    const begin = midnight + hour * HOUR;
                    const inHour = ofDay.filter(({ time }) => instantOf(time) >= begin && instantOf(time) < begin + HOUR);
                    const late = lateHour(gaps, begin);
                    const said = inHour.map(({ time, userName }) => `${time.slice(11, 16)} ${userName}`).join('，');
                    return (
                      <td key={hour} data-late={late || undefined} title={said || undefined}>
                        {marksOf(inHour) || (late ? LATE : '')}
                      </td>
                    );
                  })}
                  <td>{ofDay.length}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p role="status">
        {gaps.length === 0
          ? '没有超过间隔未翻身的时段'
          : `超过间隔未翻身${gaps.length}次：${gaps.map((gap) => `${dayOf(gap.due).slice(5)} ${clockOf(gap.due)}至${clockOf(gap.until)}`).join('，')}`}
      </p>
    </>
  );
}
