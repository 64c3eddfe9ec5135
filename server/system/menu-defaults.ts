/** The menu tree, the roles and the parameters that a new tenant starts with. Every permission of the contract has its menu or button here. */
export interface MenuDefault {
  name: string;
  /** 0 left menu, 1 button or a group of buttons whose page is yet to come. */
  type: 0 | 1;
  path?: string;
  /** Name of an antd icon. */
  icon?: string;
  permission?: string;
  /** Only in the tenant that runs the installation. */
  platform?: true;
  /** The version of the defaults that brought it, absent for the first: tenants that are older get it at the next start (server/tenants/default-upgrades.ts). */
  since?: number;
  children?: readonly MenuDefault[];
}

/** Raised by whoever adds a menu, a dictionary or a parameter below, which then says `since`. */
export const DEFAULTS_VERSION = 2;

const LABELS = { view: '查看', add: '新增', edit: '修改', del: '删除' } as const;
const button = (permission: string, name: string, platform?: true): MenuDefault => ({ name, type: 1, permission, ...(platform ? { platform } : {}) });
/** A button per verb: `{prefix}_add` 新增, … */
const buttons = (prefix: string, verbs: readonly (keyof typeof LABELS)[], platform?: true) =>
  verbs.map((verb) => button(`${prefix}_${verb}`, LABELS[verb], platform));
const page = (name: string, path: string, icon: string, permission: string | undefined, children: readonly MenuDefault[] = []): MenuDefault => ({
  name,
  type: 0,
  path,
  icon,
  ...(permission ? { permission } : {}),
  children,
});
/** Buttons that belong to no page. */
const group = (name: string, children: readonly MenuDefault[]): MenuDefault => ({ name, type: 1, children });
/** What came with a later version of the defaults. */
const since = (version: number, menus: readonly MenuDefault[]): MenuDefault[] => menus.map((menu) => ({ ...menu, since: version }));

export const menuDefaults: readonly MenuDefault[] = [
  page('首页', '/wel/index', 'HomeOutlined', undefined),
  page('服务对象', '/oldMan/index', 'TeamOutlined', 'members_oldman_view', [
    ...buttons('members_oldman', ['add', 'edit', 'del']),
    ...since(2, [button('members_oldman_import', '导入'), button('members_oldman_export', '导出')]),
  ]),
  page('设备管理', '/device/index', 'MobileOutlined', 'tenant_device_view', [
    ...buttons('tenant_device', ['add', 'edit', 'del']),
    ...since(2, [button('tenant_device_import', '导入'), button('tenant_device_export', '导出')]),
  ]),
  page('预警管理', '/warning/warning/index', 'AlertOutlined', 'warning_devicewarning_view', [
    button('warning_devicewarning_handle', '处理'),
    ...since(2, [button('warning_devicewarning_export', '导出')]),
  ]),
  page('工单管理', '/order/workorder', 'FileDoneOutlined', 'members_workorder_view', [
    ...buttons('members_workorder', ['add', 'edit', 'del']),
    button('members_workorder_dispatch', '派单'),
    button('members_workorder_serve', '服务'),
    button('members_workorder_score', '评价'),
    ...since(2, [button('members_workorder_export', '导出')]),
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
    ],
  },
  ...since(2, [group('大屏', [button('tenant_screen', '机构大屏')])]),
  {
    name: '系统管理',
    type: 0,
    icon: 'SettingOutlined',
    children: [
      page('用户管理', '/admin/user/index', 'UserOutlined', 'sys_user_view', [
        ...buttons('sys_user', ['add', 'edit', 'del']),
        ...since(2, [button('sys_user_import', '导入'), button('sys_user_export', '导出')]),
      ]),
      ...since(2, [
        page('邀请管理', '/admin/sysuserinvite/index', 'UserAddOutlined', 'sys_invite_view', [
          button('sys_invite_add', '邀请'),
          button('sys_user_audit', '审核'),
          button('sys_invite_export', '导出'),
        ]),
      ]),
      page('角色管理', '/admin/role/index', 'SafetyOutlined', 'sys_role_view', [
        ...buttons('sys_role', ['add', 'edit', 'del']),
        button('sys_role_perm', '分配权限'),
        ...since(2, [button('sys_role_export', '导出')]),
      ]),
      page('部门管理', '/admin/dept/index', 'ApartmentOutlined', 'sys_dept_view', buttons('sys_dept', ['add', 'edit', 'del'])),
      page('菜单管理', '/admin/menu/index', 'MenuOutlined', 'sys_menu_view', buttons('sys_menu', ['add', 'edit', 'del'])),
      page('字典管理', '/admin/dict/index', 'BookOutlined', 'sys_dict_view', [
        ...buttons('sys_dict', ['add', 'edit', 'del']),
        ...since(2, [button('sys_dict_import', '导入'), button('sys_dict_export', '导出')]),
      ]),
      page('参数管理', '/admin/param/index', 'ControlOutlined', 'admin_syspublicparam_view', [
        ...buttons('admin_syspublicparam', ['add', 'edit', 'del']),
        ...since(2, [button('admin_syspublicparam_export', '导出')]),
      ]),
      page('租户管理', '/admin/tenant/index', 'BankOutlined', 'admin_systenant_view', [
        ...buttons('admin_systenant', ['add', 'edit', 'del'], true),
        ...since(2, [button('sys_tenant_enter', '进入机构'), button('admin_systenant_export', '导出')]),
      ]),
      ...since(2, [
        page('文件管理', '/admin/file/index', 'FolderOutlined', 'sys_file_view', [...buttons('sys_file', ['del']), button('sys_file_export', '导出')]),
        page('在线用户', '/admin/token/index', 'LaptopOutlined', 'sys_token_view', [button('sys_token_del', '强制下线')]),
        page('登录日志', '/admin/log/login', 'HistoryOutlined', 'sys_loginlog_view', [button('sys_loginlog_export', '导出')]),
      ]),
      page('操作日志', '/admin/log/index', 'FileSearchOutlined', 'sys_log_view', [
        ...buttons('sys_log', ['del']),
        ...since(2, [button('sys_log_export', '导出')]),
      ]),
      ...since(2, [
        page('审计存证', '/admin/audit/index', 'AuditOutlined', 'sys_audit_view', [button('sys_audit_export', '导出')]),
        { ...page('客户端管理', '/admin/client/index', 'ApiOutlined', 'sys_client_view', buttons('sys_client', ['add', 'edit', 'del'], true)), platform: true },
      ]),
    ],
  },
];

