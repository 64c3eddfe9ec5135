/** The catalogue of services, rooms and beds, goods categories: `bccostproject`, `bccostservice`, `bcroom`, `productcategory`. */
import assert from 'node:assert/strict';
import { form, has, paged, rows, unique, type Replay } from './wire.ts';

const PROJECT = 'id name standardPrice';
const CATEGORY = 'id name description tenantName createBy createTime';
const done = (answer: unknown) => assert.equal(answer, true);

export const business: Replay[] = [
  [
    'business POST bccostservice',
    () => ({ body: { id: '', name: unique('康复'), parentId: '', sort: '1', createTime: '' } }),
    (id, { kept }) => (kept.type = { id }),
  ],
  ['business GET bccostservice/{id}', ({ kept }) => ({ at: [kept.type.id] }), (row, { kept }) => (kept.type = row)],
  ['business PUT bccostservice', ({ kept }) => ({ body: form(kept.type, { sort: '2' }) }), done],
  ['business GET bccostservice/page', () => ({ query: { current: 1, size: 10000, name: '' } }), (page) => void rows(page, 'id name')],
  [
    'business POST bccostproject',
    ({ kept }) => ({
      body: {
        id: '',
        name: unique('理疗'),
        serverId: String(kept.type.id),
        serverName: kept.type.name,
        standardPrice: '88.00',
        minutes: '30',
        remarks: '',
        createTime: '',
      },
    }),
    (id, { kept }) => (kept.project = { id }),
  ],
  [
    'business GET bccostproject/{id}',
    ({ kept }) => ({ at: [kept.project.id] }),
    (row, { kept }) => (has(row, PROJECT), (kept.project = row)),
  ],
  ['business PUT bccostproject', ({ kept }) => ({ body: form(kept.project, { standardPrice: '90' }) }), done],
  [
    'business GET bccostproject/page',
    ({ kept }) => ({ query: { current: 1, size: 999, name: kept.project.name, serverId: '' } }),
    (page) => assert.equal(rows(page, PROJECT)[0].standardPrice, 90),
  ],
  ['business GET bccostproject/exportCostProject', () => ({ query: { name: '' } }), (bytes) => assert.ok(bytes.length > 1000)],
  [
    'business GET bccostproject/getCostProjectByTenantPage',
    ({ staff }) => ({ query: { current: 1, size: 999, tenantId: staff.tenantId, name: '' } }),
    (page) => void rows(page, PROJECT),
  ],
  [
    'business GET bccostproject/getDefaultSosProjectByTenantId',
    ({ staff }) => ({ query: { tenantId: staff.tenantId } }),
    (row) => has(row, PROJECT),
  ],
  [
    'business GET bccostservice/tree',
    ({ staff }) => ({ query: { tenantId: staff.tenantId } }),
    (tree) => {
      assert.ok(tree.length > 0);
      has(tree[0], 'serverId serverName projecId projecName projecStandardPrice');
    },
  ],
  ['business DELETE bccostproject/{id}', ({ kept }) => ({ at: [kept.project.id] }), done],
  ['business DELETE bccostservice/{id}', ({ kept }) => ({ at: [kept.type.id] }), done],
  [
    'business GET bcroom/institutionalBedInfoPage',
    () => ({ query: { ...paged, building: '', floor: '', status: '' } }),
    (page) => void rows(page, 'id'),
  ],
  [
    'business GET bcroom/virtualPensionInfoPage',
    async (w) => {
      await w.t.call('POST', '/members/oldman', { as: w.staff, input: { userName: unique('居家'), serviceType: 2 } });
      return { query: { ...paged, userName: '', careLevel: '' } };
    },
    (page) => void rows(page, 'id userName address deviceTotal lastVisitTime openWarnings'),
  ],
  [
    'business POST productcategory',
    () => ({ body: { id: '', name: unique('辅具'), description: '', createTime: '' } }),
    (id, { kept }) => (kept.category = { id }),
  ],
  [
    'business GET productcategory/{id}',
    ({ kept }) => ({ at: [kept.category.id] }),
    (row, { kept }) => (has(row, CATEGORY), (kept.category = row)),
  ],
  ['business PUT productcategory', ({ kept }) => ({ body: form(kept.category, { description: '轮椅、助行器' }) }), done],
  ['business GET productcategory/page', () => ({ query: { ...paged, name: '' } }), (page) => void rows(page, CATEGORY)],
  ['business GET productcategory/export', () => ({ query: { name: '' } }), (bytes) => assert.ok(bytes.length > 1000)],
  ['business DELETE productcategory/{id}', ({ kept }) => ({ at: [kept.category.id] }), done],
  ['business GET bcvisitorsrecord/getVisitorsRecordStatics', () => ({}), (row) => has(row, 'booked arrived inside')],
  ['business GET bcvisitorsrecord/getCurDayStatics', () => ({}), (hours) => assert.equal(hours.length, 24)],
  [
    'business GET bcvisitorsrecord/getPeriodStatics',
    () => ({ query: { startTime: '2026-11-01', endTime: '2026-11-30' } }),
    (row) => has(row, 'arrived byDay'),
  ],
];
