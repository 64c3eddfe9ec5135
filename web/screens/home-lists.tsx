/** The lists of the home page. */
import { instantOf } from '#contract/time.ts';
import { Empty, Skeleton, Tag } from 'antd';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Output } from '#contract/http.ts';
import { disposalLabels } from '#contract/warnings/warnings.rules.ts';
import type { warnings } from '#contract/warnings/warnings.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { workOrders } from '#contract/work-orders/work-orders.ts';
import { preferences } from '#web/theme/preferences.ts';
import { since } from '#web/ui/display.ts';
import { handleWarning } from '#web/warnings/alarm-state.ts';
import { severityOf } from '#web/ui/severities.ts';
import { go } from '#web/shell/go.ts';

type Query<T> = Pick<UseQueryResult<T>, 'data' | 'isError'>;

function Nothing({ text }: { text: string }) {
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={text} />;
}

/** Opens the handling drawer, which the bell holds above every page; whoever has hidden the bell gets the list. */
const handle = (id: number) => (preferences.getState().shows.warnings ? handleWarning(id) : go('/warning/warning/index'));

export function OpenWarnings({ query, now }: { query: Query<Output<typeof warnings.page>>; now: number }) {
  if (query.isError) return <Nothing text="暂时读取不到" />;
  if (!query.data) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (query.data.records.length === 0) return <Nothing text="没有待处理的预警" />;
  return (
    <ul className="y-lines">
      {query.data.records.map((warning) => {
        const severity = severityOf(warning.severity);
        return (
          <li key={warning.id}>
            <button type="button" onClick={() => handle(warning.id)}>
              <Tag color={severity.color}>{severity.label}</Tag>
              <b>{warning.name}</b>
              <span className="y-line-text">{warning.warningText || warning.warningContent}</span>
              <span className="y-line-side">{disposalLabels[warning.isDisposed]}</span>
              <time dateTime={warning.dataHappenTime.replace(' ', 'T')} title={warning.dataHappenTime}>
                {since(warning.dataHappenTime, Math.max(now, instantOf(warning.dataHappenTime)))}
              </time>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

export function Orders({ queries, nothing }: { queries: readonly Query<Output<typeof workOrders.page>>[]; nothing: string }) {
  if (queries.some(({ isError }) => isError)) return <Nothing text="暂时读取不到" />;
  if (queries.some(({ data }) => !data)) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  const orders = queries.flatMap(({ data }) => data?.records ?? []).slice(0, 6);
  if (orders.length === 0) return <Nothing text={nothing} />;
  return (
    <ul className="y-lines">
      {orders.map((order) => (
        <li key={order.id}>
          <Link to={`/order/workorder/detail?id=${order.id}&orderNo=${encodeURIComponent(order.workNo)}`}>
            <Tag color={order.state === 3 ? 'processing' : 'warning'}>{orderStatusLabels[order.state]}</Tag>
            <b>{order.oldmanName}</b>
            <span className="y-line-text">{order.serverProjectName || order.serverTypeName}</span>
            <span className="y-line-side">{order.workNo}</span>
            <time dateTime={order.downTime.replace(' ', 'T')}>{order.downTime.slice(5, 16)}</time>
          </Link>
        </li>
      ))}
    </ul>
  );
}
