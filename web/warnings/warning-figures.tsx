/** The figures above the list of warnings: open, unanswered, today, and how fast somebody answered. All from the server's own rows. */
import { Link } from 'react-router';
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall } from '#web/api/call.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { formatTime, thousands } from '#web/ui/display.ts';
import { averageResponse, spanText } from './durations.ts';
import { useTop } from './use-open-warnings.ts';

const SAMPLE = 100;

interface FigureProps {
  label: string;
  value: string;
  note?: string;
  tone?: 'danger' | undefined;
  /** The filters that show what is counted. */
  to?: string;
}

function Figure({ label, value, note, tone, to }: FigureProps) {
  return (
    <div className="w-figure" data-tone={tone}>
      <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd>
        <b>{value}</b>
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}

export function WarningFigures() {
  const today = `${formatTime(useQuarterMinute(), 'yyyy-MM-dd')} 00:00:00`;
  const top = useTop();
  const { data: day } = useCall(
    warnings.page,
    { startTime: today, size: SAMPLE, descs: ['data_happen_time'] },
    { quiet: true, staleTime: 0 },
  );
  const waiting = top.data?.unanswered ?? 0;
  const average = day ? averageResponse(day.records) : null;
  const partly = day !== undefined && day.total > day.records.length;
  return (
    <dl className="w-figures" aria-label="预警概况">
      <Figure
        to="?open=true"
        label="未关闭"
        value={top.data ? thousands(top.data.total) : '…'}
        tone={top.data && top.data.total > 0 ? 'danger' : undefined}
      />
      <Figure label="无人确认" value={top.data ? thousands(waiting) : '…'} tone={waiting > 0 ? 'danger' : undefined} />
      <Figure
        to={`?${new URLSearchParams({ startTime: today, endTime: today.replace('00:00:00', '23:59:59') })}`}
        label="今日预警"
        value={day ? thousands(day.total) : '…'}
      />
      <Figure
        label="今日平均响应"
        value={day ? (average === null ? '--' : spanText(average)) : '…'}
        note={partly ? `最近 ${SAMPLE} 条` : '预警产生到确认收到'}
      />
    </dl>
  );
}
