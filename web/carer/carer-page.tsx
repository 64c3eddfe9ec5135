/** Which of the phone's pages is shown. */
import { Button, Empty, Result, Skeleton } from 'antd';
import { lazy, Suspense, useMemo } from 'react';
import { useStore } from 'zustand';
import { CarePage } from './care-page.tsx';
import { CaringPage } from './caring-page.tsx';
import { Head } from './head.tsx';
import { nextOf } from './job-card.tsx';
import { JobList } from './job-list.tsx';
import { JobPage } from './job-page.tsx';
import { PaperPage } from './paper-page.tsx';
import { usePlace, visit } from './place.ts';
import { carer, jobsNow } from './state.ts';
import { MealPage } from './meal-page.tsx';
import { NotesPage } from './notes-page.tsx';
import { PatrolPage } from './patrol-page.tsx';
import { RestraintPage } from './restraint-page.tsx';
import { RoundPage } from './round-page.tsx';
import { NewSkinPage } from './new-skin-page.tsx';
import { SkinPage } from './skin-page.tsx';
import { StatusBar, useOnline } from './status-bar.tsx';
import { StepsPage } from './steps-page.tsx';
import { VisitPage } from './visit-page.tsx';
import './carer.css';
import './forms.css';

/** Of no use without a network, so it need not be kept on the phone. */
const PhoneLeaves = lazy(() => import('#web/staff-leave/phone-leaves.tsx'));
const PhoneReport = lazy(() => import('#web/incidents/phone-report.tsx'));
const Reading = () => <Skeleton active className="c-empty" paragraph={{ rows: 8 }} />;

/** What the list is while there is nothing to show. */
function Nothing() {
  const trouble = useStore(carer, (state) => state.trouble);
  if (trouble) return <Result status="warning" title={trouble} />;
  if (!navigator.onLine) return <Empty className="c-empty" description="手机上还没有保存的服务，联网后自动下载" />;
  return <Reading />;
}

export function CarerPage({ toLogin }: { toLogin: () => void }) {
  const place = usePlace();
  const online = useOnline();
  const kept = useStore(carer, (state) => state.kept);
  const steps = useStore(carer, (state) => state.steps);
  const talk = useStore(carer, (state) => state.talk);
  const jobs = useMemo(() => jobsNow({ kept, steps }), [kept, steps]);
  const ofOrder = jobs.filter(({ workOrderId }) => workOrderId === place.order);
  const own = place.job === null ? (ofOrder.find(nextOf) ?? ofOrder[0]) : jobs.find(({ job }) => job.id === place.job);
  const paper = own?.job.projectUserVoList.find(({ key }) => key === place.paper);
  const shown = () => {
    if (place.steps) return <StepsPage />;
    if (place.leave)
      return (
        <article>
          <Head title="我的请假" back={{}} />
          <Suspense fallback={<Reading />}>
            <PhoneLeaves online={online} />
          </Suspense>
        </article>
      );
    if (place.care) return <CarePage />;
    if (place.patrol) return <PatrolPage asked={place.patrol} />;
    if (place.meals) return <MealPage />;
    if (place.skin) return place.skin.add ? <NewSkinPage asked={place.skin} /> : <SkinPage />;
    if (place.restraint) return <RestraintPage />;
    if (place.notes) return <NotesPage asked={place.notes} />;
    if (place.visits) return <CaringPage key={place.visits.id} asked={place.visits} />;
    if (place.incident)
      return (
        <article>
          <Head title="上报不良事件" back={{}} />
          <Suspense fallback={<Reading />}>
            <PhoneReport online={online} />
          </Suspense>
        </article>
      );
    if (place.round) return <RoundPage asked={place.round} />;
    if (own && paper) return <PaperPage key={`${own.job.id}.${paper.key}`} own={own} asked={paper} />;
    if (own && place.visit) return <VisitPage key={`${own.job.id}.${place.visit}`} own={own} kind={place.visit} />;
    if (own) return <JobPage own={own} />;
    if (!kept) return <Nothing />;
    // Led here from an order that she was given a moment ago.
    if ((place.job !== null || place.order !== null) && talk === 'sending') return <Reading />;
    if (place.job !== null || place.order !== null)
      return (
        <Result
          status="info"
          title="该服务已不在您的列表中"
          subTitle="可能已取消或改派他人"
          extra={
            <Button size="large" type="primary" onClick={() => visit({}, true)}>
              返回列表
            </Button>
          }
        />
      );
    return <JobList jobs={jobs} />;
  };
  return (
    <div className="c-page">
      <StatusBar toLogin={toLogin} />
      <main className="c-main">{shown()}</main>
    </div>
  );
}
