/**
 * Where vendors push to: `POST /tenant-device/push/{key}`. On a local socket of the data
 * directory, to which the web process hands what it gets, and on a port of its own when one is set. A delivery is answered, in the vendor's
 * own words, after the commit of its rows.
 */
import { BoundedMap } from '../../bounded-map.ts';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { chmodSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { results } from '#contract/devices/device-integrations.ts';
import { bodyOf } from '#contract/devices/message-bodies.rules.ts';
import type { Dependencies } from '../../context.ts';
import { isAddressKey, PUSH_PATH } from '../../devices/integration-keys.ts';
import { deliver, type DeliveryParts } from '#server/ingest/deliveries.ts';
import type { Journal } from '#server/ingest/delivery-journal.ts';
import type { Integration, Integrations } from '#server/ingest/integrations.ts';
import { inNetworks } from '#server/ingest/networks.ts';
import { buckets, noPushCounts, pushLimits, type PushLimits } from './push-limits.ts';
import { verify } from './signatures.ts';

export interface PushOptions extends DeliveryParts {
  readonly deps: Dependencies;
  readonly integrations: Integrations;
  readonly journal: Journal;
  readonly host: string;
  /** Null for none, 0 for any free one. */
  readonly port: number | null;
  readonly socketPath: string | null;
  readonly limits?: Partial<PushLimits>;
}

interface Answer {
  status: number;
  message: string;
  retryAfter?: number;
}

class TooLarge extends Error {}

const MOST_KNOWN = 10_000;

function readBody(request: IncomingMessage, most: number, took: (bytes: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > most) {
        request.pause();
        reject(new TooLarge());
        return;
      }
      took(chunk.length);
      chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('aborted')));
  });
}

