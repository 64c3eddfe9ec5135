/** Warnings on the wall: what came today, what waits, how fast it was answered. */
import { memo } from 'react';
import type { ScreenWarning, TenantScreen } from '#contract/screens/screens.ts';
import { disposalLabels } from '#contract/warnings/warnings.rules.ts';
import { formatTime, toMillis } from '#web/ui/display.ts';
import { secondsBetween, spanText } from '#web/warnings/durations.ts';
import { severityOf } from '#web/ui/severities.ts';
import { counted, Days, Panel } from './charts.tsx';

type Warnings = TenantScreen['warnings'];

const seconds = (value: number | null) => (value === null ? '–' : spanText(value));

/** What has become of it, in a word or two. */
function stateOf(
  { isDisposed, acknowledgeTime, acknowledgeName, createTime }: ScreenWarning,
  now: number,
): { text: string; tone: 'wait' | 'seen' | 'done' } {
  if (isDisposed === 0 && acknowledgeTime === null) return { text: `等待 ${spanText(secondsBetween(createTime, now))}`, tone: 'wait' };
  if (isDisposed === 0) return { text: `${acknowledgeName ?? ''}已确认`, tone: 'seen' };
  return { text: disposalLabels[isDisposed] ?? '', tone: isDisposed === 2 ? 'seen' : 'done' };
}

function Line({ warning, now }: { warning: ScreenWarning; now: number }) {
  const { text, tone } = stateOf(warning, now);
  return (
    <li data-severity={warning.severity} data-tone={tone}>
      <time>{formatTime(warning.createTime, now - toMillis(warning.createTime) < 86_400_000 ? 'HH:mm' : 'MM-dd')}</time>
      <b>
        {warning.title}
        {warning.count > 1 && <small>×{warning.count}</small>}
      </b>
      <span>
        {warning.name}
        <small>{warning.roomName ?? warning.address ?? ''}</small>
      </span>
      <em>{text}</em>
    </li>
  );
}

const SEVERITIES = [1, 2, 3, 4] as const;

export function WarningPanel({ warnings, now }: { warnings: Warnings; now: number }) {
  const today = (severity: number) => warnings.today.find((row) => row.severity === severity);
  return (
    <Panel title="预警" note={`待处理 ${counted(warnings.open)}，其中 ${counted(warnings.unanswered)} 条无人确认`} className="s-warnings">
      <ul className="s-severities" aria-label="今日预警">
        {SEVERITIES.map((severity) => {
          const row = today(severity);
          return (
            <li key={severity} data-severity={severity}>
              <span>{severityOf(severity).label}</span>
              <b>{counted(row?.total ?? 0)}</b>
              <em>{row && row.open + row.inProgress > 0 ? `${row.open + row.inProgress} 未结` : '已清'}</em>
            </li>
          );
        })}
      </ul>
      <ol className="s-lines">
        {warnings.list.map((warning) => (
          <Line key={warning.id} warning={warning} now={now} />
        ))}
        {warnings.list.length === 0 && <li className="s-none">今天还没有预警</li>}
      </ol>
    </Panel>
  );
}

export const ResponsePanel = memo(function ResponsePanel({
  response,
  today,
}: {
  response: Warnings['response'];
  today: Warnings['today'];
}) {
  const sum = (of: (row: Warnings['today'][number]) => number) => today.reduce((all, row) => all + of(row), 0);
  const [total, handled, misfired] = [sum((row) => row.total), sum((row) => row.handled), sum((row) => row.falseTrigger + row.test)];
  return (
    <Panel title="今日响应" note={`${counted(total)} 条预警，${counted(handled)} 条已处理，${counted(misfired)} 条误触发或测试`}>
      <dl className="s-response">
        <div>
          <dt>一半的确认快于</dt>
          <dd>{seconds(response.p50)}</dd>
        </div>
        <div>
          <dt>九成的确认快于</dt>
          <dd>{seconds(response.p90)}</dd>
        </div>
        <div>
          <dt>最慢</dt>
          <dd>{seconds(response.most)}</dd>
        </div>
      </dl>
    </Panel>
  );
});

export const TrendPanel = memo(function TrendPanel({ warnings }: { warnings: Warnings }) {
  return (
    <Panel title="近30天预警" note={warnings.counting ? '正在统计' : <Key />} className="s-trend">
      <Days days={warnings.days} />
    </Panel>
  );
});

const Key = () => (
  <span className="s-key">
    <i data-key="all" aria-hidden /> 全部 <i data-key="critical" aria-hidden /> 紧急
  </span>
);
