/** Begins a visit with where the phone is; without a position it begins all the same. */
import { Button } from 'antd';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { useSend } from '#web/api/call.ts';
import { useWhereabouts } from '#web/work-orders/whereabouts.ts';
import { changes } from './visit-calls.ts';

export function BeginButton({ visit: { id, version } }: { visit: { id: number; version: number } }) {
  const [found] = useWhereabouts();
  const send = useSend(visitTasks.begin, { ...changes, once: true });
  const place = found.state === 'found' ? { lng: found.position.lng, lat: found.position.lat } : {};
  return (
    <Button loading={send.isPending} onClick={() => send.mutate({ id, version, doneTime: null, address: null, ...place })}>
      到达，开始探访
    </Button>
  );
}
