/** /ticket/detail?id=…: one ticket, its conversation and what can be done. */
import { ArrowLeftOutlined, PrinterOutlined } from '@ant-design/icons';
import { Alert, Button, Dropdown, Skeleton } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { closedTicket, ticketActionLabels, type TicketAction } from '#contract/tickets/ticket-commands.rules.ts';
import { COMPLAINT, ticketStates } from '#contract/tickets/tickets.rules.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { useCall, useSend } from '#web/api/call.ts';
import { TICKETS } from '#web/shell/addresses.ts';
import { go } from '#web/shell/go.ts';
import { MissingPage } from '#web/shell/missing-page.tsx';
import { useTabLabel } from '#web/shell/tab-context.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { changes, type Ticket } from './ticket-calls.ts';
import { TicketComposer } from './ticket-composer.tsx';
import { TicketConversation } from './ticket-conversation.tsx';
import { TicketDialog, type Asked } from './ticket-dialogs.tsx';
import { TicketFacts } from './ticket-facts.tsx';
import { usePresence } from './use-presence.ts';
import './tickets.css';

const LOGS: Readonly<Record<string, string>> = {
  ...ticketActionLabels,
  create: '登记',
  merged: '并入诉求',
  alert: '时限提醒',
  ask: '诉求人补充',
};

function Viewers({ id, typing }: { id: number; typing: boolean }) {
  const viewers = usePresence(id, typing);
  return (
    <p className="k-viewers y-no-print" role="status">
      {viewers.map(({ userId, userName, typing: writes }) => (
        <span key={userId} data-typing={writes || undefined}>
          {userName} {writes ? '正在回复' : '正在查看'}
        </span>
      ))}
    </p>
  );
}

function Shown({ ticket }: { ticket: Ticket }) {
  const { id, version, state, title, ticketNo } = ticket;
  const may = useMay();
  const [typing, setTyping] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number> | null>(null);
  const accept = useSend(tickets.accept, changes);
  const wait = useSend(tickets.wait, changes);
  const resume = useSend(tickets.resume, changes);
  const close = useSend(tickets.close, changes);
  const follow = useSend(tickets.follow, { changes: [tickets.get] });
  const can = (action: TicketAction, route: keyof typeof tickets = action as keyof typeof tickets) =>
    closedTicket({ state }, action) === null && may(tickets[route]);
  const which = { id, version };
  const more = [
    can('wait') && { key: 'wait', label: '等待诉求人', onClick: () => wait.mutate(which) },
    can('change', 'update') && {
      key: 'edit',
      label: ticket.type === COMPLAINT ? '修改标题和投诉对象' : '修改标题',
      onClick: () => setAsked('edit'),
    },
    can('merge') && { key: 'merge', label: '合并', onClick: () => setAsked('merge') },
    can('split') && { key: 'split', label: '拆分', onClick: () => setChosen(new Set()) },
    may(tickets.link) && { key: 'link', label: '关联', onClick: () => setAsked('link') },
    may(tickets.follow) && { key: 'share', label: '添加关注人', onClick: () => setAsked('share') },
    can('close') && state !== ticketStates.solved && { key: 'close', label: '关闭', danger: true, onClick: () => setAsked('close') },
  ].filter((one) => one !== false);
  return (
    <article className="k-ticket y-prints-alone">
      <header className="k-head">
        <Button className="y-no-print" type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => go(TICKETS)}>
          返回
        </Button>
        <h1>{title}</h1>
        <State of="ticket" value={state} />
        <span className="k-number">{ticketNo}</span>
        <div className="k-buttons y-no-print">
          {can('accept') && (
            <Button type="primary" loading={accept.isPending} onClick={() => accept.mutate(which)}>
              受理
            </Button>
          )}
          {can('resume') && (
            <Button type="primary" loading={resume.isPending} onClick={() => resume.mutate(which)}>
              恢复处理
            </Button>
          )}
          {can('solve') && (
            <Button type={state === ticketStates.working ? 'primary' : 'default'} onClick={() => setAsked('solve')}>
              解决
            </Button>
          )}
          {can('reopen') && <Button onClick={() => setAsked('reopen')}>重新打开</Button>}
          {state === ticketStates.solved && can('close') && (
            <Button loading={close.isPending} onClick={() => close.mutate({ ...which, reason: null })}>
              关闭
            </Button>
          )}
          {can('assign') && <Button onClick={() => setAsked('assign')}>分配</Button>}
          <Button loading={follow.isPending} onClick={() => follow.mutate({ id, follow: !ticket.followed })}>
            {ticket.followed ? '取消关注' : '关注'}
          </Button>
          <Button icon={<PrinterOutlined aria-hidden />} aria-label="打印" onClick={() => print()} />
          {more.length > 0 && may(tickets.answer) && (
            <Dropdown menu={{ items: more }} trigger={['click']}>
              <Button>更多</Button>
            </Dropdown>
          )}
        </div>
      </header>
      <Viewers id={id} typing={typing} />
      <div className="k-columns">
        <div className="k-talk">
          {ticket.result && <Alert type="success" showIcon title="处理结果" description={ticket.result} />}
          {chosen && (
            <Alert
              type="info"
              title="勾选要拆分出去的消息"
              action={
                <>
                  <Button size="small" type="primary" disabled={chosen.size === 0} onClick={() => setAsked('split')}>
                    拆分 {chosen.size} 条
                  </Button>
                  <Button size="small" onClick={() => setChosen(null)}>
                    取消
                  </Button>
                </>
              }
            />
          )}
          <TicketConversation messages={ticket.messages} askerName={ticket.askerName} chosen={chosen} onChoose={setChosen} />
          <TicketComposer key={id} ticket={ticket} onTyping={setTyping} />
          <section className="k-side" aria-label="处理过程">
            <h2>处理过程</h2>
            <Timeline
              entries={ticket.logs.toReversed().map((one) => ({
                time: one.createTime,
                title: LOGS[one.action] ?? one.action,
                userName: one.userName,
                note: one.note,
              }))}
            />
          </section>
        </div>
        <TicketFacts ticket={ticket} open={closedTicket({ state }, 'change') === null} />
      </div>
      {asked && (
        <TicketDialog
          ticket={ticket}
          asked={asked}
          chosen={chosen ?? new Set()}
          onClose={() => {
            setAsked(null);
            setChosen(null);
          }}
        />
      )}
    </article>
  );
}

export default function TicketPage() {
  const [params] = useSearchParams();
  const id = Number(params.get('id'));
  const known = Number.isSafeInteger(id) && id > 0;
  const query = useCall(tickets.get, { id }, { enabled: known, quiet: true });
  useTabLabel(query.data?.title);
  if (!known || (query.isError && (!query.data || query.error.status === 404)))
    return <MissingPage error={query.error} noun="诉求" back={TICKETS} onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton active className="y-page-loading" paragraph={{ rows: 12 }} />;
  return <Shown key={id} ticket={query.data} />;
}
