/** What nobody does yet, at the left of the board: dragged from here to somebody, and back. */
import { Popover } from 'antd';
import { memo, useState } from 'react';
import { JobBox } from './board-box.tsx';
import { Glyph } from './board-glyph.tsx';
import { Candidates } from './board-candidates.tsx';
import type { BoardJob, Change } from './board-data.ts';
import { byUrgency } from './board-time.ts';

/** Cards that are drawn; the most urgent come first. */
const MOST = 120;

interface Props {
  jobs: readonly BoardJob[];
  now: number;
  /** More than one day is shown. */
  dated: boolean;
  mayMove: boolean;
  onMove: (job: BoardJob, change: Change) => void;
}

interface AskProps {
  job: BoardJob;
  open: boolean;
  onOpen: (jobId: number | null) => void;
  onMove: Props['onMove'];
}

/** The lamp of a card; what it says is only made once it is asked. */
const Ask = memo(function Ask({ job, open, onOpen, onMove }: AskProps) {
  const lamp = (
    <button
      type="button"
      className="b-ask"
      aria-label={`${job.oldmanName}的${job.serverProjectName}由谁做合适`}
      title="谁适合"
      data-no-drag
      onClick={open ? undefined : () => onOpen(job.id)}
    >
      <Glyph name="lamp" />
    </button>
  );
  if (!open) return lamp;
  const pick = ({ userId }: { userId: number }) => {
    onOpen(null);
    onMove(job, { serverUserId: userId });
  };
  return (
    <Popover
      open
      onOpenChange={(now) => now || onOpen(null)}
      trigger="click"
      placement="rightTop"
      destroyOnHidden
      title={`谁适合：${job.oldmanName}·${job.serverProjectName}`}
      content={
        <div className="b-popover">
          <Candidates ranking={{ jobId: job.id }} current={null} most={5} onPick={pick} />
        </div>
      }
    >
      {lamp}
    </Popover>
  );
});

export const BoardLane = memo(function BoardLane({ jobs, now, dated, mayMove, onMove }: Props) {
  const [asked, setAsked] = useState<number | null>(null);
  const sorted = byUrgency(jobs);
  return (
    <section className="b-lane" data-drop="lane" data-pane aria-label="待派服务">
      <h2>
        待派 <output>{jobs.length}</output>
      </h2>
      {jobs.length === 0 && <p className="b-none">没有待派的服务</p>}
      <ul>
        {sorted.slice(0, MOST).map((job) => (
          <li key={job.id}>
            <JobBox job={job} now={now} kind="card" dated={dated} />
            {mayMove && job.movable && <Ask job={job} open={asked === job.id} onOpen={setAsked} onMove={onMove} />}
          </li>
        ))}
      </ul>
      {sorted.length > MOST && <p className="b-none">还有 {sorted.length - MOST} 项，请用条件筛选</p>}
    </section>
  );
});
