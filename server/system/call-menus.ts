/** Menus of 呼叫中心: the records of calls, callers, who takes which calls, by whom they are carried; and who speaks. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const callMenus: readonly MenuDefault[] = [
  ...since(17, [
    page('通话记录', '/cloudcall/record', 'PhoneOutlined', 'cloudcall_call_own', [
      button('cloudcall_call_view', '查看全部通话'),
      button('cloudcall_call_export', '导出'),
      button('cloudcall_recording_play', '听录音'),
      button('cloudcall_recording_download', '下载录音'),
    ]),
    page(
      '临时客户',
      '/cloudcall/customer',
      'IdcardOutlined',
      'cloudcall_cloudcalltemporarycustomer_view',
      buttons('cloudcall_cloudcalltemporarycustomer', ['add', 'edit', 'del']),
    ),
    page(
      '坐席',
      '/cloudcall/seat',
      'CustomerServiceOutlined',
      'cloudcall_cloudcallseats_view',
      buttons('cloudcall_cloudcallseats', ['add', 'edit', 'del']),
    ),
    page(
      '技能组',
      '/cloudcall/skillgroup',
      'TeamOutlined',
      'cloudcall_cloudcallskillgroups_view',
      buttons('cloudcall_cloudcallskillgroups', ['add', 'edit', 'del']),
    ),
    page(
      '呼叫服务',
      '/cloudcall/service',
      'ApiOutlined',
      'cloudcall_cloudcallservice_view',
      buttons('cloudcall_cloudcallservice', ['add', 'edit', 'del']),
    ),
    button('cloudcall_workbench', '通话工作台'),
    button('cloudcall_supervise', '监听、耳语、强插和接管'),
    // These two were buttons first.
    page('通话链接', '/cloudcall/calllink', 'LinkOutlined', 'cloudcall_calllink_view', [button('cloudcall_calllink_edit', '维护')]),
    page(
      '语音菜单',
      '/cloudcall/callmenu',
      'ApartmentOutlined',
      'cloudcall_callmenu_view',
      buttons('cloudcall_callmenu', ['add', 'edit', 'del']),
    ),
    page('外呼任务', '/cloudcall/calljob', 'PhoneOutlined', 'cloudcall_cloudcallcalljob_view', [
      ...buttons('cloudcall_cloudcallcalljob', ['add', 'edit', 'del']),
      ...since(18, [button('cloudcall_cloudcallcalljob_export', '导出名单')]),
    ]),
  ]),
  ...since(18, [
    page('通话统计', '/cloudcall/statistics', 'BarChartOutlined', 'cloudcall_callstatistics_view', [
      button('cloudcall_callstatistics_export', '导出'),
      button('cloudcall_wallboard', '呼叫大屏'),
    ]),
  ]),
  ...since(19, [
    page('通话质检', '/cloudcall/inspection', 'AuditOutlined', 'cloudcall_inspection_own', [
      button('cloudcall_inspection_view', '查看全部质检'),
      button('cloudcall_inspection_score', '评分'),
      button('cloudcall_inspection_decide', '裁定申诉'),
      button('cloudcall_inspection_export', '导出'),
    ]),
    page(
      '抽检计划',
      '/cloudcall/sampleplan',
      'ScheduleOutlined',
      'cloudcall_callsampleplan_view',
      buttons('cloudcall_callsampleplan', ['add', 'edit', 'del']),
    ),
    page(
      '评分表',
      '/cloudcall/callsheet',
      'ProfileOutlined',
      'cloudcall_callsheet_view',
      buttons('cloudcall_callsheet', ['add', 'edit', 'del']),
    ),
  ]),
];
