import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, choose, dialog, heldBack, rowAction, said } from './pages.ts';
import { secondPerson } from './second-person.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('the record of a person', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let admin = undefined as unknown as Page;
  let resident = { id: 0, name: '', birth: '' };
  let twin = 0;
  const shot = (name: string) =>
    process.env.YIAN_SHOTS ? admin.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();

  before(async () => {
    product = await startProduct();
    admin = await product.signIn('admin', { ...WIDE, at: null });
    await product.deps.inTenant(PINGAN, async (tx) => {
      resident = (await tx.row<typeof resident>(sql`
        select id, name, birth_date as birth from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null
          and bed_id is not null and birth_date is not null
          and (select count(*) from people o where o.tenant_id = p.tenant_id and o.name = p.name) = 1 order by id offset 9 limit 1`))!;
      const made = await tx.row<{ id: number }>(sql`
        insert into people (tenant_id, name, birth_date, remarks) values (${PINGAN}, ${resident.name}, ${resident.birth}, '从另一张表登记')
        returning id`);
      twin = made!.id;
    });
  });
  after(() => product?.stop());

  it('has papers that are filed with a scan, looked at and renewed', async () => {
    await admin.goto(`${product.url}/oldMan/detail?id=${resident.id}&tabid=document`);
    await button(admin.getByRole('toolbar', { name: '列表工具' }), '登记文件').click();
    const drawer = dialog(admin, '新增档案文件');
    await choose(admin, drawer, '文件类型', '委托书');
    await drawer.getByLabel('文件名称').fill('就医委托书原件');
    const letGo = await heldBack(admin, /\/admin\/sys-file\/upload/);
    await drawer.locator('input[type=file]').setInputFiles({
      name: '委托书.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
    });
    await drawer.getByLabel('委托书.pdf的上传进度').waitFor();
    await button(drawer, '保存').click();
    await drawer.getByText('文件正在上传，请稍候再保存').waitFor();
    await letGo();
    await drawer.getByRole('button', { name: '删除委托书.pdf' }).waitFor();
    await drawer.getByText('文件正在上传，请稍候再保存').waitFor({ state: 'detached' });
    await accessible(admin, '.ant-drawer-section');
    await button(drawer, '保存').click();
    await said(admin, '创建成功');
    const row = admin.getByRole('row').filter({ hasText: '就医委托书原件' });
    await rowAction(row, '查看');
    const shown = dialog(admin, '档案文件');
    await shown.getByText('委托书.pdf').waitFor();
    await shot('document');
    await accessible(admin, '.ant-drawer-section');
    await admin.keyboard.press('Escape');
    await rowAction(row, '更新');
    const renewal = dialog(admin, '更新“就医委托书原件”');
    await renewal.getByLabel('文件名称').fill('就医委托书新件');
    await button(renewal, '保存').click();
    await said(admin, '已更新');
    await admin.getByRole('row').filter({ hasText: '就医委托书新件' }).waitFor();
    await admin.goto(`${product.url}/files`);
    await admin.getByRole('row').filter({ hasText: '食品经营许可证' }).waitFor();
    await shot('files');
    await accessible(admin, '.y-list');
  });

  it('is made one with a second record of the same person, whose address leads to it', async () => {
    await admin.goto(`${product.url}/oldMan/index`);
    await admin.getByRole('button', { name: /^重复档案 \d+$/ }).click();
    const pair = admin.getByRole('row').filter({ hasText: resident.name });
    await pair.getByText('姓名和出生日期相同').waitFor();
    await rowAction(pair, '合并');
    const drawer = dialog(admin, '合并档案');
    await drawer.getByText('从另一张表登记').waitFor();
    await shot('merge');
    await accessible(admin, '.ant-drawer-section');
    await button(drawer, '合并').click();
    await button(admin.locator('.ant-modal-confirm:visible, .ant-modal:visible').last(), '合并').click();
    await said(admin, '已合并');
    await admin.goto(`${product.url}/oldMan/detail?id=${twin}`);
    await admin.waitForURL((url) => url.searchParams.get('id') === String(resident.id));
    const merged = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ into: number; remarks: string }>(sql`
        select d.merged_into as into, k.remarks from people d join people k on k.tenant_id = d.tenant_id and k.id = d.merged_into
        where d.tenant_id = ${PINGAN} and d.id = ${twin}`),
    );
    assert.equal(merged!.into, resident.id);
  });

  it('shows the identity number at a press, which the timeline says', async () => {
    const person = (await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ id: number; name: string }>(sql`
        select id, name from people where tenant_id = ${PINGAN} and identity_sealed is not null order by id limit 1`),
    ))!;
    await admin.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=basic`);
    await admin.getByText(/^\d{3}\*{11}[\dX]{4}$/).waitFor();
    await button(admin.locator('main'), '显示身份证号').click();
    const whole = admin.getByText(/^\d{17}[\dX]$/);
    const number = (await whole.textContent())!;
    await shot('identity');
    await button(admin.locator('main'), '隐藏身份证号').click();
    await whole.waitFor({ state: 'detached' });
    await admin.goto(`${product.url}/oldMan/detail?id=${person.id}&tabid=timeline`);
    await admin.getByText('查看身份证号').first().waitFor();
    await admin.goto(`${product.url}/oldMan/index?keyword=${number}`);
    await admin.getByRole('row').filter({ hasText: person.name }).waitFor();
  });

  it('is erased once its time is over, by another one than who asked', async () => {
    await admin.goto(`${product.url}/oldMan/index`);
    await admin.getByRole('button', { name: /^可删除的档案 \d+$/ }).click();
    await admin.getByRole('row').filter({ hasText: '邵桂芬' }).getByText('暂缓删除').waitFor();
    await shot('erasable');
    await accessible(admin, '.y-list');
    await rowAction(admin.getByRole('row').filter({ hasText: '程守业' }), '查看');
    const drawer = dialog(admin, '删除个人信息');
    await button(drawer, '申请删除').click();
    const why = dialog(admin, '申请删除“程守业”的个人信息');
    await why.getByLabel('原因').fill('保管期满');
    await button(why, '申请').click();
    await drawer.getByText('已申请，等待另一位管理员确认').waitFor();
    await shot('erasure');
    await accessible(admin, '.ant-drawer-section');
    assert.equal(await button(drawer, '确认删除').count(), 0);
    const other = await secondPerson(product, 'admin', PINGAN);
    await other.goto(`${product.url}/oldMan/erasable`);
    await rowAction(other.getByRole('row').filter({ hasText: '程守业' }), '查看');
    await button(dialog(other, '删除个人信息'), '确认删除').click();
    await button(other.locator('.y-confirm:visible'), '删除').click();
    await said(other, '个人信息已删除');
    await other.getByRole('row').filter({ hasText: '程守业' }).waitFor({ state: 'detached' });
    const left = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows(sql`select 1 from people where tenant_id = ${PINGAN} and name = '程守业'`),
    );
    assert.deepEqual(left, []);
  });
});
