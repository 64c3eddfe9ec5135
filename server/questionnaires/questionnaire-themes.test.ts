import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { questionnaires } from '#contract/questionnaires/questionnaires.ts';
import { themeCatalogue } from '#contract/questionnaires/theme-catalogue.ts';
import { questionnaireThemes as routes } from '#contract/questionnaires/themes.ts';
import { questionnaire } from '#test/forms.ts';
import { harness, refusal, type Harness, type TestUser } from '#test/harness.ts';

let t: Harness;
let admin: TestUser;
let reader: TestUser;
let stranger: TestUser;
before(async () => {
  t = await harness();
  const tenant = await t.tenant('平安颐养院');
  admin = await t.user(tenant);
  reader = await t.user(tenant, { permissions: ['questionnaire_project_view'] });
  stranger = await t.user(await t.tenant());
});
after(() => t.close());

const picture = (name: string) => `/admin/sys-file/files/${name.repeat(8)}-1111-4111-8111-111111111111.png`;
const bare = {
  themeId: null,
  logoImg: null,
  logoPosition: null,
  submitBtnText: '提交',
  backgroundColor: null,
  backgroundImg: null,
  showTitle: true,
  showDescribe: true,
  showNumber: false,
};

describe('themes of questionnaires', () => {
  it('are listed by style and colour as clients of the wire ask', async () => {
    const list = async (query: string) => (await t.call('GET', `/questionnaire/project/theme/list?${query}`, { as: reader })).data;
    assert.deepEqual(await list('color=&style='), themeCatalogue);
    const blue = await list(`color=${encodeURIComponent('#2672FF ')}&style=`);
    assert.ok(blue.length > 0 && blue.every(({ color }: { color: string[] }) => color.includes('#2672FF')));
  });

  it('are saved over one another; what is absent stays, null is as a new one begins', async () => {
    const { key } = await questionnaire(t, admin);
    const read = async () => {
      const { data } = await t.call('GET', `/questionnaire/user/project/theme/${key}`, { as: reader });
      if (data === null) return null;
      const { id: _id, createTime: _created, updateTime: _updated, ...rest } = data;
      return rest;
    };
    assert.equal(await read(), null);
    const look = { themeId: 5, logoImg: picture('a'), logoPosition: 'center', submitBtnText: '交卷', showNumber: true };
    const saved = await t.route(routes.save, admin, { projectKey: key, ...look, backgroundColor: '#ffffff', showTitle: false });
    assert.deepEqual([saved.status, saved.data, saved.msg], [200, true, '保存成功']);
    const of = { projectKey: key, headImgUrl: '/themes/hills.svg', btnsColor: '#2A7A51' };
    assert.deepEqual(await read(), { ...bare, ...look, ...of, showTitle: false, backgroundColor: '#ffffff' });
    await t.call('POST', '/questionnaire/user/project/theme/save', {
      as: admin,
      input: { projectKey: key, backgroundColor: '#ffffff', backgroundImg: picture('b'), logoImg: '' },
    });
    assert.deepEqual(
      await read(),
      { ...bare, ...look, ...of, showTitle: false, logoImg: null, backgroundImg: picture('b') },
      'a picture takes the colour away',
    );
    const unset = Object.fromEntries(Object.keys(bare).map((field) => [field, null]));
    await t.route(routes.save, admin, { projectKey: key, ...unset });
    assert.deepEqual(await read(), { ...bare, projectKey: key, headImgUrl: null, btnsColor: null });
  });

  it('come with the questionnaire, for a person with the link with addresses that open', async () => {
    const { key } = await questionnaire(t, admin);
    await t.route(routes.save, admin, { projectKey: key, themeId: 1, logoImg: picture('c') });
    const look = async (as: TestUser | null) => (await t.route(questionnaires.details, as, { projectKey: key })).data.userProjectTheme;
    const own = await look(reader);
    assert.deepEqual([own.logoImg, own.headImgUrl, own.btnsColor], [picture('c'), '/themes/lanterns.svg', '#B3261E']);
    const { logoImg, backgroundImg } = await look(null);
    assert.equal(logoImg, picture('c'), 'a file that is not there is not opened');
    assert.equal(backgroundImg, null);
  });

  it('are refused in words when they are no theme, no colour, no picture of ours, or of another institution', async () => {
    const { key } = await questionnaire(t, admin);
    const tried = async (as: TestUser, more: object) => refusal(await t.route(routes.save, as, { projectKey: key, ...more }));
    assert.deepEqual(await tried(admin, { themeId: 999 }), [400, '主题不存在，请重新选择']);
    assert.deepEqual(await tried(admin, { backgroundColor: 'red;}' }), [400, '颜色格式不正确']);
    assert.deepEqual(await tried(admin, { logoImg: 'https://example.com/a.png' }), [400, '图片地址不正确，请上传图片']);
    assert.deepEqual(await tried(admin, { logoPosition: 'top' }), [400, '标志位置不正确']);
    assert.deepEqual(await tried(admin, { submitBtnText: '长'.repeat(21) }), [400, '按钮文字不能超过20个字符']);
    assert.equal((await tried(reader, {}))[0], 403);
    assert.deepEqual(await tried(stranger, {}), [404, '问卷不存在']);
    assert.equal((await t.route(routes.get, admin, { key })).data, null);
    assert.equal((await t.route(routes.get, stranger, { key })).data, null);
  });
});
