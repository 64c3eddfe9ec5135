/**
 * `/tenant-device/push/{key}` of the web's own port: handed as it is to the ingest
 * process, which checks, stores and answers (docs/decisions/029).
 * The key is never logged: it is in no error and in no log line of this process.
 */
import { request as dial } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '../context.ts';
import { notFound, unavailable } from '../errors.ts';
import { pushSocketOf } from '../net/delivery-socket.ts';

const KEY = /^[\w-]{43}$/;
const MOST_BYTES = 256 * 1024;
const PATIENCE_MS = 20_000;
const ANSWERED = ['content-type', 'retry-after', 'cache-control'] as const;

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** One delivery over the local socket; rejects when nobody is there. */
function hand(socketPath: string, request: FastifyRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries(request.headers))
      if (!['host', 'connection', 'transfer-encoding', 'content-length', 'x-forwarded-for', 'expect'].includes(name))
        headers[name] = [value].flat().join(', ');
    const passed = dial({
      socketPath,
      path: request.raw.url,
      method: 'POST',
      headers: { ...headers, host: 'ingest', 'content-length': String(body.length), 'x-forwarded-for': request.ip },
      timeout: PATIENCE_MS,
    });
    passed.once('response', (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({
          status: answer.statusCode ?? 503,
          headers: Object.fromEntries(ANSWERED.flatMap((name) => (answer.headers[name] ? [[name, String(answer.headers[name])]] : []))),
          body: Buffer.concat(chunks),
        }),
      );
    });
    passed.once('timeout', () => passed.destroy(new Error('no answer')));
    passed.once('error', reject);
    passed.end(body);
  });
}

/** Registers the route; its bodies are read as bytes, because signatures are over those. */
export function handVendorDeliveries(app: FastifyInstance, deps: Dependencies): void {
  const socketPath = pushSocketOf(deps.config.dataDir);
  void app.register(async (scope) => {
    // What is no key is not even read.
    scope.addHook('onRequest', async (request) => {
      if (!KEY.test((request.params as { key?: string }).key ?? '')) throw notFound('推送地址');
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.post('/tenant-device/push/:key', { bodyLimit: MOST_BYTES }, async (request: FastifyRequest, reply: FastifyReply) => {
      const answer = await hand(socketPath, request).catch(() => {
        throw unavailable();
      });
      return reply.code(answer.status).headers(answer.headers).send(answer.body);
    });
  });
}
