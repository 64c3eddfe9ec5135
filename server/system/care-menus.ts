/** Menus of 照护: who does what when, and what can be given. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const careMenus: readonly MenuDefault[] = [
  ...since(13, [
    page('照护计划', '/care/plan', 'HeartOutlined', 'members_oldmanplan_view', buttons('members_oldmanplan', ['add', 'edit', 'del'])),
  ]),
  ...since(3, [
    page('派单看板', '/order/board', 'ScheduleOutlined', 'members_workorder_board'),
    page('周期工单', '/order/plan', 'SyncOutlined', undefined, [button('members_workorder_plan', '编排')]),
  ]),
  ...since(8, [page('值班表', '/warning/duty', 'CalendarOutlined', 'warning_duty_view', [button('warning_duty_edit', '排班')])]),
  ...since(13, [
    page('员工请假', '/staff-leave/index', 'CoffeeOutlined', undefined, [
      button('staff_leave_view', '查看他人请假'),
      button('staff_leave_cancel', '销假'),
      button('staff_leave_export', '导出'),
    ]),
  ]),
  ...since(3, [
    page('服务包管理', '/oldManPackage/index', 'InboxOutlined', 'members_oldmanpackage_view', [
      ...buttons('members_oldmanpackage', ['add', 'edit', 'del']),
      button('members_oldmanpackage_export', '导出'),
    ]),
    page('服务套餐', '/business/bcservicepackage', 'GiftOutlined', 'business_bcservicepackage_view', [
      ...buttons('business_bcservicepackage', ['add', 'edit', 'del']),
      button('business_bcservicepackage_export', '导出'),
    ]),
  ]),
  page('服务项目', '/business/bccostproject', 'ProfileOutlined', 'business_bccostproject_view', [
    ...buttons('business_bccostproject', ['add', 'edit', 'del']),
    ...since(2, [button('business_bccostproject_import', '导入'), button('business_bccostproject_export', '导出')]),
  ]),
  page('服务分类', '/business/bccostservice', 'TagsOutlined', 'business_bccostservice_view', [
    ...buttons('business_bccostservice', ['add', 'edit', 'del']),
    ...since(2, [button('business_bccostservice_export', '导出')]),
  ]),
  ...since(3, [
    page(
      '员工技能',
      '/order/staffskill',
      'SolutionOutlined',
      'members_staffskill_view',
      buttons('members_staffskill', ['add', 'edit', 'del']),
    ),
    page('节假日', '/order/holiday', 'CalendarOutlined', 'members_holiday_view', buttons('members_holiday', ['add', 'edit', 'del'])),
  ]),
];
