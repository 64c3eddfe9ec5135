/** What is asked before a ticket is assigned, solved, merged, split, linked or shared. */
import { Form, Input, Select, Switch } from 'antd';
import { useState, type ReactNode } from 'react';
import { ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { COMPLAINT } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { titleOf } from '#contract/labels.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { ticketAddress } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { ReasonDialog } from '#web/ui/reason-dialog.tsx';
import { GroupSelect } from './group-select.tsx';
import { OwnerSelect } from './owner-select.tsx';
import { changes, type Ticket } from './ticket-calls.ts';

export type Asked = 'assign' | 'solve' | 'close' | 'reopen' | 'merge' | 'split' | 'link' | 'share' | 'edit';

interface Props {
  ticket: Ticket;
  asked: Asked;
  chosen: ReadonlySet<number>;
  onClose: () => void;
}

/** What the dialogs ask for, each its own part. */
interface Values {
  ownerId?: number | null;
  groupId?: number | null;
  result: string;
  other: number;
  title: string;
  about?: string | null;
  userId: number;
}

interface FrameProps {
  title: string;
  okText: string;
  pending: boolean;
  initial?: object;
  onOk: (values: Values) => void;
  onClose: () => void;
  children: ReactNode;
}

function Frame({ title, okText, pending, initial, onOk, onClose, children }: FrameProps) {
  return (
    <FormDialog<Values> title={title} okText={okText} pending={pending} initial={initial ?? {}} onSubmit={onOk} onClose={onClose}>
      {children}
    </FormDialog>
  );
}

/** Another ticket, found by its number or words. */
function OtherTicket({ except, ...rest }: { except: number; value?: number; onChange?: (id: number) => void; id?: string }) {
  const [keyword, setKeyword] = useState('');
  const { data } = useCall(tickets.page, { size: 20, ...(keyword ? { keyword } : {}) }, { quiet: true });
  const options = (data?.records ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, ticketNo, title }) => ({ value: id, label: `${ticketNo} ${title}` }));
  return (
    <Select
      {...rest}
      showSearch={{ filterOption: false, onSearch: (text) => setKeyword(text.trim()) }}
      placeholder="输入诉求编号或标题查找"
      options={options}
    />
  );
}

function Assign({ ticket: { id, version, ownerId, groupId: group }, onClose }: Props) {
  const send = useSend(tickets.assign, { ...changes, onSuccess: onClose });
  const [groupId, setGroup] = useState<number | null>(group);
  const [byLoad, setByLoad] = useState(false);
  return (
    <Frame
      title="分配诉求"
      okText="分配"
      pending={send.isPending}
      initial={{ ownerId, groupId: group }}
      onClose={onClose}
      onOk={(values) =>
        send.mutate({ id, version, ownerId: byLoad ? null : (values.ownerId ?? null), groupId: values.groupId ?? null, byLoad })
      }
    >
      <Form.Item name="groupId" label={titleOf(ticketLabels, 'groupId')}>
        <GroupSelect onChange={(next) => setGroup((next as number | undefined) ?? null)} />
      </Form.Item>
      <Form.Item label="按负荷分配" extra="给未办结诉求最少的人">
        <Switch aria-label="按负荷分配" checked={byLoad} onChange={setByLoad} />
      </Form.Item>
      {!byLoad && (
        <Form.Item name="ownerId" label={titleOf(ticketLabels, 'ownerId')}>
          <OwnerSelect groupId={groupId} />
        </Form.Item>
      )}
    </Frame>
  );
}

function Solve({ ticket: { id, version }, onClose }: Props) {
  const send = useSend(tickets.solve, { ...changes, onSuccess: onClose });
  return (
    <Frame
      title="解决诉求"
      okText="解决"
      pending={send.isPending}
      onClose={onClose}
      onOk={({ result }) => send.mutate({ id, version, result })}
    >
      <Form.Item
        name="result"
        label={titleOf(ticketLabels, 'result')}
        extra="诉求人会看到处理结果，并可评价或重新打开"
        rules={[{ required: true, whitespace: true, message: '请填写处理结果' }]}
      >
        <Input.TextArea maxLength={2000} showCount autoSize={{ minRows: 4 }} autoFocus />
      </Form.Item>
    </Frame>
  );
}

