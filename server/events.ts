/** `emit`: subscribers in the same transaction, then NOTIFY, which PostgreSQL delivers on commit only. */
import { sql } from 'kysely';
import type { EventName, Events } from '#contract/events.ts';
import type { Dependencies } from './context.ts';
import type { Tx } from './db/tenant.ts';

/** LISTEN channel of every process. */
export const CHANNEL = 'yian_events';

type Subscriber<N extends EventName> = (payload: Events[N], tx: Tx, deps: Dependencies) => Promise<void>;
const subscribers = new Map<EventName, Subscriber<EventName>[]>();

/** Registers what an area does when another tells it something; called once per process from services.ts. */
export function on<N extends EventName>(name: N, subscriber: Subscriber<N>): void {
  subscribers.set(name, [...(subscribers.get(name) ?? []), subscriber as unknown as Subscriber<EventName>]);
}

/** Emits within `tx`. A subscriber that throws rolls the whole unit of work back. `aloud` false tells this process's subscribers only: for the many of an import. */
export async function emit<N extends EventName>(name: N, payload: Events[N], tx: Tx, deps: Dependencies, aloud = true): Promise<void> {
  for (const subscriber of subscribers.get(name) ?? []) await subscriber(payload, tx, deps);
  if (!aloud) return;
  const notice = JSON.stringify({ t: tx.tenantId, k: name, p: payload });
  await tx.run(sql`select pg_notify(${CHANNEL}, ${notice})`);
}
