/** 监听: calls of colleagues, for who has the right: listen, whisper, speak, take over. Each is written down. */
import { Button, Empty } from 'antd';
import { legParts } from '#contract/calls/hearing.rules.ts';
import { seatStateLabels, seatStates } from '#contract/calls/seat-states.rules.ts';
import { SUPERVISE, workbench, type WorkbenchAction } from '#contract/calls/workbench.ts';
import { useCall } from '#web/api/call.ts';
import { useCan } from '#web/api/permissions.ts';
import { Confirm } from '#web/ui/confirm.tsx';
import { useAct, type Colleague } from './acts.ts';
import type { Given } from './panel.tsx';
import { ownLeg } from './use-call-now.ts';

interface Way {
  action: WorkbenchAction;
  key: string;
  label: string;
  /** What is asked before: both sides will notice. */
  asks: string | null;
}
const acts: readonly Way[] = [
  { action: 'MonitorCall', key: 'monitoredUserId', label: '监听', asks: null },
  { action: 'CoachCall', key: 'coachedUserId', label: '耳语', asks: null },
  { action: 'BargeInCall', key: 'bargedUserId', label: '强插', asks: '双方都会听到您说话。' },
  { action: 'InterceptCall', key: 'interceptedUserId', label: '接管', asks: '通话由您接着进行，该坐席退出通话。' },
];

interface BehindProps {
  which: Way;
  colleague: Colleague;
  disabled: boolean;
  onGo: () => void;
}
function Behind({ which: { label, asks }, colleague: { name }, disabled, onGo }: BehindProps) {
  const button = (
    <Button size="small" aria-label={`${label}${name}`} disabled={disabled} {...(asks === null ? { onClick: onGo } : {})}>
      {label}
    </Button>
  );
  if (asks === null) return button;
  return (
    <Confirm title={`${label}${name}的通话？`} description={asks} onConfirm={onGo}>
      {button}
    </Confirm>
  );
}

/** States in which a seat speaks with its caller. */
const TALKS = new Set<number>([
  seatStates.inbound,
  seatStates.outbound,
  seatStates.internal,
  seatStates.held,
  seatStates.threeWay,
  seatStates.consulting,
]);

export default function SuperviseView({ seat, now, call }: Given) {
  const can = useCan();
  const { run, pending } = useAct();
  const { data } = useCall(workbench.colleagues, {}, { staleTime: 0, enabled: can(SUPERVISE) });
  if (!can(SUPERVISE)) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有监听通话的权限" />;
  const talking = (data ?? []).filter(({ seatId, state }) => seatId !== seat.id && TALKS.has(state));
  const own = call ? ownLeg(call) : undefined;
  const part = own?.part;
  const behind = part === legParts.listens || part === legParts.whispers;
  return (
    <>
      {behind && (
        <p className="cw-note" role="status">
          {part === legParts.listens ? '正在监听，双方听不到您' : '正在耳语，只有坐席听到您'}
        </p>
      )}
      {now.state === seatStates.offline && <p className="cw-note">上线后才能监听。</p>}
      <ul className="cw-lines" aria-label="通话中的坐席">
        {talking.map((one) => (
          <li key={one.seatId}>
            <b>
              {one.name} <small>{one.extension}</small>
            </b>
            <span>
              {seatStateLabels[one.state]} {one.caller}
            </span>
            <span className="cw-acts">
              {acts.map((which) => (
                <Behind
                  key={which.action}
                  which={which}
                  colleague={one}
                  disabled={pending !== null || now.state === seatStates.offline}
                  onGo={() => void run(which.action, { [which.key]: one.extension, jobId: one.jobId })}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      {data && talking.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有坐席在通话" />}
    </>
  );
}
