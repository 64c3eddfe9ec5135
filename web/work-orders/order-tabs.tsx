/** The states of orders at a press, above their list; how many wait in each is what the home page counts anyway. */
import { Segmented } from 'antd';
import { COUNTED, home } from '#contract/screens/home.ts';
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useCall } from '#web/api/call.ts';
import { shapeOf } from '#web/ui/contract-rules.ts';
import { useAddressState } from '#web/ui/list-state.ts';
import './work-orders.css';

/** The list's reading 1–6: a rated order counts as 6 (docs/decisions/006). */
export const STATUSES: readonly { value: string; label: string }[] = [
  ...[1, 2, 3, 4, 5].map((status) => ({ value: String(status), label: orderStatusLabels[status] ?? '' })),
  { value: '6', label: '已取消/已评价' },
];
/** What is over needs no number. */
const COUNTS = new Set(['1', '2', '3', '5']);
/** What is still to be done, and what needs a dispatcher's eye: flags of their own, not states. */
const FLAGS = ['open', 'late', 'returned'] as const;
const OF_TABS = new Set<string>(['status', ...FLAGS]);

type Filters = Readonly<Record<string, string>>;
/** The list begins with what is still to be done. A search by the fields looks in all orders. */
export const BEGIN: Filters = { open: 'true' };
/** The address of all orders. */
export const ALL = 'open=';
/** What waits stands by when it is due, what is over by its time. */
export const orderFor = (filters: Filters): string | null =>
  FLAGS.some((flag) => filters[flag] === 'true') || COUNTS.has(filters.status ?? '') ? 'due' : null;

const NAMES = Object.keys(shapeOf(workOrders.page.input));
const SLOW_MS = 60_000;

function Count({ value }: { value: number | undefined }) {
  if (!value) return null;
  return <b>{value > COUNTED ? `${COUNTED}+` : value}</b>;
}

export function OrderTabs() {
  const [{ filters }, change] = useAddressState(NAMES, BEGIN);
  const { data } = useCall(home.read, {}, { quiet: true, refetchInterval: SLOW_MS });
  const returned = useCall(workOrders.page, { returned: true, size: 1 }, { quiet: true, refetchInterval: SLOW_MS });
  const counts = new Map(data?.orders?.map(({ status, count }) => [String(status), count]));
  const chosen = FLAGS.find((flag) => filters[flag] === 'true') ?? filters.status ?? '';
  const choose = (value: string) => {
    const others = Object.entries(filters).filter(([name]) => !OF_TABS.has(name));
    const own = FLAGS.some((flag) => flag === value) ? [[value, 'true']] : value ? [['status', value]] : [];
    change({ filters: Object.fromEntries([...others, ...own]) });
  };
  const options = [
    { value: 'open', label: '未完成' },
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
