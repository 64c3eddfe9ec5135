/** One row of 现在: how urgent, what, who, where, since when, and its one action. */
import { Button } from 'antd';
import { Link } from 'react-router';
import { actionOf, goneText, nowKinds, pageOfNow } from '#contract/screens/now.rules.ts';
import { useCan } from '#web/api/permissions.ts';
import { Place } from '#web/ui/place.tsx';
import { Severity } from '#web/ui/severity.tsx';
import { timeText, type NowItem, type Standing } from './now-rows.ts';

interface Props extends Standing<NowItem> {
  now: number;
  onAct: (row: NowItem) => void;
}

export function NowRow({ row, gone, now, onAct }: Props) {
  const can = useCan();
  const time = timeText(row, now);
  const action = actionOf(row.kind, can);
  const kind = nowKinds[row.kind].label;
  return (
    <li className="y-now-row" data-severity={row.severity} data-gone={gone || undefined}>
      <Severity severity={row.severity} closed={gone} />
      <span className="y-now-kind">{kind}</span>
      <span className="y-now-what">
        <Link to={pageOfNow(row)} tabIndex={-1} title={`${row.name} ${row.text}`}>
          <b>{row.name}</b> {row.text}
        </Link>
        {row.note && <small title={row.note}>{row.note}</small>}
      </span>
      <span className="y-now-place">{row.place && <Place place={row.place} />}</span>
      <time
        className="y-now-time"
        data-late={(!gone && time?.late) || undefined}
        title={row.due ? `应在 ${row.due}` : (row.since ?? undefined)}
      >
        {gone ? goneText(row.kind) : time?.text}
      </time>
      <Button
        size="small"
        autoInsertSpace={false}
        type={row.severity <= 2 && !gone ? 'primary' : 'default'}
        danger={row.severity === 1 && !gone}
        aria-disabled={gone || undefined}
        data-act
        aria-label={`${action}：${kind}，${row.name}，${row.text}`}
        onClick={() => gone || onAct(row)}
      >
        {action}
      </Button>
    </li>
  );
}
