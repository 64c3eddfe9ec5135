/** One job by keyboard: its time, who does it, and who suits. What dragging does, for those who do not drag. */
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { Day } from '#web/ui/day.tsx';
import { Where } from '#web/ui/place.tsx';
import { State } from '#web/ui/state.tsx';
import { Candidates } from './board-candidates.tsx';
import type { BoardJob, Change } from './board-data.ts';
import { durationText, lateAt } from './board-time.ts';
import { UrgencyTag } from './order-tags.tsx';
import { detailAddress } from './work-order-columns.tsx';

interface Props {
  job: BoardJob;
  now: number;
  mayMove: boolean;
  onMove: (change: Change) => Promise<boolean>;
  onClose: () => void;
}

export function BoardJobDialog({ job, now, mayMove, onMove, onClose }: Props) {
  const [time, setTime] = useState(job.serverTime);
  const [sending, setSending] = useState(false);
  const { why } = lateAt(job, now);
  const retimed = time !== job.serverTime;
  const open = mayMove && job.movable;
  const send = async (change: Change) => {
    setSending(true);
    const worked = await onMove({ ...(retimed ? { serverTime: time } : {}), ...change });
    setSending(false);
    if (worked) onClose();
  };
  return (
    <DraftDialog
      title={`${job.oldmanName}·${job.serverProjectName}`}
      width={620}
      isDirty={() => retimed}
      onClose={onClose}
      className="b-dialog"
      footer={
        <>
          {open && job.serverUserId !== null && (
            <Button danger loading={sending} onClick={() => void send({ serverUserId: null })}>
              改为待派
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
          {open && (
            <Button type="primary" disabled={!retimed} loading={sending} onClick={() => void send({})}>
              保存时间
            </Button>
          )}
        </>
      }
    >
      <p className="b-facts">
        <State of="order" value={job.status} />
        <UrgencyTag value={job.emergencyType} />
        <Link to={detailAddress({ id: job.workOrderId, workNo: job.workNo })} onClick={onClose}>
          {job.workNo}
        </Link>
        <span>{durationText(job.minutes)}</span>
        <span>{job.serverUserName ?? '待派'}</span>
        {why && <em>{why}</em>}
      </p>
      <p className="b-address">
        <Where {...job} />
      </p>
      {job.returned !== null && <p className="b-address">要求改派：{job.returned}</p>}
      {job.remarks && <p className="b-address">备注：{job.remarks}</p>}
      {open ? (
        <>
          <div className="b-field">
            <label htmlFor="b-job-time">服务时间</label>
            <Day id="b-job-time" withTime value={time} onChange={(value) => setTime(value ?? job.serverTime)} />
          </div>
          <h3>谁适合{retimed ? '（按新的时间）' : ''}</h3>
          <Candidates
            ranking={{ jobId: job.id, ...(retimed ? { at: time } : {}) }}
            current={job.serverUserId}
            most={12}
            onPick={({ userId }) => void send({ serverUserId: userId })}
          />
        </>
      ) : (
        <p className="b-none">{mayMove ? '服务已开始或已结束，不能再修改时间和服务人员。' : '没有派单权限，只能查看。'}</p>
      )}
    </DraftDialog>
  );
}
