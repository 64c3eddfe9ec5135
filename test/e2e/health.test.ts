import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { accessible, button, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product } from './product.ts';

const PINGAN = 1_000_001;

describe('health', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let nurse: Page;
  let people: { id: number; name: string }[];

  before(async () => {
    product = await startProduct();
    nurse = await product.signIn('nurse');
    people = await product.deps.inTenant(PINGAN, (tx) =>
      tx.rows<{
        id: number;
        name: string;
      }>(sql`select id, name from people p where tenant_id = ${PINGAN} and status = 1 and deleted_at is null
        and not exists (select from measurements m where m.tenant_id = p.tenant_id and m.person_id = p.id)
        and not exists (select from devices d where d.tenant_id = p.tenant_id and d.person_id = p.id)
        and (select count(*) from people q where q.tenant_id = p.tenant_id and q.name = p.name) = 1 order by name, id limit 3`),
    );
  });
  after(async () => {
    await product?.stop();
    assert.deepEqual(product?.problems ?? [], []);
  });

  it('a value that cannot be is refused in words, one that is out of bounds is told at once and stands first in the overview', async () => {
    const { id, name } = people[0]!;
    await nurse.goto(`${product.url}/health/person?id=${id}`);
    await nurse.getByText('近24小时没有可评分的数据').waitFor();
    await button(nurse, '录入体征').click();
    const form = dialog(nurse, `录入体征：${name}`);
    await form.getByLabel('体温（℃）').fill('394');
    await button(form, '保存').click();
    await form.getByRole('alert').getByText('体温394℃不可能，应在30到43℃之间').waitFor();
    await form.getByLabel('体温（℃）').fill('39.4');
    await form.getByLabel('血压（mmHg）').fill('128/76');
    await accessible(nurse, '.ant-drawer-body');
    await button(form, '保存').click();
    const told = nurse.locator('.ant-modal-confirm');
    await told.getByText('体温 39.4 过高').waitFor();
    await button(nurse, '知道了').click();
    const card = nurse.getByRole('region', { name: '体温' });
    await card.getByText('39.4').first().waitFor();
    await card.getByText('过高').waitFor();
    await nurse.getByRole('region', { name: '早期预警评分NEWS2' }).getByText('不完整 2/7').waitFor();
    await accessible(nurse, '.h-cards');
    await nurse.goto(`${product.url}/health/index`);
    const first = nurse.locator('.ant-table-row', { hasText: name });
    await first.getByText('严重').waitFor();
    await accessible(nurse, '.h-overview');
  });

  it('is corrected with a reason, and what was there stays to be read', async () => {
    await nurse.goto(`${product.url}/health/person?id=${people[0]!.id}`);
    const row = nurse.locator('.ant-table-row', { hasText: '39.4' });
    await button(row as never, '更正').click();
    const form = nurse.getByRole('dialog').filter({ hasText: '体温 39.4' });
    await form.getByLabel('正确的数值').fill('36.4');
    await form.getByLabel('原因').fill('看错一位');
    await button(form, '更正').click();
    await said(nurse, '更正成功');
    await nurse.locator('.ant-table-row', { hasText: '已更正' }).locator('del', { hasText: '39.4' }).waitFor();
    await nurse.locator('.ant-table-row', { hasText: '已作废' }).getByText('看错一位').waitFor();
    await nurse.getByRole('region', { name: '体温' }).getByText('36.4').first().waitFor();
  });

  it('a person’s own limits say who set them and why', async () => {
    await nurse.getByRole('tab', { name: '阈值' }).click();
    await nurse.getByRole('button', { name: '设置收缩压的阈值' }).click();
    const form = dialog(nurse, '个人阈值：收缩压（mmHg）');
    await form.getByLabel('偏高 ≥').fill('95');
    await form.getByLabel('设置原因').fill('遵医嘱');
    await button(form, '保存').click();
    await form.getByRole('alert').getByText('低值界限必须小于高值界限').waitFor();
    await form.getByLabel('偏高 ≥').fill('125');
    await form.getByText('正常范围：101–124 mmHg').waitFor();
    await button(form, '保存').click();
    await said(nurse, '设置成功');
    await nurse.getByText(/：遵医嘱$/).waitFor();
    await accessible(nurse, '.h-thresholds');
    await nurse.getByRole('region', { name: '血压' }).getByText('偏高').waitFor();
  });

  it('a round is typed with the keyboard, line by line, and saved as one', async () => {
    await nurse.goto(`${product.url}/health/entry`);
    const [one, two] = [people[1]!, people[2]!];
    await nurse.getByRole('searchbox', { name: '按姓名查找' }).or(nurse.getByLabel('按姓名查找')).first().fill(one.name);
    await nurse.keyboard.press('Enter');
    await nurse.getByLabel(`${one.name}的体温，℃`).fill('36.6');
    await nurse.keyboard.press('Tab');
    await nurse.keyboard.type('72');
    await nurse.getByLabel('按姓名查找').first().fill(two.name);
    await nurse.keyboard.press('Enter');
    await nurse.getByLabel(`${two.name}的血压，mmHg`).fill('76/128');
    await button(nurse, '保存全部').click();
    await nurse.getByRole('alert').getByText('是否填反').waitFor();
    await nurse.getByLabel(`${two.name}的血压，mmHg`).fill('128 76');
    await accessible(nurse, '.h-round-box');
    await button(nurse, '保存全部').click();
    await nurse.locator('.ant-modal-confirm-title', { hasText: '已保存4项' }).waitFor();
    await button(nurse, '知道了').click();
  });

  it('an observation is ticked by full vital signs and by nothing less', async () => {
    await nurse.goto(`${product.url}/health/observation`);
    const row = nurse.locator('.ant-table-row').first();
    await row.waitFor();
    await accessible(nurse, '.y-list');
    await button(row as never, '录入').click();
    const form = nurse.getByRole('dialog').filter({ hasText: '录入体征' });
    await form.getByLabel('体温（℃）').fill('36.5');
    await button(form, '保存').click();
    await form.getByRole('alert').getByText('还缺少').waitFor();
    for (const [label, text] of [
      ['心率（次/分）', '76'],
      ['呼吸（次/分）', '17'],
      ['血氧（%）', '97'],
      ['血压（mmHg）', '126/74'],
    ] as const)
      await form.getByLabel(label).fill(text);
    const standing = form.getByLabel('立位血压（起立3分钟内，mmHg）');
    if (await standing.isVisible()) await standing.fill('122/72');
    await form.getByLabel('意识').click();
    await nurse.locator('.ant-select-dropdown:visible').getByText('清醒').click();
    await button(form, '保存').click();
    await said(nurse, '录入成功');
  });

  it('prints a week on one page', async () => {
    await nurse.goto(`${product.url}/health/sheet?id=${people[0]!.id}`);
    await nurse.getByRole('img', { name: /体温单.*1次体温/ }).waitFor();
    await accessible(nurse, '.h-page.h-sheet');
    await nurse.emulateMedia({ media: 'print' });
    assert.equal(await nurse.locator('.h-bar').isVisible(), false);
    await nurse.emulateMedia({ media: 'screen' });
  });
});
