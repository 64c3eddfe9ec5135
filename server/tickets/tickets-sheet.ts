/** The spreadsheet of tickets. */
import { titled } from '#contract/labels.ts';
import { ticketLabels } from '#contract/tickets/tickets.labels.ts';
import { ticketPriorities, ticketSources, ticketStateLabels, ticketTypes } from '#contract/tickets/tickets.rules.ts';
import type { List } from '../lists/list.ts';
import type { Export } from '../transfers/exports.ts';
import type { TicketRow } from './ticket-rows.ts';

export const ticketSheet = <Search>(name: string, list: List<TicketRow, Search>): Export<TicketRow, Search> => ({
  name,
  list: () => list,
  columns: titled(ticketLabels, [
    { key: 'ticketNo', width: 20 },
    { key: 'title', width: 36 },
    { key: 'type', value: ({ type }) => ticketTypes[type] ?? '' },
    { key: 'priority', value: ({ priority }) => ticketPriorities[priority] ?? '' },
    { key: 'state', value: ({ state }) => ticketStateLabels[state] ?? '' },
    { key: 'source', value: ({ source }) => ticketSources[source] },
    { key: 'oldmanName' },
    { key: 'askerName' },
    { key: 'askerPhone', width: 14 },
    { key: 'ownerName' },
    { key: 'groupName' },
    { key: 'tags', width: 20 },
    { key: 'dueTime', format: 'dateTime', width: 20 },
    { key: 'createTime', format: 'dateTime', width: 20 },
    { key: 'endTime', format: 'dateTime', width: 20 },
    { key: 'reopened' },
    { key: 'score' },
  ]),
});
