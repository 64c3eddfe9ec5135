/** The lists of the home page. */
import { Empty, Skeleton, Tag } from 'antd';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { disposalLabels } from '#contract/warnings/warnings.rules.ts';
import type { warnings } from '#contract/warnings/warnings.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders } from '#contract/work-orders/work-orders.ts';
import { since } from '#web/ui/display.ts';

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'isError'>;

const Line = ({ to, children }: { to: string | null; children: ReactNode }) => (to ? <Link to={to}>{children}</Link> : <div>{children}</div>);

function Nothing({ text }: { text: string }) {
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} />;
}

const SEVERITIES: Record<number, { label: string; color: string }> = {
  1: { label: '紧急', color: 'error' },
  2: { label: '严重', color: 'warning' },
  3: { label: '一般', color: 'processing' },
  4: { label: '提示', color: 'default' },
};

export function OpenWarnings({ query, now, to }: { query: Query<Output<typeof warnings.page>>; now: number; to: string | null }) {
  if (query.isError) return <Nothing text="暂时读取不到" />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (query.data.records.length === 0) return <Nothing text="没有待处理的预警" />;
  return (
    <ul className="y-lines">
      {query.data.records.map((warning) => {
        const severity = SEVERITIES[warning.severity];
        return (
          <li key={warning.id}>
            <Line to={to}>
              <Tag color={severity?.color ?? 'default'}>{severity?.label ?? '提示'}</Tag>
              <b>{warning.name}</b>
              <span className="y-line-text">{warning.warningText || warning.warningContent}</span>
              <span className="y-line-side">{disposalLabels[warning.isDisposed]}</span>
              <time dateTime={warning.dataHappenTime.replace(' ', 'T')} title={warning.dataHappenTime}>
                {since(warning.dataHappenTime, now)}
              </time>
            </Line>
          </li>
        );
      })}
    </ul>
  );
}

export function MyOrders({ queries, to }: { queries: readonly Query<Output<typeof workOrders.page>>[]; to: string | null }) {
  if (queries.some(({ isError }) => isError)) return <Nothing text="暂时读取不到" />;
  if (queries.some(({ data }) => !data)) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const orders = queries.flatMap(({ data }) => data?.records ?? []).slice(0, 6);
  if (orders.length === 0) return <Nothing text="没有待服务的工单" />;
  return (
    <ul className="y-lines">
      {orders.map((order) => (
        <li key={order.id}>
          <Line to={to}>
            <Tag color={order.state === 3 ? 'processing' : 'warning'}>{orderStatusLabels[order.state]}</Tag>
            <b>{order.oldmanName}</b>
            <span className="y-line-text">{order.serverProjectName || order.serverTypeName}</span>
            <span className="y-line-side">{order.workNo}</span>
            <time dateTime={order.downTime.replace(' ', 'T')}>{order.downTime.slice(5, 16)}</time>
          </Line>
        </li>
      ))}
    </ul>
  );
}
