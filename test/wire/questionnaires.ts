/** Questionnaires from the editor to the results. Clients of this service add `timestamp` and `sign` to every call. */
import assert from 'node:assert/strict';
import { has, paged, rows, unique, type Replay } from './wire.ts';

const signed = { timestamp: '1795000000000', sign: '0123456789abcdef0123456789abcdef' };
const PROJECT = 'id key name describe status createTime updateTime';
const ITEM = 'id projectKey formItemId type label required placeholder sort span expand regList';
const item = (projectKey: string, formItemId: number, more: object = {}) => ({
  projectKey,
  formItemId,
  type: 'RADIO',
  label: '睡得好吗',
  defaultValue: '',
  required: true,
  placeholder: '',
  regList: [],
  showLabel: true,
  span: 24,
  displayType: false,
  expand: {
    optionType: 'default',
    options: [
      { label: '好', value: 1 },
      { label: '不好', value: 2 },
    ],
  },
  ...more,
});

export const questionnaires: Replay[] = [
  [
    'questionnaire POST user/project/create',
    () => ({ query: signed, body: { name: unique('睡眠'), describe: '' } }),
    (key, { kept }) => (kept.key = key),
  ],
  [
    'questionnaire GET user/project/page',
    () => ({ query: { ...signed, current: 0, size: 10, name: '', status: '', beginDateTime: '', endDateTime: '' } }),
    (page, { kept }) => (kept.form = rows(page, PROJECT).find(({ key }) => key === kept.key)),
  ],
  ['questionnaire POST user/project/update', ({ kept }) => ({ query: signed, body: { ...kept.form, describe: '<p>近一周</p>' } })],
  ['questionnaire GET user/project/{id}', ({ kept }) => ({ at: [kept.key], query: signed }), (row) => has(row, PROJECT)],
  ['questionnaire GET item/max-form-id', ({ kept }) => ({ query: { ...signed, key: kept.key } })],
  [
    'questionnaire POST item/create',
    ({ kept }) => ({ query: signed, body: item(kept.key, 101) }),
    (answer) => has(answer, 'sort itemDataId operateSuccess'),
  ],
  [
    'questionnaire POST item/create',
    ({ kept }) => ({ query: signed, body: item(kept.key, 102, { type: 'INPUT', label: '说明', required: false, expand: {} }) }),
  ],
  ['questionnaire POST item/update', ({ kept }) => ({ query: signed, body: item(kept.key, 101, { label: '昨晚睡得好吗' }) })],
  [
    'questionnaire GET item/list',
    ({ kept }) => ({ query: { ...signed, key: kept.key } }),
    (list, { kept }) => (list.forEach((one: object) => has(one, ITEM)), (kept.items = list)),
  ],
  [
    'questionnaire POST item/sort',
    ({ kept }) => ({
      query: signed,
      body: { projectKey: kept.key, formItemId: 102, beforePosition: '', afterPosition: kept.items[0].sort },
    }),
    (answer) => has(answer, 'sort operateSuccess'),
  ],
  ['questionnaire POST item/delete', ({ kept }) => ({ query: signed, body: item(kept.key, 102, { type: 'INPUT', expand: {} }) })],
  ['questionnaire POST user/project/publish', ({ kept }) => ({ query: signed, body: { key: kept.key } })],
  [
    'questionnaire GET user/project/details/{projectKey}',
    ({ kept }) => ({ as: null, at: [kept.key], query: signed }),
    (details) => assert.ok(details),
  ],
  [
    'questionnaire POST result/create',
    ({ kept }) => ({
      as: null,
      query: signed,
      body: {
        completeTime: '6143',
        projectKey: kept.key,
        submitOs: 'Linux',
        submitBrowser: 'Chrome',
        submitUa: { ua: 'Mozilla/5.0', browser: { name: 'Chrome', version: '138' } },
        wxUserInfo: {},
        originalData: { field101: 1 },
        processData: { field101: '好', field101other: '' },
      },
    }),
  ],
  [
    'questionnaire GET result/page',
    ({ kept }) => ({
      query: { ...signed, ...paged, projectKey: kept.key, beginDateTime: '', endDateTime: '', extParams: '{}', extComparisons: '{}' },
    }),
    (page, { kept }) => ([kept.result] = rows(page, 'id serialNumber processData submitAddress completeTime createTime')),
  ],
  [
    'questionnaire GET result/export',
    ({ kept }) => ({ query: { ...signed, projectKey: kept.key, beginDateTime: '', endDateTime: '' } }),
    // A compound file, as those before Excel 2007 are.
    (bytes) => assert.equal(bytes.readUInt32BE(0), 0xd0cf11e0),
  ],
  [
    'questionnaire GET result/findResult',
    ({ kept }) => ({ query: { ...signed, resultId: kept.result.id, key: kept.key } }),
    (row) => assert.ok(row),
  ],
  ['questionnaire GET common/process', () => ({ query: { ...signed, key: 'unbekannt' } }), (progress) => assert.equal(progress, null)],
  [
    'questionnaire POST prprojectserverproject/updateCostProjectBindQuestion',
    ({ kept }) => ({
      query: signed,
      body: {
        serverProjectId: String(kept.service.projectId),
        questionList: [{ questionId: String(kept.form.id), isDefault: true, name: kept.form.name, key: kept.key }],
      },
    }),
  ],
  [
    'questionnaire GET prprojectserverproject/getQuestionProjectByTenantPage',
    ({ staff, kept }) => ({ query: { current: 1, size: 10, serverProjectId: kept.service.projectId, tenantId: staff.tenantId } }),
    (page) => void rows(page, 'id name key'),
  ],
  [
    'questionnaire GET prprojectserverproject/getQuestionProjectByTenant',
    ({ staff, kept }) => ({ query: { serverProjectId: kept.service.projectId, tenantId: staff.tenantId } }),
    (list) => list.forEach((one: object) => has(one, 'name key')),
  ],
  ['questionnaire POST user/project/stop', ({ kept }) => ({ query: signed, body: { key: kept.key } })],
  [
    'questionnaire POST user/project/delete',
    async ({ t, staff, kept }) => {
      const { data } = await t.call('POST', '/questionnaire/user/project/create', {
        as: staff,
        input: { name: unique('临时'), describe: '' },
      });
      kept.recycled = data;
      return { query: signed, body: { key: data } };
    },
  ],
  [
    'questionnaire GET recycle/page',
    () => ({ query: { ...signed, current: 0, size: 10 } }),
    (page, { kept }) =>
      assert.ok(rows(page, 'key name resultCount createTime updateTime').some(({ key }: { key: string }) => key === kept.recycled)),
  ],
  ['questionnaire POST recycle/restore', ({ kept }) => ({ query: signed, body: { key: kept.recycled } })],
  ['questionnaire POST user/project/delete', ({ kept }) => ({ query: signed, body: { key: kept.recycled } })],
  ['questionnaire POST recycle/delete', ({ kept }) => ({ query: signed, body: { key: kept.recycled } })],
];
