/** My services by day. */
import { CheckSquareOutlined, FormOutlined } from '@ant-design/icons';
import { Button, Empty, Segmented } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { careTasks } from '#contract/care/care-tasks.ts';
import { measurements } from '#contract/health/measurements.ts';
import { formatTime } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { daysOf, dayText, tabOf, tabs, wayTo, type Tab } from './days.ts';
import { JobCard } from './job-card.tsx';
import { NewsList } from './news-list.tsx';
import { visit, wholeRound } from './place.ts';
import { carer } from './state.ts';
import type { OwnJob } from './steps.ts';

const NOTHING: Record<Tab, string> = { today: '今天没有服务', soon: '近期没有服务', past: '最近7天没有服务' };

/** Kept while one looks into a job and comes back. */
let lastTab: Tab = 'today';

export function JobList({ jobs }: { jobs: readonly OwnJob[] }) {
  const [tab, setTab] = useState<Tab>(lastTab);
  const may = useMay();
  const keptRound = useStore(carer, ({ kept }) => kept?.round !== undefined);
  // Signed out she goes on with the round that the phone has.
  const rounds = may(measurements.create) || keptRound;
  const keptCare = useStore(carer, ({ kept }) => kept?.care !== undefined);
  const cares = may(careTasks.round) || keptCare;
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
      {rounds && (
        <Button size="large" block className="c-to-round" icon={<FormOutlined aria-hidden />} onClick={() => visit({ round: wholeRound })}>
          体征录入
        </Button>
      )}
      {cares && (
        <Button size="large" block className="c-to-round" icon={<CheckSquareOutlined aria-hidden />} onClick={() => visit({ care: true })}>
          照护任务
        </Button>
      )}
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
        <section key={one.day} className="c-day" data-late={one.day === '' || one.day === 'alarm' || undefined}>
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
