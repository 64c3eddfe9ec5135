/** A job as the board's views draw it: one plain button, whatever it stands on. */
import { memo, type CSSProperties } from 'react';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { BoardJob } from './board-data.ts';
import { clockOf, endClock, lateAt } from './board-time.ts';

/** Everything about a job in one sentence: its name, and its tooltip once the pointer is there (boards.tsx). */
export function sayJob(job: BoardJob, now: number, clash = false, { why } = lateAt(job, now)): string {
  return [
    `${clockOf(job.serverTime)}–${endClock(job)} ${job.serverProjectName}`,
    job.oldmanName,
    orderStatusLabels[job.status],
    job.serverUserName ?? '无人',
    job.emergencyType > 1 ? '紧急' : '',
    why,
    clash ? '与另一工单时间重叠' : '',
    job.oldmanAddress,
    job.workNo,
  ]
    .filter(Boolean)
    .join('，');
}

interface Props {
  job: BoardJob;
  now: number;
  kind: 'box' | 'chip' | 'card';
  clash?: boolean | undefined;
  style?: CSSProperties;
}

export const JobBox = memo(function JobBox({ job, now, kind, clash = false, style }: Props) {
  const late = lateAt(job, now);
  const { lateness } = late;
  return (
    <button
      type="button"
      className={`b-job b-${kind}`}
      style={style}
      data-job={job.id}
      data-movable={job.movable || undefined}
      data-status={job.status}
      data-late={lateness ?? undefined}
      data-clash={clash || undefined}
      aria-label={sayJob(job, now, clash, late)}
    >
      <b>
        {kind !== 'box' && <time>{clockOf(job.serverTime)}</time>}
        {job.emergencyType > 1 && <i className="b-urgent">急</i>}
        {lateness === 'late' && <i className="b-late">晚</i>}
        {clash && <i className="b-clash">重</i>}
        {job.serverProjectName}
      </b>
      <span>
        {job.oldmanName}
        {kind === 'card' && <small>{job.oldmanAddress}</small>}
      </span>
    </button>
  );
});
