/** Which of the phone's pages is shown. */
import { Button, Empty, Result, Skeleton } from 'antd';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { JobList } from './job-list.tsx';
import { JobPage } from './job-page.tsx';
import { PaperPage } from './paper-page.tsx';
import { usePlace, visit } from './place.ts';
import { carer, jobsNow } from './state.ts';
import { StatusBar } from './status-bar.tsx';
import { StepsPage } from './steps-page.tsx';
import { VisitPage } from './visit-page.tsx';
import './carer.css';

/** What the list is while there is nothing to show. */
function Nothing() {
  const trouble = useStore(carer, (state) => state.trouble);
  if (trouble) return <Result status="warning" title={trouble} />;
  if (!navigator.onLine) return <Empty className="c-empty" description="手机上还没有保存的服务，联网后自动下载" />;
  return <Skeleton active className="c-empty" paragraph={{ rows: 8 }} />;
}

export function CarerPage({ toLogin }: { toLogin: () => void }) {
  const place = usePlace();
  const kept = useStore(carer, (state) => state.kept);
  const steps = useStore(carer, (state) => state.steps);
  const jobs = useMemo(() => jobsNow({ kept, steps }), [kept, steps]);
  const own = jobs.find(({ job }) => job.id === place.job);
  const paper = own?.job.projectUserVoList.find(({ key }) => key === place.paper);
  const shown = () => {
    if (place.steps) return <StepsPage />;
    if (own && paper) return <PaperPage key={`${own.job.id}.${paper.key}`} own={own} asked={paper} />;
    if (own && place.visit) return <VisitPage key={`${own.job.id}.${place.visit}`} own={own} kind={place.visit} />;
    if (own) return <JobPage own={own} />;
    if (!kept) return <Nothing />;
    if (place.job !== null)
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
