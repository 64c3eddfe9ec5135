import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { emit } from '#server/events.ts';
import { accessible, button } from './pages.ts';
import { noBrowser, startProduct, WIDE, type Product } from './product.ts';

const PINGAN = 1_000_001;
const NOTES = 45;

describe('the timeline of a person', { skip: noBrowser, timeout: 900_000 }, () => {
  let product: Product;
  let page: Page;
  let resident = { id: 0, user: 0 };
  const shot = (name: string) =>
    process.env.YIAN_SHOTS ? page.screenshot({ path: `${process.env.YIAN_SHOTS}/${name}.png` }) : Promise.resolve();
  const line = () => page.getByRole('region', { name: '时间线' });
  const thing = (text: string) => line().getByRole('listitem').filter({ hasText: text });
  /** A note of care that is `hours` old, and its event. */
  const note = (text: string, hours: number) =>
    product.deps.inTenant(PINGAN, async (tx) => {
      await tx.run(sql`insert into care_notes (tenant_id, person_id, kind, noted_at, text, user_id, user_name)
        values (${PINGAN}, ${resident.id}, 'mood', now() - make_interval(hours => ${hours}), ${text}, ${resident.user}, '王芳')`);
      await emit('care-note.changed', { personId: resident.id }, tx, product.deps);
    });

  before(async () => {
    product = await startProduct();
    page = await product.signIn('admin', { ...WIDE, at: null });
    resident = await product.deps.inTenant(PINGAN, async (tx) => {
      const found = await tx.row<{ id: number; user: number }>(sql`
        select p.id, (select min(u.id) from users u where u.tenant_id = p.tenant_id) as user from people p
        where p.tenant_id = ${PINGAN} and p.status = 1 and p.deleted_at is null order by p.id offset 14 limit 1`);
      return found!;
    });
    for (let n = 0; n < NOTES; n++) await note(`记录${n}号`, 2 + n);
  });
  after(() => product?.stop());

  it('is the second tab, by days, and goes on as one scrolls', async () => {
    await page.goto(`${product.url}/oldMan/detail?id=${resident.id}`);
    await page.getByRole('tab').nth(1).click();
    assert.equal(new URL(page.url()).searchParams.get('tabid'), 'timeline');
    await thing('记录0号').waitFor();
    await shot('timeline');
    await accessible(page, 'section[aria-label=时间线]');
    await page.mouse.move(800, 700);
    for (let n = 0; n < 30 && (await thing(`记录${NOTES - 1}号`).count()) === 0; n++) await page.mouse.wheel(0, 900);
    await thing(`记录${NOTES - 1}号`).waitFor();
  });

  it('shows what happens now without being asked', async () => {
    await note('刚刚的记录', 0);
    await thing('刚刚的记录').waitFor();
    await line().getByRole('heading', { name: /^今天/ }).first().waitFor();
  });

  it('keeps to a kind, which it remembers, and to words', async () => {
    await button(line(), '照护随记').click();
    await thing('记录0号').waitFor();
    await line().getByLabel('搜索时间线').fill('记录7号');
    await thing('记录7号').waitFor();
    await thing('记录0号').waitFor({ state: 'detached' });
    assert.equal(await line().getByRole('listitem').count(), 1);
    await line().getByLabel('搜索时间线').fill('没有这样的事');
    await line().getByText('没有符合条件的记录').waitFor();
    await page.reload();
    await thing('记录0号').waitFor();
    assert.equal(await button(line(), '照护随记').getAttribute('aria-pressed'), 'true');
    await button(line(), '全部').click();
  });

  it('leads to where the thing is', async () => {
    await thing('刚刚的记录').getByRole('link').click();
    await page.getByRole('tab', { name: '照护', selected: true }).waitFor();
  });
});
