/** Menus of 呼叫中心: the records of calls, callers, who takes which calls, by whom they are carried; and who speaks. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const callMenus: readonly MenuDefault[] = since(17, [
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
  button('cloudcall_calllink_view', '查看通话链接'),
  button('cloudcall_calllink_edit', '维护通话链接'),
  button('cloudcall_callmenu_view', '查看语音菜单'),
  ...buttons('cloudcall_callmenu', ['add', 'edit', 'del']),
  page('外呼任务', '/cloudcall/calljob', 'PhoneOutlined', 'cloudcall_cloudcallcalljob_view', [
    ...buttons('cloudcall_cloudcallcalljob', ['add', 'edit', 'del']),
  ]),
]);
