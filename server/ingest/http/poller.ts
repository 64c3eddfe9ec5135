/**
 * Fetches what vendors keep for us, each in its interval. One process polls for all:
 * the process that holds the lock; the others wait for it. How far a vendor was read moves on only after the commit of what was read.
 */
import { environment } from '../../config.ts';
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { results } from '#contract/devices/device-integrations.ts';
import { readPath } from '#contract/devices/json-paths.rules.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import type { Dependencies } from '../../context.ts';
import { instant } from '../../db/instants.ts';
import type { Target } from '../../db/pool.ts';
import { deliver, type DeliveryParts } from '#server/ingest/deliveries.ts';
import type { Journal } from '#server/ingest/delivery-journal.ts';
import type { Integration, Integrations } from '#server/ingest/integrations.ts';
import { leadership, pauseOf } from '#server/ingest/leaders.ts';
import { OutboundError, problemOf } from '../../net/outbound-error.ts';
import { outbound } from '../../net/outbound.ts';
import { outerOr } from '../../net/reach.ts';

const TICK_MS = 1000;
const MOST_AT_ONCE = 8;
const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2 * 1024 * 1024;

/** Why nothing could be fetched, for staff. */
class PollProblem extends Error {}

export interface PollerOptions extends DeliveryParts {
  readonly deps: Dependencies;
  readonly integrations: Integrations;
  readonly journal: Journal;
  /** Of the connection that holds the lock. */
  readonly database: Target;
  readonly tickMs?: number;
  readonly timeoutMs?: number;
  readonly random?: () => number;
}

interface State {
  etag: string | null;
  cursor: string | null;
  since: number | null;
  failures: number;
  due: boolean;
}

function filled(text: string, { secret, polling }: Integration, { cursor, since }: State, escape: (value: string) => string): string {
  const at = since ?? 0;
  const kinds: Record<'ms' | 's' | 'text', string> = {
    ms: String(at),
    s: String(Math.floor(at / 1000)),
    text: textOf(at),
  };
  return text
    .replaceAll(/\{since\}|%7Bsince%7D/gi, () => escape(kinds[polling?.sinceKind ?? 'ms']))
    .replaceAll(/\{cursor\}|%7Bcursor%7D/gi, () => escape(cursor ?? ''))
    .replaceAll(/\{secret\}|%7Bsecret%7D/gi, () => escape(secret ?? ''));
}

/** What is sent in a header; what was forgotten with the old address is not sent as nothing. */
function valueOf({ headers }: Integration, name: string): string {
  const value = headers[name.toLowerCase()];
  if (value === undefined) throw new PollProblem(`请求头“${name}”还没有填写`);
  return value;
}

/** Whether the secret is asked for and there is none. */
const lacksSecret = ({ secret, polling }: Integration) =>
  secret === null && (/\{secret\}|%7Bsecret%7D/i.test(polling!.url) || polling!.headers.some(({ usesSecret }) => usesSecret));

