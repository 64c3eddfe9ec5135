/** The rest of the questionnaire service: logic, settings, themes, templates, reports and the check-in survey, as its editor and pages call them. */
import assert from 'node:assert/strict';
import { has, paged, rows, unique, type Replay, type World } from './wire.ts';
import { item, listed, own, phoned, pictured, PNG, PROJECT, signed } from './survey-calls.ts';

const LOGIC = 'id projectKey formItemId expression conditionList';
const TEMPLATE = 'id key name coverImg likeCount describe categoryId status';
const options = [
  { label: '好', value: 1, score: 10 },
  { label: '不好', value: 2, score: 2 },
];

/** A questionnaire with a choice, a text and an upload. */
async function surveyed(w: World): Promise<string> {
  const key = await own(w, 'user/project/create', { name: unique('回访'), describe: '' });
  await own(w, 'item/create', item(key, 101, 'RADIO', '睡得好吗', { options }));
  await own(w, 'item/create', item(key, 102, 'INPUT', '怎么了'));
  await own(w, 'item/create', item(key, 103, 'UPLOAD', '照片', { limit: 2, accept: 'image/*' }));
  return key;
}
const report = (name: string, check: Replay[2]): Replay => [
  `questionnaire GET report/${name}`,
  ({ kept }) => ({ query: { ...signed, projectKey: kept.survey } }),
  check,
];

