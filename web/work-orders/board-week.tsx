/** 日历, a week: a row per member of staff, a cell per day. A job that is dropped on another day keeps its time. */
import { memo, useMemo } from 'react';
import { JobBox } from './board-box.tsx';
import type { BoardJob, BoardStaff } from './board-data.ts';
import { addDays, clashesOf, clockOf, dayOf, minuteOf, weekdayOf, DAY_MINUTES } from './board-time.ts';
import { Who } from './board-who.tsx';

/** More are one press away. */
const MOST = 6;
const NONE: readonly BoardJob[] = [];

interface CellProps {
  staff: BoardStaff;
  day: string;
  jobs: readonly BoardJob[];
  now: number;
  onDay: (day: string) => void;
}

const Cell = memo(function Cell({ staff, day, jobs, now, onDay }: CellProps) {
  const clashes = clashesOf(jobs);
  const shifts = staff.duties.filter(
    ({ startTime, endTime }) => minuteOf(startTime, day) < DAY_MINUTES && minuteOf(endTime, day) > 0 && dayOf(startTime) === day,
  );
  const away = staff.leaves.some(({ startTime, endTime }) => minuteOf(startTime, day) < DAY_MINUTES && minuteOf(endTime, day) > 0);
  return (
    <div className="b-cell" data-drop="cell" data-user={staff.id} data-day={day} data-duty={shifts.length > 0 || undefined}>
      {away && <small>请假</small>}
      {shifts.map(({ startTime, endTime }) => (
        <small key={startTime}>
          {clockOf(startTime)}–{clockOf(endTime)}
        </small>
      ))}
      {jobs.slice(0, MOST).map((job) => (
        <JobBox key={job.id} job={job} now={now} kind="chip" clash={clashes.has(job.id)} />
      ))}
      {jobs.length > MOST && (
        <button type="button" className="b-more" onClick={() => onDay(day)}>
          还有 {jobs.length - MOST} 项
        </button>
      )}
    </div>
  );
});

interface Props {
  monday: string;
  today: string;
  staff: readonly BoardStaff[];
  jobs: readonly BoardJob[];
  now: number;
  onDay: (day: string) => void;
  onPrint: (userId: number) => void;
}

export function BoardWeek({ monday, today, staff, jobs, now, onDay, onPrint }: Props) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
  const byCell = useMemo(() => Map.groupBy(jobs, ({ serverUserId, serverTime }) => `${serverUserId} ${dayOf(serverTime)}`), [jobs]);
  const byUser = useMemo(() => Map.groupBy(jobs, ({ serverUserId }) => serverUserId), [jobs]);
  return (
    <div className="b-pane" data-pane tabIndex={0} role="region" aria-label="一周的日程">
      <div className="b-grid b-week">
        <div className="b-head">
          <span className="b-corner">人员</span>
          {days.map((day) => (
            <button key={day} type="button" data-today={day === today || undefined} onClick={() => onDay(day)} title="查看这一天">
              {weekdayOf(day)} {day.slice(5)}
            </button>
          ))}
        </div>
        <div className="b-rows">
          {staff.map((one) => {
            const own = byUser.get(one.id) ?? NONE;
            return (
              <div key={one.id} className="b-row" role="group" aria-label={one.name}>
                <Who staff={one} jobs={own.length} minutes={own.reduce((sum, job) => sum + job.minutes, 0)} onPrint={onPrint} />
                {days.map((day) => (
                  <Cell key={day} staff={one} day={day} jobs={byCell.get(`${one.id} ${day}`) ?? NONE} now={now} onDay={onDay} />
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
