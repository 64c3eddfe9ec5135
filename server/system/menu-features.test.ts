import { it } from 'node:test';
import assert from 'node:assert/strict';
import { workOrderPlans } from '#contract/work-orders/work-order-plans.ts';
import { menuDefaults, type MenuDefault } from './menu-defaults.ts';
import { isReadable } from './menu-features.ts';

const all = (menus: readonly MenuDefault[]): MenuDefault[] => menus.flatMap((menu) => [menu, ...all(menu.children ?? [])]);
const plans = { path: '/order/plan', permission: null };

it('the menu of a page that reads what another one opens is shown to those who may read it', () => {
  assert.ok(!isReadable(plans, new Set(['cloudcall_call_own'])));
  assert.ok(isReadable(plans, new Set([workOrderPlans.page.access])));
  // A menu that a tenant has given a permission of its own is judged by that alone.
  assert.ok(isReadable({ ...plans, permission: 'own_view' }, new Set()));
  assert.ok(isReadable({ path: null, permission: null }, new Set()));
});

it('and that page is in the menu', () => {
  assert.ok(all(menuDefaults).some(({ path, permission }) => path === plans.path && !permission));
});
