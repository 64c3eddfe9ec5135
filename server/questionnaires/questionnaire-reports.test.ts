import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { questionnaireItems } from '#contract/questionnaires/questionnaire-items.ts';
import { questionnaireReports as routes } from '#contract/questionnaires/questionnaire-reports.ts';
import { questionnaireResults } from '#contract/questionnaires/questionnaire-results.ts';
import { dayOf, nextDay, weekdayOf } from '#contract/time.ts';
import { questionnaire, YES_NO } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let own: TestUser;
let stranger: TestUser;
let key: string;
let empty: string;

const COLORS = [
  { label: '红,橙', value: 1 },
  { label: '绿', value: 2 },
];
const ITEMS = [
  { type: 'INPUT', label: '意见' },
  { type: 'RADIO', label: '<p>是否完成</p>', expand: { options: YES_NO } },
  { type: 'CHECKBOX', label: '颜色', expand: { options: COLORS } },
  { type: 'SELECT', label: '再选', expand: { options: COLORS } },
  { type: 'RATE', label: '评分', expand: { max: 5 } },
  { type: 'DIVIDER', label: '' },
  { type: 'DATE', label: '日期' },
];
const fill = (as: TestUser | null, originalData: object, more: object = {}) =>
  t.route(questionnaireResults.create, as, { projectKey: key, originalData, ...more });

before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant);
  reader = await t.user(tenant, { permissions: ['questionnaire_result_view'] });
  own = await t.user(tenant, { permissions: ['questionnaire_result_view'], dataScope: 5 });
  stranger = await t.user(await t.tenant());
  ({ key } = await questionnaire(t, admin, { name: '统计', items: ITEMS }));
  ({ key: empty } = await questionnaire(t, admin, { name: '没人填', items: ITEMS }));
  const browser = { submitBrowser: 'Chrome', submitOs: 'Android' };
  const answers: [TestUser | null, object, object?][] = [
    [
      admin,
      { field101: '护士很好', field102: 1, field103: [1, 2], field104: 1, field105: 5, field107: '2026-01-01' },
      { completeTime: '1000', ...browser },
    ],
    [own, { field101: '护士耐心', field102: 1, field103: [2], field104: 1, field105: 4 }, { completeTime: '2001', ...browser }],
    [null, { field102: 2, field104: 2, field105: 1 }, { submitBrowser: 'Firefox' }],
    [null, { field102: 0, field102other: '都有', field104: 2 }],
  ];
  for (const [as, data, more] of answers) assert.equal((await fill(as, data, more)).status, 200);
  await t.deps.inTenant(admin.tenantId, (tx) =>
    tx.run(sql`insert into questionnaire_viewers (tenant_id, questionnaire_id, viewer)
      select tenant_id, id, decode(lpad(n::text, 4, '0'), 'hex') from questionnaires, generate_series(1, 9) n where key = ${key}`),
  );
  await t.deps.inTenant(admin.tenantId, (tx) =>
    tx.run(sql`update questionnaire_results set submit_address = '浙江省-杭州市'
      where tenant_id = ${admin.tenantId} and serial_number = 3`),
  );
});
after(() => t.close());

const read = async (name: string, as: TestUser = reader, input: object = {}) =>
  (await t.call('GET', `/questionnaire/user/project/report/${name}`, { as, input: { projectKey: key, ...input } })).data;

