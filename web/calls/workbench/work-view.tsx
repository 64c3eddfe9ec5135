/** 我的工作: on and off duty, breaks, the time after a call, the groups. */
import { DownOutlined } from '@ant-design/icons';
import { Alert, Button, Dropdown } from 'antd';
import { breakCodes, seatStates } from '#contract/calls/seat-states.rules.ts';
import { JobCase } from '../jobs/job-case.tsx';
import { AfterCall } from './after-call.tsx';
import { CallNotes } from './call-notes.tsx';
import type { Given } from './panel.tsx';
import { useSpeaking } from './speaking.ts';
import { stateText } from './state-line.tsx';
import { useDuty } from './use-duty.ts';

/** Breaks that a seat chooses; the others come by themselves. */
const CHOSEN = ['Rest', 'Meal', 'Training', 'Meeting', 'Away', 'Warm-up'];

function Buttons({ seat, now }: Given) {
  const { run, pending, coming, come, leave } = useDuty(seat);
  const busy = pending !== null || coming;
  const { state } = now;
  if (state === seatStates.offline)
    return (
      <Button type="primary" size="large" block loading={coming} onClick={() => void come()}>
        上线
      </Button>
    );
  if (state !== seatStates.ready && state !== seatStates.break && state !== seatStates.afterCall) return null;
  return (
    <>
      {state !== seatStates.ready && (
        <Button type="primary" size="large" block disabled={busy} onClick={() => void run('ReadyForService')}>
          就绪
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        menu={{
          items: CHOSEN.map((key) => ({ key, label: breakCodes[key] })),
          onClick: ({ key }) => void run('TakeBreak', { code: key }),
        }}
      >
        <Button block disabled={busy}>
          小休 <DownOutlined aria-hidden />
        </Button>
      </Dropdown>
      <Button block disabled={busy} onClick={() => void leave()}>
        下线
      </Button>
    </>
  );
}

function Sound({ seat }: Pick<Given, 'seat'>) {
  const { state, problem } = useSpeaking();
  const { come, coming } = useDuty(seat);
  if (problem !== null)
    return (
      <Alert
        type="error"
        showIcon
        title={problem}
        action={
          <Button size="small" loading={coming} onClick={() => void come()}>
            重试
          </Button>
        }
      />
    );
  if (state !== 'elsewhere') return null;
  return (
    <Alert
      type="info"
      showIcon
      title="语音在另一个页面"
      action={
        <Button size="small" loading={coming} onClick={() => void come(true)}>
          改在本页接听
        </Button>
      }
    />
  );
}

export default function WorkView(given: Given) {
  const { seat, now, call } = given;
  return (
    <div className="cw-work">
      <Sound seat={seat} />
      <p>
        {seat.name} · 分机 {seat.extension}
        <br />
        现在：{stateText(now)}
      </p>
      {now.state === seatStates.afterCall && <AfterCall now={now} />}
      {now.state === seatStates.afterCall && call && <CallNotes call={call} />}
      <div className="cw-stack">
        <Buttons {...given} />
      </div>
      {(now.state === seatStates.ready || call !== null || now.state === seatStates.afterCall) && (
        <JobCase ready={now.state === seatStates.ready} />
      )}
      <h4>技能组</h4>
      {seat.groups.length === 0 && <p className="cw-note">您不属于任何技能组，不会有排队的来电。</p>}
      <ul className="cw-lines">
        {seat.groups.map(({ id, name, level }) => (
          <li key={id}>
            <b>{name}</b>
            <span>等级 {level}</span>
          </li>
        ))}
      </ul>
      <p className="cw-note">快捷键：Alt + J 接听，Alt + G 挂断，Alt + S 静音，Alt + H 保持。</p>
    </div>
  );
}
