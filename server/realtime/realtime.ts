/** Joins the pieces: notices of all processes → the sockets of this one. */
import type { Server } from 'node:http';
import type { ClientConfig } from 'pg';
import type { EventName } from '#contract/events.ts';
import type { Route } from '#contract/http.ts';
import { contract } from '#contract/index.ts';
import { staleCalls } from '#contract/realtime.ts';
import { deviceSockets } from './device-socket.ts';
import { listenForNotices, type HeardNotice } from './listener.ts';
import { Refusal } from '../errors.ts';
import type { Sessions } from '../http/session.ts';
import { stompServer, type Authenticate, type Hears, type StompOptions } from './stomp.ts';
import { routeUpgrades } from './upgrades.ts';

export interface RealtimeOptions extends StompOptions {
  server: Server;
  database: () => ClientConfig;
  /** Beside the server's own host, `https://a.example`. */
  allowedOrigins?: readonly string[];
  /** Proxies whose `X-Forwarded-For` says where a socket comes from. */
  trustProxy?: readonly string[];
  /** Hears every notice before the sockets do: the session cache empties itself here. */
  onNotice?: (notice: HeardNotice) => void;
  /** Notices may have been missed: drop what they keep fresh. */
  onGap?: () => void;
  onLost?: (error: Error) => void;
}

export type Realtime = ReturnType<typeof startRealtime>;

/** Kinds that do more than make pages read again. */
const SESSION_ENDED = 'session.ended' satisfies EventName;
const TASK_ASSIGNED = 'task.assigned' satisfies EventName;
const RIGHTS_CHANGED = 'rights.changed' satisfies EventName;
const MESSAGE_CHANGED = 'message.changed' satisfies EventName;
const WALL = 'tenant_screen';
const RESYNC = { type: 'resync' };

/** Signs sockets in by access token. The tenant header may only repeat the session's own tenant. */
export function tokenAuthentication(sessions: Pick<Sessions, 'find'>): Authenticate {
  return async (token, tenantIdHeader, address) => {
    try {
      const { id, userId, username, tenantId, permissions } = await sessions.find(token, address);
      const named = tenantIdHeader?.trim();
      return named && named !== String(tenantId) ? null : { sessionId: id, userId, username, tenantId, permissions, token };
    } catch (error) {
      if (error instanceof Refusal && error.status === 401) return null;
      throw error;
    }
  };
}

/**
 * The rights with which an event's calls are read (`staleCalls`); undefined for events that
 * no call stands behind. A wall shows figures of everything.
 */
function readRights(event: string): ReadonlySet<string> | undefined {
  const prefixes = staleCalls[event as EventName];
  if (!prefixes) return undefined;
  const routes = Object.values(contract).flatMap((service) => Object.values(service as Record<string, Route>));
  const behind = routes.filter(
    ({ method, path, also }) => method === 'GET' && [path, ...also].some((at) => prefixes.some((prefix) => at.startsWith(prefix))),
  );
  return new Set([...behind.map(({ access }) => access), WALL]);
}

const known = new Map<string, ReadonlySet<string> | undefined>();
const rightsOf = (event: string) => known.getOrInsertComputed(event, readRights);

/** Who hears a notice: a message to one person only that person, everything else those who may read what it is about. */
function hearersOf({ k, p }: HeardNotice): Hears | undefined {
  if (k === MESSAGE_CHANGED) return ({ userId }) => userId === Number(p.userId);
  const rights = rightsOf(k);
  return rights && !rights.has('session') ? ({ permissions }) => !permissions.isDisjointFrom(rights) : undefined;
}

/**
 * Serves both sockets on `server` and forwards notices to them:
 * `session.ended` closes its sockets; `task.assigned` becomes a reminder to one person; `warning.…` goes to the warnings topic and the
 * device sockets, everything else to the events topic, as {type: kind, …ids}.
 */
export function startRealtime(options: RealtimeOptions) {
  const stomp = stompServer(options);
  const devices = deviceSockets(options);
  const detach = routeUpgrades(options.server, [stomp.route, devices.route], options.allowedOrigins, options.trustProxy);

  function forward(notice: HeardNotice) {
    options.onNotice?.(notice);
    const { t, k, p } = notice;
    const message = { ...p, type: k };
    const hears = hearersOf(notice);
    if (k === SESSION_ENDED) {
      for (const side of [stomp, devices]) side.revoke(Number(p.sessionId));
    } else if (k === TASK_ASSIGNED) {
      stomp.publish(t, 'remind', String(p.username), String(p.task));
    } else if (k.startsWith('warning.')) {
      stomp.publish(t, 'warnings', null, message, hears);
      devices.publish(t, null, message, hears);
    } else {
      if (k === RIGHTS_CHANGED) for (const side of [stomp, devices]) void side.renew(t, p.userId ? Number(p.userId) : null);
      stomp.publish(t, 'events', null, message, hears);
    }
  }

  function resync() {
    options.onGap?.();
    for (const side of [stomp, devices]) {
      side.announce(RESYNC);
      // A revocation may be among what was missed.
      void side.recheck();
    }
  }

  const notices = listenForNotices({ database: options.database, onNotice: forward, onGap: resync, onLost: options.onLost });

  return {
    /** Resolves when the first LISTEN stands; serving before that is safe. */
    ready: notices.ready,
    counters: () => ({ stomp: stomp.counters(), devices: devices.counters(), notices: notices.counters() }),
    /** Refuses new sockets, says goodbye to the open ones, stops listening. */
    async close() {
      detach();
      await Promise.all([stomp.close(), devices.close(), notices.stop()]);
    },
  };
}
