/** A stranger on a phone fills in a questionnaire, and reads what others answered. */
import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { newPhone, sentCode, smsTo } from '#test/phones.ts';
import { accessible, button, callFrom, listen, sign } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const API = '/questionnaire/user/project';
const options = (...labels: string[]) => labels.map((label, at) => ({ label, value: at + 1 }));

const QUESTIONS: { type: string; label: string; [more: string]: unknown }[] = [
  { type: 'INPUT', label: '您的姓名', required: true },
  { type: 'RADIO', label: '是否满意', required: true, expand: { options: [...options('满意', '不满意'), { label: '其他', value: 0 }] } },
  { type: 'TEXTAREA', label: '哪里不满意', required: true },
  { type: 'RATE', label: '服务评分', expand: { max: 5, allowHalf: true } },
  { type: 'DATE', label: '来访日期' },
  { type: 'PROVINCE_CITY', label: '居住地区' },
  { type: 'PAGINATION', label: '' },
  { type: 'UPLOAD', label: '照片', expand: { limit: 2, accept: '.png' } },
  { type: 'SIGN_PAD', label: '签名', required: true },
  { type: 'PHONE_VERIFICATION', label: '手机号', required: true },
  { type: 'INPUT_MAP', label: '所在位置' },
];
const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let product: Product;
let key: string;
let admin: Page;
before(async () => {
  product = await startProduct();
  admin = await product.signIn('admin');
  key = await callFrom<string>(admin, 'POST', `${API}/create`, {
    name: '家属满意度调查',
    describe: '<p>请<strong>如实</strong>填写。</p>',
  });
  for (const [at, question] of QUESTIONS.entries())
    await callFrom(admin, 'POST', '/questionnaire/item/create', { projectKey: key, formItemId: 101 + at, ...question });
  await callFrom(admin, 'POST', '/questionnaire/logic/save', {
    projectKey: key,
    formItemId: 103,
    expression: 1,
    conditionList: [{ formItemId: 102, expression: 'eq', optionValue: 2 }],
  });
  await callFrom(admin, 'POST', '/questionnaire/setting/save', { projectKey: key, publicResult: true, submitPromptText: '谢谢您的意见' });
  await callFrom(admin, 'POST', `${API}/publish`, { key });
});
after(() => product?.stop());

/** A picture for who looks at the pages, where one is asked for. */
const shot = async (page: Page, name: string) => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true });
};

async function firstPage(page: Page): Promise<void> {
  await page.getByRole('heading', { name: '家属满意度调查' }).waitFor();
  const name = page.getByRole('textbox', { name: '您的姓名' });
  // What is missing is said at its question, which has the focus.
  await button(page, '下一页').click();
  await page.getByText('您的姓名不能为空').waitFor();
  assert.ok(await name.evaluate((field) => field === document.activeElement));
  await shot(page, 'fill-missing');
  await name.fill('王芳');
  const worse = page.getByRole('textbox', { name: '哪里不满意' });
  assert.equal(await worse.count(), 0);
  const chosen = page.getByRole('group', { name: '是否满意' });
  await chosen.getByLabel('不满意').check();
  await worse.fill('饭菜偏咸');
  // What is hidden is forgotten.
  await chosen.getByLabel('其他').check();
  await worse.waitFor({ state: 'detached' });
  await chosen.getByLabel('不满意').check();
  assert.equal(await worse.inputValue(), '');
  await chosen.getByLabel('其他').check();
  await button(page, '下一页').click();
  await page.getByText('请输入其他内容').waitFor();
  await page.getByLabel('是否满意的其他内容').fill('看情况');
  await page.getByLabel('服务评分 4.5 分').check({ force: true });
  await page.getByLabel('来访日期').fill('2026-05-06');
  for (const [level, region] of [
    ['省份', '浙江省'],
    ['城市', '杭州市'],
    ['区县', '西湖区'],
  ] as const)
    await page.getByLabel(level, { exact: true }).selectOption({ label: region });
  await button(page, '大字').click();
  await button(page, '高对比度').click();
  await accessible(page, 'main');
  await shot(page, 'fill-contrast');
  await button(page, '高对比度').click();
  await button(page, '大字').click();
}

