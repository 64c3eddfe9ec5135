/** Opening, renewing and ending sessions. Tokens are random; only their hashes are stored. */
import { sql } from 'kysely';
import type { Token } from '#contract/users/logins.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { emit } from '../events.ts';
import { hashToken, heirsOf, IDLE_MS, newToken, SCREEN_IDLE_MS } from '../http/session.ts';
import { tokenUser, type Account } from './accounts.ts';
import type { Client } from './clients.ts';

/** A session ends after this, however busy. */
export const ABSOLUTE_MS = 12 * 3600_000;
/** A screen on a wall, which may only read, is let in again once a week. */
const SCREEN_MS = 7 * 24 * 3600_000;

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

export type Scope = 'server' | 'screen';

function tokenAnswer(
  account: Account,
  tenantId: number,
  tokens: { access: string; refresh: string },
  milliseconds: number,
  scope: Scope,
): Token {
  return {
    access_token: tokens.access,
    token_type: 'bearer',
    refresh_token: tokens.refresh,
    expires_in: Math.floor(milliseconds / 1000),
    scope,
    user_info: tokenUser(account, tenantId),
    license: 'yian',
    active: true,
  };
}

/** Opens a session for an account that proved who it is, in the transaction of its tenant. */
export async function openSession(
  tx: Tx,
  deps: Dependencies,
  {
    account,
    client,
    address,
    userAgent,
    carried,
    scope = 'server',
  }: {
    account: Account;
    client: Pick<Client, 'id' | 'accessSeconds' | 'refreshSeconds'>;
    address: string;
    userAgent: string;
    /** Of the session that this one continues in another tenant: its end (epoch ms), and until when the person has proved who they are. */
    carried?: { endsAt: number; provedUntil: string | null };
    scope?: Scope;
  },
): Promise<Token> {
  const now = deps.now();
  const tokens = { access: newToken(deps.secrets), refresh: newToken(deps.secrets) };
  const endsAt = carried?.endsAt ?? now + (scope === 'screen' ? SCREEN_MS : ABSOLUTE_MS);
  const lifetime = Math.min(client.accessSeconds * 1000, endsAt - now);
  await tx.run(
    db.insertInto('sessions').values({
      tenant_id: tx.tenantId,
      user_id: account.id,
      client_id: client.id,
      access_hash: hashToken(tokens.access),
      refresh_hash: hashToken(tokens.refresh),
      access_expires_at: at(now + lifetime),
      refresh_expires_at: at(now + client.refreshSeconds * 1000),
      absolute_expires_at: at(endsAt),
      proved_until: carried?.provedUntil ?? null,
      last_seen_at: at(now),
      address,
      user_agent: userAgent,
      scope,
    }),
  );
  await tx.run(
    db
      .updateTable('users')
      .set({ last_login_at: at(now) })
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', account.id),
  );
  await endOldest(tx, deps, account.id);
  return tokenAnswer(account, tx.tenantId, tokens, lifetime, scope);
}

/** Used lately, by what lately is for its scope. */
const awake = (now: number) =>
  sql<boolean>`last_seen_at > case scope when 'screen' then ${at(now - SCREEN_IDLE_MS)}::timestamptz
    else ${at(now - IDLE_MS)}::timestamptz end`;

/** What stands of a user's sessions; for `where`. */
export const standing = (now: number) => sql<boolean>`
  revoked_at is null and least(refresh_expires_at, absolute_expires_at) > ${at(now)}::timestamptz and ${awake(now)}`;

/** The tenant's parameter SESSION_MOST: so many sessions may one user have, the oldest end; 0 is no limit. */
async function endOldest(tx: Tx, deps: Dependencies, userId: number): Promise<void> {
  const of = tx.tenantId;
  const wanted = await tx.row<{ value: string }>(
    db.selectFrom('parameters').select('value').where('tenant_id', '=', of).where('key', '=', 'SESSION_MOST'),
  );
  const most = Number(wanted?.value);
  if (!Number.isSafeInteger(most) || most < 1) return;
  // Sign-ins of one moment take turns.
  await tx.run(sql`select 1 from users where tenant_id = ${of} and id = ${userId} for no key update`);
  const over = await tx.rows<{ id: number }>(
    sql`select id from sessions where tenant_id = ${of} and user_id = ${userId} and ${standing(deps.now())} order by created_at desc,
      id desc offset ${most}`,
  );
  for (const { id } of over) await endSessions(tx, deps, { sessionId: id }, 'too many');
}

