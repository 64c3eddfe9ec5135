import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { toMap } from '#server/geo/coordinates.ts';
import { imeiOf } from '../../scripts/demo/residents.ts';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { accessible, button, choose, chooseAddress, chooseInTree, chooseRow, dialog, download, said, searchName } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NAME = '欧阳晓岚';
/** A watch that the demonstration does not have. */
const WATCH = 900;

describe('people and their devices', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin: Page;
  let fleet: Fleet | undefined;
  let [personId, deviceId] = [0, 0];

  const row = <T>(query: ReturnType<typeof sql<T>>) => product.deps.inTenant(PINGAN, (tx) => tx.row<T>(query));
  const show = async (page: Page, path: string) => {
    await page.goto(product.url + path);
    await page.locator('.y-list, .y-page-card, .d-card').first().waitFor();
  };
  const edit = async (page: Page) => {
    await show(page, '/oldMan/index');
    await searchName(page, NAME);
    const found = page.locator('.ant-table-row', { hasText: NAME });
    await button(found, '编辑').click();
    const drawer = dialog(page, '编辑服务对象');
    await drawer.getByLabel('备注', { exact: true }).waitFor();
    return drawer;
  };

  before(async () => {
    product = await startProduct({ devices: 'real' });
    admin = await product.signIn('admin', { permissions: [], at: null });
  });
  after(async () => {
    await fleet?.stop();
    await product?.stop();
  });

  it('refuses an age range of one end, and says so', async () => {
    await show(admin, '/oldMan/index');
    await button(admin.getByRole('search'), '展开').click();
    await admin.getByLabel('起始年龄').fill('80');
    await button(admin.getByRole('search'), '查询').click();
    await admin.getByText('请正确输入年龄范围').waitFor();
    await accessible(admin, 'body');
  });

  it('registers a person with all there is to know', async () => {
    await show(admin, '/oldMan/index');
    await button(admin, '新增').click();
    const drawer = admin.locator('.y-page-card:visible', { hasText: '照护提醒' });
    await button(drawer, '保存并继续').click();
    await drawer.getByText('请输入姓名', { exact: true }).waitFor();
    await drawer.getByLabel('姓名', { exact: true }).fill(NAME);
    await drawer.getByText('女', { exact: true }).click();
    await drawer.getByLabel('出生日期').fill('1941-03-05');
    await drawer.getByLabel('出生日期').press('Enter');
    await drawer.getByLabel('联系电话', { exact: true }).fill('139000');
    await drawer.getByText('电话号码格式不正确').waitFor();
    await drawer.getByLabel('联系电话', { exact: true }).fill('13900001234');
    await drawer.getByLabel('紧急联系人').fill('欧阳建国');
    await drawer.getByLabel('联系人电话').fill('0571-87654321');
    await choose(admin, drawer, '联系人关系', '儿子');
    await choose(admin, drawer, '服务类型', '居家养老');
    await choose(admin, drawer, '护理等级', '二级护理');
    await choose(admin, drawer, '能力评估', '中度失能');
    await chooseInTree(admin, drawer, '所属部门', '护理一部');
    await drawer.getByLabel('护理员').click();
    const staff = dialog(admin, '选择护理员');
    await chooseRow(staff, staff.locator('.ant-table-row').first());
    await drawer.getByLabel('照护提醒').fill('夜间起身需搀扶');
    await drawer.getByLabel('照护提醒').press('Enter');
    await drawer.getByLabel('备注', { exact: true }).fill('爱听越剧');
  });

  it('takes the address, the place and the region from the map', async () => {
    const drawer = admin.locator('.y-page-card:visible', { hasText: '照护提醒' });
    const shown = await chooseAddress(admin, drawer, '浙江省杭州市西湖区文三路90号');
    await accessible(admin, 'body');
    await button(drawer, '保存并继续').click();
    await said(admin, '创建成功');
    const kept =
      await row(sql<any>`select id, longitude, latitude, region_code, birth_date::text as born, gender, care_level, ability, carer_id,
        department_id, flags, contact_phone, service_type
      from people where tenant_id = ${PINGAN} and name = ${NAME}`);
    personId = kept.id;
    assert.deepEqual(
      [kept.region_code, kept.born, kept.gender, kept.care_level, kept.ability, kept.flags, kept.contact_phone, kept.service_type],
      ['330106', '1941-03-05', 2, 5, 2, ['夜间起身需搀扶'], '0571-87654321', 2],
    );
    assert.ok(kept.carer_id && kept.department_id);
    // The map says GCJ-02, the database keeps WGS-84: some hundred metres apart here.
    const [lng = 0, lat = 0] = toMap([kept.longitude, kept.latitude]);
    assert.ok(
      Math.abs(lng - (shown[0] as number)) < 2e-5 && Math.abs(lat - (shown[1] as number)) < 2e-5,
      `${lng}, ${lat} is where the map showed ${shown.join()}`,
    );
    assert.ok(Math.abs(kept.longitude - (shown[0] as number)) > 1e-3, 'and is not GCJ-02 itself');
  });

  it('finds them by two characters of the name and shows them whole', async () => {
    await show(admin, '/oldMan/index');
    await searchName(admin, '晓岚');
    await admin.getByText('共 1 条').waitFor();
    await button(admin, '导出').click();
    const file = await download(admin, button(admin.getByRole('dialog', { name: '导出服务对象' }), '导出'));
    assert.match(file.suggestedFilename(), /^服务对象\d{8}\.xlsx$/);
    assert.equal((await readFile(await file.path())).subarray(0, 2).toString(), 'PK');
    await admin.getByRole('link', { name: NAME }).click();
    await admin.getByRole('heading', { level: 2, name: new RegExp(NAME) }).waitFor();
    const page = admin.locator('.y-page-width:visible');
    await page.getByRole('tab', { name: '基本信息' }).click();
    for (const text of [
      '1941-03-05',
      '欧阳建国',
      '0571-87654321',
      '儿子',
      '二级护理',
      '中度失能',
      '夜间起身需搀扶',
      '爱听越剧',
      '浙江省杭州市西湖区',
    ]) {
      await page.getByText(text).first().waitFor();
    }
    await accessible(admin, 'body');
  });

  it('does not let the slower of two overwrite the other', async () => {
    const nurse = await product.signIn('nurse');
    const mine = await edit(admin);
    const theirs = await edit(nurse);
    await theirs.getByLabel('备注', { exact: true }).fill('已改听评弹');
    await button(theirs, '保存').click();
    await said(nurse, '更新成功');
    await mine.getByLabel('紧急联系人').fill('欧阳建军');
    await button(mine, '保存').click();
    await mine.getByText('保存失败：在您编辑期间，他人修改了这条记录').waitFor();
    await button(mine, '载入最新内容').click();
    await mine.getByText('他人修改了这条记录').waitFor({ state: 'detached' });
    assert.equal(await mine.getByLabel('备注', { exact: true }).inputValue(), '已改听评弹');
    await mine.getByLabel('紧急联系人').fill('欧阳建军');
    await button(mine, '保存').click();
    await said(admin, '更新成功');
    const kept = await row(
      sql<any>`select remarks, contact_name, care_level, longitude, carer_id from people where tenant_id = ${PINGAN} and id = ${personId}`,
    );
    assert.deepEqual([kept.remarks, kept.contact_name, kept.care_level], ['已改听评弹', '欧阳建军', 5]);
    assert.ok(kept.longitude && kept.carer_id, 'what was not touched stays');
    await nurse.context().close();
  });

  it('keeps the bed of a person who is edited', async () => {
    const before = await row(
      sql<any>`select id, name, bed_id from people where tenant_id = ${PINGAN} and bed_id is not null and deleted_at is null
        order by id limit 1`,
    );
    await show(admin, `/oldMan/detail?id=${before.id}&tabid=basic&isview=true`);
    await button(admin, '编辑').click();
    const drawer = dialog(admin, '编辑服务对象');
    await drawer.getByLabel('备注', { exact: true }).fill('床位不变');
    await button(drawer, '保存').click();
    await said(admin, '更新成功');
    const kept = await row(sql<any>`select bed_id, remarks from people where tenant_id = ${PINGAN} and id = ${before.id}`);
    assert.deepEqual([kept.bed_id, kept.remarks], [before.bed_id, '床位不变']);
  });

  it('gives them a watch, and its readings arrive on the open page', async () => {
    await show(admin, '/device/index');
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增设备');
    const wrong = imeiOf(WATCH).replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
    await drawer.getByLabel('设备编号').fill(wrong);
    await drawer.getByText('校验位不正确，请核对IMEI是否输错').waitFor();
    await drawer.getByLabel('设备编号').fill(imeiOf(WATCH));
    await drawer.getByText(`部分腕表以中间十位 ${watchId(WATCH)} 上报`).waitFor();
    await drawer.getByLabel('设备名称').fill('晓岚的腕表');
    await drawer.getByLabel('佩戴人').click();
    const picker = dialog(admin, '选择服务对象');
    await picker.getByLabel('姓名电话').fill('晓岚');
    await button(picker.getByRole('search'), '查询').click();
    await button(picker.locator('.ant-table-row', { hasText: NAME }), '选择').click();
    await picker.waitFor({ state: 'detached' });
    await button(drawer, '保存').click();
    await said(admin, '创建成功');
    const device = await row(sql<any>`select id, person_id from devices where tenant_id = ${PINGAN} and imei = ${imeiOf(WATCH)}`);
    assert.equal(device.person_id, personId);
    deviceId = device.id;

    await show(admin, `/device/detail?id=${deviceId}`);
    await admin.getByText('这台设备还没有上线过，开机并联网后会自动出现数据').waitFor();
    fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(WATCH)], rate: 2 });
    assert.ok(await fleet.connected(30_000), 'the watch connects');
    const page = admin.locator('.d-detail:visible');
    await page.locator('.d-head').getByText('在线', { exact: true }).waitFor({ timeout: 60_000 });
    const heart = page.getByRole('region', { name: '心率' });
    await heart.waitFor({ timeout: 60_000 });
    await heart.getByRole('img', { name: /^心率趋势/ }).waitFor({ timeout: 60_000 });
    const shown = Number(await heart.locator('b').first().textContent());
    const stored = await row(
      sql<any>`select count(*) filter (where value = ${shown})::integer as same from readings
        where tenant_id = ${PINGAN} and device_id = ${deviceId} and metric = 1`,
    );
    assert.ok(stored.same > 0, `the watch said ${shown}`);
    await page.getByText('定位于').waitFor({ timeout: 60_000 });
    await accessible(admin, 'body');
    await show(admin, `/oldMan/detail?id=${personId}&tabid=device&isview=true`);
    await admin.locator('.p-devices').getByText('心率').waitFor();
  });

  it('does not delete a person whose alarm is open', async () => {
    fleet?.alarm(watchId(WATCH));
    assert.ok(await fleet?.acknowledged(30_000), 'the alarm is heard');
    await show(admin, `/oldMan/detail?id=${personId}&tabid=warning&isview=true`);
    await admin.locator('.y-page-width:visible').getByText('SOS求助').first().waitFor();
    await show(admin, '/oldMan/index');
    await searchName(admin, '晓岚');
    // Cards of the alarm lie above the page: the keyboard goes below them.
    await button(admin.locator('.ant-table-row', { hasText: NAME }), '更多').press('Enter');
    await admin.getByRole('menuitem', { name: '删除' }).press('Enter');
    const asking = dialog(admin, `删除“${NAME}”`);
    await asking.getByText(/还有\d+条未处理的预警，请先处理/).waitFor();
    assert.ok(await button(asking, '删除').isDisabled());
    await button(asking, '取消').press('Enter');
    assert.equal((await row(sql<any>`select deleted_at from people where tenant_id = ${PINGAN} and id = ${personId}`)).deleted_at, null);
  });

  it('says who wears a watch before it is deleted, and Escape leaves it', async () => {
    await show(admin, `/device/index?imei=${imeiOf(WATCH)}`);
    await button(admin.locator('.ant-table-row', { hasText: imeiOf(WATCH) }), '更多').press('Enter');
    await admin.getByRole('menuitem', { name: '删除' }).press('Enter');
    const asking = admin.getByRole('dialog', { name: /^删除/ });
    await asking.getByText(`${NAME}正在佩戴，删除后解除绑定，恢复后需重新绑定`).waitFor();
    await admin.keyboard.press('Escape');
    await asking.waitFor({ state: 'detached' });
    assert.equal((await row(sql<any>`select deleted_at from devices where tenant_id = ${PINGAN} and id = ${deviceId}`)).deleted_at, null);
  });

  it('shows nothing of it to another institution', async () => {
    const stranger = await product.signIn('kanghe_admin', { at: null });
    await show(stranger, '/oldMan/index');
    await searchName(stranger, '晓岚');
    await stranger.getByText('没有符合条件的服务对象').waitFor();
    await stranger.goto(`${product.url}/oldMan/detail?id=${personId}`);
    await stranger.getByText('服务对象不存在').waitFor();
    await stranger.goto(`${product.url}/device/detail?id=${deviceId}`);
    await stranger.getByText('设备不存在').waitFor();
    await show(stranger, '/device/index');
    await stranger.getByRole('search').getByLabel('设备编号').fill(imeiOf(WATCH));
    await button(stranger.getByRole('search'), '查询').click();
    await stranger.getByText('没有符合条件的设备').waitFor();
    await stranger.context().close();
  });

  it('keeps a carer to what is theirs', async () => {
    const carer = await product.signIn('carer', { at: null });
    await show(carer, '/oldMan/index');
    await carer.locator('.ant-table-row').first().waitFor();
    assert.equal(await button(carer, '新增').count(), 0);
    assert.equal(await button(carer, '编辑').count(), 0);
    await carer.goto(`${product.url}/device/detail?id=${deviceId}`);
    await carer.getByText('权限不足，不允许访问').waitFor();
    await carer.context().close();
  });

  it('sets the one service that an SOS drafts', async () => {
    await show(admin, '/business/bccostproject');
    await button(admin, '新增').click();
    const drawer = dialog(admin, '新增服务项目');
    await drawer.getByLabel('项目名称').fill('夜间应急上门');
    await chooseInTree(admin, drawer, '服务分类', '应急服务');
    await button(drawer, '保存').click();
    await drawer.getByText('请输入标准价格').waitFor();
    await drawer.getByLabel('标准价格').fill('128.5');
    await drawer.getByLabel('SOS默认项目').click();
    await button(drawer, '保存').click();
    await said(admin, '创建成功');
    await admin.locator('.ant-table-row', { hasText: '夜间应急上门' }).getByText('¥128.50').waitFor();
    const chosen = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<any>(sql`select name, price_fen from service_projects where tenant_id = ${PINGAN} and sos_default`),
    );
    assert.deepEqual(chosen, [{ name: '夜间应急上门', price_fen: 12850 }]);
    await accessible(admin, 'body');
  });

  it('breaks nowhere', () => assert.deepEqual(product.problems, []));
});
