/** A job as the board's views draw it: one plain button, whatever it stands on. */
import { memo, type CSSProperties } from 'react';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { whereText } from '#contract/rooms/places.rules.ts';
import type { BoardJob } from './board-data.ts';
import { clockOf, dayOf, endClock, lateAt } from './board-time.ts';

/** Everything about a job in one sentence. */
export function sayJob(job: BoardJob, now: number, clash = false, { why } = lateAt(job, now)): string {
  return [
    `${clockOf(job.serverTime)}–${endClock(job)} ${job.serverProjectName}`,
    job.oldmanName,
    orderStatusLabels[job.status],
    job.serverUserName ?? '无人',
    job.emergencyType > 1 ? '紧急' : '',
    job.returned === null ? '' : `要求改派：${job.returned}`,
    why,
    clash ? '与另一工单时间重叠' : '',
    whereText(job),
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
  /** A card says its day too. */
  dated?: boolean;
  /** Has room for the name alone. */
  narrow?: boolean;
  style?: CSSProperties;
}

export const JobBox = memo(function JobBox({ job, now, kind, clash = false, dated = false, narrow = false, style }: Props) {
  const late = lateAt(job, now);
  const { lateness } = late;
  const marks = (
    <>
      {job.emergencyType > 1 && <i className="b-urgent">急</i>}
      {job.returned !== null && <i className="b-late">改</i>}
      {lateness === 'late' && <i className="b-late">晚</i>}
      {clash && <i className="b-clash">重</i>}
    </>
  );
  return (
    <button
      type="button"
      className="b-job"
      data-kind={kind}
      data-narrow={narrow || undefined}
      style={style}
      data-job={job.id}
      data-movable={job.movable || undefined}
      data-status={job.status}
      data-late={lateness ?? undefined}
      data-clash={clash || undefined}
      // What is written on it is its name, this describes it.
      title={sayJob(job, now, clash, late)}
    >
      <b>
        {kind !== 'box' && (
          <time>
            {dated && `${dayOf(job.serverTime).slice(5)} `}
            {clockOf(job.serverTime)}
          </time>
        )}
        {marks}
        {narrow ? job.oldmanName : job.serverProjectName}
      </b>
      {!narrow && (
        <span>
          {job.oldmanName}
          {kind === 'card' && <small>{whereText(job)}</small>}
        </span>
      )}
    </button>
  );
});
