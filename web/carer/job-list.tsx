/** My services by day. */
import { Empty, Segmented } from 'antd';
import { useState } from 'react';
import { formatTime } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { daysOf, dayText, tabOf, tabs, wayTo, type Tab } from './days.ts';
import { JobCard } from './job-card.tsx';
import { NewsList } from './news-list.tsx';
import type { OwnJob } from './steps.ts';

const NOTHING: Record<Tab, string> = { today: '今天没有服务', soon: '近期没有服务', past: '最近7天没有服务' };

/** Kept while one looks into a job and comes back. */
let lastTab: Tab = 'today';

export function JobList({ jobs }: { jobs: readonly OwnJob[] }) {
  const [tab, setTab] = useState<Tab>(lastTab);
  const today = formatTime(useQuarterMinute(), 'yyyy-MM-dd');
  const count = (one: Tab) => jobs.filter((own) => tabOf(own, today) === one).length;
  const days = daysOf(jobs, tab, today);
  const choose = (next: Tab) => {
    lastTab = next;
    setTab(next);
  };
  return (
    <>
      <h1 className="y-unseen">我的服务</h1>
      <NewsList />
      <nav className="c-tabs" aria-label="时间">
        <Segmented
          block
          size="large"
          value={tab}
          onChange={choose}
          options={(Object.keys(tabs) as Tab[]).map((value) => ({ value, label: `${tabs[value]} ${count(value) || ''}` }))}
        />
      </nav>
      {days.length === 0 && <Empty className="c-empty" description={NOTHING[tab]} />}
      {days.map((one) => (
        <section key={one.day} className="c-day" data-late={one.day === '' || undefined}>
          <h2>{dayText(one.day, today)}</h2>
          <ul>
            {one.jobs.map((own) => (
              <JobCard key={own.job.id} own={own} today={today} metres={wayTo(own, jobs)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
