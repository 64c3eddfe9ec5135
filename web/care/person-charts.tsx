/** 记录单 of a person: the kind and the days are chosen, the chart is shown and can be printed. */
import { PrinterOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { chartKindNames, charts, type ChartKind } from '#contract/care/care-charts.rules.ts';
import { careCharts, MOST_CHART_DAYS } from '#contract/care/care-charts.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { useCall } from '#web/api/call.ts';
import { chartAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { useMay } from '#web/ui/may.ts';
import { ChartOf } from './chart.tsx';
import { TargetDialog } from './target-dialog.tsx';
import './charts.css';

/** A week is shown at first (days). */
const USUAL = 6;
export const usualSpan = (now: number): readonly [string, string] => [nextDay(dayOf(now), -USUAL), dayOf(now)];

interface BarProps {
  personId: number;
  kind: ChartKind;
  span: readonly [string, string];
  onKind: (kind: ChartKind) => void;
  onSpan: (span: readonly [string, string]) => void;
  onPrint: () => void;
}

/** What is chosen, and the buttons. */
export function ChartBar({ personId, kind, span, onKind, onSpan, onPrint }: BarProps) {
  const may = useMay();
  const [aiming, setAiming] = useState(false);
  const [startDate, endDate] = span;
  const { data } = useCall(careCharts.read, { oldmanId: personId, kind, startDate, endDate }, { quiet: true, enabled: kind === 'balance' });
  const choose = (days: readonly [string, string]) => {
    const [first, last] = days;
    const earliest = nextDay(last, 1 - MOST_CHART_DAYS);
    onSpan([first < earliest ? earliest : first, last]);
  };
  return (
    <div className="ca-chart-bar y-no-print">
      <Segmented
        aria-label="记录单"
        value={kind}
        onChange={onKind}
        options={chartKindNames.map((value) => ({ value, label: charts[value].label.replace('记录单', '') }))}
      />
      <DateRange days value={[...span]} onChange={(value) => value?.[0] && value[1] && choose([value[0], value[1]])} />
      {kind === 'balance' && data && may(careCharts.saveTarget) && <Button onClick={() => setAiming(true)}>出入量目标</Button>}
      <Button icon={<PrinterOutlined aria-hidden />} onClick={onPrint}>
        打印
      </Button>
      {aiming && data && <TargetDialog personId={personId} target={data.target} onClose={() => setAiming(false)} />}
    </div>
  );
}

export function PersonCharts({ personId }: { personId: number }) {
  const now = useQuarterMinute();
  const [kind, setKind] = useState<ChartKind>('turn');
  const [chosen, setChosen] = useState<readonly [string, string] | null>(null);
  const span = chosen ?? usualSpan(now);
  return (
    <section aria-label="记录单">
      <header>
        <h2>记录单</h2>
      </header>
      <ChartBar
        personId={personId}
        kind={kind}
        span={span}
        onKind={setKind}
        onSpan={setChosen}
        onPrint={() => go(chartAddress(personId, kind, span))}
      />
      <ChartOf personId={personId} kind={kind} span={span} />
    </section>
  );
}
