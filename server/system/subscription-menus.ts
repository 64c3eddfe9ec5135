/** Menus of buying and selling packages: a tenant's own page, and the platform's. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const ownSubscriptionMenus: readonly MenuDefault[] = [
  { ...page('产品包订购', '/subscription/index', 'ShoppingOutlined', 'package_order'), platform: false },
];

export const sellingMenus: readonly MenuDefault[] = [
  {
    name: '订购管理',
    type: 0,
    icon: 'ShopOutlined',
    platform: true,
    children: [
      page('订购订单', '/platform/order', 'ShoppingCartOutlined', 'sys_packageorder_view', [
        button('sys_packageorder_refund', '退款', true),
        button('sys_packageorder_export', '导出', true),
        ...since(12, [button('sys_packageorder_sell', '代订与收款', true)]),
      ]),
      page('到账核实', '/platform/verification', 'AuditOutlined', 'sys_packageorder_verify'),
      page('发票管理', '/platform/invoice', 'FileTextOutlined', 'sys_packageinvoice_view', [
        button('sys_packageinvoice_issue', '开票', true),
        button('sys_packageinvoice_export', '导出', true),
      ]),
      page('产品包', '/platform/package', 'GiftOutlined', 'sys_package_view', buttons('sys_package', ['add', 'edit', 'del'], true)),
      page('订购收入', '/platform/revenue', 'BarChartOutlined', 'sys_packagerevenue_view'),
      page('租户用量', '/platform/usage', 'DashboardOutlined', 'sys_packageusage_view'),
    ],
  },
];