export function startPoller(options: PollerOptions) {
  const { deps, integrations, journal, database, tickMs = TICK_MS, random = Math.random } = options;
  const counts = { leading: false, polls: 0, unchanged: 0, failures: 0, stored: 0, strangers: 0 };
  const leader = leadership(database, 'poller');
  const busy = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  const under = new Set<Promise<void>>();
  let stopped = false;

  const stateOf = ({ tenantId, id }: Integration) =>
    deps.inTenant(tenantId, async (tx) => {
      await tx.run(
        sql`insert into device_integration_states (tenant_id, integration_id) values (${tenantId}, ${id}) on conflict do nothing`,
      );
      return (await tx.row<State>(sql`
        select etag, cursor, extract(epoch from since_at)::float8 * 1000 as since, failures, next_at is null
          or next_at <= ${instant(deps.now())} as due
        from device_integration_states where tenant_id = ${tenantId} and integration_id = ${id}`)) as State;
    });

  async function wrote(
    { tenantId, id, polling }: Integration,
    to: { etag?: string | null; cursor?: string | null; since?: number | null; failures: number; problem: string | null },
  ) {
    const next = deps.now() + pauseOf(polling!.everySeconds, to.failures, random()) * 1000;
    const good = to.failures === 0;
    await deps.inTenant(tenantId, (tx) =>
      tx.run(sql`
        update device_integration_states set polled_at = now(), next_at = ${instant(next)}, failures = ${to.failures},
          problem = ${to.problem},
          succeeded_at = case when ${good} then now() else succeeded_at end, etag = case when ${good} then ${to.etag ?? null} else etag end,
          cursor = coalesce(${to.cursor ?? null}, cursor), since_at = greatest(since_at, ${instant(to.since ?? null)})
        where tenant_id = ${tenantId} and integration_id = ${id}`),
    );
  }

  async function poll(integration: Integration, state: State): Promise<void> {
    const polling = integration.polling!;
    counts.polls++;
    try {
      if (lacksSecret(integration)) throw new PollProblem('还没有设置密钥');
      const url = filled(polling.url, integration, state, encodeURIComponent);
      const headers = Object.fromEntries(
        polling.headers.map(({ name }) => [name, filled(valueOf(integration, name), integration, state, (text) => text)]),
      );
      const fetched = await outbound(url, {
        reach: outerOr(environment.privateHosts()),
        timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
        mostBytes: MOST_BYTES,
        headers: {
          accept: 'application/json',
          'user-agent': 'yian-poller',
          ...(state.etag ? { 'if-none-match': state.etag } : {}),
          ...headers,
        },
      }).catch((error: unknown) => {
        throw error instanceof OutboundError ? new PollProblem(problemOf(error, '拉取地址')) : error;
      });
      const etag = typeof fetched.headers.etag === 'string' ? fetched.headers.etag.slice(0, 200) : null;
      if (fetched.status === 304) {
        counts.unchanged++;
        return await wrote(integration, { etag: state.etag, failures: 0, problem: null });
      }
      if (fetched.status !== 200) throw new PollProblem(`对方应答 ${fetched.status}`);
      const body = bodyOf(fetched.text);
      if (body === undefined) {
        journal.note(integration, { result: results.unreadable, problem: '应答不是JSON' }, fetched.text);
        throw new PollProblem('应答不是JSON');
      }
      const delivered = await deliver(integration, body, options);
      journal.note(integration, delivered, fetched.text);
      counts.stored += delivered.stored;
      counts.strangers += delivered.strangers;
      const cursor = polling.cursor ? readPath(polling.cursor, body, body) : null;
      const cursorText = typeof cursor === 'string' || typeof cursor === 'number' ? String(cursor).slice(0, 500) : null;
      await wrote(integration, { etag, cursor: cursorText, since: delivered.newest, failures: 0, problem: null });
    } catch (error) {
      counts.failures++;
      const problem = error instanceof PollProblem ? error.message : '暂时无法写入';
      if (!(error instanceof PollProblem))
        deps.log.warn(
          { integration: integration.id, error: error instanceof Error ? error.name : 'unknown' },
          'what was fetched was not stored',
        );
      journal.note(integration, { result: results.failed, problem });
      await wrote(integration, { failures: state.failures + 1, problem }).catch(() => {});
    }
  }

  async function look(): Promise<void> {
    counts.leading = await leader.leads();
    if (!counts.leading) return;
    const { rows } = await deps.pool.query<{ tenant_id: number; integration_id: number }>(
      'select tenant_id, integration_id from app.polled_integrations()',
    );
    for (const { tenant_id: tenantId, integration_id: id } of rows) {
      const key = `${tenantId}:${id}`;
      if (stopped || busy.size >= MOST_AT_ONCE) return;
      if (busy.has(key)) continue;
      const integration = await integrations.get(tenantId, id);
      if (!integration?.enabled || !integration.polling) continue;
      const state = await stateOf(integration);
      if (!state.due || stopped) continue;
      busy.add(key);
      const work = poll(integration, state).finally(() => {
        busy.delete(key);
        under.delete(work);
      });
      under.add(work);
    }
  }

  async function take(): Promise<void> {
    try {
      await look();
    } catch (error) {
      deps.log.warn({ err: error }, 'integrations could not be polled');
    }
    if (!stopped) schedule();
  }

  function schedule(): void {
    timer = setTimeout(() => {
      turn = take();
    }, tickMs);
  }
  schedule();

  return {
    counts,
    /** Waits for what is being fetched and stored. */
    async stop(): Promise<void> {
      stopped = true;
      clearTimeout(timer);
      await turn;
      await Promise.all(under);
      counts.leading = false;
      await leader.resign();
    },
  };
}
