/** Another person of the platform, who confirms what the first one noted of an order's money. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Product } from './product.ts';
import { button, said } from './pages.ts';

/** A second account of the platform with the first one's password and roles, signed in. */
export async function secondPerson(product: Product): Promise<Page> {
  await product.deps.inTenant(1, async (tx) => {
    await tx.run(sql`
      insert into users (tenant_id, username, name, password_hash)
      select tenant_id, 'platform_second', '平台复核', password_hash from users where tenant_id = 1 and username = 'platform'`);
    await tx.run(sql`
      insert into user_roles (tenant_id, user_id, role_id)
      select r.tenant_id, (select id from users where tenant_id = 1 and username = 'platform_second'), r.role_id
      from user_roles r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id where r.tenant_id = 1 and u.username = 'platform'`);
  });
  return product.signIn('platform_second', { viewport: { width: 1280, height: 900 } });
}

/** Confirms what waits of an order. */
export async function confirmMoney(page: Page, url: string, number: string): Promise<void> {
  await page.goto(`${url}/platform/order`);
  await page.locator('.ant-table-row', { hasText: number }).dblclick();
  await button(page.locator('.ant-drawer'), '复核通过').click();
  await button(page.locator('.y-confirm:visible'), '确认').click();
  await said(page, '操作成功');
}
