import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { naturalOrder } from '#contract/rooms/house.rules.ts';
import { accessible, button, dialog, said } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const PINGAN = 1_000_001;

describe('health', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let nurse: Page;
  let people: { id: number; name: string }[];

  before(async () => {
    product = await startProduct();
    nurse = await product.signIn('nurse', { ...WIDE, at: null });
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

  it('a round goes through the house, floor by floor, and shows how far it is', async () => {
    await nurse.goto(`${product.url}/health/entry`);
    const places = nurse.locator('.h-round tbody td:nth-of-type(1)');
    await places.first().waitFor();
    const shown = (await places.allTextContents()).filter((place) => place !== '--');
    assert.ok(shown.length > 2);
    assert.deepEqual(shown, shown.toSorted(naturalOrder));
    await nurse.getByText(/^本班已测 \d+\/\d+$/).waitFor();
    await nurse.locator('.h-house .ant-select').first().click();
    await nurse.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
    await nurse.waitForURL(/building=/);
    await nurse.getByText('只看未测', { exact: true }).click();
    await nurse.waitForURL(/only=unmeasured/);
    await accessible(nurse, '.h-page');
  });

  it('a round on a phone is typed on a number pad without a network, asked again when out of bounds, and sent when it is back', async () => {
    const options = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    const phone = await product.signIn('nurse', { ...options, at: '/health/entry?only=unmeasured' });
    await phone.waitForURL('**/carer?*round*');
    const card = phone.locator('.c-round');
    await card.waitFor();
    const name = (await card.getAttribute('aria-label'))!;
    await accessible(phone, '.c-page');
    const small = await phone
      .locator('.c-pad button')
      .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 48).map((one) => one.textContent));
    assert.deepEqual(small, [], 'keys for a thumb');
    await phone.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await phone.context().setOffline(true);
    const before = Date.now();
    const press = async (keys: string) => {
      for (const key of keys) await phone.locator(`.c-pad button[data-key="${key}"]`).click();
    };
    await phone.getByLabel('体温，℃').focus();
    await press('394');
    await card.getByText('过高').waitFor();
    assert.equal(await phone.getByLabel('体温，℃').inputValue(), '39.4');
    await press('88');
    assert.equal(await phone.getByLabel('心率，次/分').inputValue(), '88');
    await button(phone, '保存，下一位').click();
    await dialog(phone, `${name}：请再核对一次`).getByText('体温 39.4 过高').waitFor();
    await button(phone, '数值无误，保存').click();
    await phone.locator('.c-waiting', { hasText: '待上传 1' }).waitFor();
    await phone.reload();
    await phone.locator('.c-waiting', { hasText: '待上传 1' }).waitFor();
    assert.notEqual(await card.getAttribute('aria-label'), name, 'the next person');
    await phone.context().setOffline(false);
    await phone.locator('.c-waiting').waitFor({ state: 'detached' });
    const kept = await product.deps.inTenant(PINGAN, (tx) =>
      tx.row<{ values: number[]; at: number }>(sql`
        select array_agg(round(m.value::numeric, 1)::float8 order by m.metric) as values, max(extract(epoch from m.at) * 1000)::float8 as at
        from measurements m join people p on p.tenant_id = m.tenant_id and p.id = m.person_id
        where m.tenant_id = ${PINGAN} and p.name = ${name} and m.created_at > to_timestamp(${before / 1000}::float8)`),
    );
    assert.deepEqual(kept?.values, [88, 39.4]);
    assert.ok(kept.at >= before - 1000 && kept.at <= Date.now());
    await phone.context().close();
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
