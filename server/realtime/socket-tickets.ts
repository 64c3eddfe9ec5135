/** Single-use tickets for sockets whose address is all a browser may choose. */
import { createHash, randomBytes } from 'node:crypto';
import type { SocketSession } from './connections.ts';

export interface TicketStore {
  /** A new ticket for a session, good for one use within 30 s. */
  issue: (session: SocketSession) => Promise<string>;
  /** The session of a ticket, which is used up by asking; null when unknown, used or too old. */
  redeem: (ticket: string) => Promise<SocketSession | null>;
}

const LIFE_MS = 30_000;
const MAX_HELD = 10_000;

const hash = (ticket: string) => createHash('sha256').update(ticket).digest('base64');

/**
 * Tickets in the memory of this process: enough when one process serves a tenant's pages; several processes behind one address need a
 * store in the database. Only hashes are held; `now` gives monotonic milliseconds.
 */
export function memoryTickets(now: () => number = () => performance.now()): TicketStore {
  const held = new Map<string, { session: SocketSession; until: number }>();
  return {
    async issue(session) {
      // Insertion order is age, so the stale ones come first; beyond the cap the oldest go too.
      for (const [key, { until }] of held) {
        if (until > now() && held.size < MAX_HELD) break;
        held.delete(key);
      }
      const ticket = randomBytes(32).toString('base64url');
      held.set(hash(ticket), { session, until: now() + LIFE_MS });
      return ticket;
    },
    async redeem(ticket) {
      const key = hash(ticket);
      const found = held.get(key);
      held.delete(key);
      return found && found.until > now() ? found.session : null;
    },
  };
}
