/** Makes Fastify routes of the contract: one merged input, policy, tenant transaction, handler, output, envelope. */
import '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Route } from '#contract/http.ts';
import { Said, type Context, type Dependencies, type Reply, type Session, type Upload } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { UNKEPT } from './client-errors.ts';
import { databaseAway, invalid, Refusal, unauthorized } from '../errors.ts';
import { closeWithLog } from './operation-log.ts';
import type { rateLimiter } from './rate-limits.ts';
import type { fairShares } from '../db/tenant-concurrency.ts';
import type { Sessions } from './session.ts';
import { guardedOf, refuseChanges, type Siblings } from './guards.ts';
import { firstMessage, readLeniently } from './inputs.ts';
import { unknownKeys, type Unknown } from './lenient-input.ts';
import { checkPolicy, needProved } from './policy.ts';
import { cleanFields, richFieldsOf } from './rich-text.ts';
import { agentOf, checkTenants } from './tenant-ids.ts';

export type Handler<R extends Route> = (input: z.output<R['input']>, context: Context) => Promise<z.input<R['output']> | Reply | Said>;

/** One handler for every route of a service: a missing one does not compile. */
export type Handlers<S extends Record<string, Route>> = { [K in keyof S]: Handler<S[K]> };

export interface Gate {
  deps: Dependencies;
  sessions: Sessions;
  limit: ReturnType<typeof rateLimiter>;
  share: ReturnType<typeof fairShares>;
}

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Empty strings in a query are unset filters; `$label` keys of avue forms are decoration. */
function merge(request: FastifyRequest): unknown {
  const { body } = request;
  if (Array.isArray(body)) return body;
  const input: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(request.query as Record<string, unknown>)) {
    if (value !== '') input[key] = value;
  }
  if (body && typeof body === 'object') {
    for (const [key, value] of Object.entries(body)) if (!key.startsWith('$')) input[key] = value;
  }
  return Object.assign(input, request.params);
}

/** `Bearer …` of the header; null when there is none. */
export function bearer(header: string | undefined): string | null {
  const match = /^Bearer\s+(\S+)$/i.exec(header ?? '');
  return match ? (match[1] as string) : null;
}

/** The input as the route takes it, and the guarded keys beside it. Throws 400 with the field's own message. */
function readInput(
  gate: Gate,
  route: Route,
  input: z.ZodType,
  rich: readonly string[],
  request: FastifyRequest,
): { data: unknown; guarded: Unknown[] } {
  const { sent, parsed } = readLeniently(route, input, cleanFields(rich, merge(request)));
  if (!parsed.success) throw invalid(firstMessage(parsed.error));
  const logs = gate.deps.log.isLevelEnabled('debug');
  if (!route.guards && !logs) return { data: parsed.data, guarded: [] };
  const unknown = unknownKeys(route.input, sent);
  if (unknown.length && logs)
    gate.deps.log.debug(
      { reqId: request.id, route: route.path, keys: unknown.map(({ path }) => path.join('.')) },
      'unknown keys were dropped',
    );
  return { data: parsed.data, guarded: guardedOf(route, unknown) };
}

async function readUpload(request: FastifyRequest, limit: number): Promise<Upload> {
  // The parser throws plain errors about a missing boundary, a bad header of a part, or a body that ends in the middle.
  const broken = (error: Error & { statusCode?: number }): never => {
    throw error.statusCode === undefined ? invalid('上传内容不完整，请重新上传') : error;
  };
  const part = await request.file({ limits: { fileSize: limit, files: 1, fields: 10 } }).catch(broken);
  if (!part) throw invalid('请选择要上传的文件');
  const bytes = await part.toBuffer().catch(broken);
  // toBuffer() overlooks a file that is cut exactly between two chunks.
  if (part.file.truncated) throw new Refusal(413, '请求内容过大');
  return { filename: part.filename, bytes };
}

interface Afterwards {
  commit: (() => void)[];
  rollback: (() => Promise<void>)[];
}

function contextOf(
  gate: Gate,
  request: FastifyRequest,
  session: Session | null,
  tx: Tx | null,
  upload: Upload | null,
  afterwards: Afterwards | null = null,
  tenantIds: readonly number[] = [],
): Context {
  const missing = (what: string): never => {
    throw new Error(`${what} is not there on this route`);
  };
  return {
    deps: gate.deps,
    request: {
      id: request.id,
      address: request.ip,
      userAgent: agentOf(request),
      tenantIds,
      headers: request.headers,
      text: request.bodyText ?? '',
    },
    get session() {
      return session ?? missing('The session');
    },
    get actor() {
      return session ?? missing('The session');
    },
    get tx() {
      return tx ?? missing('The transaction');
    },
    get upload() {
      return upload ?? missing('The upload');
    },
    afterCommit: (work) => void (afterwards ?? missing('The transaction')).commit.push(work),
    afterRollback: (work) => void (afterwards ?? missing('The transaction')).rollback.push(work),
    sessions: gate.sessions,
    emit: (name, payload) => emit(name, payload, tx ?? missing('The transaction'), gate.deps),
  };
}

