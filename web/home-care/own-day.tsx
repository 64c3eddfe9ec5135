/** A carer's own day: her visits in the order of time with the way between them. They are done in /carer. */
import { Button, Empty, Skeleton } from 'antd';
import { dayOf } from '#contract/time.ts';
import { metresBetween, metresText, routeMetres, travelMinutes } from '#contract/work-orders/routes.rules.ts';
import { visitPhaseOf } from '#contract/home-care/home-days.rules.ts';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import type { Output } from '#contract/http.ts';
import { useCall } from '#web/api/call.ts';
import { goToServices } from '#web/work-orders/serves-only.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { useQuarterMinute, useToday } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { State } from '#web/ui/state.tsx';
import './home-care.css';

type Own = Output<typeof ownJobs.list>[number];

/** How far it is from the visit before. */
function Way({ from, to }: { from: Own | undefined; to: Own }) {
  if (!from) return null;
  const metres = metresBetween(from.place, to.place);
  if (metres === null) return <p className="hc-way">路程未知</p>;
  const minutes = travelMinutes(metres);
  return <p className="hc-way">{minutes === 0 ? '同一处' : `${metresText(metres)}，约 ${minutes} 分钟`}</p>;
}

export function OwnDay() {
  const day = dayOf(useToday());
  const now = useQuarterMinute();
  const { data, isError, error, refetch } = useCall(ownJobs.list, { from: day, to: day }, { quiet: true, refetchInterval: 60_000 });
  if (isError && !data) return <LoadFailed type="warning" title={error.message} onAgain={() => void refetch()} />;
  if (!data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 8 }} />;
  return (
    <section className="hc-own" aria-label="我的今天">
      <header>
        <h2>我的今天</h2>
        <span>
          {data.length} 次服务，路程约 {metresText(routeMetres(data.map(({ place }) => place)))}
        </span>
        <Button type="primary" onClick={() => goToServices()}>
          去服务
        </Button>
      </header>
      {data.length === 0 && <Empty description="今天没有您的服务" />}
      <ol>
        {data.map((own, at) => {
          const { job, oldmanName, oldmanAddress, bedPlace, oldmanPhone, workOrderId } = own;
          const phase = visitPhaseOf({ status: job.status, startsAt: toMillis(job.serverTime), minutes: job.minutes }, now);
          return (
            <li key={job.id}>
              <Way from={data[at - 1]} to={own} />
              <article>
                <b>{job.serverTime.slice(11, 16)}</b>
                <div>
                  <h3>
                    {oldmanName} <State of="homeVisit" value={phase} />
                  </h3>
                  <p>
                    {job.serverProjectName}，{job.minutes} 分钟
                  </p>
                  <p>
                    {bedPlace ?? oldmanAddress} <PhoneLink phone={oldmanPhone} name={oldmanName} />
                  </p>
                </div>
                <Button onClick={() => goToServices({ id: workOrderId }, job.id)} aria-label={`去服务：${oldmanName}`}>
                  去服务
                </Button>
              </article>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
