/** /message/index 消息中心: what this person was told in this institution. */
import { App, Button, Input, Modal, Segmented, Select, Tag } from 'antd';
import { useState } from 'react';
import { messageKinds } from '#contract/messages/messages.rules.ts';
import { channelLabels } from '#contract/messages/channels.rules.ts';
import { messageDeliveries } from '#contract/messages/message-deliveries.ts';
import { messages } from '#contract/messages/messages.ts';
import { titled } from '#contract/labels.ts';
import { messageLabels } from '#contract/messages/messages.labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { go } from '#web/shell/go.ts';
import { useToday } from '#web/ui/clock.ts';
import type { Column } from '#web/ui/columns.ts';
import { DataTable, type RowOf } from '#web/ui/data-table.tsx';
import { shortDay } from '#web/ui/display.ts';
import { choices } from '#web/ui/inputs.tsx';
import { labelledFilter } from '#web/ui/search-form.tsx';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { BADGE_MAX, STALE, useUnread } from './use-messages.ts';
import './messages.css';

const Filter = labelledFilter(messageLabels);

type MessageRow = RowOf<typeof messages.page>;

const columns: Column<MessageRow>[] = titled(messageLabels, [
  {
    key: 'title',
    width: 220,
    pin: 'left',
    render: ({ title, read }) => (
      <span className="m-title">
        <i className={`m-dot ${read ? 'm-dot-none' : ''}`} role="img" aria-label={read ? '已读' : '未读'} />
        <b>{title}</b>
      </span>
    ),
  },
  { key: 'kind', width: 88, render: ({ kind }) => <Tag>{messageKinds[kind]}</Tag> },
  { key: 'text', width: 340 },
  { key: 'createTime', width: 172, sort: 'create_time' },
  { key: 'readTime', width: 172, hidden: true },
]);

const filters = (
  <>
    <Filter name="kind">
      <Select allowClear placeholder="请选择" options={choices(messageKinds)} />
    </Filter>
    <Filter name="text">
      <Input placeholder="标题或内容" allowClear maxLength={50} />
    </Filter>
  </>
);

/** By which other ways it was told, and why not. */
function Ways({ id }: { id: number }) {
  const { data = [] } = useCall(messageDeliveries.ofMessage, { id }, { quiet: true });
  if (data.length === 0) return null;
  return (
    <ul className="m-ways" aria-label="发送情况">
      {data.map(({ id: way, channel, state, error, dueTime, sentTime }) => (
        <li key={way}>
          {channelLabels[channel]} <State of="delivery" value={state} />{' '}
          {error ??
            (sentTime ? (
              <Time value={sentTime} />
            ) : (
              dueTime && (
                <>
                  至 <Time value={dueTime} />
                </>
              )
            ))}
        </li>
      ))}
    </ul>
  );
}

function Reading({ message, onClose }: { message: MessageRow; onClose: () => void }) {
  const { link } = message;
  const follow = () => {
    onClose();
    if (link) go(link);
  };
  return (
    <Modal
      open
      title={message.title}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          关闭
        </Button>,
        link && (
          <Button key="go" type="primary" onClick={follow}>
            前往处理
          </Button>
        ),
      ]}
    >
      <p className="m-text">{message.text || '（无正文）'}</p>
      <p className="y-missing">{message.createTime}</p>
      <Ways id={message.id} />
    </Modal>
  );
}

/** What can be done with the chosen ones. */
function Some({ ids, done }: { ids: number[]; done: () => void }) {
  const read = useSend(messages.read, { changes: STALE, onSuccess: done });
  const clear = useSend(messages.clear, { changes: STALE, onSuccess: done });
  return (
    <>
      <Button loading={read.isPending} onClick={() => read.mutate({ ids })}>
        标为已读
      </Button>
      <Button danger loading={clear.isPending} onClick={() => clear.mutate({ ids })}>
        清除
      </Button>
    </>
  );
}

const some = (chosen: MessageRow[], done: () => void) => <Some ids={chosen.map(({ id }) => id)} done={done} />;

export default function MessageCentre() {
  const { modal } = App.useApp();
  const today = useToday();
  const [reading, setReading] = useState<MessageRow | null>(null);
  const known = useUnread();
  const unread = known ?? 0;
  const [scope, setScope] = useState<'all' | 'unread' | null>(null);
  // What is unread comes first, when there is something; what was chosen before that was known stays.
  if (scope === null && known !== undefined) setScope(unread > 0 ? 'unread' : 'all');
  const read = useSend(messages.read, { changes: STALE });
  const clear = useSend(messages.clear, { changes: STALE });
  const show = (row: MessageRow) => {
    setReading(row);
    setScope((now) => now ?? 'all');
    if (!row.read) read.mutate({ ids: [row.id] });
  };
  const askClear = () =>
    void modal.confirm({
      title: '清空消息',
      content: '确定清空全部消息吗？清空后不再显示',
      okText: '确定',
      okButtonProps: { danger: true },
      cancelText: '取消',
      onOk: () => clear.mutateAsync({}),
    });
  return (
    <>
      <DataTable
        name="messages"
        noun="消息"
        route={messages.page}
        exportRoute={messages.export}
        fixed={{ a: 0, b: scope ?? 'all' }}
        columns={columns}
        filters={filters}
        groupOf={({ createTime }) => shortDay(createTime, today)}
        rowClass={({ read: seen }) => (seen ? '' : 'm-unread')}
        onRowClick={show}
        extra={
          <>
            <Segmented<'all' | 'unread'>
              aria-label="消息范围"
              value={scope ?? 'all'}
              onChange={setScope}
              options={[
                { value: 'unread', label: unread > 0 ? `未读 ${Math.min(unread, BADGE_MAX)}${unread > BADGE_MAX ? '+' : ''}` : '未读' },
                { value: 'all', label: '全部' },
              ]}
            />
            <Button disabled={unread === 0} loading={read.isPending} onClick={() => read.mutate({})}>
              全部已读
            </Button>
            <Button danger loading={clear.isPending} onClick={askClear}>
              清空
            </Button>
          </>
        }
        batch={some}
        actions={(row) => [
          { label: '查看', onClick: () => show(row) },
          { label: '清除', danger: true, menu: true, onClick: () => clear.mutate({ ids: [row.id] }) },
        ]}
      />
      {reading && <Reading message={reading} onClose={() => setReading(null)} />}
    </>
  );
}
