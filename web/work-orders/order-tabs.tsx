/** The states of orders at a press, above their list; how many wait in each is what the home page counts anyway. */
import { Segmented } from 'antd';
import { useSearchParams } from 'react-router';
import { COUNTED, home } from '#contract/system/home.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { useCall } from '#web/api/call.ts';

/** The list's reading 1–6: a rated order counts as 6 (docs/decisions/006). */
export const STATUSES: readonly { value: string; label: string }[] = [
  ...[1, 2, 3, 4, 5].map((status) => ({ value: String(status), label: orderStatusLabels[status] ?? '' })),
  { value: '6', label: '已取消/已评价' },
];
const LATE = 'late';
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
  const counts = new Map(data?.orders?.map(({ status, count }) => [String(status), count]));
  const chosen = params.get('late') === 'true' ? LATE : (params.get('status') ?? '');
  const choose = (value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        for (const name of ['status', 'late', 'page']) next.delete(name);
        if (value === LATE) next.set('late', 'true');
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
    { value: LATE, label: '已超时' },
  ];
  return <Segmented className="y-order-tabs" options={options} value={chosen} onChange={choose} aria-label="工单状态" />;
}
