/** `<MessagesBell />`: the message centre's place in the top bar, with the number of unread ones and the latest five. */
import { MailOutlined } from '@ant-design/icons';
import { Badge, Button, Empty, Popover, Skeleton, Tooltip } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { messageKinds } from '#contract/messages/messages.rules.ts';
import { messages } from '#contract/messages/messages.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { since } from '#web/ui/display.ts';
import { BADGE_MAX, STALE, useUnread } from './use-messages.ts';
import './messages.css';

const PAGE = '/message/index';

function Panel({ close }: { close: () => void }) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  const { data, isError, refetch } = useCall(messages.page, { a: 0, b: 'unread', size: 5 }, { quiet: true });
  const read = useSend(messages.read, { changes: STALE, quiet: true });
  // Of the moment in which it was opened.
  const [now] = useState(() => Date.now());
  const open = (id: number, link: string | null) => {
    read.mutate({ ids: [id] });
    close();
    go(link ?? PAGE);
  };
  return (
    <section
      className="m-panel"
      ref={box}
      tabIndex={-1}
      role="dialog"
      aria-label="未读消息"
      onKeyDown={({ key }) => key === 'Escape' && close()}
    >
      <header>
        <h2>未读消息</h2>
        <Button type="link" size="small" disabled={!data || data.total === 0} loading={read.isPending} onClick={() => read.mutate({})}>
          全部已读
        </Button>
      </header>
      {isError && (
        <p className="m-stale" role="status">
          暂时读取不到
          <Button size="small" type="link" onClick={() => void refetch()}>
            重试
          </Button>
        </p>
      )}
      {!data && !isError && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {data?.records.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有未读消息" />}
      <ul>
        {data?.records.map(({ id, kind, title, text, link, createTime }) => (
          <li key={id}>
            <button type="button" onClick={() => open(id, link)}>
              <span>
                <b>{title}</b>
                <time dateTime={createTime.replace(' ', 'T')} title={createTime}>
                  {since(createTime, now)}
                </time>
              </span>
              <small>{text || messageKinds[kind]}</small>
            </button>
          </li>
        ))}
      </ul>
      <footer>
        <Button
          type="link"
          onClick={() => {
            close();
            go(PAGE);
          }}
        >
          消息中心
        </Button>
      </footer>
    </section>
  );
}

export function MessagesBell() {
  const [open, setOpen] = useState(false);
  const unread = useUnread() ?? 0;
  const label = unread > 0 ? `有 ${unread} 条未读消息` : '没有未读消息';
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      trigger="click"
      placement="bottomRight"
      destroyOnHidden
      content={<Panel close={() => setOpen(false)} />}
    >
      <span>
        <Badge count={unread} overflowCount={BADGE_MAX} size="small" offset={[-4, 6]}>
          <Tooltip title={open ? '' : label} mouseEnterDelay={0.4} placement="bottom">
            <button type="button" className="y-icon-button" aria-label={label} aria-haspopup="dialog" aria-expanded={open}>
              <MailOutlined />
            </button>
          </Tooltip>
        </Badge>
      </span>
    </Popover>
  );
}
