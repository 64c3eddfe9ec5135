/** Who is signed in; home, settings, sign-out. */
import { HomeOutlined, LogoutOutlined, SettingOutlined } from '@ant-design/icons';
import { App, Avatar, Dropdown } from 'antd';
import { signOut } from '#web/api/session.ts';
import { useCurrentUser } from './current-user.ts';
import { go } from './go.ts';
import { HOME } from './tabs.ts';

export function UserMenu({ openSettings }: { openSettings: () => void }) {
  const { modal } = App.useApp();
  const user = useCurrentUser()?.sysUser;
  const name = user?.nickName || user?.username || '';

  const confirmSignOut = () =>
    modal.confirm({
      title: '退出登录',
      content: '是否退出系统，是否继续？',
      okText: '确定',
      cancelText: '取消',
      onOk: () => signOut(),
    });

  const actions: Record<string, () => void> = { home: () => go(HOME), settings: openSettings, out: () => void confirmSignOut() };
  return (
    <Dropdown
      trigger={['click', 'hover']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'home', label: '首页', icon: <HomeOutlined /> },
          { key: 'settings', label: '界面设置', icon: <SettingOutlined /> },
          { type: 'divider' },
          { key: 'out', label: '退出登录', icon: <LogoutOutlined />, danger: true },
        ],
        onClick: ({ key }) => actions[key]?.(),
      }}
    >
      <button type="button" className="y-user" aria-label={`${name}，用户菜单`} aria-haspopup="menu">
        <Avatar size={28} src={user?.avatar || undefined} className="y-avatar">
          {name.slice(0, 1)}
        </Avatar>
        <span className="y-user-name">{name}</span>
      </button>
    </Dropdown>
  );
}
