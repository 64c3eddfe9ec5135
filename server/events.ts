/** `emit`: subscribers in the same transaction, then NOTIFY, which PostgreSQL delivers on commit only. */
import { sql } from 'kysely';
import type { Events } from '#contract/events.ts';
import type { Actor, Dependencies, Work } from './context.ts';
import type { Tx } from './db/tenant.ts';
import { localEvents, type LocalEvents } from './local-events.ts';

export type AnyEvents = Events & LocalEvents;
type EventName = keyof AnyEvents;

/** LISTEN channel of every process. */
export const CHANNEL = 'yian_events';

type Subscriber<N extends EventName> = (payload: AnyEvents[N], tx: Tx, deps: Dependencies) => Promise<void>;
const subscribers = new Map<EventName, Subscriber<EventName>[]>();

/** Registers what an area does when another tells it something; called once per process from subscribers.ts. */
export function on<N extends EventName>(name: N, subscriber: Subscriber<N>): void {
  subscribers.set(name, [...(subscribers.get(name) ?? []), subscriber as unknown as Subscriber<EventName>]);
}

/**
 * Emits within `tx`. A subscriber that throws rolls the whole unit of work back. `aloud` false
 * tells this process's subscribers only: for the many of an import.
 */
export const emit = <N extends EventName>(name: N, payload: AnyEvents[N], tx: Tx, deps: Dependencies, aloud = true): Promise<void> =>
  emitEach(name, [payload], tx, deps, aloud);

/** The same of several, told to other processes by one statement, which waits for no answer of its own. */
export async function emitEach<N extends EventName>(
  name: N,
  payloads: readonly AnyEvents[N][],
  tx: Tx,
  deps: Dependencies,
  aloud = true,
): Promise<void> {
  const listening = subscribers.get(name) ?? [];
  const local = localEvents.has(name);
  if (local && listening.length === 0) throw new Error(`nobody listens to ${name} in this process (server/subscribers.ts)`);
  for (const payload of payloads) for (const subscriber of listening) await subscriber(payload, tx, deps);
  if (local || !aloud) return;
  tell(name as keyof Events, payloads as readonly Events[keyof Events][], tx);
}

/** Tells the processes alone, by one statement that waits for no answer: of new rows, on which nothing of any area hangs. */
export function tell<N extends keyof Events>(name: N, payloads: readonly Events[N][], tx: Tx): void {
  const notices = payloads.map((payload) => JSON.stringify({ t: tx.tenantId, k: name, p: payload }));
  tx.later(sql`select pg_notify(${CHANNEL}, notice) from unnest(${notices}::text[]) as notice`);
}

/** A unit of work without a request, in the transaction `tx`: of a job, or of what an event causes. */
export const workIn = (tx: Tx, deps: Dependencies, actor: Actor): Work => ({
  tx,
  deps,
  actor,
  emit: (name, payload) => emit(name, payload, tx, deps),
});
