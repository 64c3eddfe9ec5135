/** 转接: blind, or after a talk with the colleague. */
import { Button, Empty } from 'antd';
import { legStates } from '#contract/calls/hearing.rules.ts';
import { useAct, type Leg, type SeatCall } from './acts.ts';
import type { Given } from './panel.tsx';
import { showEntry } from './panel-state.ts';
import { Targets } from './targets.tsx';
import { consultedLeg, isTalking, legName } from './use-call-now.ts';

function Consultation({ call, leg }: { call: SeatCall; leg: Leg }) {
  const { run, pending } = useAct();
  const { jobId } = call;
  const answered = leg.state === legStates.connected;
  return (
    <section aria-label="咨询">
      <p role="status">
        {answered ? '正在咨询' : '正在呼叫'} {legName(leg)}，来电人听到等待音乐
      </p>
      <div className="cw-stack">
        <Button type="primary" disabled={!answered || pending !== null} onClick={() => void run('CompleteAttendedTransfer', { jobId })}>
          完成转接
        </Button>
        <Button disabled={!answered || pending !== null} onClick={() => void run('SwitchToConference', { jobId })}>
          三方通话
        </Button>
        <Button disabled={pending !== null} onClick={() => void run('CancelAttendedTransfer', { jobId })}>
          取消咨询
        </Button>
      </div>
    </section>
  );
}

export default function TransferView({ seat, now, call }: Given) {
  const { run, pending } = useAct();
  if (!isTalking(call)) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="通话接通后可以转接" />;
  const consulted = consultedLeg(call);
  if (consulted) return <Consultation call={call} leg={consulted} />;
  const { jobId } = call;
  const hand = async (action: 'BlindTransfer' | 'InitiateAttendedTransfer', target: object) => {
    if ((await run(action, { jobId, ...target })) && action === 'BlindTransfer') showEntry('work');
  };
  return (
    <Targets
      seat={seat}
      now={now}
      groups
      buttons={(target, name) => (
        <>
          <Button
            size="small"
            type="primary"
            aria-label={`转接给${name}`}
            disabled={pending !== null}
            onClick={() => void hand('BlindTransfer', target)}
          >
            转接
          </Button>
          {!('skillGroupId' in target) && (
            <Button
              size="small"
              aria-label={`咨询${name}`}
              disabled={pending !== null}
              onClick={() => void hand('InitiateAttendedTransfer', target)}
            >
              咨询
            </Button>
          )}
        </>
      )}
    />
  );
}
