/** /order/workorder/detail?id=…&orderNo=…: an order from the alarm to the rating. */
import { ArrowLeftOutlined, PrinterOutlined, QrcodeOutlined } from '@ant-design/icons';
import { Button, Card, Empty, Result, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { people } from '#contract/elderly/people.ts';
import { warnings } from '#contract/warnings/warnings.ts';
import { actionLabels, canDo, canDoJob, stepsOf } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { ToTicket } from '#web/shell/to-ticket.tsx';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { yuan } from '#web/ui/display.ts';
import { useMay } from '#web/ui/may.ts';
import { StepBar } from '#web/ui/step-bar.tsx';
import { State } from '#web/ui/state.tsx';
import { Findings } from './findings.tsx';
import { JobSection } from './job-section.tsx';
import { JobButtons, JOB_STEPS } from './job-buttons.tsx';
import { useJobEndings, useOrderActions, type Asked } from './order-actions.ts';
import type { OrderDetail, OrderJob } from './order-calls.ts';
import { useOrderDialogs } from './order-dialogs.tsx';
import { GoodsOrderInfo, OrderInfo, OrderTimeline, RatingInfo, ServedInfo } from './order-sections.tsx';
import { ReturnedTag, SourceTag, UrgencyTag } from './order-tags.tsx';
import { RatingLinkDialog } from './rating-link-dialog.tsx';
import { TargetClocks } from './target-tags.tsx';
import '#web/ui/order-page.css';
import './work-orders.css';
import './work-order-detail.css';

const LIST = '/order/workorder';

interface ShownProps {
  detail: OrderDetail;
  /** `?do=send`: asked for on another page, once. */
  sends: boolean;
  /** Opened from a warning: it has a way back of its own. */
  fromWarning: boolean;
}

function Shown({ detail, sends, fromWarning }: ShownProps) {
  const { workOrder: order, order: goodsOrder, workOrderScore } = detail;
  const jobs = order.workOrderJobs;
  const may = useMay();
  const tab = useTab();
  const actionsOf = useOrderActions();
  const endingsOf = useJobEndings();
  const [ask, dialogs] = useOrderDialogs(tab.close);
  const me = session.getState().user?.id;
  const [linking, setLinking] = useState(false);
  const actions = actionsOf(order, jobs);
  const [, setParams] = useSearchParams();
  const sendable = sends && actions.some(({ action }) => action === 'send');
  useEffect(() => {
    if (!sends) return;
    if (sendable) ask('send', order);
    setParams(
      (now) => {
        now.delete('do');
        return now;
      },
      { replace: true },
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [sends]);
  const open = (action: Asked) => actions.some((one) => one.action === action);
  // With a single job the order's own buttons say it already.
  const ofJob = (job: OrderJob) =>
    jobs.length > 1 && (
      <JobButtons
        job={job}
        steps={JOB_STEPS.filter((step) => open(step) && canDoJob(step, job.status) && (step !== 'return' || job.serverUserId === me))}
        endings={endingsOf(order, job)}
        onAsk={(action) => ask(action, order, job.id, job.serverProjectName)}
      />
    );
  return (
    <article className="y-order y-prints-alone">
      <header className="y-order-head">
        {!fromWarning && (
          <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} aria-label="返回" onClick={() => go(LIST)}>
            返回
          </Button>
        )}
        <h1>{order.workNo}</h1>
        <State of="order" value={order.state} />
        <ReturnedTag text={order.returned} />
        <UrgencyTag value={order.emergencyType} />
        {order.warningType !== null && <SourceTag rule={order.warningType} />}
        <div className="y-order-buttons y-no-print">
          {actions.map(({ action, danger }, index) => (
            <Button key={action} type={index === 0 && !danger ? 'primary' : 'default'} danger={danger} onClick={() => ask(action, order)}>
              {actionLabels[action]}
            </Button>
          ))}
          {canDo('comment', order.state) && (
            <Button icon={<QrcodeOutlined aria-hidden />} onClick={() => setLinking(true)}>
              评价链接
            </Button>
          )}
          <ToTicket kind="workorder" id={order.id} />
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
            打印
          </Button>
        </div>
      </header>
      <Card className="y-order-steps">
        <TargetClocks order={order} />
        <StepBar steps={stepsOf({ ...order, status: order.state })} />
      </Card>
      <div className="y-order-body">
        <div className="y-order-main">
          <Findings detail={detail} />
          <OrderInfo order={order} linksWarning={may(warnings.page)} />
          <ServedInfo order={order} linksPerson={may(people.page)} />
          <Card
            title="服务清单"
            extra={
              <span>
                合计 <b>{yuan(order.orderPrice)}</b>
              </span>
            }
          >
            {jobs.length === 0 ? (
              <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="暂无服务" />
            ) : (
              jobs.map((job, index) => <JobSection key={job.id} job={job} orderState={order.state} index={index} actions={ofJob(job)} />)
            )}
          </Card>
          {goodsOrder && <GoodsOrderInfo order={goodsOrder} links={may(goodsOrders.get)} />}
          <RatingInfo score={workOrderScore} />
        </div>
        <OrderTimeline orderId={order.id} />
      </div>
      {dialogs}
      {linking && <RatingLinkDialog order={order} onClose={() => setLinking(false)} />}
    </article>
  );
}

export default function WorkOrderDetail() {
  const [params] = useSearchParams();
  const orderNo = params.get('orderNo') ?? '';
  const given = Number(params.get('id')) || null;
  // An address with the number only, as people send to each other.
  const found = useCall(workOrders.page, { workNo: orderNo, size: 10 }, { enabled: given === null && orderNo !== '', quiet: true });
  const id = given ?? found.data?.records.find(({ workNo }) => workNo === orderNo)?.id ?? null;
  const query = useCall(workOrders.get, { id: id ?? 0 }, { enabled: id !== null, quiet: true });
  useTabLabel(query.data ? `工单 ${query.data.workOrder.workNo}` : null);
  const back = (
    <Button type="primary" onClick={() => go(LIST)}>
      返回工单列表
    </Button>
  );
  if (query.data)
    return (
      <Shown
        key={query.data.workOrder.id}
        detail={query.data}
        sends={params.get('do') === 'send'}
        fromWarning={params.get('from') === 'warning'}
      />
    );
  if (query.isError || found.isError) {
    const error = query.error ?? found.error;
    return (
      <Result
        status="warning"
        title={error?.message}
        extra={[
          back,
          <Button key="retry" onClick={() => void (query.isError ? query : found).refetch()}>
            重试
          </Button>,
        ]}
      />
    );
  }
  if (id === null && !found.isFetching) return <Result status="404" title="工单不存在" extra={back} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
