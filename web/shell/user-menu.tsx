/** Who is signed in; home, settings, sign-out. */
import { DesktopOutlined, HomeOutlined, KeyOutlined, LogoutOutlined, MobileOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons';
import { App, Avatar, Dropdown } from 'antd';
import { Suspense, useEffect, useState } from 'react';
import { ownJobs } from '#contract/work-orders/own-jobs.ts';
import { session, signOut } from '#web/api/session.ts';
import { waitingOf } from '#web/carer/owners.ts';
import { useFileLink } from '#web/ui/file-link.ts';
import { useMay } from '#web/ui/may.ts';
import { useCurrentUser } from './current-user.ts';
import { go } from './go.ts';
import { lazyPart } from './lazy-part.ts';
import { answerSignOutWith, askSignOut } from './sign-out.ts';
import { HOME } from './tabs.ts';

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx'));

export function UserMenu({ openSettings }: { openSettings: () => void }) {
  const { modal } = App.useApp();
  const may = useMay();
  const user = useCurrentUser()?.sysUser;
  // Null until it was opened once: the dialog is loaded only then.
  const [changing, setChanging] = useState<boolean | null>(null);
  const picture = useFileLink(user?.avatar ?? '');
  const name = user?.nickName || user?.username || '';

  useEffect(
    () =>
      answerSignOutWith(() => {
        const waiting = waitingOf(session.getState().user);
        const content = waiting > 0 ? `“我的服务”还有 ${waiting} 条记录没有上传，退出后将从本机删除，不能恢复！` : '是否退出系统？';
        void modal.confirm({ title: '退出登录', content, okText: '确定', cancelText: '取消', onOk: () => signOut() });
      }),
    [modal],
  );

  const actions: Record<string, () => void> = {
    home: () => go(HOME),
    info: () => go('/info/index'),
    panel: () => go('/userPanel?name=info'),
    // A page of its own beside the application.
    carer: () => location.assign('/carer'),
    settings: openSettings,
    password: () => setChanging(true),
    out: askSignOut,
  };
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: [
            { key: 'home', label: '首页', icon: <HomeOutlined /> },
            { key: 'info', label: '个人信息', icon: <UserOutlined /> },
            { key: 'panel', label: '操作台', icon: <DesktopOutlined /> },
            ...(may(ownJobs.list) ? [{ key: 'carer', label: '我的服务', icon: <MobileOutlined /> }] : []),
            { key: 'settings', label: '界面设置', icon: <SettingOutlined /> },
            { key: 'password', label: '修改密码', icon: <KeyOutlined /> },
            { type: 'divider' },
            { key: 'out', label: '退出登录', icon: <LogoutOutlined />, danger: true },
          ],
          onClick: ({ key }) => actions[key]?.(),
        }}
      >
        <button type="button" className="y-user" aria-haspopup="menu" title="用户菜单">
          <Avatar size={28} src={picture || undefined} className="y-avatar" aria-hidden>
            {name.slice(0, 1)}
          </Avatar>
          <span className="y-user-name">{name}</span>
        </button>
      </Dropdown>
      {changing !== null && (
        <Suspense fallback={null}>
          <PasswordDialog open={changing} onClose={() => setChanging(false)} />
        </Suspense>
      )}
    </>
  );
}
