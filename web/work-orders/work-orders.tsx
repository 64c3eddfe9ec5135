/** /order/workorder: the orders that one reaches; whoever only serves has her own, and is led to /carer to check in and out. */
import { MobileOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { users } from '#contract/users/users.ts';
import { workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { session } from '#web/api/session.ts';
import { go } from '#web/shell/go.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { useOrderActions } from './order-actions.ts';
import { useOrderDialogs } from './order-dialogs.tsx';
import type { OrderSummary } from './order-calls.ts';
import { ALL, BEGIN, orderFor, OrderTabs } from './order-tabs.tsx';
import { columns, detailAddress, filtersFor } from './work-order-columns.tsx';
import { goToServices, servicesAddress, useServesOnly } from './serves-only.ts';
import './work-orders.css';

const BatchDispatch = lazyPart(() => import('./batch-dispatch.tsx'));
const OrderSettings = lazyPart(() => import('./order-settings.tsx'));
const RescheduleDialog = lazyPart(() => import('./reschedule-dialog.tsx'));
const WorkOrderDrawer = lazyPart(() => import('./work-order-drawer.tsx'));

/** Narrower than this is a phone. */
const PHONE = '(max-width: 640px)';

/** A list of her own orders is for a desk: on a phone she gets the page that also works without a network. */
function useServicesOnPhone(servesOnly: boolean): void {
  useEffect(() => {
    if (servesOnly && matchMedia(PHONE).matches) location.replace(servicesAddress());
  }, [servesOnly]);
}

export default function WorkOrders() {
  const servesOnly = useServesOnly();
  useServicesOnPhone(servesOnly);
  const me = session.getState().user?.id ?? 0;
  const may = useMay();
  const actionsOf = useOrderActions();
  const [ask, dialogs] = useOrderDialogs();
  const [params, setParams] = useSearchParams();
  // `?warning=…`: a new order for this warning, asked for on another page.
  const warningId = Number(params.get('warning')) || null;
  // `?person=…`: a new order for this person.
  const personId = Number(params.get('person')) || null;
  const [adding, setAdding] = useState(false);
  const saved = useRef(false);
  const [settings, setSettings] = useState(false);
  const [batch, setBatch] = useState<{ orders: OrderSummary[]; clear: () => void } | null>(null);
  const [moving, setMoving] = useState<{ orders: OrderSummary[]; clear: () => void } | null>(null);
  const batchButton = (orders: OrderSummary[], clear: () => void) => (
    <>
      <Button size="small" type="primary" onClick={() => setBatch({ orders, clear })}>
        批量派单
      </Button>
      <Button size="small" onClick={() => setMoving({ orders, clear })}>
        批量改期
      </Button>
    </>
  );
  return (
    <div className="y-orders">
      <OrderTabs />
      <DataTable
        name="work-orders"
        noun="工单"
        route={workOrders.page}
        exportRoute={workOrders.export}
        columns={columns}
        begin={BEGIN}
        order={orderFor}
        filters={filtersFor(may(users.page))}
        onAdd={may(workOrders.create) ? () => setAdding(true) : undefined}
        {...(servesOnly ? { fixed: { serverUserId: me } } : {})}
        extra={
          servesOnly ? (
            <Button type="primary" icon={<MobileOutlined aria-hidden />} onClick={() => goToServices()}>
              我的服务（签到、签退）
            </Button>
          ) : (
            may(workOrderSettings.update) && (
              <Button icon={<SettingOutlined aria-hidden />} onClick={() => setSettings(true)}>
                工单设置
              </Button>
            )
          )
        }
        actions={(order) => {
          const actions = actionsOf(order).map(({ action, label, danger }) => ({
            label,
            danger,
            menu: action === 'delete',
            onClick: () => ask(action, order),
          }));
          const detail = { label: '查看', onClick: () => go(detailAddress(order)) };
          return [...actions.slice(0, 1), detail, ...actions.slice(1)];
        }}
        onRowDoubleClick={(order) => go(detailAddress(order))}
        {...(may(workOrders.dispatch) ? { batch: batchButton } : {})}
      />
      {dialogs}
      <Suspense fallback={null}>
        {(adding || warningId !== null || personId !== null) && may(workOrders.create) && (
          <WorkOrderDrawer
            key={`${warningId} ${personId}`}
            orderId={null}
            personId={personId}
            warningId={warningId}
            onSaved={() => (saved.current = true)}
            onClose={() => {
              setAdding(false);
              if (warningId === null && personId === null && !saved.current) return;
              params.delete('warning');
              params.delete('person');
              // The newest first: the next step is to send somebody to it.
              setParams(saved.current ? ALL : params, { replace: true });
              saved.current = false;
            }}
          />
        )}
        {batch && <BatchDispatch {...batch} onClose={() => setBatch(null)} />}
        {moving && <RescheduleDialog {...moving} onClose={() => setMoving(null)} />}
        {settings && <OrderSettings onClose={() => setSettings(false)} />}
      </Suspense>
    </div>
  );
}