function Other({ ticket: { id, version }, asked, onClose }: Props) {
  const merge = useSend(tickets.merge, { ...changes, onSuccess: (_, { into }) => (onClose(), go(ticketAddress(Number(into)))) });
  const link = useSend(tickets.link, { changes: [tickets.get], onSuccess: onClose });
  const merges = asked === 'merge';
  return (
    <Frame
      title={merges ? '合并到另一条诉求' : '关联诉求'}
      okText={merges ? '合并' : '关联'}
      pending={merge.isPending || link.isPending}
      onClose={onClose}
      onOk={({ other }) => (merges ? merge.mutate({ id, version, into: other }) : link.mutate({ id, other, linked: true }))}
    >
      <Form.Item
        name="other"
        label="诉求"
        extra={merges ? '沟通记录和关注人并入所选诉求，本诉求不能再修改' : undefined}
        rules={[{ required: true, message: '请选择诉求' }]}
      >
        <OtherTicket except={id} />
      </Form.Item>
    </Frame>
  );
}

function Split({ ticket: { id, version }, chosen, onClose }: Props) {
  const send = useSend(tickets.split, { ...changes, onSuccess: (made) => (onClose(), go(ticketAddress(made))) });
  return (
    <Frame
      title={`用 ${chosen.size} 条消息拆分出新诉求`}
      okText="拆分"
      pending={send.isPending}
      onClose={onClose}
      onOk={({ title }) => send.mutate({ id, version, title, messageIds: [...chosen] })}
    >
      <Form.Item name="title" label="新诉求的标题" rules={[{ required: true, whitespace: true, message: '请填写标题' }]}>
        <Input maxLength={60} showCount autoFocus />
      </Form.Item>
    </Frame>
  );
}

function Share({ ticket: { id, followers }, onClose }: Props) {
  const send = useSend(tickets.follow, { changes: [tickets.get], onSuccess: onClose });
  return (
    <Frame
      title="添加关注人"
      okText="添加"
      pending={send.isPending}
      onClose={onClose}
      onOk={({ userId }) => send.mutate({ id, userId, follow: true })}
    >
      <Form.Item
        name="userId"
        label="同事"
        extra={`已关注：${followers.map(({ userName }) => userName).join('、') || '暂无'}`}
        rules={[{ required: true, message: '请选择同事' }]}
      >
        <OwnerSelect groupId={null} />
      </Form.Item>
    </Frame>
  );
}

function Edit({ ticket: { id, version, title, about, type }, onClose }: Props) {
  const send = useSend(tickets.update, { ...changes, onSuccess: onClose });
  return (
    <Frame
      title="修改诉求"
      okText="保存"
      pending={send.isPending}
      initial={{ title, about }}
      onClose={onClose}
      onOk={(values) => send.mutate({ id, version, title: values.title, ...(type === COMPLAINT ? { about: values.about ?? null } : {}) })}
    >
      <Form.Item name="title" label={titleOf(ticketLabels, 'title')} rules={[{ required: true, whitespace: true, message: '请填写标题' }]}>
        <Input maxLength={60} showCount />
      </Form.Item>
      {type === COMPLAINT && (
        <Form.Item name="about" label={titleOf(ticketLabels, 'about')}>
          <Input maxLength={50} placeholder="投诉的人、部门或事情" />
        </Form.Item>
      )}
    </Frame>
  );
}

function Reason({ ticket: { id, version }, asked, onClose }: Props) {
  const close = useSend(tickets.close, { ...changes, onSuccess: onClose });
  const reopen = useSend(tickets.reopen, { ...changes, onSuccess: onClose });
  const closes = asked === 'close';
  return (
    <ReasonDialog
      title={closes ? '关闭诉求' : '重新打开诉求'}
      okText={closes ? '关闭' : '重新打开'}
      placeholder={closes ? '未解决就关闭的原因，如 重复提交' : '为什么重新打开'}
      most={200}
      pending={close.isPending || reopen.isPending}
      onOk={(reason) => (closes ? close : reopen).mutate({ id, version, reason })}
      onClose={onClose}
    />
  );
}

export function TicketDialog(props: Props) {
  switch (props.asked) {
    case 'assign':
      return <Assign {...props} />;
    case 'solve':
      return <Solve {...props} />;
    case 'merge':
    case 'link':
      return <Other {...props} />;
    case 'split':
      return <Split {...props} />;
    case 'share':
      return <Share {...props} />;
    case 'edit':
      return <Edit {...props} />;
    default:
      return <Reason {...props} />;
  }
}
