/** 呼入: the call that rings or goes on, else who waits in the queues of the seat. */
import { Button, Empty } from 'antd';
import { callKinds, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { CallView } from './call-view.tsx';
import { useAct, type SeatCall, type SeatNow } from './acts.ts';
import { CallerCard } from './caller-card.tsx';
import type { Given } from './panel.tsx';
import { callName, isRinging, otherNumber } from './use-call-now.ts';

function Ring({ call }: { call: SeatCall }) {
  const { run, pending } = useAct();
  const { jobId } = call;
  return (
    <section className="cw-ring" role="alert" aria-label={`来电 ${callName(call)}`}>
      <p>{call.groupName ? `来电 · ${call.groupName}` : '来电'}</p>
      <h3>{callName(call)}</h3>
      {callName(call) !== otherNumber(call) && <p>{otherNumber(call)}</p>}
      <Button
        type="primary"
        size="large"
        block
        className="cw-answer"
        disabled={pending !== null}
        onClick={() => void run('AnswerCall', { jobId })}
      >
        接听
      </Button>
      <Button danger block disabled={pending !== null} onClick={() => void run('ReleaseCall', { jobId })}>
        拒接
      </Button>
      <CallerCard mobile={otherNumber(call)} />
    </section>
  );
}

function Queues({ queues, state }: Pick<SeatNow, 'queues' | 'state'>) {
  if (queues.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="您不属于任何技能组" />;
  return (
    <section aria-label="排队">
      <h4>排队</h4>
      <ul className="cw-lines">
        {queues.map(({ groupId, name, waiting, longestSeconds }) => (
          <li key={groupId}>
            <b>{name}</b>
            <span>{waiting === 0 ? '无人等待' : `${waiting} 人等待，最长 ${clockText(longestSeconds)}`}</span>
          </li>
        ))}
      </ul>
      {state === seatStates.offline && <p className="cw-note">上线后才会有来电振铃。</p>}
      {state === seatStates.break && <p className="cw-note">小休中不会有来电振铃。</p>}
    </section>
  );
}

export default function InboundView({ now, call }: Given) {
  if (call && isRinging(now)) return <Ring call={call} />;
  const shown = call && (call.kind === callKinds.inbound || call.status !== callStatus.hungUp);
  return shown ? <CallView call={call} now={now} /> : <Queues {...now} />;
}
