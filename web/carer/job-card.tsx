/** One service in the list: who, when, where, and the next thing to do. */
import { EnvironmentFilled, PhoneFilled } from '@ant-design/icons';
import { Button, Tag } from 'antd';
import { canDoJob } from '#contract/work-orders/work-orders.rules.ts';
import { metresText, travelMinutes } from '#contract/work-orders/routes.rules.ts';
import { telOf } from '#contract/phones.rules.ts';
import { SourceTag, UrgencyTag } from '#web/work-orders/order-tags.tsx';
import { VisitMarks } from '#web/work-orders/visit-marks.tsx';
import { Where } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { mapAddress } from './map-link.ts';
import { addressOf, visit } from './place.ts';
import { SentMark } from './sent-mark.tsx';
import type { OwnJob } from './steps.ts';

/** 签到 or 签退; null when there is nothing to do. */
export const nextOf = ({ job }: OwnJob) => (canDoJob('start', job.status) ? 'start' : canDoJob('finish', job.status) ? 'finish' : null);
export const visitLabels = { start: '签到', finish: '签退' } as const;

/** What an earlier version kept has none. */
const flagsOf = ({ flags }: { flags?: OwnJob['flags'] }) => flags ?? [];

/** What is to be minded of a person. */
export const PersonFlags = ({ flags }: { flags: readonly string[] }) =>
  flags.map((flag) => (
    <Tag key={flag} color="error">
      {flag}
    </Tag>
  ));

export function Marks({ own }: { own: OwnJob }) {
  const { job, emergencyType, warningType } = own;
  return (
    <>
      <PersonFlags flags={flagsOf(own)} />
      <State of="order" value={job.status} />
      {warningType !== null && <SourceTag rule={warningType} />}
      {emergencyType > 1 && <UrgencyTag value={emergencyType} />}
      <VisitMarks job={job} open />
      <SentMark jobId={job.id} />
    </>
  );
}

/** Call, and the way there. */
export function Reach({ own, labelled = false }: { own: OwnJob; labelled?: boolean }) {
  return (
    <>
      <a className="c-reach" href={telOf(own.oldmanPhone)} aria-label={`拨打${own.oldmanName}的电话 ${labelled ? own.oldmanPhone : ''}`}>
        <PhoneFilled aria-hidden /> {labelled && own.oldmanPhone}
      </a>
      <a className="c-reach" href={mapAddress(own)} target="_blank" rel="noreferrer" aria-label={`到${own.oldmanName}家的路线`}>
        <EnvironmentFilled aria-hidden /> {labelled && '路线'}
      </a>
    </>
  );
}

/** `metres` from the service before it on that day; null where that is not known. */
export function JobCard({ own, today, metres }: { own: OwnJob; today: string; metres: number | null }) {
  const way = travelMinutes(metres);
  const { job } = own;
  const next = nextOf(own);
  const [day, time] = [job.serverTime.slice(0, 10), job.serverTime.slice(11, 16)];
  return (
    <li className="c-card" data-sos={own.warningType !== null || undefined}>
      <a
        className="c-card-link"
        href={addressOf({ job: job.id })}
        onClick={(event) => {
          event.preventDefault();
          visit({ job: job.id });
        }}
      >
        <span className="c-card-head">
          <time dateTime={job.serverTime.replace(' ', 'T')}>{day < today ? `${day.slice(5)} ${time}` : time}</time>
          <b>{job.serverProjectName}</b>
        </span>
        <span className="c-card-who">{own.oldmanName}</span>
        <span className="c-card-where">
          <Where {...own} />
        </span>
        {metres !== null && way > 0 && (
          <span className="c-card-way">
            距上一项 {metresText(metres)}，路上约 {way} 分钟
          </span>
        )}
        <span className="c-marks">
          <Marks own={own} />
        </span>
      </a>
      <div className="c-card-foot">
        <Reach own={own} />
        {next && (
          <Button type="primary" size="large" className={`c-do c-do-${next}`} onClick={() => visit({ job: job.id, visit: next })}>
            {visitLabels[next]}
            <span className="y-unseen">
              {' '}
              {own.oldmanName} {job.serverProjectName}
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}
