/** Who is signed in, and the menu of what concerns them; the sign-out asks first. */
import { LogoutOutlined } from '@ant-design/icons';
import { App, Avatar, Dropdown } from 'antd';
import { useEffect } from 'react';
import { signOut } from '#web/api/session.ts';
import { useFileLink } from '#web/ui/file-link.ts';
import { useMay } from '#web/ui/may.ts';
import { useCurrentUser } from './current-user.ts';
import { answerSignOutWith, askSignOut } from './sign-out.ts';
import { useSlots } from './slots.ts';

const OUT = 'out';

export function UserMenu() {
  const { modal } = App.useApp();
  const may = useMay();
  const { userMenu, losses } = useSlots();
  const user = useCurrentUser()?.sysUser;
  const picture = useFileLink(user?.avatar ?? '');
  const name = user?.nickName || user?.username || '';

  useEffect(
    () =>
      answerSignOutWith(() => {
        const lost = Object.values(losses).flatMap((lossOf) => lossOf() ?? []);
        void modal.confirm({
          title: '退出登录',
          content: lost.join('') || '是否退出系统？',
          okText: '确定',
          cancelText: '取消',
          onOk: () => signOut(),
        });
      }),
    [modal, losses],
  );

  const entries = Object.entries(userMenu).filter(([, { needs }]) => !needs || may(needs));
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          ...entries.map(([key, { label, icon }]) => ({ key, label, icon })),
          { type: 'divider' },
          { key: OUT, label: '退出登录', icon: <LogoutOutlined />, danger: true },
        ],
        onClick: ({ key }) => (key === OUT ? askSignOut() : userMenu[key]?.run()),
      }}
    >
      <button type="button" className="y-user" aria-haspopup="menu" title="用户菜单">
        <Avatar size={28} src={picture || undefined} className="y-avatar" aria-hidden>
          {name.slice(0, 1)}
        </Avatar>
        <span className="y-user-name">{name}</span>
      </button>
    </Dropdown>
  );
}
