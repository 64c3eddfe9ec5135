/** Elderly people and their packages: `oldman`, `oldmanpackage`, `oldmanpackageproject`. */
import assert from 'node:assert/strict';
import { project } from '#test/care.ts';
import { offer } from '#test/packages.ts';
import { sheet } from '#test/people-imports.ts';
import { form, has, mobile, paged, rows, unique, type Replay } from './wire.ts';

const PERSON = 'id userName tenantName tenantId gender age mobile address status';
const phone = mobile();

export const people: Replay[] = [
  [
    'members POST oldman',
    () => ({
      body: {
        id: '',
        userName: unique('周桂兰'),
        gender: '2',
        $gender: '女',
        birthDate: '1946-05-03 00:00:00',
        mobile: phone,
        address: '杭州市西湖区文三路90号',
        careLevel: '2',
        anergy: '',
        bedId: '',
        remarks: '',
        createTime: '',
      },
    }),
    (id, { kept }) => (kept.oldman = { id }),
  ],
  ['members GET oldman/{id}', ({ kept }) => ({ at: [kept.oldman.id] }), (row, { kept }) => (has(row, PERSON), (kept.oldman = row))],
  [
    'members PUT oldman',
    ({ kept }) => ({ body: form(kept.oldman, { id: String(kept.oldman.id), careLevel: '3', $careLevel: '三级' }) }),
    (done) => assert.equal(done, true),
  ],
  [
    'members GET oldman/page',
    ({ kept }) => ({ query: { ...paged, userName: kept.oldman.userName, mobile: '', ageStart: '', ageEnd: '' } }),
    (page, { kept }) => {
      const [row] = rows(page, PERSON);
      assert.deepEqual([row.careLevel, row.gender, row.birthDate, row.mobile.slice(0, 3)], [3, 2, '1946-05-03', phone.slice(0, 3)]);
      kept.oldman = row;
    },
  ],
  ['members GET oldman/findOldmanByMobile', () => ({ query: { mobile: phone } }), (row, { kept }) => assert.equal(row.id, kept.oldman.id)],
  [
    'members POST tmoldmanqrcode',
    ({ kept }) => ({ body: { id: '', oldmanId: String(kept.oldman.id), oldmanName: kept.oldman.userName, code: '' } }),
    (made, { kept }) => (has(made, 'oldmanId code createBy createTime'), (kept.code = made.code)),
  ],
  [
    'members PUT tmoldmanqrcode',
    ({ kept }) => ({ body: { id: '', code: kept.code } }),
    (found, { kept }) => (has(found, 'id userName gender age place'), assert.equal(found.id, kept.oldman.id)),
  ],
  [
    'members GET oldman/homeDataPanel',
    () => ({ query: { tenantId: '' } }),
    (panel) => has(panel, 'total inHouse away inHospital atHome averageAge oldest came left beds birthdays'),
  ],
  ['members GET oldman/export', () => ({ query: { userName: '', current: 1, size: 10 } }), (bytes) => assert.ok(bytes.length > 1000)],
  [
    'members POST oldman/import',
    async () => ({ file: { bytes: await sheet([unique('导入'), '女', '1940-01-01', mobile(), '一级护理']), name: '服务对象.xlsx' } }),
    (started) => has(started, 'key'),
  ],
  [
    'members GET oldman/geocode/geo',
    () => ({ query: { address: '浙江省杭州市西湖区文三路90号', city: '' } }),
    (found) => assert.ok(found !== undefined),
  ],
  [
    'members GET oldman/geocode/regeo',
    () => ({ query: { longitude: '120.13', latitude: '30.27' } }),
    (found) => assert.ok(found !== undefined),
  ],
  [
    'members PUT oldman/addPackage',
    async (w) => {
      const { projectId } = await project(w.t, w.staff, { type: unique('家政'), name: unique('保洁') });
      const other = await project(w.t, w.staff, { type: unique('护理'), name: unique('换药') });
      const packageId = await offer(w.t, w.staff, [
        { projectId, count: 4 },
        { projectId: other.projectId, count: 1 },
      ]);
      return { body: { oldmanId: String(w.kept.oldman.id), packageId, startDate: '', remarks: '' } };
    },
  ],
  [
    'members GET oldmanpackage/oldman/getOldmanPackageById/{id}',
    ({ kept }) => ({ at: [kept.oldman.id] }),
    ([held], { kept }) => {
      has(held, 'id packageName');
      kept.held = held;
    },
  ],
  [
    'members GET oldmanpackage/page',
    ({ kept }) => ({ query: { ...paged, oldmanId: kept.oldman.id, packageName: '' } }),
    (page) => void rows(page, 'id packageName'),
  ],
  [
    'members PUT oldmanpackageproject/updateNum',
    ({ kept: { held } }) => ({ body: { ...held.projects[0], num: String(held.projects[0].total + 1), reason: '家属加购' } }),
    (done) => assert.equal(done, true),
  ],
  [
    'members DELETE oldmanpackageproject/{id}',
    ({ kept }) => ({ at: [kept.held.projects[0].id], query: { reason: '录错' } }),
    (done) => assert.equal(done, true),
  ],
  ['members DELETE oldmanpackage/{id}', ({ kept }) => ({ at: [kept.held.id], query: { reason: '录错' } })],
  [
    'members GET adverseeventrecord/getWarningStatistics',
    () => ({}),
    (statistics, { kept }) => {
      has(statistics, 'total handled byRule byDay');
      kept.statistics = statistics;
    },
  ],
  [
    'members GET adverseeventrecord/getWarningStatistics',
    () => ({ query: { startTime: '2026-01-01 00:00:00', endTime: '2026-01-31 23:59:59' } }),
    (statistics) => assert.equal(statistics.total, 0),
  ],
  [
    'members GET adverseeventrecord/getWarningStatistics',
    () => ({ query: { startTime: '', endTime: '' } }),
    (all, { kept }) => assert.equal(all.total, kept.statistics.total),
  ],
];

/** After the work orders. */
export const farewells: Replay[] = [
  [
    'members DELETE oldman/{id}',
    async (w) => {
      const made = await w.t.call('POST', '/members/oldman', { as: w.staff, input: { userName: unique('临时') } });
      return { at: [made.data] };
    },
    (done) => assert.equal(done, true),
  ],
];
