/**
 * The list of work orders of a tenant with 2,000,000 beside one with 10,000 in the same
 * tables: pages, every filter, what staff combine, sorting, and the recurring plans. Goal: in the large tenant at most 1.5 times what the
 * same list takes in the small one, or, where the small one has too few such rows, a list of it that finds about as many. Usage: node
 * bench/large-orders.ts [requests] [words of the cases…]
 */
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { cluster } from './harness-cluster.ts';
import { compareLists, type ListCase } from './harness-lists.ts';
import { fillOrders } from './harness-orders.ts';

const c = await cluster('orders-2m', fillOrders);
const { rows } = await c.admin.query(
  `select max(created_at)::date::text as today, (max(created_at)::date - 370)::text as "yearAgo",
    (max(created_at)::date - 340)::text as "monthLater", (max(created_at)::date - 30)::text as "monthAgo",
     (max(created_at)::date - 700)::text as first, max(number) filter (where id = 1000050) as number,
       max(number) filter (where id = 1000176) as "smallNumber" from work_orders`,
);
const day = rows[0] as Record<'today' | 'yearAgo' | 'monthLater' | 'monthAgo' | 'first' | 'number' | 'smallNumber', string>;
const lastMonth = { startTime: `${day.monthAgo} 00:00:00`, endTime: `${day.today} 23:59:59` };
const oldMonth = { startTime: `${day.yearAgo} 00:00:00`, endTime: `${day.monthLater} 00:00:00` };
/** Of the small tenant, with about as many orders in it as a search of the large one finds in a month. */
const years = { startTime: `${day.first} 00:00:00`, endTime: `${day.today} 23:59:59` };
/** Types 1 (common), 6 and 12 (one order in a thousand) of each tenant. */
const type = (n: number) => ({ large: { serverTypeId: 200 + n }, small: { serverTypeId: 300 + n } });

const cases: Omit<ListCase, 'path'>[] = [
  { name: 'first page', large: {} },
  { name: 'middle page', large: { current: 100_000 }, small: { current: 500 } },
  { name: 'last page', large: { current: 200_000 }, small: { current: 1000 } },
  { name: 'status 1 unassigned', large: { status: 1 }, alike: { status: 2 } },
  { name: 'status 2 assigned', large: { status: 2 }, alike: { status: 4 } },
  { name: 'status 3 in progress', large: { status: 3 }, alike: { source: 4 } },
  { name: 'status 4 finished', large: { status: 4 } },
  { name: 'status 4 finished, middle', large: { status: 4, current: 50_000 }, small: { status: 4, current: 250 } },
  { name: 'status 5 paused', large: { status: 5 }, alike: { source: 4 } },
  { name: 'status 6 cancelled or rated', large: { status: 6 } },
  { name: 'urgency 1', large: { emergencyType: 1 } },
  { name: 'urgency 2', large: { emergencyType: 2 } },
  { name: 'urgency 3', large: { emergencyType: 3 } },
  { name: 'urgency 4 (none)', large: { emergencyType: 4 } },
  { name: 'common type', ...type(1) },
  { name: 'common type, page 5,000', large: { ...type(1).large, current: 5000 }, small: { ...type(1).small, current: 100 } },
  { name: 'other type', ...type(6) },
  { name: 'rare type', ...type(12), alike: { serverUserId: 100 + 201 } },
  { name: 'source 1 staff', large: { source: 1 } },
  { name: 'source 2 alarm', large: { source: 2 } },
  { name: 'source 3 plan', large: { source: 3 } },
  { name: 'source 4 goods', large: { source: 4 } },
  { name: 'of a plan', large: { planId: 1 }, small: { planId: 201 } },
  { name: 'late', large: { late: 'true' }, alike: { source: 2 } },
  { name: 'of a carer', large: { serverUserId: 101 }, small: { serverUserId: 100 + 201 } },
  { name: 'of a person', large: { oldmanId: 1 }, small: { oldmanId: 201 } },
  { name: 'name 王英', large: { oldmanName: '王英' }, alike: { source: 3 } },
  { name: 'number', large: { workNo: day.number }, small: { workNo: day.smallNumber } },
  {
    name: 'number of a day',
    large: { workNo: day.number.slice(0, 10) },
    small: { workNo: day.smallNumber.slice(0, 10) },
    alike: { source: 3 },
  },
  { name: 'last month', large: lastMonth },
  { name: 'a month a year ago', large: oldMonth },
  { name: 'a month a year ago, middle', large: { ...oldMonth, current: 4000 }, small: { ...oldMonth, current: 20 } },
  {
    name: 'finished, type, month',
    large: { status: 4, ...type(1).large, ...oldMonth },
    small: { status: 4, ...type(1).small, ...oldMonth },
    alike: { status: 4, ...type(1).small, ...years },
  },
  {
    name: 'finished, other type, month',
    large: { status: 4, ...type(6).large, ...oldMonth },
    small: { status: 4, ...type(6).small, ...oldMonth },
    alike: { status: 4, ...type(1).small, ...years },
  },
  {
    name: 'unassigned, type, month',
    large: { status: 1, ...type(1).large, ...lastMonth },
    small: { status: 1, ...type(1).small, ...lastMonth },
  },
  {
    name: 'urgency 3, month',
    large: { emergencyType: 3, ...lastMonth },
    alike: { emergencyType: 2, ...years },
  },
  { name: 'alarm, month', large: { source: 2, ...oldMonth }, alike: { source: 3, ...years } },
  { name: 'carer, month', large: { serverUserId: 101, ...lastMonth }, small: { serverUserId: 100 + 201, ...lastMonth } },
  {
    name: 'late, common type',
    large: { late: 'true', ...type(1).large },
    small: { late: 'true', ...type(1).small },
    alike: { status: 2, ...type(1).small },
  },
  { name: 'dearest first', large: { descs: 'order_price' } },
  { name: 'cheapest first, middle', large: { ascs: 'order_price', current: 100_000 }, small: { ascs: 'order_price', current: 500 } },
  { name: 'by number', large: { ascs: 'work_no' } },
  { name: 'by number, middle', large: { ascs: 'work_no', current: 100_000 }, small: { ascs: 'work_no', current: 500 } },
  { name: 'by time of order', large: { descs: 'down_time' } },
  { name: 'by time of order, middle', large: { descs: 'down_time', current: 100_000 }, small: { descs: 'down_time', current: 500 } },
  { name: 'finished, dearest first', large: { status: 4, descs: 'order_price' } },
];
const plans: Omit<ListCase, 'path'>[] = [
  { name: 'plans: first page', large: {} },
  { name: 'plans: of a name', large: { oldmanName: '王英' }, alike: { oldmanName: '王' } },
  { name: 'plans: last page', large: { current: 2000 }, small: { current: 10 } },
];

const words = process.argv.slice(3);
const wanted = ({ name }: { name: string }) => words.length === 0 || words.some((word) => name.includes(word));
await compareLists(
  c,
  '2,000,000 work orders beside 10,000',
  ['members_workorder_view', 'members_workorder_dispatch', 'members_workorder_plan'],
  [
    ...cases.map((one) => ({ ...one, path: workOrders.page.path })),
    ...plans.map((one) => ({ ...one, path: workOrderPlans.page.path })),
  ].filter(wanted),
  Number(process.argv[2] ?? 30),
);
