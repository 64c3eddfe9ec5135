/** The parts of the operations console: `/userPanel?name={name}`. Another part is another line. */
import type { ComponentType } from 'react';

export interface PanelTab {
  name: string;
  label: string;
  load: () => Promise<{ default: ComponentType }>;
}

export const panelTabs: readonly PanelTab[] = [
  { name: 'info', label: '个人概览', load: () => import('./panel-overview.tsx') },
  { name: 'tenants', label: '我的机构', load: () => import('./panel-tenants.tsx') },
  { name: 'invitations', label: '我的邀请', load: () => import('./my-invitations.tsx') },
  { name: 'joining', label: '加入与退出', load: () => import('./my-tenants.tsx') },
  { name: 'sessions', label: '登录设备', load: () => import('./panel-sessions.tsx') },
];
