/** The call at hand in one line, while another entry of the panel is open. */
import { Button } from 'antd';
import { callKinds } from '#contract/calls/seat-states.rules.ts';
import { useAct, type SeatCall } from './acts.ts';
import { showEntry } from './panel-state.ts';
import { Since } from './state-line.tsx';
import { callName } from './use-call-now.ts';

export function CallStrip({ call }: { call: SeatCall }) {
  const { run, pending } = useAct();
  return (
    <div className="cw-strip">
      <button type="button" onClick={() => showEntry(call.kind === callKinds.inbound ? 'inbound' : 'outbound')}>
        {callName(call)} <Since time={call.establishTime ?? call.startTime} />
      </button>
      <Button danger type="primary" size="small" disabled={pending !== null} onClick={() => void run('ReleaseCall', { jobId: call.jobId })}>
        挂断
      </Button>
    </div>
  );
}
