/**
 * The lists of warnings and work orders of a tenant with 1,000,000 of each beside one
 * with 10,000: first and deep pages, what is open, searches, sorting. Usage: node bench/large-cases.ts [requests]
 */
import { warnings } from '#contract/warnings/warnings.ts';
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { fillCases } from './harness-cases.ts';
import { cluster } from './harness-cluster.ts';
import { compareLists, type ListCase } from './harness-lists.ts';

const of = (path: string, noun: string, cases: Omit<ListCase, 'path'>[]): ListCase[] =>
  cases.map((one) => ({ ...one, name: `${noun}: ${one.name}`, path }));

const cases = [
  ...of(warnings.page.path, 'warnings', [
    { name: 'first page', large: {} },
    { name: 'middle page', large: { current: 50_000 }, small: { current: 500 } },
    { name: 'last page', large: { current: 99_900 }, small: { current: 999 } },
    { name: 'most urgent first', large: { ascs: 'severity' } },
    { name: 'least urgent first', large: { descs: 'severity' } },
    { name: 'most urgent first, middle', large: { ascs: 'severity', current: 50_000 }, small: { ascs: 'severity', current: 500 } },
    { name: 'most urgent first, late', large: { ascs: 'severity', current: 84_000 }, small: { ascs: 'severity', current: 840 } },
    { name: 'least urgent first, middle', large: { descs: 'severity', current: 50_000 }, small: { descs: 'severity', current: 500 } },
    { name: 'open', large: { open: 'true' }, alike: { severity: 1 } },
    { name: 'tests (none)', large: { isDisposed: 4 } },
    { name: 'SOS', large: { rule: 'sos' } },
  ]),
  ...of(workOrders.page.path, 'orders', [
    { name: 'first page', large: {} },
    { name: 'middle page', large: { current: 50_000 }, small: { current: 500 } },
    { name: 'last page', large: { current: 100_000 }, small: { current: 1000 } },
    { name: 'dearest first', large: { descs: 'order_price' } },
    { name: 'by number, deep', large: { ascs: 'work_no', current: 50_000 }, small: { ascs: 'work_no', current: 500 } },
    { name: 'unassigned', large: { status: 1 }, alike: { startTime: '2024-01-01 00:00:00', endTime: '2024-05-01 00:00:00' } },
    { name: 'a number', large: { workNo: 'GD202403010083200' }, small: { workNo: 'GD202403010083224' } },
    { name: 'of a person', large: { oldmanId: 13 }, small: { oldmanId: 12 } },
  ]),
];

const c = await cluster('cases-1m', fillCases);
await compareLists(
  c,
  '1,000,000 warnings and work orders beside 10,000',
  ['warning_devicewarning_view', 'members_workorder_view', 'members_workorder_dispatch'],
  cases,
  Number(process.argv[2] ?? 30),
);
