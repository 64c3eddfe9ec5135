/** A person's jobs of the span on paper. */
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { metresBetween, metresText } from '#contract/work-orders/routes.rules.ts';
import { Where } from '#web/ui/place.tsx';
import type { BoardJob, BoardStaff } from './board-data.ts';
import { clockOf, dayOf, durationText, endClock, weekdayOf } from './board-time.ts';

const placeOf = ({ lng, lat }: BoardJob) => (lng === null || lat === null ? null : { lng, lat });

interface Props {
  staff: BoardStaff;
  jobs: readonly BoardJob[];
  onDone: () => void;
}

export function BoardPrint({ staff, jobs, onDone }: Props) {
  useEffect(() => {
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [onDone]);
  const days = [
    ...Map.groupBy(
      jobs.toSorted((a, b) => (a.serverTime < b.serverTime ? -1 : 1)),
      ({ serverTime }) => dayOf(serverTime),
    ),
  ];
  return createPortal(
    <article className="b-paper">
      <h1>{staff.name} 的服务安排</h1>
      <p>
        {[staff.departmentName, `共 ${jobs.length} 项`, durationText(jobs.reduce((sum, { minutes }) => sum + minutes, 0))]
          .filter(Boolean)
          .join('　')}
      </p>
      {days.length === 0 && <p>这段时间没有服务。</p>}
      {days.map(([day, own]) => (
        <section key={day}>
          <h2>
            {day} {weekdayOf(day)}
            {staff.duties
              .filter(({ startTime }) => dayOf(startTime) === day)
              .map(({ startTime, endTime }) => `　当班 ${clockOf(startTime)}–${clockOf(endTime)}`)}
          </h2>
          <table>
            <thead>
              <tr>
                {['时间', '服务项目', '服务对象', '服务地址', '路程', '备注', '签字'].map((title) => (
                  <th key={title}>{title}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {own.map((job, index) => {
                const before = own[index - 1];
                const metres = before ? metresBetween(placeOf(before), placeOf(job)) : null;
                return (
                  <tr key={job.id}>
                    <td>
                      {clockOf(job.serverTime)}–{endClock(job)}
                    </td>
                    <td>{job.serverProjectName}</td>
                    <td>{job.oldmanName}</td>
                    <td>
                      <Where {...job} />
                    </td>
                    <td>{metres ? metresText(metres) : ''}</td>
                    <td>{job.remarks}</td>
                    <td />
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      ))}
    </article>,
    document.body,
  );
}
