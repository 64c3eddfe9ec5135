/** From a bearer token to a session: SHA-256, then a short-lived cache that NOTIFY empties (server/app.ts). */
import { BoundedMap } from '../bounded-map.ts';
import { instantOf } from '#contract/time.ts';
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { EventName } from '#contract/events.ts';
import { callWallboard } from '#contract/screens/call-wallboard.ts';
import type { Pool } from 'pg';
import type { Dependencies, Session } from '../context.ts';
import { semaphore } from '../jobs/semaphore.ts';
import type { Secrets } from '../db/secrets.ts';
import { Refusal, unauthorized } from '../errors.ts';
import { withSpellings } from './permissions.ts';
import { rateLimiter } from './rate-limits.ts';
import { originOf } from './client-addresses.ts';

export const hashToken = (token: string) => createHash('sha256').update(token).digest();

const SEAL_BYTES = 8;
const sealOf = ({ blind }: Secrets, random: Buffer) =>
  createHmac('sha256', blind).update('token\0').update(random).digest().subarray(0, SEAL_BYTES);

const withSeal = (secrets: Secrets, random: Buffer) => Buffer.concat([random, sealOf(secrets, random)]).toString('base64url');

/** A new token: 192 random bits, and a keyed seal by which any process knows without asking that we gave it. */
export const newToken = (secrets: Secrets): string => withSeal(secrets, randomBytes(24));

/** The tokens that a refresh token is exchanged for: always the same, so that two tabs that exchange it at one moment have one session. */
export function heirsOf(secrets: Secrets, refresh: string): { access: string; refresh: string } {
  const heir = (kind: string) =>
    withSeal(secrets, createHmac('sha256', secrets.blind).update(`heir\0${kind}\0${refresh}`).digest().subarray(0, 24));
  return { access: heir('access'), refresh: heir('refresh') };
}

/** Whether a token has our seal; one from before there were seals has none, which only makes it wait when its address sends wrong ones. */
function sealed(secrets: Secrets, token: string): boolean {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.length === 24 + SEAL_BYTES && timingSafeEqual(bytes.subarray(24), sealOf(secrets, bytes.subarray(0, 24)));
}

const CACHE_MS = 30_000;
const CACHE_MOST = 50_000;
/** A token that opens nothing never will: it was never given, or its session has ended. */
const REFUSED_MS = 60_000;
const REFUSED_MOST = 20_000;
/** A session that nobody used for this long has ended. */
export const IDLE_MS = 30 * 60_000;
/**
 * A screen on a wall uses its own all the time: whenever it does not, the network or the
 * server is away, and it goes on by itself when they are back.
 */
export const SCREEN_IDLE_MS = 24 * 3_600_000;

interface Row {
  session_id: number;
  tenant_id: number;
  user_id: number;
  home_tenant_id: number;
  home_user_id: number;
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
  scope: 'server' | 'screen';
  must_enrol: boolean;
  term_ends_at: string | null;
}

/** What a screen on a wall may show of what the person who let it in may do: the screens, whose routes are marked in the contract. */
const onScreen = (permission: string) => permission.endsWith('_screen') || permission === callWallboard.read.access;

interface Cached {
  session: Session;
  until: number;
  expiresAt: number;
  touched: number;
}

export interface Sessions {
  /**
   * The session of an access token that came from an address; throws 401 with the specification's texts, 429 to an address that sends
   * tokens which we did not give. Those we gave are never refused for what others behind the address send.
   */
  find(token: string, address?: string): Promise<Session>;
  /** Keeps a session from idling out, an open, authenticated socket is activity too; false when it has ended. */
  touch(sessionId: number): Promise<boolean>;
  /** Forget one session, a person's, all of a tenant's when roles or menus changed, or with `{}` every one. Call it after the commit. */
  forget(match: { sessionId?: number; tenantId?: number; userId?: number }): void;
}

/**
 * Why the users of a tenant may not enter: frozen, or expired at epoch milliseconds `now`; null when
 * they may. The specification's clients look for these words.
 */
export function tenantRefusal(tenant: { tenant_status: number; tenant_ends_at: string | null }, now: number): Refusal | null {
  if (tenant.tenant_status !== 0) return unauthorized('租户已冻结，请联系管理员');
  return endOf(tenant.tenant_ends_at) < now ? unauthorized('租户已过期，请联系管理员') : null;
}

/** Epoch milliseconds of a time of ours; never for null. */
const endOf = (time: string | null) => (time === null ? Infinity : instantOf(time));

/** What somebody reads whose session others ended; who did it himself, or lost it long ago, reads that it has expired. */
const ENDINGS: Record<string, string> = {
  kicked: '您已被管理员强制下线，请重新登录',
  'ended by oneself': '您已在其他设备上让此处退出登录',
  'too many': '您的账号在其他设备上登录，此处已下线',
  'tenant frozen': '租户已冻结，请联系管理员',
  'tenant deleted': '租户已停用，请联系管理员',
  'visit ended': '您不再有权进入该机构，请重新登录',
  locked: '用户帐号已被锁定',
};

/** The 401 for a token, access or refresh, whose session has ended; `hash` is the token's. */
export async function whyEnded({ pool }: Pick<Dependencies, 'pool'>, hash: Buffer, data: unknown = null): Promise<Refusal> {
  const { rows } = await pool.query<{ reason: string | null }>({
    name: 'find_ended_session',
    text: 'select app.find_ended_session($1) as reason',
    values: [hash],
  });
  return unauthorized(ENDINGS[rows[0]?.reason ?? ''], data);
}

