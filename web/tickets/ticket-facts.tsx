/** Beside the conversation: what a ticket is, when it is due, whom it concerns, what hangs together with it. */
import { Button, Descriptions, Select, Tag } from 'antd';
import { Link } from 'react-router';
import { COMPLAINT, ticketPriorities, ticketSources, ticketTypes } from '#contract/tickets/tickets.rules.ts';
import { ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { tickets } from '#contract/tickets/tickets.ts';
import { useSend } from '#web/api/call.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { ticketAddress } from '#web/shell/addresses.ts';
import { PhoneLink } from '#web/ui/phone-link.tsx';
import { numbered } from '#web/ui/display.ts';
import { labelledItems } from '#web/ui/labelled-items.ts';
import { useMay } from '#web/ui/may.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import { changes, type Ticket } from './ticket-calls.ts';
import { Due } from './ticket-columns.tsx';
import { sourceAddress } from './ticket-sources.ts';

const FACTS = { label: 'k-fact' };

const Done = ({ time, met }: { time: string; met: boolean | null }) => (
  <span>
    <Time value={time} />
    {met !== null && (met ? '，按时' : '，超时')}
  </span>
);

function Links({ title, of, onRemove }: { title: string; of: Ticket['related']; onRemove?: ((id: number) => void) | undefined }) {
  if (of.length === 0) return null;
  return (
    <section className="k-side" aria-label={title}>
      <h2>{title}</h2>
      <ul className="k-links">
        {of.map(({ id, ticketNo, title: name, state }) => (
          <li key={id}>
            <Link to={ticketAddress(id)} title={ticketNo}>
              {name}
            </Link>
            <State of="ticket" value={state} />
            {onRemove && (
              <Button type="link" size="small" onClick={() => onRemove(id)}>
                取消关联
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function TicketFacts({ ticket, open }: { ticket: Ticket; open: boolean }) {
  const may = useMay();
  const { id, version } = ticket;
  const update = useSend(tickets.update, changes);
  const link = useSend(tickets.link, { changes: [tickets.get] });
  const edits = open && may(tickets.update);
  const change = (facts: object) => update.mutate({ id, version, ...facts });
  const address = sourceAddress(ticket);
  const items = labelledItems(ticketLabels, [
    {
      key: 'type',
      children: edits ? (
        <Select aria-label="类型" size="small" value={ticket.type} options={numbered(ticketTypes)} onChange={(type) => change({ type })} />
      ) : (
        ticketTypes[ticket.type]
      ),
    },
    {
      key: 'priority',
      children: edits ? (
        <Select
          aria-label="优先级"
          size="small"
          value={ticket.priority}
          options={numbered(ticketPriorities)}
          onChange={(priority) => change({ priority })}
        />
      ) : (
        <State of="ticketPriority" value={ticket.priority} />
      ),
    },
    { key: 'ownerName', children: ticket.ownerName ?? '未分配' },
    ticket.groupName && { key: 'groupName', children: ticket.groupName },
    ticket.type === COMPLAINT && { key: 'about', children: ticket.about ?? '--' },
    ticket.firstAnswerTime
      ? { key: 'firstAnswerTime', children: <Done time={ticket.firstAnswerTime} met={ticket.firstMet} /> }
      : { key: 'firstDueTime', children: ticket.firstDueTime ? <Due time={ticket.firstDueTime} /> : '计时已暂停' },
    ticket.solveTime
      ? { key: 'solveTime', children: <Done time={ticket.solveTime} met={ticket.solveMet} /> }
      : { key: 'solveDueTime', children: ticket.solveDueTime ? <Due time={ticket.solveDueTime} /> : '计时已暂停' },
    {
      key: 'tags',
      children: edits ? (
        <Select
          aria-label="标签"
          size="small"
          mode="tags"
          maxCount={10}
          open={false}
          suffixIcon={null}
          className="k-tags"
          placeholder="输入后回车"
          value={ticket.tags}
          onChange={(tags: string[]) => change({ tags })}
        />
      ) : (
        ticket.tags.map((tag) => <Tag key={tag}>{tag}</Tag>)
      ),
    },
  ]);
  const asker = labelledItems(ticketLabels, [
    { key: 'askerName', children: [ticket.askerName ?? '--', ticket.relation].filter(Boolean).join(' · ') },
    ticket.askerPhone && {
      key: 'askerPhone',
      children: <PhoneLink phone={ticket.askerPhone} name={ticket.askerName ?? undefined} oldmanId={ticket.oldmanId} />,
    },
    {
      key: 'oldmanName',
      children: <PersonLink id={ticket.oldmanId} name={ticket.oldmanName} tab="ticket" />,
    },
    {
      key: 'source',
      children: (
        <>
          {ticketSources[ticket.source]}
          {ticket.sourceText && (address ? <Link to={address}> {ticket.sourceText}</Link> : ` ${ticket.sourceText}`)}
        </>
      ),
    },
    ticket.code && { key: 'code', children: <code>{ticket.code}</code> },
    { key: 'createTime', children: <Time value={ticket.createTime} /> },
    ticket.createUser && { key: 'createUser', children: ticket.createUser },
    ticket.score !== null && {
      key: 'score',
      children: `${'★'.repeat(ticket.score)} ${ticket.score} 分${ticket.scoreText ? `，${ticket.scoreText}` : ''}`,
    },
  ]);
  return (
    <aside className="k-facts" aria-label="诉求信息">
      <section className="k-side">
        <Descriptions column={1} size="small" classNames={FACTS} items={items} />
      </section>
      <section className="k-side">
        <Descriptions column={1} size="small" classNames={FACTS} items={asker} />
      </section>
      <Links title="合并到" of={ticket.mergedInto ? [ticket.mergedInto] : []} />
      <Links title="拆分自" of={ticket.splitFrom ? [ticket.splitFrom] : []} />
      <Links title="并入的诉求" of={ticket.merged} />
      <Links title="拆出的诉求" of={ticket.split} />
      <Links
        title="关联诉求"
        of={ticket.related}
        onRemove={may(tickets.link) ? (other) => link.mutate({ id, other, linked: false }) : undefined}
      />
      <section className="k-side" aria-label="关注人">
        <h2>关注人</h2>
        <p>{ticket.followers.map(({ userName }) => userName).join('、') || '暂无'}</p>
      </section>
    </aside>
  );
}
