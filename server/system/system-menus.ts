/** Menus of 设置: accounts and roles, when staff are warned, what is set up, logs. */
import type { MenuDefault } from './menu-defaults.ts';
import { always, button, buttons, folder, page, since } from './menu-parts.ts';

const accountMenus: readonly MenuDefault[] = [
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
  page('部门管理', '/admin/dept/index', 'ApartmentOutlined', 'sys_dept_view', [
    ...buttons('sys_dept', ['add', 'edit', 'del']),
    ...since(3, [button('sys_dept_export', '导出')]),
  ]),
  ...since(9, [
    page('岗位管理', '/admin/post/index', 'SolutionOutlined', 'sys_post_view', [
      ...buttons('sys_post', ['add', 'edit', 'del']),
      button('sys_post_export', '导出'),
    ]),
  ]),
];

/** Whom what wakes, and at which values. */
const warningMenus: readonly MenuDefault[] = [
  ...since(4, [
    page('通知策略', '/warning/policy', 'BellOutlined', 'warning_policy_view', buttons('warning_policy', ['add', 'edit', 'del'])),
  ]),
  ...since(5, [
    page(
      '条件规则',
      '/warning/condition',
      'ControlOutlined',
      'warning_condition_view',
      buttons('warning_condition', ['add', 'edit', 'del']),
    ),
  ]),
  ...since(4, [
    page('健康阈值', '/health/threshold', 'ControlOutlined', 'tenant_health_default'),
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
  ]),
  ...since(13, [
    page('审批流程', '/approval/definition/index', 'ApartmentOutlined', 'approval_definition_view', [
      button('approval_definition_edit', '设计与发布'),
    ]),
  ]),
  ...since(13, [page('消息设置', '/admin/message/settings', 'MailOutlined', 'sys_message_settings')]),
];

const setupMenus: readonly MenuDefault[] = [
  page('参数管理', '/admin/param/index', 'ControlOutlined', 'admin_syspublicparam_view', [
    ...buttons('admin_syspublicparam', ['add', 'edit', 'del']),
    ...since(2, [button('admin_syspublicparam_export', '导出')]),
  ]),
  page('字典管理', '/admin/dict/index', 'BookOutlined', 'sys_dict_view', [
    ...buttons('sys_dict', ['add', 'edit', 'del']),
    ...since(2, [button('sys_dict_import', '导入'), button('sys_dict_export', '导出')]),
  ]),
  page('菜单管理', '/admin/menu/index', 'MenuOutlined', 'sys_menu_view', [
    ...buttons('sys_menu', ['add', 'edit', 'del']),
    ...since(3, [button('sys_menu_export', '导出')]),
  ]),
  ...since(2, [
    page('文件管理', '/admin/file/index', 'FolderOutlined', 'sys_file_view', [
      ...buttons('sys_file', ['del']),
      button('sys_file_export', '导出'),
    ]),
  ]),
];

const logMenus: readonly MenuDefault[] = [
  page('操作日志', '/admin/log/index', 'FileSearchOutlined', 'sys_log_view', [
    button('sys_log_del', '删除错误日志'),
    ...since(2, [button('sys_log_export', '导出')]),
  ]),
  ...since(2, [
    page('登录日志', '/admin/log/login', 'HistoryOutlined', 'sys_loginlog_view', [button('sys_loginlog_export', '导出')]),
    page('在线用户', '/admin/token/index', 'LaptopOutlined', 'sys_token_view', [
      button('sys_token_del', '强制下线'),
      ...since(3, [button('sys_token_export', '导出')]),
    ]),
    page('审计存证', '/admin/audit/index', 'AuditOutlined', 'sys_audit_view', [button('sys_audit_export', '导出')]),
  ]),
  ...since(10, [
    page('未送出的任务', '/admin/dead-job/index', 'DisconnectOutlined', 'sys_deadjob_view', [
      ...buttons('sys_deadjob', ['edit']),
      button('sys_deadjob_export', '导出'),
    ]),
  ]),
  ...since(13, [
    page('发送记录', '/admin/message/log', 'MessageOutlined', 'sys_message_log_view', [button('sys_message_log_export', '导出')]),
  ]),
];

export const systemMenus: readonly MenuDefault[] = [
  ...always(accountMenus),
  folder('预警设置', 'SafetyOutlined', warningMenus),
  ...always(setupMenus),
  ...always([folder('日志与审计', 'FileSearchOutlined', logMenus)]),
  ...since(2, [
    {
      ...page('客户端管理', '/admin/client/index', 'ApiOutlined', 'sys_client_view', [
        ...buttons('sys_client', ['add', 'edit', 'del'], true),
        ...since(3, [button('sys_client_export', '导出', true)]),
      ]),
      platform: true,
    },
  ]),
];
