/**
 * The menu tree and the parameters that a new tenant starts with; roles are in role-defaults.ts.
 * Every permission of the contract has its menu or button here.
 */
import { button, buttons, page, since } from './menu-parts.ts';
import { deviceMenus } from './device-menus.ts';
import { subscriptionMenus } from './subscription-menus.ts';
import { systemMenus } from './system-menus.ts';
import { warningParameters } from './warning-parameters.ts';

export interface MenuDefault {
  name: string;
  /** 0 left menu, 1 button. */
  type: 0 | 1;
  path?: string;
  /** Name of an antd icon. */
  icon?: string;
  permission?: string;
  /** True: only in the tenant that runs the installation; false: everywhere but there. */
  platform?: boolean;
  /**
   * The version of the defaults that brought it, absent for the first: tenants that are older
   * get it at the next start (server/tenants/default-upgrades.ts).
   */
  since?: number;
  children?: readonly MenuDefault[];
}

/** Raised by whoever adds a menu, a dictionary or a parameter below, which then says `since`. */
export const DEFAULTS_VERSION = 10;

export const menuDefaults: readonly MenuDefault[] = [
  page('首页', '/wel/index', 'HomeOutlined', undefined, [
    ...since(2, [button('tenant_screen', '机构大屏')]),
    ...since(5, [button('group_screen', '集团大屏')]),
  ]),
  page('服务对象', '/oldMan/index', 'TeamOutlined', 'members_oldman_view', [
    ...buttons('members_oldman', ['add', 'edit', 'del']),
    ...since(2, [button('members_oldman_import', '导入'), button('members_oldman_export', '导出')]),
  ]),
  ...since(3, [
    page('房间床位', '/business/bcroom/index', 'BankOutlined', 'business_bcroom_view', [
      ...buttons('business_bcroom', ['add', 'edit', 'del']),
      button('business_bcroom_export', '导出'),
    ]),
  ]),
  ...since(4, [
    {
      name: '健康监测',
      type: 0,
      icon: 'HeartOutlined',
      children: [
        page('健康总览', '/health/index', 'HeartOutlined', 'tenant_health_view', [
          button('tenant_health_edit', '更正'),
          button('tenant_health_threshold', '个人阈值'),
          button('tenant_health_export', '导出'),
        ]),
        page('体征录入', '/health/entry', 'FormOutlined', 'tenant_health_add'),
        page('观察任务', '/health/observation', 'ScheduleOutlined', 'tenant_health_observe'),
        page('健康阈值', '/health/threshold', 'ControlOutlined', 'tenant_health_default'),
      ],
    },
  ]),
  ...deviceMenus,
  page('预警管理', '/warning/warning/index', 'AlertOutlined', 'warning_devicewarning_view', [
    button('warning_devicewarning_handle', '处理'),
    ...since(2, [button('warning_devicewarning_export', '导出')]),
    ...since(4, [button('warning_devicewarning_evidence', '证据包')]),
  ]),
  ...since(4, [
    {
      name: '预警设置',
      type: 0,
      icon: 'SafetyOutlined',
      children: [
        page(
          '电子围栏',
          '/warning/fence',
          'EnvironmentOutlined',
          'tenant_device_fence_view',
          buttons('tenant_device_fence', ['add', 'edit', 'del']),
        ),
        page(
          '生命守护',
          '/warning/life',
          'HeartOutlined',
          'tenant_device_lifewarning_view',
          buttons('tenant_device_lifewarning', ['add', 'edit', 'del']),
        ),
        page('通知策略', '/warning/policy', 'BellOutlined', 'warning_policy_view', buttons('warning_policy', ['add', 'edit', 'del'])),
        ...since(8, [page('值班表', '/warning/duty', 'CalendarOutlined', 'warning_duty_view', [button('warning_duty_edit', '排班')])]),
        ...since(5, [
          page(
            '条件规则',
            '/warning/condition',
            'ControlOutlined',
            'warning_condition_view',
            buttons('warning_condition', ['add', 'edit', 'del']),
          ),
        ]),
        page('响应统计', '/warning/statistics', 'BarChartOutlined', 'warning_devicewarning_statistics'),
      ],
    },
  ]),
  page('工单管理', '/order/workorder', 'FileDoneOutlined', 'members_workorder_view', [
    ...buttons('members_workorder', ['add', 'edit', 'del']),
    button('members_workorder_dispatch', '派单'),
    button('members_workorder_serve', '服务'),
    button('members_workorder_score', '评价'),
    ...since(2, [button('members_workorder_export', '导出')]),
    ...since(3, [button('members_workorder_settings', '工单设置')]),
  ]),
  ...since(3, [
    {
      name: '工单调度',
      type: 0,
      icon: 'ScheduleOutlined',
      children: [
        page('派单看板', '/order/board', 'ScheduleOutlined', 'members_workorder_board'),
        page('周期工单', '/order/plan', 'SyncOutlined', undefined, [button('members_workorder_plan', '编排')]),
        page('回访管理', '/order/followup', 'CustomerServiceOutlined', 'members_workorder_followup'),
        page('工单统计', '/order/statistics', 'BarChartOutlined', 'members_workorder_statistics'),
        page(
          '员工技能',
          '/order/staffskill',
          'SolutionOutlined',
          'members_staffskill_view',
          buttons('members_staffskill', ['add', 'edit', 'del']),
        ),
        page('节假日', '/order/holiday', 'CalendarOutlined', 'members_holiday_view', buttons('members_holiday', ['add', 'edit', 'del'])),
      ],
    },
  ]),
  {
    name: '服务管理',
    type: 0,
    icon: 'AppstoreOutlined',
    children: [
      page('服务项目', '/business/bccostproject', 'ProfileOutlined', 'business_bccostproject_view', [
        ...buttons('business_bccostproject', ['add', 'edit', 'del']),
        ...since(2, [button('business_bccostproject_import', '导入'), button('business_bccostproject_export', '导出')]),
      ]),
      page('服务分类', '/business/bccostservice', 'TagsOutlined', 'business_bccostservice_view', [
        ...buttons('business_bccostservice', ['add', 'edit', 'del']),
        ...since(2, [button('business_bccostservice_export', '导出')]),
      ]),
      ...since(3, [
        page('服务套餐', '/business/bcservicepackage', 'GiftOutlined', 'business_bcservicepackage_view', [
          ...buttons('business_bcservicepackage', ['add', 'edit', 'del']),
          button('business_bcservicepackage_export', '导出'),
        ]),
        page('服务包管理', '/oldManPackage/index', 'InboxOutlined', 'members_oldmanpackage_view', [
          ...buttons('members_oldmanpackage', ['add', 'edit', 'del']),
          button('members_oldmanpackage_export', '导出'),
        ]),
      ]),
    ],
  },
  ...since(3, [
    {
      name: '商品管理',
      type: 0,
      icon: 'ShopOutlined',
      children: [
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
      ],
    },
    {
      name: '库存管理',
      type: 0,
      icon: 'DatabaseOutlined',
      children: [
        page('物资管理', '/business/bcmaterial', 'InboxOutlined', 'business_bcmaterial_view', [
          ...buttons('business_bcmaterial', ['add', 'edit', 'del']),
          button('business_bcmaterial_move', '出入库'),
          button('business_bcmaterial_import', '导入'),
          button('business_bcmaterial_export', '导出'),
        ]),
        page('库存流水', '/business/bcmaterialmovement', 'BarsOutlined', 'business_bcmaterialmovement_view', [
          button('business_bcmaterialmovement_export', '导出'),
        ]),
      ],
    },
  ]),
  ...since(3, [
    page('问卷管理', '/questionnaire/index', 'FormOutlined', 'questionnaire_project_view', [
      ...buttons('questionnaire_project', ['add', 'edit', 'del']),
      button('questionnaire_project_publish', '发布与停止'),
      button('questionnaire_project_export', '导出'),
      button('questionnaire_result_view', '查看结果'),
      button('questionnaire_result_export', '导出结果'),
    ]),
  ]),
  ...since(5, subscriptionMenus),
  ...systemMenus,
];

