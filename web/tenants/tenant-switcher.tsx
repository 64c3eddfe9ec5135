/** In the top bar: the tenant one works in now and, for who has several, the others. */
import { CheckOutlined, DownOutlined, LoadingOutlined, SwapOutlined } from '@ant-design/icons';
import { App, Popover } from 'antd';
import { useEffect, useState } from 'react';
import type { Workplace } from '#contract/tenants/memberships.ts';
import { showTenantClosedWith } from '#web/api/messages.ts';
import { signOut } from '#web/api/session.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { go } from '#web/shell/go.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { arrivedAt } from './move.ts';
import { closedReason, useMove, useWorkplaces } from './workplaces.tsx';
import './tenant-switcher.css';

/** From so many on there is a search. */
const MANY = 8;

function Places({ places, onDone }: { places: readonly Workplace[]; onDone: () => void }) {
  const [text, setText] = useState('');
  const [move, going] = useMove();
  const wanted = text.trim().toLowerCase();
  const found = places.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <div className="t-switch">
      {places.length >= MANY && <SearchInput size="small" autoFocus label="搜索机构" value={text} onChange={setText} />}
      <ul aria-label="可切换的机构">
        {found.map((place) => {
          const reason = closedReason(place);
          return (
            <li key={place.tenantId}>
              <button
                type="button"
                aria-current={place.current || undefined}
                disabled={place.current || reason !== null || going !== null}
                onClick={() => {
                  onDone();
                  void move(place);
                }}
              >
                <span className="t-switch-mark" aria-hidden>
                  {going === place.tenantId ? <LoadingOutlined /> : place.current && <CheckOutlined />}
                </span>
                <span className="t-switch-name">{place.name}</span>
                <span className="t-switch-note">
                  {reason ?? (place.current ? '当前' : place.home ? '所属机构' : place.member && !place.visiting ? '成员' : '进入')}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {found.length === 0 && <p>没有符合条件的机构</p>}
      <button
        type="button"
        className="t-switch-all"
        onClick={() => {
          onDone();
          go('/userPanel?name=tenants');
        }}
      >
        <SwapOutlined aria-hidden /> 在操作台查看全部
      </button>
    </div>
  );
}

/** Says that the tenant is closed, once, and leaves nothing to do but to sign out. */
function useClosedNotice(): void {
  const { modal } = App.useApp();
  useEffect(() => {
    let told = false;
    return showTenantClosedWith((text) => {
      if (told) return;
      told = true;
      modal.warning({
        title: text,
        content: `在恢复之前不能继续使用本机构的任何功能，未保存的内容请先另行记录。${/过期|到期/.test(text) ? '机构管理员可在登录页选择“订购产品包”续费。' : ''}`,
        okText: '退出登录',
        onOk: () => signOut(),
      });
    });
  }, [modal]);
}

export default function TenantSwitcher() {
  const { message } = App.useApp();
  useClosedNotice();
  const [open, setOpen] = useState(false);
  const name = useCurrentUser()?.tenantName;
  const { data: places = [] } = useWorkplaces();
  useEffect(() => {
    const arrived = arrivedAt();
    if (arrived) void message.success(`已切换到${arrived}`);
  }, [message]);
  if (!name) return null;
  if (places.length < 2)
    return (
      <span className="t-tenant" title={name}>
        {name}
      </span>
    );
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      destroyOnHidden
      content={<Places places={places} onDone={() => setOpen(false)} />}
    >
      <button
        type="button"
        className="t-tenant"
        aria-label={`当前机构：${name}，切换机构`}
        aria-haspopup="dialog"
        aria-expanded={open}
        title={name}
      >
        <span>{name}</span>
        <DownOutlined aria-hidden />
      </button>
    </Popover>
  );
}
