/** Menus of 经营: what is sold and kept in stock, the institutions, figures. */
import type { MenuDefault } from './menu-defaults.ts';
import { always, button, buttons, page, since } from './menu-parts.ts';
import { ownSubscriptionMenus, sellingMenus } from './subscription-menus.ts';

export const businessMenus: readonly MenuDefault[] = [
  ...since(5, sellingMenus),
  ...since(3, [
    {
      ...page('注册审核', '/admin/registration/index', 'SolutionOutlined', 'sys_registration_view', [
        button('sys_registration_audit', '审核', true),
        button('sys_registration_export', '导出', true),
      ]),
      platform: true,
    },
  ]),
  ...since(13, [
    page('账户管理', '/members/account', 'WalletOutlined', 'members_oldmanaccount_view', [
      button('members_oldmanaccount_recharge', '充值'),
      button('members_oldmanaccount_adjust', '调整'),
      button('members_oldmanaccount_withdraw', '退款'),
      button('members_oldmanaccount_export', '导出'),
    ]),
  ]),
  ...since(3, [
    page('商品订单', '/order/index', 'ShoppingCartOutlined', 'members_order_view', [
      ...buttons('members_order', ['add', 'edit', 'del']),
      button('members_order_pay', '收款'),
      button('members_order_ship', '发货签收'),
      button('members_order_refund', '退款'),
      button('members_order_export', '导出'),
    ]),
    page('商品', '/business/product', 'ShoppingOutlined', 'business_product_view', [
      ...buttons('business_product', ['add', 'edit', 'del']),
      button('business_product_export', '导出'),
    ]),
    page('商品分类', '/business/productcategory', 'TagOutlined', 'business_productcategory_view', [
      ...buttons('business_productcategory', ['add', 'edit', 'del']),
      button('business_productcategory_export', '导出'),
    ]),
    page('物资管理', '/business/bcmaterial', 'InboxOutlined', 'business_bcmaterial_view', [
      ...buttons('business_bcmaterial', ['add', 'edit', 'del']),
      button('business_bcmaterial_move', '出入库'),
      button('business_bcmaterial_import', '导入'),
      button('business_bcmaterial_export', '导出'),
    ]),
    // It came with 13 and said 3: updates to 13 and 14 left it out.
    ...since(15, [
      page('物资采购', '/business/material-purchase', 'ShoppingCartOutlined', 'business_materialpurchase_view', [
        button('business_materialpurchase_add', '申请采购'),
        button('business_materialpurchase_receive', '入库'),
        button('business_materialpurchase_export', '导出'),
      ]),
    ]),
    page('库存流水', '/business/bcmaterialmovement', 'BarsOutlined', 'business_bcmaterialmovement_view', [
      button('business_bcmaterialmovement_export', '导出'),
    ]),
  ]),
  ...always(since(5, ownSubscriptionMenus)),
  ...always([
    page('租户管理', '/admin/tenant/index', 'BankOutlined', 'admin_systenant_view', [
      ...buttons('admin_systenant', ['add', 'edit', 'del'], true),
      ...since(2, [button('sys_tenant_enter', '进入机构'), button('admin_systenant_export', '导出')]),
    ]),
  ]),
  ...since(3, [page('工单统计', '/order/statistics', 'BarChartOutlined', 'members_workorder_statistics')]),
  ...since(4, [page('响应统计', '/warning/statistics', 'BarChartOutlined', 'warning_devicewarning_statistics')]),
];
