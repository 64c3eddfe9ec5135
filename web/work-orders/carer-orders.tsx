/** A carer's own orders as cards with big buttons, for the phone in her hand. */
import { keepPreviousData } from '@tanstack/react-query';
import { EnvironmentOutlined, PhoneOutlined } from '@ant-design/icons';
import { Alert, Button, Empty, Pagination, Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { canDoJob, orderStatus } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { session } from '#web/api/session.ts';
import type { Asked } from './order-actions.ts';
import type { OrderSummary } from './order-calls.ts';
import { useOrderDialogs } from './order-dialogs.tsx';
import { SourceTag, StatusTag, UrgencyTag } from './order-tags.tsx';
import { detailAddress } from './work-order-columns.tsx';
import './work-orders.css';
import './carer-orders.css';

const SIZE = 10;
/** The list's reading of the status; null is every one. */
const TABS = [
  { value: 'in', label: '服务中', status: 3 },
  { value: 'to', label: '待服务', status: 2 },
  { value: 'paused', label: '已暂停', status: 5 },
  { value: 'done', label: '已完成', status: 4 },
  { value: 'all', label: '全部', status: null },
] as const;
type TabName = (typeof TABS)[number]['value'];

function OrderCard({ order, me, ask }: { order: OrderSummary; me: number; ask: (action: Asked, order: OrderSummary, jobId?: number) => void }) {
  const live = order.state === orderStatus.assigned || order.state === orderStatus.inProgress;
  // A list does not know the jobs, and only those of this person have buttons here.
  const detail = useCall(workOrders.get, { id: order.id }, { enabled: live, quiet: true });
  const jobs = (detail.data?.workOrder.workOrderJobs ?? []).filter(({ serverUserId }) => serverUserId === me);
  return (
    <li className="y-carer-card">
      <header>
        <Link to={detailAddress(order)}>
          <b>{order.oldmanName}</b>
        </Link>
        <StatusTag state={order.state} />
        <UrgencyTag value={order.emergencyType} />
        {order.warningType !== null && <SourceTag rule={order.warningType} />}
      </header>
      <p>
        <EnvironmentOutlined aria-hidden /> {order.oldmanAddress}
      </p>
      <p>
        <a href={`tel:${order.oldmanPhone}`}>
          <PhoneOutlined aria-hidden /> {order.oldmanPhone}
        </a>
        <small>{order.workNo}</small>
      </p>
      {live && detail.isPending && <Skeleton active title={false} paragraph={{ rows: 1 }} />}
      {live &&
        jobs.map((job) => {
          const action = canDoJob('start', job.status) ? 'start' : canDoJob('finish', job.status) ? 'finish' : null;
          return (
            <div key={job.id} className="y-carer-job">
              <div>
                <b>{job.serverProjectName}</b>
                <time dateTime={job.serverTime.replace(' ', 'T')}>{job.serverTime.slice(5, 16)}</time>
                {job.remarks && <span>{job.remarks}</span>}
              </div>
              {action === null ? (
                <StatusTag state={job.status} />
              ) : (
                <Button
                  size="large"
                  type="primary"
                  className={`y-carer-${action}`}
                  // The version belongs to what the card shows, and the jobs come from the detail.
                  onClick={() => ask(action, { ...order, version: detail.data?.workOrder.version ?? order.version }, job.id)}
                >
                  {action === 'start' ? '签到' : '签退'}
                  <span className="y-unseen">
                    {' '}
                    {order.oldmanName} {job.serverProjectName}
                  </span>
                </Button>
              )}
            </div>
          );
        })}
      {!live && <p>{order.serverProjectName}</p>}
    </li>
  );
}

export function CarerOrders() {
  const me = session.getState().user?.id ?? 0;
  const [tab, setTab] = useState<TabName | null>(null);
  const [current, setCurrent] = useState(1);
  const [ask, dialogs] = useOrderDialogs();
  const counted = { size: 1, serverUserId: me };
  const running = useCall(workOrders.page, { ...counted, status: 3 }, { quiet: true });
  const waiting = useCall(workOrders.page, { ...counted, status: 2 }, { quiet: true });
  // Whatever is under way comes first; until it is known nothing flickers.
  const shown: TabName = tab ?? (running.data && running.data.total > 0 ? 'in' : 'to');
  const status = TABS.find(({ value }) => value === shown)?.status ?? null;
  const query = useCall(
    workOrders.page,
    { current, size: SIZE, serverUserId: me, ...(status === null ? {} : { status }) },
    { quiet: true, placeholderData: keepPreviousData, enabled: !running.isPending },
  );
  const counts: Partial<Record<TabName, number | undefined>> = { in: running.data?.total, to: waiting.data?.total };
  const options = TABS.map(({ value, label }) => ({ value, label: counts[value] ? `${label} ${counts[value]}` : label }));
  const records = query.data?.records ?? [];
  return (
    <section className="y-carer" aria-label="我的工单">
      <div className="y-carer-head">
        <h1>我的工单</h1>
        <Button size="large" href="/carer">
          手机版（可离线）
        </Button>
      </div>
      <div className="y-carer-tabs">
        <Segmented
          size="large"
          options={options}
          value={shown}
          onChange={(next) => {
            setTab(next);
            setCurrent(1);
          }}
        />
      </div>
      {query.isError && <Alert type="warning" showIcon title={query.error.message} action={<Button onClick={() => void query.refetch()}>重试</Button>} />}
      {query.isPending && !query.isError ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : records.length === 0 && !query.isError ? (
        <Empty description="没有工单" />
      ) : (
        <ul data-reading={query.isPlaceholderData || undefined}>
          {records.map((order) => (
            <OrderCard key={order.id} order={order} me={me} ask={ask} />
          ))}
        </ul>
      )}
      {(query.data?.total ?? 0) > SIZE && (
        <Pagination align="center" simple current={current} pageSize={SIZE} total={query.data?.total ?? 0} onChange={setCurrent} />
      )}
      {dialogs}
    </section>
  );
}
