/** One job of an order on its detail page: what was planned, who came when, with which proof. */
import { Button, Descriptions, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { MISSING, yuan } from '#web/ui/display.ts';
import { Timeline } from '#web/ui/timeline.tsx';
import { State } from '#web/ui/state.tsx';
import { CheckPoint, type Checked } from './check-point.tsx';
import { JobPapers } from './job-papers.tsx';
import type { OrderJob } from './order-calls.ts';
import { VisitMarks } from './visit-marks.tsx';

/** 1 h 20 min in Chinese. */
const spent = (minutes: number) =>
  minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时${minutes % 60 ? ` ${minutes % 60} 分钟` : ''}`;

type Visit = OrderJob['workOrderServer'];

const inOf = (visit: Visit): Checked | null =>
  visit && {
    time: visit.serverStartTime,
    address: visit.signInAddress,
    image: visit.signInImg,
    distance: visit.signInDistance,
    reason: visit.signInReason,
    received: visit.signInReceivedAt,
  };
const outOf = (visit: Visit): Checked | null =>
  visit && {
    time: visit.serverEndTime,
    address: visit.signOutAddress,
    image: visit.signOutImg,
    distance: visit.signOutDistance,
    reason: visit.signOutReason,
    received: visit.signOutReceivedAt,
  };

/** What has to be proved before the job may be finished. */
const proofsOf = ({ requiresPhoto, requiresSignature }: OrderJob) =>
  [requiresPhoto && '需拍照', requiresSignature && '需签名'].filter((text) => text !== false);

interface Props {
  job: OrderJob;
  /** Canonical status of the order. */
  orderState: number;
  index: number;
  /** Buttons for this job alone. */
  actions?: ReactNode;
}

export function JobSection({ job, orderState, index, actions }: Props) {
  const [open, setOpen] = useState(false);
  const visit = job.workOrderServer;
  const finished = job.status === jobStatus.finished;
  return (
    <section className="y-job" aria-label={`${index + 1}. ${job.serverProjectName}`}>
      <header>
        <i aria-hidden>{index + 1}</i>
        <div>
          <h2>{job.serverProjectName}</h2>
          <p>{job.serverTypeName}</p>
        </div>
        <State of="order" value={job.status} />
        <VisitMarks job={job} />
        {job.returned !== null && <Tag color="error">要求改派（{job.returned}）</Tag>}
        {!finished && proofsOf(job).map((proof) => <Tag key={proof}>{proof}</Tag>)}
        <span className="y-job-price" data-void={job.status === jobStatus.cancelled || undefined}>
          {job.activeName === 'second' ? `服务包抵扣${job.serverPackageName ? `（${job.serverPackageName}）` : ''}` : yuan(job.orderPrice)}
        </span>
        {actions}
      </header>
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'time', label: '服务时间', children: job.serverTime },
          { key: 'minutes', label: '计划时长', children: spent(job.minutes) },
          {
            key: 'carer',
            label: '服务人员',
            children: job.serverUserName ? (
              <>
                {job.serverUserName}
                {job.serverUserPhone && <PhoneLink icon className="y-job-phone" phone={job.serverUserPhone} name={job.serverUserName} />}
              </>
            ) : (
              <span className="y-missing">待派单</span>
            ),
          },
          ...(finished
            ? [
                {
                  key: 'spent',
                  label: '服务时长',
                  children: visit?.serverTimeNum === null || !visit ? MISSING : <b>{spent(visit.serverTimeNum)}</b>,
                },
                { key: 'by', label: '完成人员', children: visit?.serverUserName ?? MISSING },
              ]
            : []),
          { key: 'remarks', label: '备注', children: job.remarks || <span className="y-missing">{MISSING}</span> },
        ]}
      />
      {(visit || job.status === jobStatus.inProgress) && (
        <div className="y-check-points">
          <CheckPoint title="签到" checked={inOf(visit)} fenceMetres={job.fenceMetres} />
          <CheckPoint title="签退" checked={outOf(visit)} fenceMetres={job.fenceMetres} />
        </div>
      )}
      <JobPapers job={job} orderState={orderState} />
      {job.workOrderJobLogs.length > 0 && (
        <div className="y-job-logs y-no-print">
          <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起操作记录' : `操作记录（${job.workOrderJobLogs.length}）`}
          </Button>
          {open && <Timeline entries={job.workOrderJobLogs.map(({ createTime, remarks }) => ({ time: createTime, title: remarks }))} />}
        </div>
      )}
    </section>
  );
}
