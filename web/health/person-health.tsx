/** Everything about a person's health: newest values with their trends, single records, limits. */
import { Button, Segmented, Skeleton, Tabs } from 'antd';
import { EditOutlined, PrinterOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { measurements } from '#contract/health/measurements.ts';
import { vitals, type Span } from '#contract/health/vitals.ts';
import { useCall } from '#web/api/call.ts';
import { sheetAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { Day } from '#web/ui/day.tsx';
import { formatTime } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { BaselineTable } from './baseline-table.tsx';
import { EntryDrawer } from './entry-drawer.tsx';
import { ExpectationTable } from './expectation-table.tsx';
import { FallsCard } from './falls-card.tsx';
import { kinds } from './kinds.ts';
import { NightReport } from './night-report.tsx';
import { RecordTable } from './record-table.tsx';
import { ScoreCard } from './score-card.tsx';
import { ThresholdTable } from './threshold-table.tsx';
import { VitalCard } from './vital-card.tsx';
import './health.css';

const REFRESH_MS = 15_000;
const SPANS: { label: string; value: Span }[] = [
  { label: '日', value: 'day' },
  { label: '周', value: 'week' },
  { label: '月', value: 'month' },
  { label: '年', value: 'year' },
];

export function PersonHealth({ personId, name }: { personId: number; name: string }) {
  const may = useMay();
  const [span, setSpan] = useState<Span>('day');
  const [day, setDay] = useState<string | null>(null);
  const [entering, setEntering] = useState(false);
  const {
    data: latest,
    isError,
    error,
    refetch,
  } = useCall(vitals.latest, { oldmanId: personId }, { quiet: true, refetchInterval: REFRESH_MS });
  const today = formatTime(useQuarterMinute(), 'yyyy-MM-dd');
  const range = { span, ends: day === null || day === today ? null : `${day} 23:59:59` };

  return (
    <div className="h-person h-sheet y-prints-alone">
      <div className="h-bar">
        <Segmented options={SPANS} value={span} onChange={setSpan} aria-label="趋势的时间范围" />
        <div className="h-day">
          <Day value={day} onChange={setDay} notAfter={today} placeholder="到今天为止" />
        </div>
        <span className="h-legend" aria-hidden>
          <i data-tone="watch" /> 偏离 <i data-tone="urgent" /> 严重偏离 <i data-ring /> 人工录入
        </span>
        <span className="h-space" />
        <Button onClick={() => go(sheetAddress(personId))}>体温单</Button>
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
          打印
        </Button>
        {may(measurements.create) && (
          <Button type="primary" icon={<EditOutlined aria-hidden />} onClick={() => setEntering(true)}>
            录入体征
          </Button>
        )}
      </div>
      {isError && (
        <LoadFailed
          type="warning"
          title={latest ? `刷新失败，显示的是之前的数据：${error.message}` : error.message}
          onAgain={() => void refetch()}
        />
      )}
      <ScoreCard personId={personId} />
      {!latest && !isError && <Skeleton active paragraph={{ rows: 10 }} />}
      {latest && (
        <div className="h-cards">
          {kinds.map((kind) => (
            <VitalCard key={kind.key} kind={kind} personId={personId} latest={latest} range={range} />
          ))}
          <FallsCard personId={personId} />
        </div>
      )}
      <Tabs
        className="h-tabs"
        destroyOnHidden
        items={[
          { key: 'records', label: '数据记录', children: <RecordTable personId={personId} /> },
          { key: 'usual', label: '个人基线', children: <BaselineTable personId={personId} /> },
          { key: 'night', label: '夜间报告', children: <NightReport personId={personId} /> },
          { key: 'limits', label: '阈值', children: <ThresholdTable personId={personId} /> },
          { key: 'expected', label: '测量要求', children: <ExpectationTable personId={personId} /> },
        ]}
      />
      {entering && <EntryDrawer personId={personId} name={name} onClose={() => setEntering(false)} />}
    </div>
  );
}
