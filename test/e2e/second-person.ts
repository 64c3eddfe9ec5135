/** Another person with the rights of the first one, who confirms what that one noted or asked for. */
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Product } from './product.ts';
import { button, said } from './pages.ts';

/** A second account with the password and roles of the one of that name, by default the platform's, signed in. */
export async function secondPerson(product: Product, first = 'platform', tenantId = 1): Promise<Page> {
  const second = `${first}_second`;
  await product.deps.inTenant(tenantId, async (tx) => {
    await tx.run(sql`
      insert into users (tenant_id, username, name, password_hash)
      select tenant_id, ${second}, '复核人', password_hash from users where tenant_id = ${tenantId} and username = ${first}`);
    await tx.run(sql`
      insert into user_roles (tenant_id, user_id, role_id)
      select r.tenant_id, (select id from users where tenant_id = ${tenantId} and username = ${second}), r.role_id
      from user_roles r join users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      where r.tenant_id = ${tenantId} and u.username = ${first}`);
  });
  return product.signIn(second, { viewport: { width: 1280, height: 900 } });
}

/** Confirms what waits of an order. */
export async function confirmMoney(page: Page, url: string, number: string): Promise<void> {
  await page.goto(`${url}/platform/order`);
  await page.locator('.ant-table-row', { hasText: number }).dblclick();
  await button(page.locator('.ant-drawer'), '复核通过').click();
  await button(page.locator('.y-confirm:visible'), '确认').click();
  await said(page, '操作成功');
}