/** The sessions of one process; `limit` counts the tokens that we did not give. */
export function sessions(deps: Dependencies, limit = rateLimiter(deps.now)): Sessions {
  const cache = new BoundedMap<string, Cached>(CACHE_MOST);
  const refused = new BoundedMap<string, { refusal: Refusal; until: number }>(REFUSED_MOST);
  /** What is being asked now: many calls of a page ask once. */
  const asked = new Map<string, Promise<Cached>>();
  /** Of tokens without our seal, over all addresses. */
  const strangers = semaphore(2, 100);
  /** Counts what was forgotten: a row read before must not be kept after. */
  let forgotten = 0;

  async function load(key: string, hash: Buffer, pool: Pool): Promise<Cached> {
    const before = forgotten;
    const [found] = (await pool.query<Row>({ name: 'find_session', text: 'select * from app.find_session($1)', values: [hash] })).rows;
    if (!found) {
      const refusal = await whyEnded(deps, hash);
      refused.set(key, { refusal, until: deps.now() + REFUSED_MS });
      throw refusal;
    }
    if (found.user_status !== 0) throw unauthorized();
    const now = deps.now();
    const refusal = tenantRefusal(found, now);
    if (refusal) throw refusal;
    const idle = found.scope === 'screen' ? SCREEN_IDLE_MS : IDLE_MS;
    if (found.expires_at_ms <= now || found.last_seen_ms + idle <= now) throw unauthorized();
    const entry: Cached = {
      session: {
        id: found.session_id,
        tenantId: found.tenant_id,
        parentTenantId: found.parent_tenant_id,
        userId: found.user_id,
        home: { tenantId: found.home_tenant_id, userId: found.home_user_id },
        username: found.username,
        name: found.name,
        departmentId: found.department_id,
        superAdmin: found.super_admin,
        mustChangePassword: found.must_change_password,
        mustEnrol: found.must_enrol,
        endsAt: endOf(found.term_ends_at),
        scope: found.scope,
        roleIds: found.role_ids,
        permissions: new Set(found.scope === 'screen' ? found.permissions.filter(onScreen) : withSpellings(found.permissions)),
        dataScope: found.data_scope,
        departmentIds: found.department_ids,
      },
      // Not a moment longer than its tenant is open.
      until: Math.min(now + CACHE_MS, endOf(found.tenant_ends_at) + 1),
      expiresAt: found.expires_at_ms,
      touched: found.last_seen_ms,
    };
    cache.delete(key);
    if (before !== forgotten) return entry;
    cache.set(key, entry);
    return entry;
  }

  /** A token without our seal waits its turn on the connections of the pages, and counts against its address unless it opens a session. */
  async function loadStranger(key: string, hash: Buffer, address: string): Promise<Cached> {
    const giveBack = limit(originOf(address), 'unknown');
    const found = await strangers(() => load(key, hash, deps.pool)).catch((error: unknown) => {
      // A database that is away has judged nothing.
      if (!(error instanceof Refusal)) giveBack();
      throw error;
    });
    giveBack();
    return found;
  }

  function ask(token: string, key: string, hash: Buffer, address: string): Promise<Cached> {
    const known = refused.get(key);
    if (known && known.until > deps.now()) return Promise.reject(known.refusal);
    const waiting = asked.get(key);
    if (waiting) return waiting;
    // A token that this process has seen open a session is as good as a sealed one.
    const ours = cache.has(key) || sealed(deps.secrets, token);
    const answer = ours ? load(key, hash, deps.urgent.pool) : loadStranger(key, hash, address);
    const over = () => void (asked.get(key) === answer && asked.delete(key));
    answer.then(over, over);
    asked.set(key, answer);
    return answer;
  }

  const touch = async (sessionId: number): Promise<boolean> => {
    const { rows } = await deps.urgent.pool.query<{ stands: boolean }>({
      name: 'touch_session',
      text: 'select app.touch_session($1) as stands',
      values: [sessionId],
    });
    return rows[0]!.stands;
  };

  return {
    touch,
    async find(token, address = '') {
      if (token.length < 20 || token.length > 200) throw unauthorized();
      const hash = hashToken(token);
      const key = hash.toString('base64');
      const now = deps.now();
      let entry = cache.get(key);
      if (!entry || entry.until <= now) entry = await ask(token, key, hash, address);
      if (entry.expiresAt <= now) throw unauthorized();
      if (now - entry.touched > 60_000) {
        entry.touched = now;
        touch(entry.session.id).catch((error) => deps.log.warn({ err: error }, 'touching a session failed'));
      }
      return entry.session;
    },
    forget({ sessionId, tenantId, userId }) {
      forgotten++;
      // The answer to an earlier question is not given to a later one.
      asked.clear();
      const named = (wanted: number | undefined, has: number) => wanted === undefined || wanted === has;
      for (const [key, { session }] of cache) {
        if (named(sessionId, session.id) && named(tenantId, session.tenantId) && named(userId, session.userId)) cache.delete(key);
      }
    },
  };
}

/** What a process does with a notice of any process: its session cache forgets whoever was signed out or has other rights now. */
export function forgetOn(sessions: Pick<Sessions, 'forget'>, { t, k, p }: { t: number; k: string; p: Record<string, unknown> }): void {
  if (k === ('session.ended' satisfies EventName)) sessions.forget({ sessionId: Number(p.sessionId) });
  if (k === ('rights.changed' satisfies EventName)) sessions.forget({ tenantId: t, ...(p.userId ? { userId: Number(p.userId) } : {}) });
}
