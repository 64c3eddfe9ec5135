/** The call centre: `cloudcallworkbench`, `cloudcallservice`, `cloudcallseats`, `cloudcallskillgroups`, `cloudcalltemporarycustomer`, `cloudcallcalljob`. */
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { has, rows, unique, type Replay } from './wire.ts';

const done = (answer: unknown) => assert.equal(answer, true);
const MOBILE = '13957100077';

/** Page, create, get, update and delete of an entity, as the avue tables of the family send them. */
const entity = (path: string, fields: string, make: (name: string) => Record<string, unknown>, change: object): Replay[] => {
  let id: number;
  let body: Record<string, unknown>;
  return [
    [`cloudcall GET ${path}/page`, () => ({ query: { current: 1, size: 10 } }), (page) => void rows(page, fields)],
    [`cloudcall POST ${path}`, () => ({ body: (body = { id: '', ...make(unique('呼')) }) }), (answer) => (id = answer)],
    [`cloudcall GET ${path}/{id}`, () => ({ at: [id] }), (row) => has(row, fields)],
    [`cloudcall PUT ${path}`, () => ({ body: { ...body, id: String(id), ...change } }), done],
    [`cloudcall DELETE ${path}/{id}`, () => ({ at: [id] }), done],
  ];
};

const seat: Replay = [
  'cloudcall POST cloudcallseats',
  ({ staff }) => ({ body: { id: '', userId: String(staff.userId), extension: '8811', remarks: '' } }),
  (id, { kept }) => (kept.seat = id),
];

export const callCentre: Replay[] = [
  ['cloudcall GET cloudcallworkbench/workbenchCheck', () => ({}), (answer) => assert.equal(answer, null)],
  ['cloudcall GET cloudcallseats/page', () => ({ query: { current: 1, size: 10 } }), (page) => void rows(page, 'userName extension state')],
  seat,
  ['cloudcall GET cloudcallseats/{id}', ({ kept }) => ({ at: [kept.seat] }), (row) => assert.equal(row.extension, '8811')],
  [
    'cloudcall PUT cloudcallseats',
    ({ kept, staff }) => ({ body: { id: kept.seat, userId: staff.userId, extension: '8812', remarks: '新分机' } }),
    done,
  ],
  ['cloudcall GET cloudcallworkbench/workbenchCheck', () => ({}), (answer) => assert.equal(answer.extension, '8812')],
  [
    'cloudcall GET cloudcallworkbench/openWorkbench',
    () => ({}),
    (answer) => assert.deepEqual([answer.width, answer.height, answer.afterCallRule], [290, 552, 15]),
  ],
  // As the SDK sends it: the action in the address, the parameters as JSON in a form.
  [
    'cloudcall POST cloudcallworkbench/aliyun/ccc/api',
    () => ({ query: { action: 'GetLoginDetails' }, body: { request: JSON.stringify({ instanceId: 'x', userId: 'y' }) } }),
    (answer) => assert.deepEqual([answer.code, answer.httpStatusCode], ['OK', 200]),
  ],
  ['cloudcall DELETE cloudcallseats/{id}', ({ kept }) => ({ at: [kept.seat] }), done],
  ...entity('cloudcallskillgroups', 'name code strategy', (name) => ({ name, code: `g${Date.now()}`, remarks: '' }), { strategy: '2' }),
  ...entity('cloudcallservice', 'name provider enabled', (name) => ({ name, provider: '1', remarks: '' }), { keptDays: '90' }),
  ...entity('cloudcalltemporarycustomer', 'name mobile', (name) => ({ name, mobile: MOBILE, remarks: '' }), { level: '1' }),
  [
    'cloudcall GET cloudcalltemporarycustomer/findCustomerInfoByMobile',
    () => ({ query: { mobile: MOBILE } }),
    (answer) => has(answer, 'mobile callers lastCalls'),
  ],
  [
    'cloudcall GET cloudcallcalljobhandle/getWarningAliyunCCCListCall',
    async ({ t, staff }) => {
      const warning = await t.deps.inTenant(staff.tenantId, (tx) =>
        tx.row<{ id: number }>(sql`select id from warnings where tenant_id = ${tx.tenantId} order by id limit 1`),
      );
      return { query: { warningId: warning!.id } };
    },
    (answer) => assert.ok(Array.isArray(answer)),
  ],
  ['cloudcall GET cloudcallcalljob/findPage', () => ({ query: { current: 1, size: 10 } }), (page) => void rows(page, 'name kind state')],
  [
    'cloudcall POST cloudcallcalljob/create',
    () => ({ body: { id: '', name: unique('回访'), kind: '3', numbers: '13957100081 王芳\n13957100082' } }),
    (answer, { kept }) => (assert.equal(answer.added, 2), (kept.callJob = answer.id)),
  ],
  ['cloudcall GET cloudcallcalljob/{id}', ({ kept }) => ({ at: [kept.callJob] }), (row) => has(row, 'name kind state')],
  ['cloudcall PUT cloudcallcalljob', ({ kept }) => ({ body: { id: String(kept.callJob), name: '改名', kind: '3' } }), done],
  ['cloudcall DELETE cloudcallcalljob/{id}', ({ kept }) => ({ at: [kept.callJob] }), done],
  [
    'cloudcall POST cloudcallcalljob/addCallJobAutomatic',
    () => ({ body: { name: unique('生日'), kind: '1', rule: { birthdayDays: '3' } } }),
    (answer) => has(answer, 'id added'),
  ],
  ['cloudcall GET cloudcallcalljob/nearlyHalfStatistics', () => ({}), (months) => assert.equal(months.length, 6)],
];
