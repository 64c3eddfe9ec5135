/** The cards of alarms folded into a strip at the edge: how many there are, and of each what and who. It rings as the cards do. */
import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons';
import { severityOf } from '#web/ui/severities.ts';
import type { WarningRow } from './use-open-warnings.ts';
import './alarm-strip.css';

/** So many have a place in a small window. */
const MOST = 5;

interface FoldProps {
  count: number;
  isFolded: boolean;
  onFold: (next: boolean) => void;
}

/** The same button in both states, so that the focus stays on it. */
export const Fold = ({ count, isFolded, onFold }: FoldProps) => (
  <button
    type="button"
    className="w-fold"
    aria-expanded={!isFolded}
    aria-label={isFolded ? `展开预警卡片，共${count}条` : `预警 ${count} · 折叠预警卡片`}
    title={isFolded ? '展开预警卡片' : '折叠到右侧，仍会响铃'}
    onClick={() => onFold(!isFolded)}
  >
    {isFolded ? <DoubleLeftOutlined aria-hidden /> : <DoubleRightOutlined aria-hidden />}
    <span>{isFolded ? count : `预警 ${count} · 折叠`}</span>
  </button>
);

interface StripProps {
  rows: readonly WarningRow[];
  /** Lies beneath the cards as lines, not beside the page. */
  flat?: boolean;
  onPick: (row: WarningRow) => void;
}

/** Each alarm in a few words; a press shows its card. */
export function Strip({ rows, flat, onPick }: StripProps) {
  if (rows.length === 0) return null;
  const more = rows.length - MOST;
  return (
    <ul className="w-strip" data-flat={flat || undefined} aria-label={flat ? '已收起、尚未确认的预警' : '已折叠的预警'}>
      {rows.slice(0, MOST).map((row) => (
        <li key={row.id}>
          <button
            type="button"
            data-severity={row.severity}
            aria-label={`${severityOf(row.severity).label}预警：${row.name}，${row.warningText}，显示卡片`}
            title={[row.name, row.warningText, row.roomName].filter(Boolean).join(' ')}
            onClick={() => onPick(row)}
          >
            <b>{row.name}</b> {row.warningText}
          </button>
        </li>
      ))}
      {more > 0 && <li className="w-strip-more">还有 {more} 条</li>}
    </ul>
  );
}
