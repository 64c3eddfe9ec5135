/** One job of an order on its detail page: what was planned, who came when, with which proof. */
import { ClockCircleOutlined, EnvironmentOutlined, PhoneOutlined } from '@ant-design/icons';
import { Button, Descriptions } from 'antd';
import { useState, type ReactNode } from 'react';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { MISSING, yuan } from '#web/ui/display.ts';
import { StoredImage } from '#web/ui/stored-files.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import type { OrderJob } from './order-calls.ts';
import { StatusTag } from './order-tags.tsx';

/** 1 h 20 min in Chinese. */
const spent = (minutes: number) => (minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时${minutes % 60 ? ` ${minutes % 60} 分钟` : ''}`);

function Check({ title, time, address, image }: { title: string; time: string | null; address: string | null; image: string | null }) {
  return (
    <div className="y-check-point" data-open={time === null || undefined}>
      <h4>{title}</h4>
      {time === null ? (
        <p className="y-missing">尚未{title}</p>
      ) : (
        <>
          <p>
            <ClockCircleOutlined aria-hidden /> <time dateTime={time.replace(' ', 'T')}>{time}</time>
          </p>
          <p>
            <EnvironmentOutlined aria-hidden /> {address ?? <span className="y-missing">{MISSING}</span>}
          </p>
          {image && <StoredImage url={image} alt={`${title}照片`} size={72} />}
        </>
      )}
    </div>
  );
}

interface Props {
  job: OrderJob;
  index: number;
  /** Buttons for this job alone. */
  actions?: ReactNode;
}

export function JobSection({ job, index, actions }: Props) {
  const [open, setOpen] = useState(false);
  const visit = job.workOrderServer;
  const finished = job.status === jobStatus.finished;
  return (
    <section className="y-job" aria-label={`${index + 1}. ${job.serverProjectName}`}>
      <header>
        <i aria-hidden>{index + 1}</i>
        <div>
          <h3>{job.serverProjectName}</h3>
          <p>{job.serverTypeName}</p>
        </div>
        <StatusTag state={job.status} />
        <span className="y-job-price" data-void={job.status === jobStatus.cancelled || undefined}>
          {job.activeName === 'second' ? '套餐抵扣' : yuan(job.orderPrice)}
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
                {job.serverUserPhone && (
                  <a className="y-job-phone" href={`tel:${job.serverUserPhone}`}>
                    <PhoneOutlined aria-hidden /> {job.serverUserPhone}
                  </a>
                )}
              </>
            ) : (
              <span className="y-missing">待派单</span>
            ),
          },
          ...(finished
            ? [
                { key: 'spent', label: '服务时长', children: visit?.serverTimeNum === null || !visit ? MISSING : <b>{spent(visit.serverTimeNum)}</b> },
                { key: 'by', label: '完成人员', children: visit?.serverUserName ?? MISSING },
              ]
            : []),
          { key: 'remarks', label: '备注', children: job.remarks || <span className="y-missing">{MISSING}</span> },
        ]}
      />
      {(visit || job.status === jobStatus.inProgress) && (
        <div className="y-check-points">
          <Check title="签到" time={visit?.serverStartTime ?? null} address={visit?.signInAddress ?? null} image={visit?.signInImg ?? null} />
          <Check title="签退" time={visit?.serverEndTime ?? null} address={visit?.signOutAddress ?? null} image={visit?.signOutImg ?? null} />
        </div>
      )}
      {job.workOrderJobLogs.length > 0 && (
        <div className="y-job-logs">
          <Button type="link" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起操作记录' : `操作记录（${job.workOrderJobLogs.length}）`}
          </Button>
          {open && <Timeline entries={job.workOrderJobLogs.map(({ createTime, remarks }) => ({ time: createTime, title: remarks }))} />}
        </div>
      )}
    </section>
  );
}
