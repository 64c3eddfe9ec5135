/** 负荷: what is planned for everybody beside the hours that they are on duty. */
import { useMemo } from 'react';
import { metresText, routeMetres } from '#contract/work-orders/routes.rules.ts';
import type { BoardJob, BoardSpan, BoardStaff } from './board-data.ts';
import { dayOf, durationText, gapsOf, lateAt, minutesWithin } from './board-time.ts';

const NONE: readonly BoardJob[] = [];

function figures(one: BoardStaff, jobs: readonly BoardJob[], span: BoardSpan, now: number) {
  const sorted = jobs.toSorted((a, b) => (a.serverTime < b.serverTime ? -1 : 1));
  const days = [...Map.groupBy(sorted, ({ serverTime }) => dayOf(serverTime))];
  return {
    staff: one,
    count: jobs.length,
    // As the duty is: what is after the span belongs to the next one.
    planned: jobs.reduce((sum, job) => sum + minutesWithin(job, span), 0),
    late: jobs.filter((job) => lateAt(job, now).lateness === 'late').length,
    ways: days.reduce((sum, [day, own]) => sum + gapsOf(own, day).reduce((minutes, gap) => minutes + gap.minutes, 0), 0),
    metres: days.reduce(
      (sum, [, own]) => sum + routeMetres(own.map(({ lng, lat }) => (lng === null || lat === null ? null : { lng, lat }))),
      0,
    ),
  };
}

interface Props {
  staff: readonly BoardStaff[];
  jobs: readonly BoardJob[];
  span: BoardSpan;
  now: number;
}

export function BoardLoad({ staff, jobs, span, now }: Props) {
  const rows = useMemo(() => {
    const byUser = Map.groupBy(jobs, ({ serverUserId }) => serverUserId);
    return staff
      .map((one) => figures(one, byUser.get(one.id) ?? NONE, span, now))
      .toSorted((a, b) => b.planned - a.planned || b.staff.dutyMinutes - a.staff.dutyMinutes);
  }, [staff, jobs, span, now]);
  const most = Math.max(60, ...rows.map(({ planned, staff: { dutyMinutes } }) => Math.max(planned, dutyMinutes)));
  const share = (minutes: number) => `${(minutes / most) * 100}%`;
  const busy = rows.filter(({ planned }) => planned > 0);
  const average = busy.length ? busy.reduce((sum, { planned }) => sum + planned, 0) / busy.length : 0;
  return (
    <div className="b-pane b-load" data-pane tabIndex={0} role="region" aria-label="人员负荷">
      <p className="b-legend">
        <i data-bar="planned" /> 计划
        <i data-bar="duty" /> 当班
        <i data-bar="over" /> 超出当班
        {busy.length > 0 && (
          <span>
            有工单的 {busy.length} 人，人均 {durationText(average)}
          </span>
        )}
      </p>
      <table>
        <thead>
          <tr>
            {['人员', '计划与当班', '计划', '当班', '工单', '晚', '路程'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ staff: one, count, planned, late, ways, metres }) => (
            <tr key={one.id}>
              <th scope="row">
                {one.name} <small>{one.departmentName}</small>
              </th>
              <td>
                <div className="b-bar">
                  <i data-bar="duty" style={{ width: share(one.dutyMinutes) }} />
                  <i data-bar="planned" style={{ width: share(one.dutyMinutes ? Math.min(planned, one.dutyMinutes) : 0) }} />
                  {planned > one.dutyMinutes && (
                    <i data-bar="over" style={{ left: share(one.dutyMinutes), width: share(planned - one.dutyMinutes) }} />
                  )}
                </div>
              </td>
              <td>{durationText(planned)}</td>
              <td>{one.dutyMinutes ? durationText(one.dutyMinutes) : '未排班'}</td>
              <td>{count}</td>
              <td data-late={late > 0 ? 'late' : undefined}>{late}</td>
              <td>{metres > 0 ? `${metresText(metres)}，约 ${ways} 分钟` : '--'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
