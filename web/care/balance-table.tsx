/** What came in and went out: each shift and day with what is wrong, and the sums of now. */
import { balanceDays, balanceOf, balanceWarnings, type Balance, type FlowTarget } from '#contract/care/care-charts.rules.ts';
import { careShiftAt } from '#contract/care/care-times.rules.ts';
import { shiftNames } from '#contract/care/patrol-windows.rules.ts';
import { DAY, dayOf, instantOf, midnightOf } from '#contract/time.ts';
import { Totals } from '#web/ui/totals.tsx';
import type { Chart } from './chart-calls.ts';

const NONE: FlowTarget = { intakeLow: null, intakeHigh: null, outputLow: null };

const flowsOf = ({ entries }: Chart) => entries.map(({ time, kind, values }) => ({ at: instantOf(time), kind, ml: values.ml ?? null }));
const signed = (amount: number) => (amount > 0 ? `+${amount}` : String(amount));

/** Of the shift that runs, and of today. */
function Now({ chart, now }: { chart: Chart; now: number }) {
  const flows = flowsOf(chart);
  const shift = careShiftAt(now);
  const [inShift, today] = [balanceOf(flows, shift.from, shift.until), balanceOf(flows, midnightOf(now), midnightOf(now, 1))];
  const text = (ml: number) => `${ml} ml`;
  return (
    <Totals
      label="出入量"
      totals={[
        { label: '本班入量', value: text(inShift.intake) },
        { label: '本班出量', value: text(inShift.output) },
        { label: '今天入量', value: text(today.intake) },
        { label: '今天出量', value: text(today.output), hint: `平衡 ${signed(today.intake - today.output)} ml` },
      ]}
    />
  );
}

const Cells = ({ balance }: { balance: Balance }) => (
  <>
    <td>{balance.intake || ''}</td>
    <td>{balance.output || ''}</td>
  </>
);

interface Props {
  chart: Chart;
  from: number;
  until: number;
  /** Epoch ms. */
  now: number;
}

export function BalanceTable({ chart, from, until, now }: Props) {
  const days = balanceDays(flowsOf(chart), from, until - 1);
  const target = chart.target ?? NONE;
  return (
    <>
      {now >= from && now < until && <Now chart={chart} now={now} />}
      <div className="ca-wide-chart">
        <table className="ca-chart">
          <caption>单位为毫升；没有登记毫升数的记录不计入。</caption>
          <thead>
            <tr>
              <th scope="col" rowSpan={2}>
                日期
              </th>
              {shiftNames.map((name) => (
                <th key={name} scope="colgroup" colSpan={2}>
                  {name}
                </th>
              ))}
              <th scope="colgroup" colSpan={3}>
                全天
              </th>
              <th scope="col" rowSpan={2}>
                提示
              </th>
            </tr>
            <tr>
              {shiftNames.flatMap((name) => [
                <th key={`${name}入`} scope="col">
                  入
                </th>,
                <th key={`${name}出`} scope="col">
                  出
                </th>,
              ])}
              <th scope="col">入</th>
              <th scope="col">出</th>
              <th scope="col">平衡</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => {
              const warnings = day.midnight > now ? [] : balanceWarnings(day, target, day.midnight + DAY <= now);
              return (
                <tr key={day.midnight}>
                  <th scope="row">{dayOf(day.midnight).slice(5)}</th>
                  {day.shifts.map((shift, at) => (
                    <Cells key={shiftNames[at]} balance={shift} />
                  ))}
                  <Cells balance={day} />
                  <td>{day.intake || day.output ? signed(day.intake - day.output) : ''}</td>
                  <td data-late={warnings.length > 0 || undefined}>{warnings.join('，')}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
