/** A service with everything that is needed on site. */
import { CheckCircleFilled, ExclamationCircleFilled, RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { DictionaryTag } from '#web/ui/dictionary-tag.tsx';
import { StoredFile } from '#web/ui/stored-files.tsx';
import { Where } from '#web/ui/place.tsx';
import { Time } from '#web/ui/time.tsx';
import { HandBack } from './hand-back.tsx';
import { Head } from './head.tsx';
import { Marks, nextOf, Reach, visitLabels } from './job-card.tsx';
import { visit } from './place.ts';
import { carer } from './state.ts';
import { StepCard } from './step-card.tsx';
import { isOpenTo, type OwnJob } from './steps.ts';

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="c-part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Papers({ own }: { own: OwnJob }) {
  const { job } = own;
  return (
    <ul className="c-rows">
      {job.projectUserVoList.map(({ key, name, required, resultId }) => {
        const state = resultId === 0 ? '待上传' : resultId !== null ? '已完成' : required ? '必填' : '选填';
        const inside = (
          <>
            {resultId === null ? (
              <ExclamationCircleFilled aria-hidden data-missing={required || undefined} />
            ) : (
              <CheckCircleFilled aria-hidden data-done />
            )}
            <span>{name}</span>
            <small>{state}</small>
          </>
        );
        // What the server has can be corrected at a desk; what it has not heard yet still here.
        const open = (resultId === null || resultId === 0) && isOpenTo('answers', own);
        return (
          <li key={key}>
            {open ? (
              <button type="button" onClick={() => visit({ job: job.id, paper: key })}>
                {inside}
                <RightOutlined aria-hidden />
              </button>
            ) : (
              <div>{inside}</div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Visited({ own: { job } }: { own: OwnJob }) {
  const visited = job.workOrderServer;
  if (!visited?.serverStartTime) return null;
  const rows = [
    ['签到', visited.serverStartTime],
    ['签退', visited.serverEndTime],
    ['服务记录', visited.result],
    ['签名人', visited.signer],
    ['未签名', visited.unsignedReason],
  ].filter((row): row is [string, string] => Boolean(row[1]));
  return (
    <Part title="服务情况">
      <dl className="c-facts">
        {rows.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

export function JobPage({ own }: { own: OwnJob }) {
  const { job, careLevel, anergy, remarks } = own;
  const steps = useStore(carer, (state) => state.steps);
  const mine = steps.filter(({ jobId }) => jobId === job.id);
  const next = nextOf(own);
  return (
    <article>
      <Head title={job.serverProjectName} hint={own.workNo} back={{}} />
      {mine.map((step) => (
        <StepCard key={step.id} step={step} />
      ))}
      <section className="c-part c-who">
        <div className="c-marks">
          <Marks own={own} />
        </div>
        <h2>{own.oldmanName}</h2>
        {(careLevel !== null || anergy !== null) && (
          <p>
            {careLevel !== null && <DictionaryTag type="care_level" value={careLevel} />}
            {careLevel !== null && anergy !== null && ' · '}
            {anergy !== null && <DictionaryTag type="anergy" value={anergy} />}
          </p>
        )}
        <p className="c-time">
          <Time value={job.serverTime} /> · {job.minutes} 分钟
        </p>
        <p>
          <Where {...own} />
        </p>
        <div className="c-reaches">
          <Reach own={own} labelled />
        </div>
      </section>
      {(job.remarks || remarks) && (
        <Part title="注意事项">
          {job.remarks && <p className="c-words">{job.remarks}</p>}
          {remarks && <p className="c-words">{remarks}</p>}
        </Part>
      )}
      {job.projectUserVoList.length > 0 && (
        <Part title="问卷">
          <Papers own={own} />
        </Part>
      )}
      {job.workOrderJobMaterials.length > 0 && (
        <Part title="耗材">
          <dl className="c-facts">
            {job.workOrderJobMaterials.map(({ id, materialName, quantity, unit }) => (
              <div key={id}>
                <dt>{materialName}</dt>
                <dd>
                  {quantity} {unit}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {job.workOrderJobFiles.length > 0 && (
        <Part title="附件">
          <ul className="c-files">
            {job.workOrderJobFiles.map(({ id, fileName, fileUrl }) => (
              <li key={id}>
                <StoredFile url={fileUrl} name={fileName} />
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Visited own={own} />
      {isOpenTo('return', own) && !mine.some(({ kind }) => kind === 'return') && <HandBack own={own} />}
      {next && (
        <footer className="c-foot">
          <Button type="primary" block className={`c-do c-do-${next}`} onClick={() => visit({ job: job.id, visit: next })}>
            {visitLabels[next]}
          </Button>
        </footer>
      )}
    </article>
  );
}
