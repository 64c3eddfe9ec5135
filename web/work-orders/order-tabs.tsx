/** The states of orders at a press, above their list; how many wait in each is what the home page counts anyway. */
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { COUNTED, home } from '#contract/screens/home.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import './work-orders.css';

/** The list's reading 1–6: a rated order counts as 6 (docs/decisions/006). */
export const STATUSES: readonly { value: string; label: string }[] = [
  ...[1, 2, 3, 4, 5].map((status) => ({ value: String(status), label: orderStatusLabels[status] ?? '' })),
  { value: '6', label: '已取消/已评价' },
];
/** What needs a dispatcher's eye: flags of their own, not states. */
const FLAGS = ['late', 'returned'] as const;
/** What is over needs no number. */
const COUNTS = new Set(['1', '2', '3', '5']);
const SLOW_MS = 60_000;

function Count({ value }: { value: number | undefined }) {
  if (!value) return null;
  return <b>{value > COUNTED ? `${COUNTED}+` : value}</b>;
}

export function OrderTabs() {
  const [params, setParams] = useSearchParams();
  const { data } = useCall(home.read, {}, { quiet: true, refetchInterval: SLOW_MS });
  const returned = useCall(workOrders.page, { returned: true, size: 1 }, { quiet: true, refetchInterval: SLOW_MS });
  const counts = new Map(data?.orders?.map(({ status, count }) => [String(status), count]));
  const chosen = FLAGS.find((flag) => params.get(flag) === 'true') ?? params.get('status') ?? '';
  const choose = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['status', 'page', ...FLAGS]) next.delete(name);
        if (FLAGS.some((flag) => flag === value)) next.set(value, 'true');
        else if (value) next.set('status', value);
        return next;
      },
      { replace: true },
    );
  const options = [
    { value: '', label: '全部' },
    ...STATUSES.map(({ value, label }) => ({
      value,
      label: (
        <>
          {label} {COUNTS.has(value) && <Count value={counts.get(value)} />}
        </>
      ),
    })),
    { value: 'late', label: '已超时' },
    {
      value: 'returned',
      label: (
        <>
          要求改派 <Count value={returned.data?.total} />
        </>
      ),
    },
  ];
  return <Segmented className="y-order-tabs" options={options} value={chosen} onChange={choose} aria-label="工单状态" />;
}
