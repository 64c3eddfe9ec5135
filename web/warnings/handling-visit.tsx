/** Who was sent to an alarm and how far the visit is. Until it begins, the carer can be called and another one sent from here. */
import { PhoneOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { Link } from 'react-router';
import { canDo, jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { orderAddress } from '#web/shell/addresses.ts';
import { dialLink } from '#web/api/dialling.ts';
import { useMay } from '#web/ui/may.ts';
import type { OrderJob } from '#web/work-orders/order-calls.ts';
import { useOrderDialogs } from '#web/work-orders/order-dialogs.tsx';
import { visitText } from './visit-texts.ts';
import './handling-visit.css';

const REFRESH_MS = 30_000;
/** The jobs that say where a carer is. */
const SHOWN: readonly number[] = [jobStatus.assigned, jobStatus.inProgress, jobStatus.finished];

function Sent({ job }: { job: OrderJob }) {
  return (
    <li>
      <b>{job.serverUserName}</b>
      <span>{visitText(job)}</span>
      {job.serverUserPhone && job.status === jobStatus.assigned && (
        <Button
          size="small"
          type="link"
          {...dialLink({ phone: job.serverUserPhone, name: job.serverUserName ?? undefined })}
          icon={<PhoneOutlined aria-hidden />}
        >
          {job.serverUserPhone}
        </Button>
      )}
    </li>
  );
}

interface Props {
  workOrderId: number;
  /** The alarm waits to be confirmed again: the visit is late. */
  asks: boolean;
  onLeave: () => void;
}

export function HandlingVisit({ workOrderId, asks, onLeave }: Props) {
  const may = useMay();
  const mayRead = may(workOrders.get);
  const { data } = useCall(
    workOrders.get,
    { id: workOrderId },
    { quiet: true, enabled: mayRead, staleTime: 0, refetchInterval: REFRESH_MS },
  );
  const [ask, dialogs] = useOrderDialogs();
  const order = data?.workOrder;
  const jobs = order?.workOrderJobs.filter(({ status }) => SHOWN.includes(status)) ?? [];
  if (!mayRead) return <Alert type="info" showIcon title="上门工单已派出" />;
  return (
    <section className="w-block w-visit" aria-label="上门人员" data-asks={asks || undefined}>
      <h3>
        上门人员
        <Link to={orderAddress(workOrderId)} onClick={onLeave}>
          {order?.workNo ?? '查看工单'}
        </Link>
      </h3>
      <ul>
        {!order && <li aria-hidden>&nbsp;</li>}
        {jobs.map((job) => (
          <Sent key={job.id} job={job} />
        ))}
      </ul>
      {order && may(workOrders.dispatch) && canDo('send', order.state) && (
        <Button {...(asks ? { type: 'primary', danger: true } : {})} onClick={() => ask('send', order)}>
          改派
        </Button>
      )}
      {dialogs}
    </section>
  );
}
