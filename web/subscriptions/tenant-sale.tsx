/** What a tenant has of the platform, and what the platform does for it: order, note a payment, verify the receipt. */
import { Alert, Button, Descriptions, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { orderVerifications } from '#contract/subscriptions/order-verifications.ts';
import { billStates, payStatus } from '#contract/subscriptions/package-orders.rules.ts';
import { platformSales } from '#contract/subscriptions/platform-sales.ts';
import { useCall } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { formatTime, MISSING, toMillis, yuan } from '#web/ui/display.ts';
import { SideDrawer } from '#web/ui/drawer.tsx';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { LoadFailed } from '#web/ui/load-failed.tsx';
import { useMay } from '#web/ui/may.ts';
import { platformBuyer } from './buyers.ts';
import { BillTag, PayTag, StandingTag } from './order-tags.tsx';
import { deadlineText } from './order-words.ts';
import { Purchase } from './purchase.tsx';
import './subscriptions.css';

interface DialogProps {
  tenantId: number;
  tenantName: string;
  /** The package that is shown first. */
  wanted: string | null;
  onClose: () => void;
}

/** The dialog of buying, for a tenant: with an order under way it goes on where that stands. */
export function SaleDialog({ tenantId, tenantName, wanted, onClose }: DialogProps) {
  const buyer = useMemo(() => platformBuyer(tenantId), [tenantId]);
  return (
    <DraftDialog
      title={`代${tenantName}订购与收款`}
      footer={null}
      onClose={onClose}
      width={940}
      mask={{ closable: false }}
      className="sub-dialog"
    >
      <Alert
        type="info"
        showIcon
        className="sub-sale-note"
        title="登记的回执单须由另一位同事在“到账核实”中核实，核实后产品包开通。请按银行流水填写，不要重复登记租户已提交的回执。"
      />
      <Purchase buyer={buyer} wanted={wanted} onDone={onClose} />
    </DraftDialog>
  );
}

export function TenantSale({ tenantId, onClose }: { tenantId: number; onClose: () => void }) {
  const may = useMay();
  const now = useQuarterMinute();
  const { data, error, refetch } = useCall(platformSales.standing, { tenantId }, { quiet: true, staleTime: 0 });
  const [buying, setBuying] = useState(false);
  const order = data?.order ?? null;
  const waits = order?.billState === billStates.waiting;
  const coming = data?.terms.filter((term) => !term.ended && toMillis(term.startTime) > now) ?? [];
  const end = data && (data.endTime === null ? '长期有效' : formatTime(data.endTime, 'yyyy-MM-dd HH:mm'));
  const action = order
    ? order.payStatus === payStatus.pending
      ? '继续收款'
      : '登记收款'
    : data?.packageName
      ? '续费或变更产品包'
      : '新订购';
  return (
    <SideDrawer title={data ? `${data.tenantName}的产品包` : '租户的产品包'} open size="small" onClose={onClose}>
      {error && <LoadFailed title={error.message} onAgain={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <div className="sub-sections">
          <Descriptions
            size="small"
            column={1}
            bordered
            items={[
              {
                key: 'package',
                label: '产品包',
                children: (
                  <span className="sub-inline">
                    {data.packageName ?? data.packageCode ?? '未订购'} <StandingTag value={data.standing} />
                  </span>
                ),
              },
              {
                key: 'price',
                label: '上次订购',
                children: data.lastPrice === null ? MISSING : `${yuan(data.lastPrice)}（${data.lastOrderNo}）`,
              },
              {
                key: 'end',
                label: '下次到期',
                children: `${end}${data.standing === 'open' && data.daysLeft !== null ? `，还剩 ${data.daysLeft} 天` : ''}`,
              },
              {
                key: 'next',
                label: '已续订',
                children:
                  coming.length > 0 ? coming.map((term) => `${term.packageName}（${term.startTime.slice(0, 10)}起）`).join('、') : '无',
              },
              {
                key: 'order',
                label: '进行中的订单',
                children: order ? (
                  <span className="sub-inline">
                    {order.orderNo} {yuan(order.itemPrice)} <PayTag value={order.payStatus} />{' '}
                    {order.billState !== null && <BillTag value={order.billState} />}
                  </span>
                ) : (
                  '无'
                ),
              },
            ]}
          />
          {order && !waits && <p className="sub-note">请在{deadlineText(order.deadline, now)}前收款并登记回执，否则订单自动取消。</p>}
          <div className="sub-sale-buttons">
            {waits && may(orderVerifications.due) && (
              <Button type="primary" onClick={() => go(`/platform/verification?order=${order.id}`)}>
                审核凭证
              </Button>
            )}
            <Button type={waits ? 'default' : 'primary'} onClick={() => setBuying(true)}>
              {waits ? '查看或更换回执' : action}
            </Button>
          </div>
        </div>
      )}
      {data && buying && (
        <SaleDialog tenantId={tenantId} tenantName={data.tenantName} wanted={data.packageCode} onClose={() => setBuying(false)} />
      )}
    </SideDrawer>
  );
}
