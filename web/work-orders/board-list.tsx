/** 列表: the span's jobs by day and person, as plain text for reading and searching. */
import { Button, Empty } from 'antd';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { whereText } from '#contract/rooms/places.rules.ts';
import { State } from '#web/ui/state.tsx';
import type { BoardJob, BoardStaff } from './board-data.ts';
import { clashesOf, clockOf, dayOf, durationText, endClock, lateAt, weekdayOf } from './board-time.ts';
import { detailAddress } from './work-order-columns.tsx';

interface Props {
  jobs: readonly BoardJob[];
  staff: readonly BoardStaff[];
  now: number;
  onOpen: (job: BoardJob) => void;
}

/** Day → person → jobs; those of nobody first. */
function groupsOf(jobs: readonly BoardJob[], staff: readonly BoardStaff[]) {
  const order = new Map(staff.map(({ id }, index) => [id, index]));
  const place = (userId: number | null) => (userId === null ? -1 : (order.get(userId) ?? staff.length));
  return [...Map.groupBy(jobs, ({ serverTime }) => dayOf(serverTime))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, all]) => ({
      day,
      count: all.length,
      people: [...Map.groupBy(all, ({ serverUserId }) => serverUserId)]
        .toSorted(([a], [b]) => place(a) - place(b))
        .map(([userId, own]) => ({
          userId,
          name: own[0]?.serverUserName ?? '待派',
          jobs: own.toSorted((a, b) => (a.serverTime < b.serverTime ? -1 : 1)),
        })),
    }));
}

export function BoardList({ jobs, staff, now, onOpen }: Props) {
  const groups = useMemo(() => groupsOf(jobs, staff), [jobs, staff]);
  if (groups.length === 0) return <Empty className="b-empty" description="这段时间没有服务" />;
  return (
    <div className="b-pane b-list" data-pane tabIndex={0} role="region" aria-label="服务列表">
      {groups.map(({ day, count, people }) => (
        <section key={day}>
          <h2>
            {day} {weekdayOf(day)} <output>{count} 项</output>
          </h2>
          {people.map(({ userId, name, jobs: own }) => {
            const clashes = userId === null ? new Set<number>() : clashesOf(own);
            return (
              <table key={userId ?? 0} data-nobody={userId === null || undefined}>
                <caption>
                  <b>{name}</b> {own.length} 项，共 {durationText(own.reduce((sum, job) => sum + job.minutes, 0))}
                </caption>
                <thead>
                  <tr>
                    {['时间', '服务项目', '服务对象', '服务地址', '工单', '状态', '提醒', ''].map((title) => (
                      <th key={title} scope="col">
                        {title || <span className="y-unseen">操作</span>}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {own.map((job) => {
                    const { lateness, why } = lateAt(job, now);
                    return (
                      <tr key={job.id} data-job={job.id}>
                        <td>
                          {clockOf(job.serverTime)}–{endClock(job)}
                        </td>
                        <td>{job.serverProjectName}</td>
                        <td>{job.oldmanName}</td>
                        <td title={whereText(job)}>{whereText(job)}</td>
                        <td>
                          <Link to={detailAddress({ id: job.workOrderId, workNo: job.workNo })}>{job.workNo}</Link>
                        </td>
                        <td>
                          <State of="order" value={job.status} />
                        </td>
                        <td data-late={lateness ?? undefined}>
                          {[job.emergencyType > 1 ? '紧急' : '', why, clashes.has(job.id) ? '时间重叠' : ''].filter(Boolean).join('；')}
                        </td>
                        <td>
                          <Button type="link" size="small" onClick={() => onOpen(job)}>
                            {job.movable ? '安排' : '查看'}
                          </Button>
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            );
          })}
        </section>
      ))}
    </div>
  );
}
