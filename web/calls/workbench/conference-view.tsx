/** 会议: who is in the call, and who else is called into it. */
import { App, Button, Empty } from 'antd';
import { legStates } from '#contract/calls/hearing.rules.ts';
import { useAct, type Leg } from './acts.ts';
import type { Given } from './panel.tsx';
import { Targets } from './targets.tsx';
import { isTalking, legName, otherTalkers } from './use-call-now.ts';

export default function ConferenceView({ seat, now, call }: Given) {
  const { modal } = App.useApp();
  const { run, pending } = useAct();
  if (!isTalking(call)) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="通话接通后可以邀请他人加入" />;
  const { jobId } = call;
  const others = otherTalkers(call);
  const remove = (leg: Leg) =>
    void modal.confirm({
      title: `移出${legName(leg)}？`,
      content: '对方的通话结束，其他人继续通话。',
      okText: '移出',
      okButtonProps: { danger: true },
      cancelText: '取消',
      autoFocusButton: 'cancel',
      onOk: () => run('RemoveParticipant', { jobId, legId: leg.id }),
    });
  return (
    <>
      <h4>通话中（{others.length + 1}）</h4>
      <ul className="cw-lines" aria-label="参会人">
        <li>
          <b>我</b>
        </li>
        {others.map((leg) => (
          <li key={leg.id}>
            <b>{legName(leg)}</b>
            <span>{leg.state === legStates.connected ? (leg.held ? '保持中' : '通话中') : '正在呼叫'}</span>
            {others.length > 1 && (
              <Button size="small" danger disabled={pending !== null} aria-label={`移出${legName(leg)}`} onClick={() => remove(leg)}>
                移出
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others.length > 1 && (
        <Button danger block disabled={pending !== null} onClick={() => void run('EndConference', { jobId })}>
          结束会议
        </Button>
      )}
      <h4>邀请</h4>
      <Targets
        seat={seat}
        now={now}
        buttons={(target, name) =>
          'transferee' in target && (
            <Button
              size="small"
              type="primary"
              aria-label={`邀请${name}`}
              disabled={pending !== null}
              onClick={() => void run('StartConference', { jobId, participantListJson: JSON.stringify([target.transferee]) })}
            >
              邀请
            </Button>
          )
        }
      />
    </>
  );
}
