/** Rights of 呼叫中心: who speaks, who stands behind others, who makes links for callers. */
import type { MenuDefault } from './menu-defaults.ts';
import { button, buttons, page, since } from './menu-parts.ts';

export const callMenus: readonly MenuDefault[] = since(17, [
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
