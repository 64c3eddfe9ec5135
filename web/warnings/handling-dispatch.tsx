/** 派单 right where the visit was decided: who suits best, one press sends. Shown until a carer is sent; an SOS or a fall has its own. */
import { useQueryClient } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { jobStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { orderAddress } from '#web/shell/addresses.ts';
import { useMay } from '#web/ui/may.ts';
import { Candidates, type Candidate } from '#web/work-orders/board-candidates.tsx';
import { useMayRankStaff } from '#web/work-orders/may-rank.ts';
import { useOrderSend } from '#web/work-orders/order-calls.ts';
import { useOrderDialogs } from '#web/work-orders/order-dialogs.tsx';
import { WARNING_ROUTES } from './acknowledging.ts';
import './handling-dispatch.css';

/** Proposed before all are asked for. */
const BEST = 3;

interface Props {
  workOrderId: number;
  onLeave: () => void;
}

export function HandlingDispatch({ workOrderId, onLeave }: Props) {
  const may = useMay();
  const client = useQueryClient();
  const ranks = useMayRankStaff();
  const mayRead = may(workOrders.get);
  const maySend = mayRead && may(workOrders.dispatch);
  const { data } = useCall(workOrders.get, { id: workOrderId }, { quiet: true, staleTime: 0, enabled: mayRead });
  const [ask, dialogs] = useOrderDialogs();
  const [overlap, setOverlap] = useState<{ who: Candidate; text: string } | null>(null);
  const [who, setWho] = useState<Candidate | null>(null);
  const sent = () => {
    for (const route of WARNING_ROUTES) void client.invalidateQueries({ queryKey: keyOf(route) });
  };
  const send = useOrderSend(workOrders.dispatch, { once: true, onDone: sent, onOverlap: (text) => who && setOverlap({ who, text }) });
  const order = data?.workOrder;
  const job = order?.workOrderJobs.find(({ status }) => status === jobStatus.unassigned);
  const dispatch = (candidate: Candidate, force: boolean) => {
    if (!order || send.isPending) return;
    setWho(candidate);
    setOverlap(null);
    send.mutate({ id: order.id, version: order.version, force, serverUserId: candidate.userId, serverUserName: candidate.name });
  };
  return (
    <section className="w-block w-dispatch" aria-label="派单">
      <h3>
        上门工单尚未派单
        {mayRead && (
          <Link to={orderAddress(workOrderId)} onClick={onLeave}>
            {order?.workNo ?? '查看工单'}
          </Link>
        )}
      </h3>
      {!maySend && <p className="w-faint">请有派单权限的同事尽快安排人员；未派单会再次提醒。</p>}
      {maySend && overlap && (
        <Alert
          type="warning"
          showIcon
          title={overlap.text}
          action={
            <Button size="small" onClick={() => dispatch(overlap.who, true)}>
              仍派给{overlap.who.name}
            </Button>
          }
        />
      )}
      {maySend && job && ranks && (
        <Candidates
          ranking={{ jobId: job.id }}
          current={null}
          most={BEST}
          onPick={(candidate) => dispatch(candidate, candidate.blocks.length > 0)}
        />
      )}
      {maySend && order && (
        <Button loading={send.isPending} onClick={() => ask('send', order)}>
          选择其他人员
        </Button>
      )}
      {dialogs}
    </section>
  );
}
