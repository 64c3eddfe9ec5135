/** Where a new ticket comes from: a row of another area that the address names. */
import { ticketSourceNames, type TicketSource } from '#contract/tickets/tickets.rules.ts';

export interface From {
  kind?: TicketSource;
  id?: number;
}

/** What an address says; nothing where it makes no sense. */
export function sourceIn(params: URLSearchParams): From {
  const kind = ticketSourceNames.find((name) => name === params.get('kind'));
  const id = Number(params.get('from'));
  return kind && Number.isSafeInteger(id) && id > 0 ? { kind, id } : {};
}
