/** From a bearer token to a session: SHA-256, then a short-lived cache that NOTIFY empties (server/app.ts). */
import { createHash } from 'node:crypto';
import type { Dependencies, Session } from './context.ts';
import { unauthorized } from './errors.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

const CACHE_MS = 30_000;
const CACHE_MOST = 50_000;
const IDLE_MS = 30 * 60_000;

interface Row {
  session_id: number;
  tenant_id: number;
  user_id: number;
  username: string;
  name: string;
  department_id: number | null;
  super_admin: boolean;
  must_change_password: boolean;
  user_status: number;
  tenant_status: number;
  tenant_ends_at: string | null;
  parent_tenant_id: number | null;
  expires_at_ms: number;
  last_seen_ms: number;
  role_ids: number[];
  permissions: string[];
  data_scope: number;
  department_ids: number[];
}

interface Cached {
  session: Session;
  until: number;
  expiresAt: number;
  touched: number;
}

export interface Sessions {
  /** The session of an access token; throws 401 with the specification's texts. */
  find(token: string): Promise<Session>;
  /** Keeps a session from idling out: an open, authenticated socket is activity too. */
  touch(sessionId: number): Promise<void>;
  /** Forget one session, or all of a tenant's when roles or menus changed. */
  forget(match: { sessionId?: number; tenantId?: number; userId?: number }): void;
}

/** The sessions of one process. */
export function sessions(deps: Dependencies): Sessions {
  const cache = new Map<string, Cached>();

  async function load(key: string, hash: Buffer): Promise<Cached> {
    const found = (await deps.pool.query({ name: 'find_session', text: 'select * from app.find_session($1)', values: [hash] })).rows[0] as Row | undefined;
    if (!found || found.user_status !== 0) throw unauthorized();
    if (found.tenant_status !== 0) throw unauthorized('租户已冻结，请联系管理员');
    const now = deps.now();
    if (found.tenant_ends_at && Date.parse(`${found.tenant_ends_at.replace(' ', 'T')}+08:00`) < now) throw unauthorized('租户已过期，请联系管理员');
    if (found.expires_at_ms <= now || found.last_seen_ms + IDLE_MS <= now) throw unauthorized();
    const entry: Cached = {
      session: {
        id: found.session_id,
        tenantId: found.tenant_id,
        parentTenantId: found.parent_tenant_id,
        userId: found.user_id,
        username: found.username,
        name: found.name,
        departmentId: found.department_id,
        superAdmin: found.super_admin,
        roleIds: found.role_ids.map(Number),
        permissions: new Set(found.permissions),
        dataScope: found.data_scope,
        departmentIds: found.department_ids.map(Number),
      },
      until: now + CACHE_MS,
      expiresAt: found.expires_at_ms,
      touched: found.last_seen_ms,
    };
    cache.delete(key);
    if (cache.size >= CACHE_MOST) cache.delete(cache.keys().next().value as string);
    cache.set(key, entry);
    return entry;
  }

  const touch = async (sessionId: number) => {
    await deps.pool.query({ name: 'touch_session', text: 'select app.touch_session($1)', values: [sessionId] });
  };

  return {
    touch,
    async find(token) {
      if (token.length < 20 || token.length > 200) throw unauthorized();
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const now = deps.now();
      let entry = cache.get(key);
      if (!entry || entry.until <= now) entry = await load(key, hash);
      if (entry.expiresAt <= now) throw unauthorized();
      if (now - entry.touched > 60_000) {
        entry.touched = now;
        touch(entry.session.id).catch((error) => deps.log.warn({ err: error }, 'touching a session failed'));
      }
      return entry.session;
    },
    forget({ sessionId, tenantId, userId }) {
      for (const [key, { session }] of cache) {
        const hit = sessionId !== undefined ? session.id === sessionId : session.tenantId === tenantId && (userId === undefined || session.userId === userId);
        if (hit) cache.delete(key);
      }
    },
  };
}