describe('reports of a questionnaire', () => {
  it('are what clients of the wire read, under both spellings', async () => {
    assert.deepEqual(await read('stats'), { avgCompleteTime: 750, completeCount: 4, viewCount: 9 });
    assert.deepEqual((await t.route(routes.stats, reader, { projectKey: key })).data, await read('stats'));
    assert.deepEqual(await read('position'), { 内网IP: 3, 浙江省: 1 });
    assert.deepEqual(await read('source'), [
      { browserName: 'Chrome', count: 2 },
      { browserName: 'Firefox', count: 1 },
      { browserName: '其他', count: 1 },
    ]);
    assert.deepEqual(await read('device'), [
      { osName: 'Android', count: 2 },
      { osName: '其他', count: 2 },
    ]);
    const analysis = await read('analysis');
    assert.deepEqual(analysis[0], {
      type: '单选框',
      label: '是否完成',
      formItemId: 102,
      fieldName: ['是', '否', '其他'],
      data: [2, 1, 1],
      map: { 是: 2, 否: 1, 其他: 1 },
      chartType: 'pie',
    });
    assert.deepEqual(
      analysis.slice(1).map(({ type, fieldName, data }: { type: string; fieldName: string[]; data: number[] }) => [type, fieldName, data]),
      [
        ['多选框', ['红,橙', '绿'], [1, 2]],
        ['下拉框', ['红,橙', '绿'], [2, 2]],
      ],
    );
  });

  it('show every day of this week, Monday first, and every day between two', async () => {
    const week: { createTime: string; count: number }[] = await read('situation');
    const today = dayOf(t.deps.now());
    assert.equal(week.length, 7);
    assert.equal(weekdayOf(Date.parse(`${week[0]!.createTime}T04:00:00Z`)), 1);
    assert.equal(week.find(({ createTime }) => createTime === today)?.count, 4);
    assert.equal(
      week.reduce((sum, { count }) => sum + count, 0),
      4,
    );
    const trend = await read('trend', reader, { beginDate: nextDay(today, -2), endDate: today });
    assert.deepEqual(trend, [
      { date: nextDay(today, -2), count: 0 },
      { date: nextDay(today, -1), count: 0 },
      { date: today, count: 4 },
    ]);
  });

  it('are zeros where nothing was answered', async () => {
    const of = { projectKey: empty };
    assert.deepEqual(await read('stats', reader, of), { avgCompleteTime: 0, completeCount: 0, viewCount: 0 });
    assert.deepEqual([await read('position', reader, of), await read('source', reader, of)], [{}, []]);
    assert.deepEqual((await read('analysis', reader, of))[0].data, [0, 0, 0]);
    const items = await read('items', reader, of);
    assert.ok(items.every(({ answered, numbers }: { answered: number; numbers: null }) => answered === 0 && numbers === null));
    assert.equal((await read('crosstab', reader, { ...of, rowItemId: 102, columnItemId: 104 })).test, null);
  });

  it('tell of each question how it was answered', async () => {
    const items: { label: string; answered: number; options: object[] | null; open: boolean; numbers: Record<string, unknown> | null }[] =
      await read('items');
    assert.deepEqual(
      items.map(({ label, answered, open }) => [label, answered, open]),
      [
        ['意见', 2, true],
        ['是否完成', 4, false],
        ['颜色', 2, false],
        ['再选', 4, false],
        ['评分', 3, false],
        ['日期', 1, false],
      ],
    );
    assert.deepEqual(items[2]?.options, [
      { label: '红,橙', count: 1 },
      { label: '绿', count: 2 },
    ]);
    const { mean, median, low, high, count } = items[4]?.numbers ?? {};
    assert.deepEqual([mean, median, low, high, count], [3.333, 4, 1, 5, 3]);
    const texts = await read('texts', reader, { formItemId: 101 });
    assert.deepEqual([texts.total, texts.texts.map(({ text }: { text: string }) => text)], [2, ['护士耐心', '护士很好']]);
    assert.deepEqual(texts.words[0], { word: '护士', count: 2 });
  });

  it('cross two choices, with a test where each answer is one choice', async () => {
    const found = await read('crosstab', reader, { rowItemId: 102, columnItemId: 104 });
    assert.deepEqual(
      [found.rows, found.columns, found.counts, found.answered],
      [
        ['是', '否', '其他'],
        ['红,橙', '绿'],
        [
          [2, 0],
          [0, 1],
          [0, 1],
        ],
        4,
      ],
    );
    assert.deepEqual([found.test.degrees, found.test.chiSquare, found.test.rough], [2, 4, true]);
    const several = await read('crosstab', reader, { rowItemId: 103, columnItemId: 104 });
    assert.deepEqual(
      [several.counts, several.test],
      [
        [
          [1, 0],
          [2, 0],
        ],
        null,
      ],
    );
  });

  it('count an option that was deleted since apart', async () => {
    const made = await questionnaire(t, admin, { name: '改过的', items: [ITEMS[1]!] });
    await t.route(questionnaireResults.create, admin, { projectKey: made.key, originalData: { field101: 2 } });
    const expand = { options: [YES_NO[0]] };
    await t.route(questionnaireItems.update, admin, { projectKey: made.key, formItemId: 101, type: 'RADIO', expand });
    assert.deepEqual((await read('analysis', reader, { projectKey: made.key }))[0].map, { 是: 0, 已删除的选项: 1 });
  });

  it('are of what the caller sees of results, and of the institution', async () => {
    assert.equal((await read('stats', own)).completeCount, 1);
    assert.deepEqual((await read('analysis', own))[0].data, [1, 0, 0]);
    assert.equal((await read('texts', own, { formItemId: 101 })).total, 1);
    for (const route of [routes.stats, routes.situation, routes.position, routes.analysis, routes.items])
      assert.deepEqual(refusal(await t.route(route, stranger, { projectKey: key })), [404, '问卷不存在']);
    const unable = await t.user(admin.tenantId, { permissions: ['questionnaire_project_view'] });
    assert.equal((await t.route(routes.stats, unable, { projectKey: key })).status, 403);
  });

  it('are of a span of time when one is asked for', async () => {
    const later = `${nextDay(dayOf(t.deps.now()))} 00:00:00`;
    assert.equal((await read('stats', reader, { beginDateTime: later })).completeCount, 0);
    assert.equal((await read('stats', reader, { beginDateTime: '', endDateTime: later })).completeCount, 4);
  });

  it('say what is wrong with what is asked', async () => {
    const tried = async (route: typeof routes.crosstab | typeof routes.texts | typeof routes.trend, input: object) =>
      refusal(await t.route(route as typeof routes.crosstab, reader, { projectKey: key, ...input } as never));
    assert.deepEqual(await tried(routes.crosstab, { rowItemId: 102, columnItemId: 102 }), [400, '请选择两道不同的题目']);
    assert.deepEqual(await tried(routes.crosstab, { rowItemId: 101, columnItemId: 102 }), [400, '「意见」不是选择题，不能交叉分析']);
    assert.deepEqual(await tried(routes.crosstab, { rowItemId: 900, columnItemId: 102 }), [404, '题目不存在']);
    assert.deepEqual(await tried(routes.texts, { formItemId: 102 }), [400, '此题没有文字回答']);
    assert.deepEqual(await tried(routes.trend, { beginDate: '2026-02-01', endDate: '2026-01-01' }), [400, '开始日期不能晚于结束日期']);
    assert.deepEqual(await tried(routes.trend, { beginDate: '2020-01-01', endDate: '2026-01-01' }), [400, '最多统计731天']);
    assert.equal((await t.call('GET', '/questionnaire/report/stats', { as: reader })).msg, '错误请求');
  });
});