async function secondPage(page: Page): Promise<void> {
  await page.getByText('第 2 页，共 2 页').waitFor();
  await page.getByLabel('照片：选择文件').setInputFiles({ name: '房间.png', mimeType: 'image/png', buffer: PIXEL });
  // Once it is stored: its row then no longer changes the place of what is below.
  await page.getByRole('button', { name: '删除房间.png' }).waitFor();
  await sign(page, page.getByRole('group', { name: '签名' }));
  await button(page, '提交').click();
  await page.getByText('请填写手机号并完成短信验证').waitFor();
  const phone = newPhone();
  const texts = smsTo(product, phone).length;
  const proving = page.getByRole('group', { name: '手机号' });
  await proving.getByLabel('手机号', { exact: true }).fill(phone);
  await button(proving, '获取验证码').click();
  await proving.getByText('验证码已发送').waitFor();
  await proving.getByLabel('短信验证码').fill(await sentCode(product, phone, texts));
  await button(proving, '验证').click();
  await proving.getByText(`${phone} 已验证`).waitFor();
  await page.getByLabel('所在位置：地址').fill('文新街道1号');
  await button(page, '使用当前位置').click();
  await page.getByText(/^已取得位置/).waitFor();
  await accessible(page, 'main');
  await shot(page, 'fill-second');
}

