/** /order/detail?id=…&orderNo=…: a goods order from the counter to the doorstep. `&ask=pay` and `&ask=ship` open that dialog. */
import { ArrowLeftOutlined, FileDoneOutlined, PrinterOutlined } from '@ant-design/icons';
import { Button, Card, Result, Skeleton } from 'antd';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { people } from '#contract/elderly/people.ts';
import { payment, stepsOf } from '#contract/goods-orders/goods-orders.rules.ts';
import { goodsOrders } from '#contract/goods-orders/goods-orders.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { useTab, useTabLabel } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { StepBar } from '#web/ui/step-bar.tsx';
import { BasicInfo, DeliveryInfo, GoodsInfo, OrdererInfo, OrderLog, PackageDetails } from './goods-order-sections.tsx';
import { GoodsWorkOrders } from './goods-work-orders.tsx';
import { stateOf, useGoodsActions, type GoodsOrderDetail } from './order-calls.ts';
import { useGoodsDialogs } from './order-dialogs.tsx';
import { DeliveryTag, PaymentTag } from './order-tags.tsx';
import '#web/ui/order-page.css';
import './orders.css';

const WorkOrderDrawer = lazyPart(() => import('#web/work-orders/work-order-drawer.tsx'));

const LIST = '/order/index';

function Shown({ order }: { order: GoodsOrderDetail }) {
  const may = useMay();
  const tab = useTab();
  const actions = useGoodsActions()(order);
  const [ask, dialogs] = useGoodsDialogs(tab.close);
  const [serving, setServing] = useState(false);
  const [params, setParams] = useSearchParams();
  const asked = params.get('ask');
  const open = useEffectEvent(() => {
    const wanted = actions.find(({ action }) => action === asked);
    if (wanted) ask(wanted.action, order);
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('ask');
        return next;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (asked !== null) open();
  }, [asked]);
  return (
    <article className="y-order y-prints-alone">
      <header className="y-order-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} aria-label="返回" onClick={() => go(LIST)}>
          返回
        </Button>
        <h1>{order.orderNo}</h1>
        <PaymentTag value={order.payStatus} />
        {order.payStatus === 2 && order.deliveryStatus !== null && <DeliveryTag value={order.deliveryStatus} />}
        <div className="y-order-buttons y-no-print">
          {actions.map(({ action, label, danger }, index) => (
            <Button key={action} type={index === 0 && !danger ? 'primary' : 'default'} danger={danger} onClick={() => ask(action, order)}>
              {label}
            </Button>
          ))}
          {order.payStatus === payment.paid && may(workOrders.create) && (
            <Button icon={<FileDoneOutlined aria-hidden />} onClick={() => setServing(true)}>
              生成工单
            </Button>
          )}
          <Button icon={<PrinterOutlined aria-hidden />} onClick={() => print()}>
            打印
          </Button>
        </div>
      </header>
      <Card className="y-order-steps">
        <StepBar steps={stepsOf({ ...stateOf(order), ...order })} />
      </Card>
      <div className="y-order-body">
        <div className="y-order-main">
          <BasicInfo order={order} />
          <OrdererInfo order={order} linksPerson={may(people.get)} />
          <GoodsInfo order={order} />
          <PackageDetails order={order} />
          <DeliveryInfo order={order} />
          <GoodsWorkOrders goodsOrderId={order.id} />
        </div>
        <OrderLog order={order} />
      </div>
      {dialogs}
      {serving && (
        <Suspense fallback={null}>
          <WorkOrderDrawer
            orderId={null}
            goods={order}
            onClose={() => setServing(false)}
            onSaved={(id) => go(`/order/workorder/detail?id=${id}`)}
          />
        </Suspense>
      )}
    </article>
  );
}

export default function GoodsOrderDetailPage() {
  const [params] = useSearchParams();
  const orderNo = params.get('orderNo') ?? '';
  const given = Number(params.get('id')) || null;
  // An address with the number only, as people send to each other.
  const found = useCall(goodsOrders.page, { orderNo, size: 10 }, { enabled: given === null && orderNo !== '', quiet: true });
  const id = given ?? found.data?.records.find((order) => order.orderNo === orderNo)?.id ?? null;
  const query = useCall(goodsOrders.get, { id: id ?? 0 }, { enabled: id !== null, quiet: true });
  useTabLabel(query.data ? `订单 ${query.data.orderNo}` : null);
  const back = (
    <Button type="primary" onClick={() => go(LIST)}>
      返回订单列表
    </Button>
  );
  if (query.data) return <Shown key={query.data.id} order={query.data} />;
  if (query.isError || found.isError) {
    const retry = (
      <Button key="retry" onClick={() => void (query.isError ? query : found).refetch()}>
        重试
      </Button>
    );
    return <Result status="warning" title={(query.error ?? found.error)?.message} extra={[back, retry]} />;
  }
  if (id === null && !found.isFetching) return <Result status="404" title="订单不存在" extra={back} />;
  return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
}
