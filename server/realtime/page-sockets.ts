/** The sockets of the open pages, on the application's own server, kept fresh by the notices of all processes. */
import type { FastifyInstance } from 'fastify';
import { connection, type Target } from '../db/pool.ts';
import type { Gate } from '../http/implement.ts';
import { forgetOn } from '../http/session.ts';
import { startRealtime, tokenAuthentication, type Realtime } from './realtime.ts';

/**
 * Starts STOMP and device sockets. Sessions that ended elsewhere are forgotten here
 * before their sockets close; after a gap in the notices all are.
 */
export function servePages(app: FastifyInstance, { sessions, deps }: Gate, database: Target): Realtime {
  return startRealtime({
    server: app.server,
    trustProxy: deps.config.trustProxy,
    database: () => connection(database, 'yian notices'),
    authenticate: tokenAuthentication(sessions),
    stillValid: ({ sessionId }) => sessions.touch(sessionId),
    onNotice: (notice) => forgetOn(sessions, notice),
    onGap: () => sessions.forget({}),
    onLost: (error) => deps.log.warn({ err: error }, 'the notice connection was lost'),
  });
}
