/** The figures above the list of warnings: open, unanswered, today, and how fast somebody answered. All from the server's own rows. */
import { warnings } from '#contract/warnings/warnings.ts';
import { useCall } from '#web/api/call.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { formatTime, MISSING, thousands } from '#web/ui/display.ts';
import { Figures } from '#web/ui/figures.tsx';
import { averageResponse, spanText } from './durations.ts';
import { useTop } from './use-open-warnings.ts';

const SAMPLE = 100;

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
  const wholeDay = { startTime: today, endTime: today.replace('00:00:00', '23:59:59') };
  return (
    <Figures
      label="预警概况"
      figures={[
        {
          label: '未关闭',
          to: '?open=true',
          value: top.data ? thousands(top.data.total) : '…',
          tone: top.data && top.data.total > 0 ? 'error' : undefined,
        },
        { label: '无人确认', value: top.data ? thousands(waiting) : '…', tone: waiting > 0 ? 'error' : undefined },
        { label: '今日预警', to: `?${new URLSearchParams(wholeDay)}`, value: day ? thousands(day.total) : '…' },
        {
          label: '今日平均响应',
          value: day ? (average === null ? MISSING : spanText(average)) : '…',
          note: partly ? `最近 ${SAMPLE} 条` : '预警产生到确认收到',
        },
      ]}
    />
  );
}
