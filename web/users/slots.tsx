/** What one's own account has in the frame. */
import { DesktopOutlined, KeyOutlined, UserOutlined } from '@ant-design/icons';
import { frameDialog, openDialog } from '#web/shell/dialogs.ts';
import { go } from '#web/shell/go.ts';
import type { AreaSlots } from '#web/shell/slots.ts';

const password = frameDialog('password', () => import('./password-dialog.tsx'));

export const users = {
  userMenu: {
    info: { label: '个人信息', icon: <UserOutlined />, run: () => go('/info/index') },
    panel: { label: '操作台', icon: <DesktopOutlined />, run: () => go('/userPanel?name=info') },
    password: { label: '修改密码', icon: <KeyOutlined />, run: () => openDialog(password) },
  },
} satisfies AreaSlots;