/**
 * Exchanges a refresh token once: null when the session has ended, idled out, or somebody else exchanged the token first.
 * The old access token dies with it.
 */
export async function renewSession(
  tx: Tx,
  deps: Dependencies,
  { account, client, refresh }: { account: Account; client: Client; refresh: string },
): Promise<Token | null> {
  const now = deps.now();
  const tokens = heirsOf(deps.secrets, refresh);
  const old = hashToken(refresh);
  const renewed = await tx.row<{ id: number; left: number; scope: Scope }>(
    db
      .updateTable('sessions')
      .set({
        access_hash: hashToken(tokens.access),
        refresh_hash: hashToken(tokens.refresh),
        access_expires_at: sql`least(${at(now + client.accessSeconds * 1000)}::timestamptz, absolute_expires_at)`,
        refresh_expires_at: at(now + client.refreshSeconds * 1000),
        last_seen_at: at(now),
      })
      .where('tenant_id', '=', tx.tenantId)
      .where('refresh_hash', '=', old)
      .where('revoked_at', 'is', null)
      .where('refresh_expires_at', '>', at(now))
      .where('absolute_expires_at', '>', at(now))
      .where(awake(now))
      .returning(['id', sql<Scope>`scope`.as('scope'), sql<number>`(extract(epoch from access_expires_at) * 1000)::bigint`.as('left')]),
  );
  if (!renewed) return null;
  await tx.run(
    db.insertInto('retired_refresh_tokens').values({ hash: old, tenant_id: tx.tenantId, session_id: renewed.id, retired_at: at(now) }),
  );
  return tokenAnswer(account, tx.tenantId, tokens, renewed.left - now, renewed.scope);
}

/** A second tab may exchange the token that the first has just exchanged, for so long; a replay after it is a thief's. */
const GRACE_MS = 30_000;

/**
 * What a refresh token was exchanged for a moment ago, told once more to who lost the
 * race or the answer. `early`: the exchange is that young, also where its tokens have been exchanged since and there is nothing to give.
 */
export async function repeatRenewal(
  tx: Tx,
  deps: Dependencies,
  { account, refresh }: { account: Account; refresh: string },
): Promise<{ early: boolean; token: Token | null }> {
  const now = deps.now();
  const tokens = heirsOf(deps.secrets, refresh);
  const row = await tx.row<{ left: number | null; scope: Scope }>(sql`
    select s.scope, case when s.refresh_hash = ${hashToken(tokens.refresh)} and s.revoked_at is null
      and s.access_expires_at > ${at(now)}::timestamptz
      then (extract(epoch from s.access_expires_at) * 1000)::bigint end as left
    from retired_refresh_tokens r join sessions s on s.tenant_id = r.tenant_id and s.id = r.session_id
    where r.tenant_id = ${tx.tenantId} and r.hash = ${hashToken(refresh)} and r.retired_at > ${at(now - GRACE_MS)}::timestamptz`);
  if (!row) return { early: false, token: null };
  return { early: true, token: row.left === null ? null : tokenAnswer(account, tx.tenantId, tokens, row.left - now, row.scope) };
}

/**
 * Ends sessions: one of the transaction's tenant, all of a user (those in other tenants
 * too when the account is at home here) or all of the tenant, except one. Tells every process, which closes their sockets; the caller
 * forgets them in its own cache after the commit. Gives the ids.
 */
export async function endSessions(
  tx: Tx,
  deps: Dependencies,
  which: { sessionId?: number; userId?: number; except?: number },
  reason: string,
): Promise<number[]> {
  let query = db
    .updateTable('sessions')
    .set({ revoked_at: at(deps.now()), revoked_reason: reason })
    .where('tenant_id', '=', tx.tenantId)
    .where('revoked_at', 'is', null);
  if (which.sessionId !== undefined) query = query.where('id', '=', which.sessionId);
  const ended = await tx.rows<{ id: number }>(
    which.userId === undefined
      ? query.returning('id')
      : sql`select session_id as id from app.end_login_sessions(${which.userId}, ${reason}, ${which.except ?? null})`,
  );
  for (const { id } of ended) await emit('session.ended', { sessionId: id }, tx, deps);
  return ended.map(({ id }) => id);
}
