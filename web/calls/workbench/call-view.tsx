/** The call: with whom, how long, its buttons, who it is, and what is written down of it. */
import { Button } from 'antd';
import { useState } from 'react';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { callKinds, callPhaseLabels, callStatus, seatStates } from '#contract/calls/seat-states.rules.ts';
import { clockText } from '#contract/calls/call-page.rules.ts';
import { useSecond } from '#web/ui/clock.ts';
import { toMillis } from '#web/ui/display.ts';
import { JobCase } from '../jobs/job-case.tsx';
import { useAct, type SeatCall, type SeatNow } from './acts.ts';
import { AfterCall } from './after-call.tsx';
import { CallerCard } from './caller-card.tsx';
import { CallNotes } from './call-notes.tsx';
import { FromCall } from './from-call.tsx';
import { Keypad } from './keypad.tsx';
import { showEntry } from './panel-state.ts';
import { Since } from './state-line.tsx';
import { callName, consultedLeg, isTalking, legName, otherNumber, otherTalkers, ownLeg } from './use-call-now.ts';

function Lasts({ call }: { call: SeatCall }) {
  const now = useSecond();
  if (!call.establishTime || !call.releaseTime) return <Since time={call.establishTime ?? call.startTime} />;
  return <time>{clockText((Math.min(toMillis(call.releaseTime), now) - toMillis(call.establishTime)) / 1000)}</time>;
}

function phaseText(call: SeatCall): string {
  if (call.status === callStatus.hungUp) return '已结束';
  if (isTalking(call) && otherTalkers(call).some(({ held }) => held) && !consultedLeg(call)) return '保持中';
  return callPhaseLabels[call.phase] ?? '';
}

function Buttons({ call }: { call: SeatCall }) {
  const { run, pending } = useAct();
  const [keys, setKeys] = useState(false);
  const { jobId } = call;
  const talking = isTalking(call);
  const own = ownLeg(call);
  const others = otherTalkers(call);
  const held = others.some((leg) => leg.held);
  const consulting = consultedLeg(call) !== undefined;
  const off = pending !== null || !talking;
  return (
    <>
      <div className="cw-buttons" role="group" aria-label="通话操作">
        <Button
          disabled={pending !== null || own?.state !== legStates.connected}
          aria-pressed={own?.muted ?? false}
          type={own?.muted ? 'primary' : 'default'}
          title="Alt + S"
          onClick={() => void run(own?.muted ? 'UnmuteCall' : 'MuteCall', { jobId })}
        >
          {own?.muted ? '取消静音' : '静音'}
        </Button>
        {/* One hears oneself: there is no other side to hold, to hand on or to send keys to. */}
        {call.kind !== callKinds.echo && (
          <>
            <Button
              disabled={off || consulting}
              aria-pressed={held}
              type={held ? 'primary' : 'default'}
              title="Alt + H"
              onClick={() => void run(held ? 'RetrieveCall' : 'HoldCall', { jobId })}
            >
              {held ? '取回' : '保持'}
            </Button>
            <Button disabled={off} aria-pressed={keys} onClick={() => setKeys(!keys)}>
              键盘
            </Button>
            <Button disabled={off} onClick={() => showEntry('transfer')}>
              转接
            </Button>
            <Button disabled={off} onClick={() => showEntry('conference')}>
              会议
            </Button>
          </>
        )}
        <Button danger type="primary" disabled={pending !== null} title="Alt + G" onClick={() => void run('ReleaseCall', { jobId })}>
          挂断
        </Button>
      </div>
      {keys && (
        <Keypad
          disabled={off || !others.some(({ kind }) => kind === legKinds.phone)}
          onKey={(dtmf) => void run('SendDtmfSignaling', { jobId, dtmf })}
        />
      )}
      {keys && !others.some(({ kind }) => kind === legKinds.phone) && <p className="cw-note">对方不是电话，不能发送按键。</p>}
    </>
  );
}

interface Props {
  call: SeatCall;
  now: SeatNow;
}

export function CallView({ call, now }: Props) {
  const live = call.status !== callStatus.hungUp;
  const consulted = consultedLeg(call);
  const others = otherTalkers(call);
  return (
    <section className="cw-call" aria-label="当前通话">
      <header>
        <h3>{callName(call)}</h3>
        <p>
          {call.kind !== callKinds.echo && callName(call) !== otherNumber(call) && <span>{otherNumber(call)}</span>}
          <span role="status">{phaseText(call)}</span>
          <Lasts call={call} />
        </p>
        {consulted && <p>咨询：{legName(consulted)}</p>}
        {others.length > 1 && <p>与 {others.map(legName).join('、')} 通话</p>}
      </header>
      {live && <Buttons call={call} />}
      {now.state === seatStates.afterCall && <AfterCall now={now} />}
      {call.kind !== callKinds.echo && (
        <>
          {call.jobCaseId !== null && <JobCase ready={false} asks={false} />}
          <CallNotes key={call.jobId} call={call} />
          <FromCall call={call} />
          {call.kind !== callKinds.internal && <CallerCard mobile={otherNumber(call)} />}
        </>
      )}
    </section>
  );
}
