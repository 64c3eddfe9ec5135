/** Small pieces that say what a warning is, wherever one is shown. */
import { Tag } from 'antd';
import { isUndispatched } from '#contract/warnings/handling.rules.ts';
import type { warnings } from '#contract/warnings/warnings.ts';
import type { Output } from '#contract/http.ts';
import { MISSING } from './display.ts';
import './warning-tags.css';

type WarningRow = Output<typeof warnings.get>;

/** A visit was decided, and no carer is sent yet. */
export const UndispatchedTag = ({ row }: { row: Pick<WarningRow, 'workOrderState'> }) =>
  isUndispatched(row) ? <Tag color="error">待派单</Tag> : null;

/** 跌倒高危, 青霉素过敏: what one has to know before entering the room. */
export function Flags({ flags }: { flags: readonly string[] }) {
  if (flags.length === 0) return null;
  return (
    <span className="w-flags">
      {flags.map((flag) => (
        <Tag key={flag} color="warning">
          {flag}
        </Tag>
      ))}
    </span>
  );
}

/** What was measured last, and whether it is back in its bounds. */
export function LastValue({
  row: { lastValue, limitValue, clearTime, count },
}: {
  row: Pick<WarningRow, 'lastValue' | 'limitValue' | 'clearTime' | 'count'>;
}) {
  // Its only reading was corrected: there was nothing to recover from.
  const over = count === 0 ? '已撤回' : '已恢复';
  if (lastValue === null && clearTime === null) return <>{MISSING}</>;
  return (
    <span
      className="w-value"
      title={clearTime ? `${clearTime} ${count === 0 ? '读数已更正，预警撤回' : '恢复正常'}` : (limitValue ?? undefined)}
    >
      {lastValue !== null && (clearTime === null ? <b>{lastValue}</b> : lastValue)}
      {clearTime !== null && (
        <Tag color="success" variant="outlined">
          {over}
        </Tag>
      )}
    </span>
  );
}
