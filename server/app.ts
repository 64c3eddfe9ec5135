/** The HTTP application: hardened Fastify, every route of the contract, the built web. */
import { randomUUID } from 'node:crypto';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import multipart from '@fastify/multipart';
import { contract } from '#contract/index.ts';
import type { Route } from '#contract/http.ts';
import type { Dependencies } from './context.ts';
import { asRefusal, notFound, unavailable, UNKNOWN } from './errors.ts';
import { clientErrorHandler, UNKEPT } from './http/client-errors.ts';
import { watchDatabase, type DatabaseWatch } from './http/health.ts';
import { implementAll, type Gate, type Handlers } from './http/implement.ts';
import { handVendorDeliveries } from './http/vendor-deliveries.ts';
import { rateLimiter } from './http/rate-limits.ts';
import { fairShares } from './db/tenant-concurrency.ts';
import { services } from './registry.ts';
import { sessions } from './http/session.ts';
import { openedTo } from './calls/aliyun/frames.ts';
import { securityHeadersOf, serveWeb } from './http/web.ts';

declare module 'fastify' {
  interface FastifyRequest {
    bodyText?: string;
  }
  interface FastifyContextConfig {
    keepsText?: boolean;
  }
}

export interface AppOptions {
  /** Folder of the built web; null serves the API alone. */
  webDir: string | null;
  /** Widens every rate class; tests and benchmarks. */
  rateFactor?: number;
}

/** For /metrics; milliseconds over all requests. */
export interface HttpCounts {
  requests: number;
  refused: number;
  failed: number;
  milliseconds: number;
}

export interface Built {
  app: FastifyInstance;
  gate: Gate;
  counts: HttpCounts;
  database: DatabaseWatch;
}

/** Builds the application without listening. Throws when a route lacks its policy. */
export async function buildApp(deps: Dependencies, options: AppOptions): Promise<Built> {
  const securityHeaders = securityHeadersOf(deps.config.mapTileOrigins ?? []);
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = asRefusal(error);
    if (!refusal) deps.log.error({ reqId: request.id, route: request.routeOptions.url, err: error }, 'request failed');
    const { status, message, data, headers } = refusal ?? { status: 500, message: UNKNOWN, data: null, headers: {} };
    return reply
      .code(status)
      .headers({ 'cache-control': UNKEPT, ...headers })
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ code: 1, msg: message, data: data ?? null }));
  };
  const app: FastifyInstance = fastify({
    // What the router refuses before any hook: a path that cannot be decoded, or a part of it that is too long.
    frameworkErrors: (error, request, reply) => void refuse(error, request, reply.headers(securityHeaders)),
    clientErrorHandler: clientErrorHandler(securityHeaders),
    loggerInstance: deps.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: deps.config.trustProxy.length ? deps.config.trustProxy : false,
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // While we stop, what still arrives on open connections is answered as ever, and the connection closed.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * 1024 },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );
  // Clients of the original send `Content-Type: application/json` with nothing in it.
  app.removeContentTypeParser('application/json');
  const json = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.keepsText) request.bodyText = body as string;
    return body === '' ? done(null, {}) : json(request, body as string, done);
  });
  await app.register(multipart);

  app.addHook('onRequest', async (_request, reply) => void reply.headers(securityHeaders));
  const counts: HttpCounts = { requests: 0, refused: 0, failed: 0, milliseconds: 0 };
  app.addHook('onResponse', async (request, reply) => {
    counts.requests++;
    counts.milliseconds += reply.elapsedTime;
    if (reply.statusCode >= 500) counts.failed++;
    else if (reply.statusCode >= 400) counts.refused++;
    deps.log.debug(
      {
        reqId: request.id,
        method: request.method,
        route: request.routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
  app.setErrorHandler(refuse);

  const share = fairShares(Math.ceil(deps.pool.options.max * 0.7));
  const limit = rateLimiter(deps.now, options.rateFactor);
  const gate: Gate = { deps, sessions: sessions(deps, limit), limit, share };
  for (const [name, routes] of Object.entries(contract) as [keyof typeof services, Record<string, Route>][]) {
    implementAll(app, gate, routes, services[name] as Handlers<Record<string, Route>>);
  }
  handVendorDeliveries(app, deps);
  const database = watchDatabase(() => deps.pool.query('select 1'));
  app.addHook('onClose', () => database.stop());
  app.get('/health', async (_request, reply) => {
    const state = await database.state();
    if (state.status === 'away') throw unavailable();
    return reply.send(state);
  });
  if (options.webDir) await serveWeb(app, options.webDir, (ticket) => openedTo(deps, ticket));
  else
    app.setNotFoundHandler(() => {
      throw notFound('资源');
    });
  return { app, gate, counts, database };
}
