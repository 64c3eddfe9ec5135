/** The horizontal items of the top bar; whoever has none sees nothing. */
import { Dropdown } from 'antd';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { menus } from '#contract/users/menus.ts';
import { users } from '#contract/users/users.ts';
import { keyOf, useCall } from '#web/api/call.ts';
import { useMenu } from './current-user.ts';
import { openMenu } from './go.ts';
import { menuIcon } from './menu-icons.tsx';
import { leavesOf, trailTo, type MenuItem } from './menu.ts';

const FIVE_MINUTES = 5 * 60_000;

export function TopMenu() {
  const client = useQueryClient();
  const { pathname } = useLocation();
  const items = useMenu();
  const { data } = useCall(menus.own, { type: 'top' }, { quiet: true, staleTime: FIVE_MINUTES });
  const shown = (data ?? []).flatMap(({ id }) => items.filter((item) => item.id === id));
  if (shown.length === 0) return null;
  const open = (item: MenuItem) => {
    // Another part of the product may want other rights: who one is, is read again.
    void client.invalidateQueries({ queryKey: keyOf(users.info) });
    openMenu(item.path);
  };
  return (
    <nav className="y-top-menu" aria-label="顶部菜单">
      {shown.map((item) => {
        const button = (
          <button
            key={item.id}
            type="button"
            aria-current={trailTo([item], pathname).length > 0 ? 'true' : undefined}
            onClick={() => open(item)}
          >
            {menuIcon(item.icon)}
            {item.label}
          </button>
        );
        if (item.children.length === 0) return button;
        const below = leavesOf(item.children);
        return (
          <Dropdown
            key={item.id}
            trigger={['click']}
            menu={{
              items: below.map((one) => ({ key: String(one.id), label: one.label })),
              onClick: ({ key }) => below.filter(({ id }) => String(id) === key).forEach(open),
            }}
          >
            {button}
          </Dropdown>
        );
      })}
    </nav>
  );
}