export async function servePushes(options: PushOptions) {
  const { deps, integrations, journal, host, port, socketPath, clock } = options;
  const limits = { ...pushLimits, ...options.limits };
  const counts = noPushCounts();
  const rates = buckets(limits.burst, limits.perSecond, clock);
  const guesses = buckets(limits.wrongKeys, limits.wrongKeys / 60, clock);
  /** Keys that opened something, in memory only. */
  const known = new BoundedMap<string, true>(MOST_KNOWN);
  let stopping = false;

  function send(response: ServerResponse, { status, message, retryAfter }: Answer): void {
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(Math.max(1, Math.ceil(retryAfter))) }),
      // What is left of a body that nobody reads goes with its connection.
      ...(status >= 400 ? { connection: 'close' } : {}),
    });
    response.end(JSON.stringify({ code: 1, msg: message, data: null }));
  }

  /** Takes a nonce; false when it was taken before. */
  async function takeNonce({ tenantId, id }: Integration, nonce: string): Promise<boolean> {
    return deps.inTenant(tenantId, async (tx) => {
      const taken = await tx.run(
        sql`insert into device_integration_nonces (tenant_id, integration_id, nonce)
          values (${tenantId}, ${id}, ${nonce}) on conflict do nothing`,
      );
      return taken === 1;
    });
  }

  /** A delivery that was not stored may come again as it is. */
  const giveBack = ({ tenantId, id }: Integration, nonce: string) =>
    deps
      .inTenant(tenantId, (tx) =>
        tx.run(sql`delete from device_integration_nonces where tenant_id = ${tenantId} and integration_id = ${id} and nonce = ${nonce}`),
      )
      .catch(() => 0);

  async function taken(integration: Integration, request: IncomingMessage, query: URLSearchParams, bytes: Buffer): Promise<Answer | null> {
    const text = bytes.toString('utf8');
    const refuse = (result: number, answer: Answer, keep = false): Answer => {
      journal.note(integration, { result, problem: answer.message }, keep ? text : undefined);
      return answer;
    };
    const body = bodyOf(text);
    const { refusal, nonce } = verify(integration.signature, integration.secret, { headers: request.headers, query, bytes, body }, clock());
    if (refusal !== null) {
      counts.wrongSignatures++;
      return refuse(results.refused, { status: 401, message: refusal });
    }
    if (body === undefined) {
      counts.unreadable++;
      return refuse(results.unreadable, { status: 400, message: '报文既不是JSON，也不是表单' }, true);
    }
    if (nonce !== null && !(await takeNonce(integration, nonce))) {
      counts.replayed++;
      return refuse(results.refused, { status: 409, message: '重复的随机串，请求已处理过' });
    }
    try {
      const delivered = await deliver(integration, body, options);
      journal.note(integration, delivered, text);
      counts.stored += delivered.stored;
      counts.strangers += delivered.strangers;
      if (delivered.result === results.strangers) return { status: 422, message: '设备未登记' };
      if (delivered.result === results.unreadable) {
        counts.unreadable++;
        return { status: 422, message: delivered.problem ?? '没有读到数据' };
      }
      return null;
    } catch (error) {
      if (nonce !== null) await giveBack(integration, nonce);
      counts.failed++;
      journal.note(integration, { result: results.failed, problem: '暂时无法写入，请对方重发' });
      deps.log.warn(
        { integration: integration.id, error: error instanceof Error ? error.name : 'unknown' },
        'a delivery was not stored, not acknowledged',
      );
      return { status: 503, message: '系统正在恢复，请稍后重试', retryAfter: 2 };
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, took: (bytes: number) => void): Promise<void> {
    const local = request.socket.remoteAddress === undefined;
    const address = (local ? [request.headers['x-forwarded-for']].flat()[0]?.split(',')[0]?.trim() : request.socket.remoteAddress) ?? '';
    const [path, search = ''] = (request.url ?? '').split('?', 2) as [string, string?];
    const key = path.startsWith(PUSH_PATH) ? path.slice(PUSH_PATH.length) : '';
    if (!isAddressKey(key)) return send(response, { status: 404, message: '推送地址不存在' });
    if (request.method !== 'POST') return send(response, { status: 405, message: '请用POST推送' });
    if (stopping || counts.waitingBytes > limits.totalBytes) {
      counts.shed++;
      return send(response, { status: 503, message: '系统繁忙，请稍后重试', retryAfter: 2 });
    }
    // Guessing is not worth a look-up; whoever was here before gets in although a stranger at the same address guesses.
    const crowded = known.has(key) ? 0 : guesses.wait(address);
    if (crowded > 0) {
      counts.wrongKeys++;
      return send(response, { status: 429, message: '请求过于频繁，请稍后再试', retryAfter: crowded });
    }
    const integration = await integrations.byKey(key).then((found) => found && integrations.get(found.tenantId, found.id));
    if (!integration?.enabled || integration.kind !== 'webhook') {
      counts.wrongKeys++;
      guesses.take(address);
      known.delete(key);
      return send(response, { status: 404, message: '推送地址不存在' });
    }
    known.set(key, true);
    if (!inNetworks(integration.signature.networks, address)) {
      counts.foreignAddresses++;
      journal.note(integration, { result: results.refused, problem: '来源地址不在允许的网段' });
      return send(response, { status: 403, message: '来源地址不允许' });
    }
    const seconds = rates.take(`${integration.tenantId}:${integration.id}`);
    if (seconds > 0) {
      counts.throttled++;
      journal.note(integration, { result: results.refused, problem: '推送过于频繁' });
      return send(response, { status: 429, message: '推送过于频繁，请稍后再试', retryAfter: seconds });
    }
    const bytes = await readBody(request, limits.bodyBytes, took);
    const refusal = await taken(integration, request, new URLSearchParams(search), bytes);
    if (refusal) return send(response, refusal);
    const { status, type, body } = integration.reply;
    response.writeHead(status, {
      'content-type': type === 'json' ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(body);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    counts.requests++;
    counts.waiting++;
    let held = 0;
    const took = (bytes: number) => {
      held += bytes;
      counts.waitingBytes += bytes;
    };
    try {
      await answer(request, response, took);
    } catch (error) {
      if (error instanceof TooLarge) {
        counts.oversize++;
        send(response, { status: 413, message: '请求内容过大' });
      } else if (!response.destroyed && !request.errored) {
        counts.failed++;
        send(response, { status: 503, message: '系统正在恢复，请稍后重试', retryAfter: 2 });
      }
    } finally {
      counts.waiting--;
      counts.waitingBytes -= held;
    }
  }

  const open = async (where: { port: number; host: string } | { path: string }) => {
    const server = createServer(
      {
        requestTimeout: limits.requestMs,
        headersTimeout: 5000,
        keepAliveTimeout: 30_000,
        connectionsCheckingInterval: 1000,
        maxHeaderSize: 16 * 1024,
      },
      (request, response) => void handle(request, response),
    );
    server.maxConnections = limits.maxConnections;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(where, () => resolve());
    });
    return server;
  };
  const servers: Server[] = [];
  if (socketPath) {
    try {
      // Of a process that was killed.
      rmSync(socketPath, { force: true });
      servers.push(await open({ path: socketPath }));
      chmodSync(socketPath, 0o600);
    } catch (error) {
      // Watches and their alarms do not wait for it.
      deps.log.error({ err: error }, 'vendors cannot push by the port of the web: no local socket');
    }
  }
  const own = port === null ? null : await open({ port, host });
  if (own) servers.push(own);
  return {
    port: own ? (own.address() as AddressInfo).port : null,
    counts,
    /** Answers what is under way and closes; bounded by `limits.stopMs`. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.all(
        servers.map(
          (server) =>
            new Promise<void>((resolve) => {
              const late = setTimeout(() => server.closeAllConnections(), limits.stopMs);
              server.close(() => {
                clearTimeout(late);
                resolve();
              });
              server.closeIdleConnections();
            }),
        ),
      );
    },
  };
}
