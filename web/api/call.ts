/** The one way to the server: `call(route, input)`, and `useCall` / `useSend` on the query cache. Routes are values of the contract. */
import {
  useMutation,
  useQuery,
  useQueryClient,
  type FetchQueryOptions,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useRef } from 'react';
import type { Envelope, Input, Output, Route } from '#contract/http.ts';
import { showMessage, showTenantClosed } from './messages.ts';
import { CallError, reactionTo, TIMED_OUT, UNREACHABLE } from './refusals.ts';
import { requestOf } from './requests.ts';
import { hearClock } from './server-clock.ts';
import { endHere, newerThan, refresh, session } from './session.ts';
import { sentTenants } from './tenant-list.ts';
import { TIMEOUT_MS } from './token-exchange.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Show nothing when it fails: the caller says it itself. */
  quiet?: boolean;
  /** Milliseconds; exports may take longer than 30 s. */
  timeout?: number;
  /** `Idempotency-Key`: whatever is sent again under it happens once. */
  key?: string;
}

/** For a request or a body that did not arrive. Nobody waits for an aborted one: that says nothing. */
function lose(error: unknown, { signal, quiet = false }: CallOptions): never {
  if (signal?.aborted) throw error;
  // Besides the caller's signal only the time limit aborts; browsers name it one way before the headers and another way after them.
  const text = ['TimeoutError', 'AbortError'].includes((error as Error).name) ? TIMED_OUT : UNREACHABLE;
  if (!quiet) showMessage('error', text);
  throw new CallError(0, text);
}

async function send(route: Route, input: unknown, options: CallOptions): Promise<Response> {
  const { signal, timeout = TIMEOUT_MS, key } = options;
  const { url, body } = requestOf(route, (input ?? {}) as Record<string, unknown> | unknown[]);
  const limit = AbortSignal.timeout(timeout);
  const { tokens, user } = session.getState();
  const headers: Record<string, string> = {};
  if (tokens) headers.authorization = `Bearer ${tokens.access}`;
  if (tokens && user) {
    headers['tenant-id'] = String(user.tenantId);
    const list = sentTenants(user.tenantId);
    if (list) headers['tenant-ids'] = list;
  }
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  if (key) headers['idempotency-key'] = key;
  try {
    const answer = await fetch(url, { method: route.method, headers, body, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    hearClock(answer.headers.get('date'));
    return answer;
  } catch (error) {
    return lose(error, options);
  }
}

/** What an answer says; null when that is no JSON, as a proxy's own pages. */
async function envelopeOf(answer: Response, options: CallOptions): Promise<Partial<Envelope<unknown>> | null> {
  const text = await answer.text().catch((error: unknown) => lose(error, options));
  try {
    return JSON.parse(text) as Partial<Envelope<unknown>> | null;
  } catch {
    return null;
  }
}

function fail(status: number, envelope: Partial<Envelope<unknown>> | null, { quiet = false }: CallOptions): never {
  const { reaction, text } = reactionTo(status, envelope?.msg);
  if (reaction === 'signOut' && session.getState().tokens) endHere(text);
  else if (reaction === 'stop') showTenantClosed(text);
  else if (!quiet) showMessage('error', text);
  throw new CallError(status, text, envelope?.data ?? null);
}

/** The answer itself, for files and other raw bodies. Throws CallError like `call`. */
export async function fetchRoute<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Response> {
  const used = session.getState().tokens?.access;
  let answer = await send(route, input, options);
  // Tokens were exchanged while this call was on its way: the old one is refused, the session lives.
  if (answer.status === 401 && used && (await newerThan(used))) answer = await send(route, input, options);
  // A laptop that slept holds an expired token: renew it once before believing the refusal.
  if (answer.status === 401 && session.getState().tokens && isExpired() && (await refresh())) answer = await send(route, input, options);
  return answer.ok ? answer : fail(answer.status, await envelopeOf(answer, options), options);
}

const isExpired = () => {
  const { tokens } = session.getState();
  return tokens !== null && tokens.left - (Date.now() - tokens.countedAt) / 1000 <= 0;
};

async function receive<R extends Route>(route: R, input: Input<R>, options: CallOptions): Promise<Envelope<Output<R>>> {
  const answer = await fetchRoute(route, input, options);
  const envelope = await envelopeOf(answer, options);
  return envelope?.code === 0 ? (envelope as Envelope<Output<R>>) : fail(answer.status, envelope, options);
}

/** Calls a route; gives `data`. Throws CallError after showing its text; 401 and 426 end the session. */
export async function call<R extends Route>(route: R, input: Input<R>, options: CallOptions = {}): Promise<Output<R>> {
  return (await receive(route, input, options)).data;
}

/** The query key of a route: without input, of every call of it. */
export const keyOf = <R extends Route>(route: R, input?: Input<R>): QueryKey => (input === undefined ? [route.path] : [route.path, input]);

export type CallQuery<T> = Omit<UseQueryOptions<T, CallError>, 'queryKey' | 'queryFn'> & { quiet?: boolean };

/**
 * Asks while the page is still being drawn: its effects, which ask otherwise, come after the last part of it, which
 * takes a second on a slow machine.
 */
function begin<T>(client: QueryClient, query: UseQueryOptions<T, CallError>): void {
  const { enabled = true, staleTime, gcTime, queryKey } = query;
  // What is never kept would be asked for twice.
  if (enabled !== true || staleTime === 0 || gcTime === 0 || client.getQueryState(queryKey) !== undefined) return;
  void client.prefetchQuery(query as FetchQueryOptions<T, CallError>);
}

/** Reads a route into the query cache. */
export function useCall<R extends Route>(route: R, input: Input<R>, { quiet, ...options }: CallQuery<Output<R>> = {}) {
  const client = useQueryClient();
  const query: UseQueryOptions<Output<R>, CallError> = {
    ...options,
    queryKey: keyOf(route, input),
    queryFn: ({ signal }) => call(route, input, { signal, quiet }),
  };
  begin(client, query);
  return useQuery(query);
}

export interface SendOptions<R extends Route> {
  /** Routes whose cached answers are stale afterwards, whatever their input. */
  changes?: readonly Route[];
  onSuccess?: (data: Output<R>, input: Input<R>) => void;
  onError?: (error: CallError, input: Input<R>) => void;
  quiet?: boolean;
  /** The same input is sent under the same key until it has succeeded: a second try after a lost answer does nothing twice. */
  once?: boolean;
}

/** Keys for `once`. `getRandomValues`, because `randomUUID` is not there on plain HTTP. */
function useKeys() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return {
    keyOf(input: unknown): string {
      const text = JSON.stringify(input);
      if (last.current?.text !== text) last.current = { text, key: [...crypto.getRandomValues(new Uint32Array(4))].join('-') };
      return last.current.key;
    },
    spent: () => void (last.current = null),
  };
}

/** Writes through a route: shows the server's success text, makes what it changed be read again. `send.mutate(input)`. */
export function useSend<R extends Route>(route: R, { changes = [], onSuccess, onError, quiet, once = false }: SendOptions<R> = {}) {
  const client = useQueryClient();
  const keys = useKeys();
  return useMutation<Output<R>, CallError, Input<R>>({
    mutationFn: async (input) => {
      const { msg, data } = await receive(route, input, { quiet, ...(once ? { key: keys.keyOf(input) } : {}) });
      keys.spent();
      if (msg && !quiet) showMessage('success', msg);
      return data;
    },
    onSuccess: async (data, input) => {
      onSuccess?.(data, input);
      await Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })));
    },
    onError,
  });
}
