/** What a change of a ticket makes old, and the ticket as its page has it. */
import type { Output } from '#contract/http.ts';
import { ticketStatistics } from '#contract/tickets/ticket-statistics.ts';
import { tickets } from '#contract/tickets/tickets.ts';

export type Ticket = Output<typeof tickets.get>;

export const changes = { changes: [tickets.get, tickets.page, tickets.history, tickets.counts, ticketStatistics.register] };
