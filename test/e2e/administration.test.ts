import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { accessible, button, choose, dialog, rowAction, said } from './pages.ts';
import { knownSum, noBrowser, startProduct, type Product, WIDE } from './product.ts';

const DEPARTMENT = '康复部';
const ROLE = '康复师';
const NAME = '苏文清';
const USERNAME = 'suwenqing';
const OWN_PASSWORD = 'tulip4827';

describe('administration', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let given = '';
  const problems: string[] = [];

  const show = async (path: string) => {
    await admin.goto(product.url + path);
    await admin.locator('.ant-table-row, .m-dict').first().waitFor();
  };
  const row = (page: Page, text: string) => page.locator('.ant-table-row', { hasText: text }).first();
  const pick = async (page: Page, title: string) =>
    page.locator('.ant-select-dropdown:visible').getByTitle(title, { exact: true }).first().click();

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, permissions: ['clipboard-read', 'clipboard-write'], bypassCSP: true });
    admin.on('pageerror', (error) => problems.push(error.message));
  });
  after(() => product?.stop());

  it('makes a department with a head below another', async () => {
    await show('/admin/dept/index');
    await button(admin, '新增').click();
    const form = dialog(admin, '新增部门');
    await button(form, '保存').click();
    await form.getByText('请输入部门名称').waitFor();
    await form.getByLabel('部门名称', { exact: true }).fill(DEPARTMENT);
    await form.getByLabel('上级部门', { exact: true }).click();
    await pick(admin, '平安颐养院');
    await form.getByLabel('电话', { exact: true }).fill('0571-88886666');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await row(admin, DEPARTMENT).getByText('0571-88886666').waitFor();
    await accessible(admin, '.y-list');
  });

  it('puts departments in order by dragging and by keys, among their own', async () => {
    const handle = (name: string) => admin.getByRole('button', { name: `移动${name}，按上下方向键调整顺序` });
    const inOrder = (first: string, second: string) =>
      admin.waitForFunction(
        ([a, b]) => {
          const names = [...document.querySelectorAll('.ant-table-row td:first-child')].map(({ textContent }) => textContent);
          return names.indexOf(a as string) >= 0 && names.indexOf(a as string) < names.indexOf(b as string);
        },
        [first, second],
      );
    const centre = async (name: string) => {
      const box = (await handle(name).boundingBox()) ?? assert.fail(`${name} has no handle`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    await inOrder('后勤部', '财务部');
    const [from, to] = [await centre('财务部'), await centre('后勤部')];
    await admin.mouse.move(from.x, from.y);
    await admin.mouse.down();
    await admin.mouse.move(to.x, to.y - 8, { steps: 6 });
    await admin.locator('.y-drop-before', { hasText: '后勤部' }).waitFor();
    await admin.mouse.up();
    await inOrder('财务部', '后勤部');
    await handle('财务部').press('ArrowDown');
    await inOrder('后勤部', '财务部');
    await show('/admin/dept/index');
    await inOrder('后勤部', '财务部');
  });

  it('makes a role and gives it two pages, shown before they are saved', async () => {
    await show('/admin/role/index');
    await button(admin, '新增').click();
    const form = dialog(admin, '新增角色');
    await form.getByLabel('角色名称', { exact: true }).fill(ROLE);
    await form.getByLabel('角色标识', { exact: true }).fill('therapist');
    await form.getByText('自定义部门').click();
    await button(form, '保存').click();
    await form.getByText('请选择数据权限的部门').waitFor();
    await form.getByText('能看到本机构内所有数据').click();
    await button(form, '保存').click();
    await said(admin, '创建成功');
    const rights = dialog(admin, `${ROLE}的权限`);
    await rights.getByText('角色已新增，还没有任何权限').waitFor();
    await button(rights, '关闭').last().click();
    await row(admin, ROLE)
      .getByRole('button', { name: `${ROLE}未授权，去分配权限` })
      .click();
    await button(rights, '全部展开').click();
    await rights.getByRole('group', { name: '首页的按钮' }).getByLabel('查看', { exact: true }).check();
    const people = rights.getByRole('group', { name: '服务对象的按钮' });
    await people.getByLabel('新增', { exact: true }).check();
    assert.ok(await people.getByLabel('查看', { exact: true }).isChecked(), 'a button needs its page');
    await accessible(admin, '.u-perms');
    await rights.getByLabel('搜索权限').fill('没有这样的');
    await rights.getByText('没有符合的菜单或按钮').waitFor();
    await rights.getByLabel('搜索权限').fill('');
    await button(rights, '保存（3 项变化）').click();
    const summary = dialog(admin, `确认修改“${ROLE}”的权限？`);
    await summary.getByText('服务对象 / 新增').waitFor();
    await button(summary, '确认保存').click();
    await said(admin, '更新成功');
    await row(admin, ROLE).getByText('已授权').waitFor();
  });

  it('refuses to change one’s own role, and says why', async () => {
    await rowAction(row(admin, '机构管理员'), '分配权限');
    const rights = dialog(admin, '机构管理员的权限');
    await rights.getByText('只能查看：不能修改自己的角色').waitFor();
    await button(rights, '全部展开').click();
    assert.ok(await rights.getByLabel('首页', { exact: true }).isDisabled());
    await button(rights, '关闭').last().click();
  });

  it('makes a user whose password is shown once', async () => {
    await show('/admin/user/index');
    await admin.locator('.u-depts').getByText(DEPARTMENT, { exact: true }).click();
    await admin.getByText('暂无用户').waitFor();
    await button(admin, '新增').click();
    const form = dialog(admin, '新增用户');
    await form.getByLabel('姓名', { exact: true }).fill(NAME);
    await form.getByLabel('用户名', { exact: true }).fill('nurse');
    await form.getByText('用户名已存在').waitFor();
    await form.getByLabel('用户名', { exact: true }).fill(USERNAME);
    await form.getByLabel('手机号', { exact: true }).fill('13900007777');
    await choose(admin, form, '角色', ROLE);
    await admin.keyboard.press('Escape');
    assert.ok(await form.getByTitle(DEPARTMENT, { exact: true }).isVisible(), 'in the department that was open');
    await button(form, '保存').click();
    const shown = dialog(admin, `${NAME}的登录密码`);
    given = (await shown.locator('dd').last().textContent()) ?? '';
    assert.match(given, /^\S{12}$/);
    await shown.getByLabel('复制用户名和密码').click();
    assert.equal(await admin.evaluate(() => navigator.clipboard.readText()), `用户名：${USERNAME}\n密码：${given}`);
    await button(shown, '我已记下').click();
    await row(admin, NAME).getByText('139****7777').waitFor();
    await accessible(admin, '.u-page');
    await row(admin, NAME).getByText(NAME).click();
    const details = dialog(admin, NAME);
    await details.getByText('查看、新增').waitFor();
    await details.getByText('30天内没有登录').waitFor();
    await button(details, '关闭').last().click();
  });

  it('lets that user in with it, who must change it and sees his pages and no others', async () => {
    const context = await product.newContext();
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${product.url}/login`);
    await knownSum(page, product);
    await page.getByLabel('用户名', { exact: true }).fill(USERNAME);
    await page.getByLabel('密码', { exact: true }).fill(given);
    await page.getByLabel('验证码', { exact: true }).fill('2');
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await page.getByRole('heading', { name: '请先修改密码' }).waitFor();
    await page.getByLabel('当前密码', { exact: true }).fill(given);
    await page.getByLabel('新密码', { exact: true }).fill(OWN_PASSWORD);
    await page.getByLabel('再次输入新密码', { exact: true }).fill(OWN_PASSWORD);
    await page.getByRole('button', { name: '确定' }).click();
    await page.locator('.y-user').waitFor();
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByText('服务对象', { exact: true }).waitFor();
    assert.deepEqual(await menu.locator('.ant-menu-title-content:visible').allInnerTexts(), ['今天', '首页', '长者', '服务对象']);
    await page.goto(`${product.url}/admin/user/index`);
    await page.getByText('404').first().waitFor();
    await page.getByText(/如果工作需要这个页面，请联系 .+ 开通权限/).waitFor();
    await context.close();
  });

  it('locks with a reason, and one’s own row is spared', async () => {
    await show('/admin/user/index');
    await admin.getByRole('search').getByLabel('姓名', { exact: true }).fill(NAME);
    await admin.keyboard.press('Enter');
    await admin.getByText('共 1 条').waitFor();
    await rowAction(row(admin, NAME), '锁定');
    const lock = dialog(admin, `锁定：${NAME}`);
    await button(lock, '锁定').click();
    await lock.getByText('请输入锁定原因').waitFor();
    await lock.getByLabel('锁定原因').fill('长期休假');
    await button(lock, '锁定').click();
    await said(admin, '已锁定 1 人');
    await row(admin, NAME).getByText('锁定', { exact: true }).waitFor();
    assert.ok(
      await product.deps.logins
        .query('select 1 from app.find_login($1) where user_status = 9', [USERNAME])
        .then(({ rowCount }) => rowCount === 1),
    );
  });

  it('adds an option to a dictionary, which a form then offers', async () => {
    await show('/admin/dict/index');
    await admin.getByLabel('搜索字典').fill('护理等级');
    await admin.locator('.m-dict', { hasText: 'care_level' }).click();
    await admin.getByText('服务对象 · 护理等级').waitFor();
    await button(admin.locator('.m-items'), '新增').click();
    const form = dialog(admin, '新增字典项');
    await form.getByLabel('标签', { exact: true }).fill('安宁照护');
    await form.getByLabel('值', { exact: true }).fill('1');
    await button(form, '保存').click();
    await said(admin, '字典项值已存在');
    await form.getByLabel('值', { exact: true }).fill('9');
    await button(form, '保存').click();
    await said(admin, '创建成功');
    await row(admin, '安宁照护').waitFor();
    await accessible(admin, '.m-page');
    await admin.goto(`${product.url}/oldMan/index`);
    await button(admin, '新增').click();
    const person = admin.locator('.y-page-card:visible', { hasText: '照护提醒' });
    await choose(admin, person, '护理等级', '安宁照护');
  });

  /** A person opens the login page in a browser that this institution's staff used before its system had another name. */
  async function loginPageSays(title: string) {
    const context = await product.newContext();
    await context.addInitScript(() => localStorage.setItem('yian.system-title', '{"tenantId":1000001,"title":"从前的名称"}'));
    const page = await context.newPage();
    await page.goto(`${product.url}/login`);
    await page.getByText(title, { exact: true }).first().waitFor();
    await page.waitForFunction((name) => document.title === name, title);
    assert.equal(await page.getByText('从前的名称').count(), 0);
    await context.close();
  }

  it('changes a parameter, refuses what could not be read, and restores what it came with', async () => {
    await admin.goto(`${product.url}/admin/param/index`);
    const setting = admin.getByRole('region', { name: '消息保留', exact: true });
    await admin.getByLabel('搜索参数').fill('消息保留');
    await setting.getByRole('spinbutton').fill('9999');
    await setting.getByRole('spinbutton').fill('90');
    await setting.getByText('已改').waitFor();
    await accessible(admin, '.m-settings');
    await button(admin, '保存数据保留').click();
    await said(admin, '保存成功');
    await setting.getByRole('button', { name: '消息保留恢复默认' }).click();
    await button(admin, '保存数据保留').click();
    await setting.getByText('已改').waitFor({ state: 'detached' });
    await admin.getByText('列表', { exact: true }).click();
    const find = async (key: string) => {
      await admin.getByRole('search').getByLabel('参数键', { exact: true }).fill(key);
      await admin.keyboard.press('Enter');
      await admin.getByText('共 1 条').waitFor();
    };
    await find('SYSTEM_TITLE');
    await rowAction(row(admin, 'SYSTEM_TITLE'), '编辑');
    const form = dialog(admin, '编辑参数');
    await form.getByLabel('参数值').fill('平安颐养');
    await button(form, '保存').click();
    await said(admin, '更新成功');
    await row(admin, 'SYSTEM_TITLE').getByText('已修改').waitFor();
    await admin.locator('.y-brand', { hasText: '平安颐养' }).waitFor();
    assert.equal(await admin.title(), '参数管理 - 平安颐养');
    await loginPageSays('平安颐养');
    await find('OFFICIAL_WEBSITE');
    await rowAction(row(admin, 'OFFICIAL_WEBSITE'), '编辑');
    await form.getByLabel('参数值').fill('javascript:alert(1)');
    await button(form, '保存').click();
    await form.getByText('应为以http://、https://或/开头的地址').waitFor();
    const asksBeforeReload = () => admin.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
    assert.equal(await asksBeforeReload(), true, 'the browser asks before what was typed is lost');
    await button(form, '取消').click();
    await button(dialog(admin, '内容尚未保存'), '放弃修改').click();
    assert.equal(await asksBeforeReload(), false);
    await find('SYSTEM_TITLE');
    await rowAction(row(admin, 'SYSTEM_TITLE'), '编辑');
    await button(form, '恢复默认').click();
    await button(form, '保存').click();
    await said(admin, '更新成功');
    await row(admin, 'SYSTEM_TITLE').getByText('默认', { exact: true }).waitFor();
  });

  it('made nothing break', () => assert.deepEqual([...problems, ...product.problems], []));
});
