/** What the timeline keeps to: kinds, words and days. */
import { Button } from 'antd';
import { timelineKinds, type TimelineKind } from '#contract/screens/timeline.rules.ts';
import { DateRange } from '#web/ui/date-range.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { timelineIcons } from './timeline-icons.tsx';
import type { TimelineSearch } from './use-timeline.ts';
import './timeline.css';

interface Props {
  search: TimelineSearch;
  /** Those that may be seen. */
  kinds: readonly TimelineKind[];
  onChange: (change: Partial<TimelineSearch>) => void;
}

function Chip({ kind, pressed, onClick }: { kind: TimelineKind; pressed: boolean; onClick: () => void }) {
  const Icon = timelineIcons[kind];
  return (
    <button type="button" aria-pressed={pressed} onClick={onClick}>
      <Icon aria-hidden />
      {timelineKinds[kind].label}
    </button>
  );
}

export function TimelineFilters({ search, kinds, onChange }: Props) {
  const chosen = search.kinds;
  const turn = (kind: TimelineKind) =>
    onChange({ kinds: chosen.includes(kind) ? chosen.filter((one) => one !== kind) : [...chosen, kind] });
  return (
    <div className="y-no-print" role="search" aria-label="筛选时间线">
      <div className="p-timeline-fields">
        <SearchInput label="搜索时间线" value={search.text} onChange={(text) => onChange({ text })} />
        <DateRange days value={search.days} onChange={(days) => onChange({ days })} />
        <Button onClick={() => window.print()}>打印</Button>
      </div>
      <div className="p-chips" role="group" aria-label="类别">
        <button type="button" aria-pressed={chosen.length === 0} onClick={() => onChange({ kinds: [] })}>
          全部
        </button>
        {kinds.map((kind) => (
          <Chip key={kind} kind={kind} pressed={chosen.includes(kind)} onClick={() => turn(kind)} />
        ))}
      </div>
    </div>
  );
}