/** Every permission of the tree. */
export const permissionsOf = (menus: readonly MenuDefault[]): string[] =>
  menus.flatMap(({ permission, children }) => [...(permission ? [permission] : []), ...permissionsOf(children ?? [])]);

export interface RoleDefault {
  code: string;
  name: string;
  description: string;
  /** 0 all, 1 institution, 2 department and below, 3 own. */
  dataScope: number;
  /** All of the tenant's menus, or these permissions. Menus without one (首页) are everybody's. */
  permissions: 'all' | readonly string[];
}

const views = ['members_oldman_view', 'warning_devicewarning_view', 'members_workorder_view', 'business_bccostproject_view', 'business_bccostservice_view'];

export const roleDefaults: readonly RoleDefault[] = [
  { code: 'admin', name: '机构管理员', description: '机构内全部功能', dataScope: 0, permissions: 'all' },
  {
    code: 'nurse',
    name: '护士',
    description: '照护与预警处理，可派单',
    dataScope: 1,
    permissions: [
      ...views,
      'members_oldman_add',
      'members_oldman_edit',
      'tenant_device_view',
      'tenant_device_edit',
      'warning_devicewarning_handle',
      'members_workorder_add',
      'members_workorder_edit',
      'members_workorder_dispatch',
      'members_workorder_serve',
      'members_workorder_score',
      'sys_user_view',
    ],
  },
  {
    code: 'carer',
    name: '护理员',
    description: '执行服务，只看与自己有关的数据',
    dataScope: 3,
    permissions: ['members_oldman_view', 'warning_devicewarning_view', 'warning_devicewarning_handle', 'members_workorder_view', 'members_workorder_serve'],
  },
  {
    code: 'finance',
    name: '财务',
    description: '价格与费用',
    dataScope: 1,
    permissions: [
      'members_oldman_view',
      'members_workorder_view',
      ...['view', 'add', 'edit', 'del'].flatMap((verb) => [`business_bccostproject_${verb}`, `business_bccostservice_${verb}`]),
    ],
  },
  {
    code: 'agent',
    name: '坐席',
    description: '接听呼叫、处理预警、登记工单与回访',
    dataScope: 1,
    permissions: [
      ...views,
      'tenant_device_view',
      'warning_devicewarning_handle',
      'members_workorder_add',
      'members_workorder_edit',
      'members_workorder_dispatch',
      'members_workorder_score',
      'sys_user_view',
    ],
  },
];

export const parameterDefaults: readonly { name: string; key: string; value: string; public: boolean; system: boolean; since?: number }[] = [
  { name: '系统标题', key: 'SYSTEM_TITLE', value: '颐安养老服务管理平台', public: true, system: true },
  { name: '官方网站', key: 'OFFICIAL_WEBSITE', value: '', public: true, system: true },
  { name: '在线客服地址', key: 'CUSTOMER_CHAT_URL', value: '', public: true, system: true, since: 2 },
  { name: '允许内嵌的网站', key: 'IFRAME_ALLOW', value: '', public: true, system: true, since: 2 },
  { name: '操作手册地址', key: 'OPERATION_MANUAL_URL', value: '', public: true, system: true },
  { name: '星级评定标准地址', key: 'STAR_STANDARD_URL', value: '', public: true, system: true },
  { name: '对公转账账户', key: 'TRANSFER', value: '{"BANK":"","BANK_CARD":"","TAXID":"","PHONE":""}', public: false, system: true },
  { name: '同一帐号最多同时在线数（0为不限）', key: 'SESSION_MOST', value: '0', public: false, system: true, since: 2 },
  { name: '密码规则', key: 'PASSWORD_POLICY', value: 'either', public: false, system: true, since: 2 },
  { name: '必须启用两步验证', key: 'TOTP_REQUIRED', value: '', public: false, system: true, since: 2 },
];