async function send(reply: FastifyReply, route: Route, output: z.ZodType, result: unknown): Promise<unknown> {
  if (route.kind === 'raw') {
    const { status = 200, headers = {}, body } = result as Reply;
    return reply
      .code(status)
      .headers({ 'cache-control': UNKEPT, ...headers })
      .send(body);
  }
  const said = result instanceof Said ? result : new Said(result, route.message);
  const data = output.safeParse(said.data);
  if (!data.success) throw new Error(`${route.method} ${route.path} answered what its contract does not name: ${data.error.message}`);
  return reply
    .code(200)
    .header('cache-control', UNKEPT)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ code: 0, msg: said.message, data: data.data ?? null }));
}

/** A process has hundreds of schemas and uses few in its first second: compiling all of them takes most of the time until it listens. */
function atFirstUse<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Registers one route. Throws at start when it lacks a policy, a rate class or a limit. */
export function implement<R extends Route>(app: FastifyInstance, gate: Gate, route: R, handler: Handler<R>, siblings: Siblings): void {
  if (!route.access || !route.rate || !route.bodyLimit || !route.output) throw new Error(`${route.method} ${route.path} has no policy`);
  const input = atFirstUse(() => z.compile(route.input));
  const output = atFirstUse(() => z.compile(route.output));
  const rich = richFieldsOf(route.input);
  app.route({
    method: route.method,
    url: fastifyPath(route.path),
    config: { keepsText: route.signed },
    bodyLimit: route.bodyLimit,
    async handler(request, reply) {
      const started = gate.deps.now();
      if (route.access === 'public') {
        gate.limit(request.ip, route.rate);
        const { data, guarded } = readInput(gate, route, input(), rich, request);
        await refuseChanges(route, guarded, data, siblings, null);
        const upload = route.multipart ? await readUpload(request, route.bodyLimit) : null;
        return send(reply, route, output(), await handler(data as never, contextOf(gate, request, null, null, upload)));
      }
      const token = bearer(request.headers.authorization);
      if (!token) {
        // A browser that opens a page's address (/admin/role/index) where a call has a
        // parameter (/admin/role/{id}) asks for HTML, without a token.
        if (request.method === 'GET' && request.headers.authorization === undefined && request.headers.accept?.includes('text/html'))
          return reply.callNotFound();
        throw unauthorized();
      }
      const session = await gate.sessions.find(token, request.ip);
      gate.limit(String(session.userId), route.rate);
      const tenantIds = await checkTenants(gate.deps, request, session);
      checkPolicy(gate.deps, route, session);
      const { data, guarded } = readInput(gate, route, input(), rich, request);
      const upload = route.multipart ? await readUpload(request, route.bodyLimit) : null;
      const afterwards: Afterwards = { commit: [], rollback: [] };
      const work = async (tx: Tx) => {
        const context = contextOf(gate, request, session, tx, upload, afterwards, tenantIds);
        if (route.proved) await needProved(context);
        await refuseChanges(route, guarded, data, siblings, context);
        const answer = await handler(data as never, context);
        if (route.audit) await closeWithLog(context, route, data, gate.deps.now() - started);
        return answer;
      };
      const { tenantId } = session;
      const unit = route.urgent
        ? gate.deps.urgent.inTenant(tenantId, work)
        : gate.share(tenantId, () => gate.deps.inTenant(tenantId, work));
      const result = await unit.catch(async (error: unknown) => {
        // When the database was lost it may have been committed.
        if (databaseAway(error)) throw error;
        for (const work of afterwards.rollback)
          await work().catch((failed) => gate.deps.log.error({ err: failed }, 'taking back after a rollback failed'));
        throw error;
      });
      for (const work of afterwards.commit) work();
      return send(reply, route, output(), result);
    },
  });
}

/** Registers a service's routes with its handlers. */
export function implementAll<S extends Record<string, Route>>(app: FastifyInstance, gate: Gate, routes: S, handlers: Handlers<S>): void {
  const siblings = { routes, handlers: handlers as unknown as Siblings['handlers'] };
  for (const [name, route] of Object.entries(routes))
    for (const path of [route.path, ...route.also])
      implement(app, gate, { ...route, path }, handlers[name as keyof S] as Handler<Route>, siblings);
}
