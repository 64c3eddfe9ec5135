/** The columns of lists of tickets. */
import { Link } from 'react-router';
import { titled } from '#contract/labels.ts';
import { ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { ticketSources, ticketTypes } from '#contract/tickets/tickets.rules.ts';
import type { tickets } from '#contract/tickets/tickets.ts';
import { PersonLink } from '#web/elderly/person-link.tsx';
import { ticketAddress } from '#web/shell/addresses.ts';
import type { Column } from '#web/ui/columns.ts';
import type { RowOf } from '#web/ui/data-table.tsx';
import { MISSING, toMillis } from '#web/ui/display.ts';
import { useQuarterMinute } from '#web/ui/clock.ts';
import { State } from '#web/ui/state.tsx';
import { Time } from '#web/ui/time.tsx';
import './tickets.css';

export type TicketRow = RowOf<typeof tickets.page>;

/** Until when something is to be done; late ones stand out and say so. */
export function Due({ time }: { time: string | null }) {
  const now = useQuarterMinute();
  const late = time !== null && toMillis(time) < now;
  if (time === null) return <span className="y-missing">{MISSING}</span>;
  return (
    <span className="k-due" data-late={late || undefined}>
      <Time value={time} />
      {late && ' 已超时'}
    </span>
  );
}

export const ticketColumns: Column<TicketRow>[] = titled(ticketLabels, [
  {
    key: 'title',
    width: 220,
    pin: 'left',
    render: ({ id, title, ticketNo }) => (
      <Link to={ticketAddress(id)} className="k-title" title={`${ticketNo} ${title}`}>
        {title}
      </Link>
    ),
  },
  { key: 'state', width: 108, render: ({ state }) => <State of="ticket" value={state} /> },
  { key: 'priority', width: 80, render: ({ priority }) => <State of="ticketPriority" value={priority} /> },
  { key: 'dueTime', width: 156, sort: 'due_time', render: ({ dueTime }) => <Due time={dueTime} /> },
  { key: 'type', width: 72, render: ({ type }) => ticketTypes[type] },
  { key: 'askerName', width: 96 },
  {
    key: 'oldmanName',
    width: 110,
    minor: 1,
    render: ({ oldmanId, oldmanName }) => <PersonLink id={oldmanId} name={oldmanName} tab="ticket" />,
  },
  { key: 'ownerName', width: 96, render: ({ ownerName }) => ownerName ?? <span className="k-unowned">未分配</span> },
  { key: 'createTime', width: 140, sort: 'create_time', render: ({ createTime }) => <Time value={createTime} /> },
  { key: 'ticketNo', width: 168, minor: 1 },
  { key: 'source', width: 100, minor: 2, render: ({ source }) => ticketSources[source] },
  { key: 'groupName', width: 120, minor: 2 },
  { key: 'tags', width: 160, minor: 2, render: ({ tags }) => tags.join('、') || MISSING },
]);

const ended: Column<TicketRow>[] = titled(ticketLabels, [
  { key: 'endTime', width: 132, render: ({ endTime }) => <Time value={endTime} /> },
  { key: 'score', width: 72, align: 'right', render: ({ score }) => score ?? MISSING },
]);

/** In place of when it is due: when it was over, and how it was rated. How urgent it was can be missed. */
export const endedColumns: Column<TicketRow>[] = ticketColumns.flatMap((column) =>
  column.key === 'dueTime' ? ended : column.key === 'priority' ? [{ ...column, minor: 1 as const }] : [column],
);
