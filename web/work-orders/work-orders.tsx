/** /order/workorder: the list of whoever dispatches, the cards of whoever serves. */
import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { users } from '#contract/users/users.ts';
import { workOrderSettings } from '#contract/work-orders/work-order-settings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { go } from '#web/shell/go.ts';
import { DataTable } from '#web/ui/data-table.tsx';
import { useMay } from '#web/ui/may.ts';
import { BatchDispatch } from './batch-dispatch.tsx';
import { CarerOrders } from './carer-orders.tsx';
import { useOrderActions } from './order-actions.ts';
import { useOrderDialogs } from './order-dialogs.tsx';
import type { OrderSummary } from './order-calls.ts';
import { OrderSettings } from './order-settings.tsx';
import { OrderTabs } from './order-tabs.tsx';
import { columns, detailAddress, filtersFor } from './work-order-columns.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';
import { WorkOrderDrawer } from './work-order-drawer.tsx';
import './work-orders.css';

function OrderTable() {
  const may = useMay();
  const actionsOf = useOrderActions();
  const [ask, dialogs] = useOrderDialogs();
  const [params, setParams] = useSearchParams();
  // `?warning=…`: a new order for this warning, asked for on another page.
  const warningId = Number(params.get('warning')) || null;
  const [adding, setAdding] = useState(false);
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
        filters={filtersFor(may(users.page))}
        onAdd={may(workOrders.create) ? () => setAdding(true) : undefined}
        addLabel="新增工单"
        extra={
          may(workOrderSettings.update) && (
            <Button icon={<SettingOutlined aria-hidden />} onClick={() => setSettings(true)}>
              工单设置
            </Button>
          )
        }
        actions={(order) => {
          const actions = actionsOf(order).map(({ action, label, danger }) => ({ label, danger, onClick: () => ask(action, order) }));
          const detail = { label: '查看', onClick: () => go(detailAddress(order)) };
          return [...actions.slice(0, 1), detail, ...actions.slice(1)];
        }}
        onRowDoubleClick={(order) => go(detailAddress(order))}
        {...(may(workOrders.dispatch) ? { batch: batchButton } : {})}
      />
      {dialogs}
      {(adding || warningId !== null) && may(workOrders.create) && (
        <WorkOrderDrawer
          key={warningId}
          orderId={null}
          warningId={warningId}
          onClose={() => {
            setAdding(false);
            if (warningId === null) return;
            params.delete('warning');
            setParams(params, { replace: true });
          }}
        />
      )}
      {batch && <BatchDispatch {...batch} onClose={() => setBatch(null)} />}
      {moving && <RescheduleDialog {...moving} onClose={() => setMoving(null)} />}
      {settings && <OrderSettings onClose={() => setSettings(false)} />}
    </div>
  );
}

export default function WorkOrders() {
  const may = useMay();
  // Somebody who serves and does not dispatch has her own orders only, mostly on a phone.
  const carer = may(workOrders.start) && !may(workOrders.dispatch) && !may(workOrders.create);
  return carer ? <CarerOrders /> : <OrderTable />;
}
