/** My services by day. */
import {
  CheckSquareOutlined,
  CoffeeOutlined,
  EditOutlined,
  EyeOutlined,
  FormOutlined,
  LockOutlined,
  HomeOutlined,
  SkinOutlined,
} from '@ant-design/icons';
import { Button, Empty, Segmented } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { careNotes } from '#contract/care/care-notes.ts';
import { careTasks } from '#contract/care/care-tasks.ts';
import { patrols } from '#contract/care/patrols.ts';
import { mealRecords } from '#contract/meals/meal-records.ts';
import { skinFindings } from '#contract/care/skin-findings.ts';
import { restraints } from '#contract/care/restraints.ts';
import { residents } from '#contract/elderly/residents.ts';
import { measurements } from '#contract/health/measurements.ts';
import { formatTime } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { useMay } from '#web/ui/may.ts';
import { caringNow, isDueCaring } from './caring-steps.ts';
import { daysOf, dayText, tabOf, tabs, wayTo, type Tab } from './days.ts';
import { JobCard } from './job-card.tsx';
import { NewsList } from './news-list.tsx';
import { knownSkin, visit, wholeRound } from './place.ts';
import { dueRestraints, restraintsNow } from './restraint-steps.ts';
import { carer } from './state.ts';
import type { OwnJob } from './steps.ts';

const NOTHING: Record<Tab, string> = { today: '今天没有服务', soon: '近期没有服务', past: '最近7天没有服务' };

/** Kept while one looks into a job and comes back. */
let lastTab: Tab = 'today';

/** What is done in the house beside the services. Signed out she goes on with what the phone has. */
function Tiles() {
  const may = useMay();
  const kept = useStore(carer, (state) => state.kept);
  const steps = useStore(carer, (state) => state.steps);
  const now = useQuarterMinute();
  const restrained = kept?.restraints ? restraintsNow(kept.restraints, steps, now) : [];
  const due = dueRestraints(restrained, now);
  const caring = kept?.caring ? caringNow(kept.caring, steps, formatTime(now, 'yyyy-MM-dd')).visits : [];
  const toVisit = caring.filter(isDueCaring).length;
  const people = may(residents.list) || kept?.residents !== undefined;
  const tiles = [
    {
      open: may(measurements.create) || kept?.round !== undefined,
      label: '体征录入',
      icon: <FormOutlined aria-hidden />,
      place: { round: wholeRound },
    },
    {
      open: may(careTasks.round) || kept?.care !== undefined,
      label: '照护任务',
      icon: <CheckSquareOutlined aria-hidden />,
      place: { care: true },
    },
    {
      open: people && (may(patrols.walked) || kept?.floors !== undefined),
      label: '巡视',
      icon: <EyeOutlined aria-hidden />,
      place: { patrol: { building: null, floor: null } },
    },
    {
      open: people && (may(careNotes.create) || kept?.care !== undefined),
      label: '照护随记',
      icon: <EditOutlined aria-hidden />,
      place: { notes: { person: null } },
    },
    {
      open: may(mealRecords.today) || kept?.meals !== undefined,
      label: '用餐登记',
      icon: <CoffeeOutlined aria-hidden />,
      place: { meals: true },
    },
    {
      open: may(skinFindings.look) || kept?.skin !== undefined,
      label: '皮肤观察',
      icon: <SkinOutlined aria-hidden />,
      place: { skin: knownSkin },
    },
    {
      open: caring.length > 0,
      label: toVisit > 0 ? `我的探访 ${toVisit}` : '我的探访',
      icon: <HomeOutlined aria-hidden />,
      place: { visits: { id: null } },
    },
    {
      open: restrained.length > 0 || may(restraints.open),
      label: due > 0 ? `约束：${due}人到时` : '约束',
      icon: <LockOutlined aria-hidden />,
      place: { restraint: true },
      loud: due > 0,
    },
  ];
  return (
    <nav className="c-tiles" aria-label="院内照护">
      {tiles.map(
        ({ open, label, icon, place, loud = false }) =>
          open && (
            <Button key={label} size="large" icon={icon} danger={loud} type={loud ? 'primary' : 'default'} onClick={() => visit(place)}>
              {label}
            </Button>
          ),
      )}
    </nav>
  );
}

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
      <Tiles />
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
