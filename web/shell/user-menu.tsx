/** Who is signed in; home, settings, sign-out. */
import { HomeOutlined, KeyOutlined, LogoutOutlined, SettingOutlined } from '@ant-design/icons';
import { App, Avatar, Dropdown } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { signOut } from '#web/api/session.ts';
import { useCurrentUser } from './current-user.ts';
import { go } from './go.ts';
import { HOME } from './tabs.ts';

const PasswordDialog = lazy(() => import('./password-dialog.tsx'));

export function UserMenu({ openSettings }: { openSettings: () => void }) {
  const { modal } = App.useApp();
  const user = useCurrentUser()?.sysUser;
  const given = user?.mustChangePassword === true;
  // Not asked for yet: open exactly when the password is not the person's own.
  const [changing, setChanging] = useState<boolean | null>(null);
  const asks = changing ?? given;
  const name = user?.nickName || user?.username || '';

  const confirmSignOut = () =>
    modal.confirm({
      title: '退出登录',
      content: '是否退出系统，是否继续？',
      okText: '确定',
      cancelText: '取消',
      onOk: () => signOut(),
    });

  const actions: Record<string, () => void> = {
    home: () => go(HOME),
    settings: openSettings,
    password: () => setChanging(true),
    out: () => void confirmSignOut(),
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'home', label: '首页', icon: <HomeOutlined /> },
            { key: 'settings', label: '界面设置', icon: <SettingOutlined /> },
            { key: 'password', label: '修改密码', icon: <KeyOutlined /> },
            { type: 'divider' },
            { key: 'out', label: '退出登录', icon: <LogoutOutlined />, danger: true },
          ],
          onClick: ({ key }) => actions[key]?.(),
        }}
      >
        <button type="button" className="y-user" aria-haspopup="menu" title="用户菜单">
          <Avatar size={28} src={user?.avatar || undefined} className="y-avatar" aria-hidden>
            {name.slice(0, 1)}
          </Avatar>
          <span className="y-user-name">{name}</span>
        </button>
      </Dropdown>
      {(asks || changing !== null) && (
        <Suspense fallback={null}>
          <PasswordDialog open={asks} given={given} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
