/** The first line of the drawer: how bad, who, what, how long it waits, and the button that says "I have seen it". */
import { CheckCircleFilled, ClockCircleFilled } from '@ant-design/icons';
import { Button } from 'antd';
import { warnings } from '#contract/warnings/warnings.ts';
import { isOpen } from '#contract/warnings/warnings.rules.ts';
import { useSecond } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { UndispatchedTag } from '#web/ui/warning-tags.tsx';
import { State } from '#web/ui/state.tsx';
import { Severity } from '#web/ui/severity.tsx';
import { useAcknowledge } from './acknowledging.ts';
import { isUnanswered } from './arrivals.ts';
import { isOverdue, responseSeconds, secondsBetween, settingText, spanText } from './durations.ts';
import type { WarningRow } from './use-open-warnings.ts';

/** How long nobody has answered, and how much is left of the time that there is for it. */
function Waiting({ since, most }: { since: string; most: number | null }) {
  const waited = secondsBetween(since, useSecond());
  const left = most === null ? null : most - waited;
  return (
    <>
      已等待 {spanText(waited)}
      {left !== null && (left >= 0 ? `，要求 ${settingText(most as number)}内确认` : `，已超时 ${spanText(-left)}`)}
    </>
  );
}

export function HandlingHead({ row }: { row: WarningRow }) {
  const may = useMay();
  const acknowledge = useAcknowledge();
  const unanswered = isUnanswered(row);
  const response = responseSeconds(row);
  return (
    <div className="w-head" data-severity={row.severity} data-open={isOpen(row.isDisposed) || undefined}>
      <div className="w-head-what">
        <Severity severity={row.severity} closed={!isOpen(row.isDisposed)} />
        <strong>{row.warningText}</strong>
        {row.count > 1 && (
          <span>
            共触发 {row.count} 次，最近 {row.lastTime.slice(5)}
          </span>
        )}
        <State of="warning" value={row.isDisposed} />
        <UndispatchedTag row={row} />
      </div>
      {unanswered ? (
        <div className="w-head-answer">
          <span className="w-waiting">
            <ClockCircleFilled aria-hidden /> {row.askReason && `${row.askReason}，`}
            <Waiting since={row.askTime} most={row.answerSeconds} />
          </span>
          {may(warnings.acknowledge) && (
            <Button
              type="primary"
              danger={row.severity === 1}
              loading={acknowledge.isPending}
              onClick={() => acknowledge.mutate({ id: row.id })}
            >
              确认收到
            </Button>
          )}
        </div>
      ) : (
        row.acknowledgeTime && (
          <div className="w-head-answer" title={row.acknowledgeTime}>
            <CheckCircleFilled aria-hidden /> {row.acknowledgeName ?? '同事'}已确认收到{response !== null && `，用时 ${spanText(response)}`}
            {isOverdue(row) && '（超时）'}
          </div>
        )
      )}
    </div>
  );
}
