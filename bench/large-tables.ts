/**
 * The list of people of a tenant with 10,000,000 beside one with 10,000: first and deep pages, sorting, search by name and number.
 * Usage: node bench/large-tables.ts [requests]
 */
import { people } from '#contract/elderly/people.ts';
import { cluster } from './harness-cluster.ts';
import { compareLists, type ListCase } from './harness-lists.ts';
import { fillPeople, fillTenants, LARGE_AND_SMALL } from './harness-people.ts';

const cases: Omit<ListCase, 'path'>[] = [
  { name: 'first page', large: {} },
  { name: 'page 2', large: { current: 2 } },
  { name: 'page 101', large: { current: 101 } },
  { name: 'page 50,000 (small: 500)', large: { current: 50_000 }, small: { current: 500 } },
  { name: 'middle page', large: { current: 500_000 }, small: { current: 500 } },
  { name: 'last page', large: { current: 1_000_000 }, small: { current: 1000 } },
  { name: 'oldest first', large: { ascs: 'create_time' } },
  { name: 'oldest first, middle', large: { ascs: 'create_time', current: 500_000 }, small: { ascs: 'create_time', current: 500 } },
  { name: 'by birth date', large: { ascs: 'birth_date' } },
  { name: 'by birth date, middle', large: { ascs: 'birth_date', current: 500_000 }, small: { ascs: 'birth_date', current: 500 } },
  { name: 'youngest first', large: { descs: 'birth_date' } },
  { name: 'name 王 (1 of 11)', large: { userName: '王' } },
  { name: 'name 王, page 50', large: { userName: '王', current: 50 } },
  { name: 'name 薛 (1 of 150)', large: { userName: '薛' } },
  { name: 'name 龘 (1 of 500,000)', large: { userName: '龘' }, alike: { userName: '王英' } },
  { name: 'name 王英', large: { userName: '王英' }, alike: { userName: '王' } },
  { name: 'name 王英, page 10', large: { userName: '王英', current: 10 }, alike: { userName: '王', current: 10 } },
  { name: 'name 王英, page 50', large: { userName: '王英', current: 50 }, alike: { userName: '王', current: 50 } },
  { name: 'name 王英, page 1,500', large: { userName: '王英', current: 1500 }, alike: { userName: '王', current: 50 } },
  { name: 'name 汤灿', large: { userName: '汤灿' }, alike: { userName: '刘' } },
  { name: 'name 王英秀', large: { userName: '王英秀' }, alike: { userName: '赵' } },
  { name: 'name 汤烂灿 (nobody)', large: { userName: '汤烂灿' } },
  { name: 'number …0017', large: { mobile: '0017' } },
  { name: 'number 13812345678', large: { mobile: '13812345678' } },
];

const c = await cluster('people-10m', async (admin) => {
  await fillTenants(admin, 3);
  await fillPeople(admin, 10_010_000, LARGE_AND_SMALL);
});
const { path } = people.page;
await compareLists(
  c,
  '10,000,000 people beside 10,000',
  ['members_oldman_view'],
  cases.map((one) => ({ ...one, path })),
  Number(process.argv[2] ?? 30),
);
