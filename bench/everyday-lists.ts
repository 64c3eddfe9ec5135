/**
 * The lists of care at home, patrols, visits, papers, enquiries and meals in a tenant with 150,000 rows of each beside one with 10,000.
 * Usage: node bench/everyday-lists.ts [requests] [words of the cases…]
 */
import { careNotes } from '#contract/care/care-notes.ts';
import { patrols } from '#contract/care/patrols.ts';
import { personDocuments } from '#contract/elderly/person-documents.ts';
import { homeBookings } from '#contract/home-care/home-bookings.ts';
import { mealOrders } from '#contract/meals/meal-orders.ts';
import { enquiries } from '#contract/stay/enquiries.ts';
import { visitTasks } from '#contract/visits/visit-tasks.ts';
import { dayOf, nextDay } from '#contract/time.ts';
import { fillEveryday } from './harness-everyday.ts';
import { cluster } from './harness-cluster.ts';
import { compareLists, type ListCase } from './harness-lists.ts';

const today = dayOf(Date.now());
const week = { startDate: nextDay(today, -7), endDate: today };
const deep = { large: { current: 7000 }, small: { current: 500 } };

const of = (path: string, noun: string, cases: Omit<ListCase, 'path'>[]): ListCase[] =>
  cases.map((one) => ({ ...one, name: `${noun}: ${one.name}`, path }));

const cases = [
  ...of(homeBookings.page.path, 'bookings', [
    { name: 'first page', large: {} },
    { name: 'deep page', ...deep },
    { name: 'to be confirmed', large: { state: 1 }, alike: { state: 1 } },
    { name: 'a name', large: { keyword: '老人17' }, small: { keyword: '老人16' } },
    { name: 'a phone', large: { keyword: '13900000017' }, small: { keyword: '13900000016' } },
    { name: 'of a week', large: week },
  ]),
  ...of(careNotes.page.path, 'notes', [
    { name: 'first page', large: {} },
    { name: 'deep page', ...deep },
    { name: 'of a person', large: { oldmanId: 17 }, small: { oldmanId: 16 } },
  ]),
  ...of(patrols.page.path, 'patrols', [
    { name: 'first page', large: {} },
    { name: 'deep page', ...deep },
    { name: 'of a floor', large: { building: '1号楼', floor: '1层' } },
    { name: 'of who walked', large: { userName: '护理员12' } },
    { name: 'of a week', large: week },
  ]),
  ...of(visitTasks.page.path, 'visits', [
    { name: 'first page', large: {} },
    { name: 'deep page', ...deep },
    { name: 'waiting', large: { waiting: 'true' } },
    { name: 'missed', large: { state: 6 } },
    { name: 'done', large: { state: 4 } },
    { name: 'of a person', large: { oldmanId: 1601 }, small: { oldmanId: 1616 } },
    { name: 'of a week', large: week },
  ]),
  ...of(mealOrders.page.path, 'meal orders', [
    { name: 'first page', large: { day: today, meal: 'lunch' } },
    { name: 'changed', large: { day: nextDay(today, -1), meal: 'lunch', changed: 'true' } },
    { name: 'last page', large: { day: today, meal: 'lunch', current: 150 }, small: { day: today, meal: 'lunch', current: 10 } },
  ]),
  ...of(personDocuments.page.path, 'papers', [
    { name: 'first page', large: {} },
    { name: 'deep page', ...deep },
    { name: 'that end soon', large: { state: 3 }, alike: { state: 3 } },
    { name: 'of a person', large: { oldmanId: 17 }, small: { oldmanId: 16 } },
    { name: 'of the institution', large: { owner: 2 } },
    { name: 'a title', large: { title: '体检报告1599' } },
  ]),
  ...of(enquiries.page.path, 'enquiries', [
    { name: 'first page', large: {} },
    { name: 'deep page', ...deep },
    { name: 'waiting', large: { state: 4 } },
    { name: 'to be asked', large: { nextUntil: today } },
    { name: 'a phone', large: { mobile: '13800000017' }, small: { mobile: '13800000016' } },
    { name: 'a name', large: { userName: '咨询1599' } },
  ]),
];

const words = process.argv.slice(3);
const c = await cluster('everyday', fillEveryday);
await compareLists(
  c,
  '150,000 rows of everyday lists beside 10,000',
  [homeBookings, careNotes, patrols, visitTasks, mealOrders, personDocuments, enquiries].map(({ page }) => page.access),
  cases.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word))),
  Number(process.argv[2] ?? 30),
);
