/** Menus of 膳食: plan, orders, kitchen, what was eaten, samples, dishes. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const mealMenus: readonly MenuDefault[] = since(15, [
  page('膳食计划', '/management/managedietplan/index', 'CalendarOutlined', 'members_dietplan_view', [
    ...buttons('members_dietplan', ['add', 'edit']),
    button('members_dietplan_publish', '发布与换菜'),
  ]),
  page('订餐', '/management/mealorder', 'SolutionOutlined', 'members_mealorder_view', [
    ...buttons('members_mealorder', ['edit']),
    button('members_mealorder_late', '截止后临时修改'),
  ]),
  page('厨房单', '/management/kitchen', 'ProfileOutlined', 'members_kitchen_view', [button('members_kitchen_confirm', '确认')]),
  page('用餐记录', '/management/mealrecord', 'CheckSquareOutlined', 'members_mealrecord_view', [button('members_mealrecord_edit', '登记')]),
  page('留样', '/management/foodsample', 'ExperimentOutlined', 'members_foodsample_view', [button('members_foodsample_add', '登记与销毁')]),
  page('菜品', '/business/dish', 'CoffeeOutlined', 'business_dish_view', buttons('business_dish', ['add', 'edit', 'del'])),
]);