describe('a questionnaire by its link', { skip: noBrowser, timeout: 300_000 }, () => {
  it('is filled in on a phone: logic, files, a signature, a proved number, a draft, a lost network, and read by everybody', async () => {
    const place = { longitude: 120.13, latitude: 30.26 };
    const context = await product.newContext({ ...PHONE, geolocation: place, permissions: ['geolocation'] });
    const page = await context.newPage();
    const problems: string[] = [];
    await listen(page, '家属', problems);
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'blob:') hosts.add(host);
    });
    await page.goto(`${product.url}/s/${key}`);
    await firstPage(page);
    await page.reload();
    await page.getByText('已恢复上次填写但未提交的内容').waitFor();
    assert.equal(await page.getByLabel('是否满意的其他内容').inputValue(), '看情况');
    await shot(page, 'fill-resumed');
    await button(page, '下一页').click();
    await secondPage(page);

    // The answer is lost on its way back: the same is sent again, and counts once.
    let lost = 0;
    await page.route('**/result/create', async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await button(page, '提交').click();
    await page.getByText(/^网络中断，没有收到提交结果/).waitFor();
    await shot(page, 'fill-lost');
    await button(page, '提交').click();
    await page.getByRole('heading', { name: '谢谢您的意见' }).waitFor();
    await shot(page, 'fill-done');
    const rows = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{ original: Record<string, unknown>; shown: Record<string, unknown> }>(sql`
        select r.original_data as original, r.process_data as shown from questionnaire_results r
        join questionnaires q on q.tenant_id = r.tenant_id and q.id = r.questionnaire_id
        where r.tenant_id = ${PINGAN} and q.key = ${key}`),
    );
    assert.equal(rows.length, 1);
    const { original, shown } = rows[0]!;
    assert.deepEqual(
      [original.field101, original.field102, original.field103, original.field104, original.field105, original.field106],
      ['王芳', 0, undefined, 4.5, '2026-05-06', ['浙江省', '杭州市', '西湖区']],
    );
    assert.equal(shown.field102other, '看情况');
    assert.match(String((original.field108 as { url: string }[])[0]?.url), /^\/admin\/sys-file\//);
    const [lng, lat, address] = original.field111 as [number, number, string];
    assert.equal(address, '文新街道1号');
    // Maps of the country are some hundred metres off what a phone says.
    assert.ok(Math.abs(lng - place.longitude) > 0.003 && Math.abs(lat - place.latitude) < 0.01);

    await page.getByRole('link', { name: '查看数据' }).click();
    const data = page.getByRole('region', { name: '填写数据' });
    await data.getByRole('cell', { name: '其他:看情况' }).waitFor();
    await data.getByRole('link', { name: '房间.png' }).waitFor();
    await data.getByRole('img', { name: '签名' }).waitFor();
    await accessible(page, 'main');
    await shot(page, 'fill-results');

    // A finished one leaves no draft.
    await page.goto(`${product.url}/s/${key}`);
    assert.equal(await page.getByRole('textbox', { name: '您的姓名' }).inputValue(), '');
    assert.equal(await page.getByText('已恢复上次填写').count(), 0);
    await callFrom(admin, 'POST', `${API}/stop`, { key });
    await page.reload();
    await page.getByRole('heading', { name: '项目暂时无法填写' }).waitFor();
    await accessible(page, 'main');
    assert.deepEqual([...hosts], [new URL(product.url).host]);
    assert.deepEqual(
      problems.filter((problem) => !/result\/create/.test(problem)),
      [],
    );
  });

  it('asks row by row, for an order, for marks and for entries, with earlier answers in its words', async () => {
    const rows = options('饭菜', '房间');
    const made = await callFrom<string>(admin, 'POST', `${API}/create`, { name: '回访', describe: '' });
    const questions = [
      { type: 'INPUT', label: '老人姓名' },
      { type: 'MATRIX_SELECT', label: '${field101}满意吗', required: true, expand: { rows, options: options('好', '差') } },
      { type: 'MATRIX_SCALE', label: '评分', expand: { rows, max: 5, lowLabel: '很差', highLabel: '很好' } },
      { type: 'NPS', label: '推荐' },
      { type: 'SORT', label: '看重什么', required: true, expand: { options: options('饮食', '医疗', '活动'), max: 2 } },
      {
        type: 'SUB_FORM',
        label: '用药',
        expand: {
          items: [
            { formItemId: 1, type: 'INPUT', label: '药名', required: true },
            { formItemId: 2, type: 'RADIO', label: '何时', expand: { options: options('饭前', '饭后') } },
          ],
        },
      },
      { type: 'RADIO', label: '场次', expand: { options: options('上午', '下午') } },
    ];
    for (const [at, question] of questions.entries())
      await callFrom(admin, 'POST', '/questionnaire/item/create', { projectKey: made, formItemId: 101 + at, ...question });
    await callFrom(admin, 'POST', '/questionnaire/setting/save', { projectKey: made, publicResult: true });
    const quotas = [{ most: 1, conditions: [{ formItemId: 107, optionValue: 1 }] }];
    await callFrom(admin, 'POST', '/questionnaire/quota/save', { projectKey: made, quotas });
    await callFrom(admin, 'POST', `${API}/publish`, { key: made });
    const page = await (await product.newContext(PHONE)).newPage();
    await page.goto(`${product.url}/s/${made}`);
    await page.getByRole('textbox', { name: '老人姓名' }).fill('王<b>芳</b>');
    const satisfied = page.getByRole('group', { name: '王＜b>芳＜/b>满意吗' });
    await button(page, '提交').click();
    await satisfied.getByText(/请回答“饭菜”等2行/).waitFor();
    await satisfied.getByRole('group', { name: '饭菜' }).getByLabel('好').check();
    await satisfied.getByRole('group', { name: '房间' }).getByLabel('差').check();
    await page.getByLabel('饭菜 5 分').check({ force: true });
    await page.getByLabel('推荐 9 分').check({ force: true });
    const order = page.getByRole('group', { name: '看重什么' });
    await order.getByRole('button', { name: '医疗', exact: true }).tap();
    await order.getByRole('button', { name: /饮食$/ }).tap();
    await order.getByRole('button', { name: /^2\s*饮食$/ }).press('ArrowUp');
    await order.getByRole('button', { name: /^1\s*饮食$/ }).waitFor();
    const medicines = page.getByRole('group', { name: '用药', exact: true });
    await button(medicines, '添加一条').tap();
    await medicines.getByLabel('药名').fill('钙片');
    await medicines.getByLabel('饭后').check();
    await page.getByRole('group', { name: '场次' }).getByLabel('上午').check();
    await accessible(page, 'main');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the phone');
    await shot(page, 'fill-parts');
    await button(page, '提交').click();
    await page.getByRole('link', { name: '查看数据' }).click();
    const data = page.getByRole('region', { name: '填写数据' });
    for (const cell of ['饭菜：好；房间：差', '饭菜：5', '饮食 > 医疗', '1：药名 钙片，何时 饭后'])
      await data.getByRole('cell', { name: cell }).waitFor();
    await data.getByRole('columnheader', { name: '「老人姓名」满意吗' }).waitFor();
    // The only place was taken.
    await page.goto(`${product.url}/s/${made}`);
    assert.ok(await page.getByLabel('上午（已满）').isDisabled());
    assert.ok(await page.getByLabel('下午').isEnabled());
  });
});