/** Every permission of the tree. */
export const permissionsOf = (menus: readonly MenuDefault[]): string[] =>
  menus.flatMap(({ permission, children }) => [...(permission ? [permission] : []), ...permissionsOf(children ?? [])]);

export const parameterDefaults: readonly { name: string; key: string; value: string; public: boolean; system: boolean; since?: number }[] =
  [
    { name: '系统标题', key: 'SYSTEM_TITLE', value: '颐安养老服务管理平台', public: true, system: true },
    { name: '官方网站', key: 'OFFICIAL_WEBSITE', value: '', public: true, system: true },
    { name: '在线客服地址', key: 'CUSTOMER_CHAT_URL', value: '', public: true, system: true, since: 2 },
    { name: '允许内嵌的网站', key: 'IFRAME_ALLOW', value: '', public: true, system: true, since: 2 },
    { name: '操作手册地址', key: 'OPERATION_MANUAL_URL', value: '', public: true, system: true },
    { name: '星级评定标准地址', key: 'STAR_STANDARD_URL', value: '', public: true, system: true },
    { name: '对公转账账户', key: 'TRANSFER', value: '{"BANK":"","BANK_CARD":"","TAXID":"","PHONE":""}', public: false, system: true },
    { name: '同一账号最多同时在线数（0为不限）', key: 'SESSION_MOST', value: '0', public: false, system: true, since: 2 },
    { name: '密码规则', key: 'PASSWORD_POLICY', value: 'either', public: false, system: true, since: 2 },
    { name: '必须启用两步验证', key: 'TOTP_REQUIRED', value: '', public: false, system: true, since: 2 },
    { name: '消息保留天数（0为不清理）', key: 'MESSAGE_DAYS', value: '180', public: false, system: true, since: 3 },
    { name: '大屏姓名显示', key: 'SCREEN_NAMES', value: '', public: false, system: true, since: 5 },
    { name: '预警录像保留天数（0为一直保留）', key: 'CLIP_DAYS', value: '180', public: false, system: true, since: 7 },
    ...warningParameters,
    { name: '基站和Wi-Fi联网定位', key: 'NETWORK_LOCATION', value: 'false', public: false, system: true, since: 9 },
  ];