export const surveys: Replay[] = [
  [
    // The editor saves with every change: half of a condition is still empty.
    'questionnaire POST logic/save',
    async (w) => {
      w.kept.survey = await surveyed(w);
      const conditionList = [{ formItemId: 101, expression: null, optionValue: null }];
      return { query: signed, body: { projectKey: w.kept.survey, formItemId: 102, expression: 1, conditionList } };
    },
    (row, { kept }) => (has(row, LOGIC), (kept.logic = row)),
  ],
  [
    'questionnaire POST logic/save',
    ({ kept }) => ({
      query: signed,
      body: { ...kept.logic, conditionList: [{ formItemId: 101, expression: 'eq', optionValue: 2 }] },
    }),
    async (row, w) => {
      assert.equal(row.id, w.kept.logic.id);
      await listed(w);
    },
  ],
  [
    'questionnaire GET logic/list',
    ({ kept }) => ({ query: { ...signed, projectKey: kept.survey } }),
    (list) => assert.deepEqual(list[0].conditionList, [{ formItemId: 101, expression: 'eq', optionValue: 2 }]),
  ],
  [
    'questionnaire POST setting/save',
    ({ kept }) => ({
      query: signed,
      body: {
        projectKey: kept.survey,
        submitPromptImg: '',
        submitPromptText: '提交成功 !',
        submitJumpUrl: '',
        publicResult: true,
        wxWrite: false,
        wxWriteOnce: false,
        everyoneWriteOnce: false,
        everyoneDayWriteOnce: false,
        writeOncePromptText: '',
        newWriteNotifyEmail: '',
        newWriteNotifyWx: '',
        recordWxUser: false,
        timedCollectionBeginTime: '',
        timedCollectionEndTime: '',
        timedNotEnabledPromptText: '填写尚未启用',
        timedDeactivatePromptText: '填写尚已经停用',
        timedQuantitativeQuantity: '',
        timedEndPromptText: '',
        shareImg: '',
        shareTitle: '',
        shareDesc: '',
      },
    }),
    (saved) => assert.equal(saved, true),
  ],
  [
    'questionnaire GET setting/{id}',
    ({ kept }) => ({ at: [kept.survey], query: signed }),
    (setting) => assert.deepEqual([setting.publicResult, setting.timedCollectionBeginTime], [true, null]),
  ],
  [
    'questionnaire GET project/theme/list',
    () => ({ query: { ...signed, color: '', style: '' } }),
    (list, { kept }) => (list.forEach((one: object) => has(one, 'id name style headImgUrl btnsColor color')), (kept.theme = list[0])),
  ],
  [
    'questionnaire POST theme/save',
    async (w) => ({
      query: signed,
      body: {
        projectKey: w.kept.survey,
        themeId: w.kept.theme.id,
        logoImg: (w.kept.logo = await pictured(w)),
        logoPosition: 'left',
        submitBtnText: '提交',
        showTitle: true,
      },
    }),
  ],
  [
    'questionnaire GET theme/{id}',
    ({ kept }) => ({ at: [kept.survey], query: signed }),
    (theme, { kept }) => assert.deepEqual([theme.themeId, theme.logoImg], [kept.theme.id, kept.logo]),
  ],
  ['questionnaire PUT user/project/category', ({ kept }) => ({ query: signed, body: { key: kept.survey, categoryId: 3 } })],
  [
    'questionnaire GET setting-status',
    async (w) => {
      await own(w, 'user/project/publish', { key: w.kept.survey });
      return { as: null, query: { ...signed, projectKey: w.kept.survey, wxOpenId: '' } };
    },
    (setting) => assert.equal(setting.publicResult, true),
  ],
  [
    'questionnaire POST result/create',
    async ({ t, kept }) => {
      const body = new FormData();
      body.append('file', new Blob([PNG]), '照片.png');
      const answer = await fetch(`${t.url}/questionnaire/project/file/upload/${kept.survey}`, { method: 'POST', body });
      const { data: url } = (await answer.json()) as { data: string };
      const files = [{ fileName: '照片.png', url }];
      return {
        as: null,
        query: signed,
        body: {
          completeTime: '4000',
          projectKey: kept.survey,
          submitOs: 'Android',
          submitBrowser: 'WeChat',
          submitUa: {},
          wxUserInfo: {},
          originalData: { field101: 1, field102: '没有问到', field103: files },
          processData: { field101: '好', field101other: '', field103: { type: 'file', files } },
        },
      };
    },
    (_done, w) => phoned(w),
  ],
  [
    'questionnaire GET result/public/page',
    ({ kept }) => ({ as: null, query: { ...signed, ...paged, projectKey: kept.survey } }),
    (page) => {
      const [row] = rows(page, 'serialNumber processData createTime');
      assert.deepEqual([row.processData.field101, row.processData.field102], ['好', undefined], 'what logic hides is dropped');
    },
  ],
  [
    'questionnaire GET result/download/file',
    ({ kept }) => ({ query: { ...signed, projectKey: kept.survey } }),
    (task) => assert.ok(typeof task === 'string' && task !== ''),
  ],
  report('stats', (stats) => assert.deepEqual([stats.completeCount, stats.avgCompleteTime], [1, 4000])),
  report('situation', (days) => assert.ok(days.length >= 7 && days.every((one: object) => 'createTime' in one && 'count' in one))),
  report('position', (places) => assert.deepEqual(Object.values(places), [1])),
  report('source', (list) => assert.deepEqual(list, [{ browserName: 'WeChat', count: 1 }])),
  report('device', (list) => assert.deepEqual(list, [{ osName: 'Android', count: 1 }])),
  report('analysis', ([first]) => assert.deepEqual([first.fieldName, first.data, first.chartType], [['好', '不好'], [1, 0], 'pie'])),
  [
    'questionnaire GET project/template/type/list',
    () => ({ query: signed }),
    (list) => list.forEach((one: object) => has(one, 'id name sort')),
  ],
  [
    'questionnaire POST user/project/template/save',
    ({ kept }) => ({ query: signed, body: { key: kept.survey } }),
    (key, { kept }) => (kept.template = key),
  ],
  [
    'questionnaire GET project/template/page',
    () => ({ query: { ...signed, current: 1, size: 11, name: '', type: '' } }),
    (page) => void rows(page, TEMPLATE),
  ],
  [
    'questionnaire GET project/template/tenantPage',
    () => ({ query: { ...signed, current: 1, size: 11, name: '', type: 4 } }),
    (page, { kept }) => assert.ok(rows(page, TEMPLATE).some(({ key }: { key: string }) => key === kept.template)),
  ],
  [
    'questionnaire GET project/template/details/{projectKey}',
    ({ kept }) => ({ at: [kept.template], query: signed }),
    ({ project, projectItems }) => (has(project, TEMPLATE), assert.equal(projectItems.length, 3)),
  ],
  [
    'questionnaire POST user/project/use-template/create',
    ({ kept }) => ({ query: signed, body: { key: kept.template } }),
    async (key, w) => {
      const { data } = await w.t.call('GET', `/questionnaire/user/project/details/${key}`, { as: w.staff });
      has(data.project, PROJECT);
      assert.deepEqual([data.project.status, data.project.sourceType, data.projectItems.length], [1, 2, 3]);
      await own(w, 'logic/delete', { projectKey: key, formItemId: 102 });
    },
  ],
  [
    'questionnaire POST logic/delete',
    ({ kept }) => ({ query: signed, body: { ...kept.logic, conditionList: [] } }),
    (gone) => assert.equal(gone, true),
  ],
  ['questionnaire PUT user/project/checkin', ({ kept }) => ({ query: signed, body: { key: kept.survey } })],
  [
    'questionnaire GET user/project/checkin',
    () => ({ query: signed }),
    ({ project, projectItems }, { kept }) => assert.deepEqual([project.key, projectItems.length], [kept.survey, 3]),
  ],
  [
    'questionnaire GET user/project/checkinByUserId',
    async (w) => {
      const { data } = await w.t.call('GET', '/members/oldman/page', { as: w.staff, input: { size: 1 } });
      w.kept.surveyed = data.records[0].id;
      await own(w, 'result/create', {
        projectKey: w.kept.survey,
        personId: w.kept.surveyed,
        originalData: { field101: 1 },
        processData: {},
      });
      return { query: { ...signed, userId: String(w.kept.surveyed) } };
    },
    ({ score }) => assert.equal(score, 10),
  ],
  [
    'questionnaire GET item/list/checkin/result',
    ({ kept }) => ({ query: { ...signed, key: kept.survey, userId: kept.surveyed } }),
    ([first]) => assert.deepEqual([first.formItemId, first.answer, first.score], [101, '好', 10]),
  ],
  [
    'questionnaire GET checkinscorerule/page',
    () => ({ query: { ...signed, ...paged } }),
    (page, { kept }) => ([kept.rule] = rows(page, 'id name')),
  ],
  [
    'questionnaire GET checkinscorerule/ruleByScore/{score}',
    ({ kept }) => ({ at: [kept.rule.startScore], query: signed }),
    (rule, { kept }) => assert.equal(rule.id, kept.rule.id),
  ],
];
