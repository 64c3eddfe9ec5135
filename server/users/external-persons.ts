/** Who stands behind a token: an account, or somebody who has registered and has none yet. */
import { sql } from 'kysely';
import { MOBILE } from '#contract/phones.rules.ts';
import type { OwnInvitation } from '#contract/onboarding/invitations.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { inside } from '../db/inside.ts';
import { worthless, type Held } from './external-tokens.ts';

export interface Person {
  home: { tenantId: number; userId: number } | null;
  registrationId: number | null;
  username: string;
  name: string;
  phone: string | null;
  /** The phone was proved by a code. */
  proven: boolean;
  password_hash: string | null;
}

/** A registrant who is still open, locked; null when gone, done or too old. In the platform's transaction. */
export async function registrant(platform: Tx, id: number): Promise<Person | null> {
  const row = await platform.row<{ username: string; name: string; phone: string; password_hash: string }>(
    db
      .selectFrom('registrations')
      .select(['username', 'name', 'phone', 'password_hash'])
      .where('tenant_id', '=', PLATFORM)
      .where('id', '=', id)
      .where('status', '=', 0)
      .where('expires_at', '>', sql<string>`clock_timestamp()`)
      .forUpdate(),
  );
  return row ? { home: null, registrationId: id, proven: true, ...row } : null;
}

/** An account that stands, at home in the tenant of `tx`; null when it is locked or gone. */
export async function account(tx: Tx, userId: number): Promise<Person | null> {
  const row = await tx.row<{
    username: string;
    name: string;
    phone: string | null;
    phone_verified_at: string | null;
    password_hash: string | null;
  }>(
    db
      .selectFrom('users')
      .select(['username', 'name', 'phone', 'phone_verified_at', 'password_hash'])
      .where('tenant_id', '=', tx.tenantId)
      .where('id', '=', userId)
      .where('home_user_id', 'is', null)
      .where('status', '=', 0)
      .where('deleted_at', 'is', null),
  );
  if (!row) return null;
  const { phone_verified_at, ...rest } = row;
  return { home: { tenantId: tx.tenantId, userId }, registrationId: null, proven: phone_verified_at !== null, ...rest };
}

/** The person of a token, in the platform's transaction. Throws 403 when that person is gone. */
export async function personOf(platform: Tx, deps: Dependencies, held: Held): Promise<Person> {
  const { home_tenant_id, home_user_id, registration_id } = held;
  const found =
    home_tenant_id !== null && home_user_id !== null
      ? await inside(platform, deps, home_tenant_id, (tx) => account(tx, home_user_id))
      : await registrant(platform, registration_id ?? 0);
  if (!found) throw worthless();
  return found;
}

interface Row {
  tenant_id: number;
  tenant_name: string;
  id: number;
  kind: number;
  status: number;
  by_phone: boolean;
  roles: string[];
  note: string | null;
  reason: string | null;
  inviter: string | null;
  expires_at: string;
  created_at: string;
}

/** What waits, and what waited, between a person and the institutions; the latest hundred. */
export async function invitationsOf(
  tx: Tx,
  deps: Dependencies,
  { home, registrationId }: Pick<Person, 'home' | 'registrationId'>,
): Promise<OwnInvitation[]> {
  const rows = await inside(tx, deps, home?.tenantId ?? PLATFORM, (own) =>
    own.rows<Row>(sql`
      select tenant_id, tenant_name, id, kind, status, by_phone, roles, note, reason, inviter, expires_at, created_at
      from app.list_login_invitations(${home?.userId ?? null}, ${registrationId})`),
  );
  return rows.map((row) => ({
    tenantId: row.tenant_id,
    tenantName: row.tenant_name,
    id: row.id,
    kind: row.kind,
    status: row.status,
    byPhone: row.by_phone,
    roles: row.roles,
    note: row.note,
    reason: row.reason,
    inviter: row.inviter,
    expireTime: row.expires_at,
    createTime: row.created_at,
  }));
}

export interface KnownAccount {
  tenant_id: number;
  user_id: number;
  username: string;
  name: string;
  phone: string | null;
  user_status: number;
  by_name: boolean;
  /** Its owner proved the phone. */
  verified: boolean;
}

/** The accounts of a sign-in name or a phone, wherever they are at home; what a caller learns from it is decided by who asks. */
export async function accountsOf({ logins }: Pick<Dependencies, 'logins'>, login: string): Promise<KnownAccount[]> {
  const { rows } = await logins.query<KnownAccount>({
    name: 'list_account_logins',
    text: 'select * from app.list_account_logins($1)',
    values: [login],
  });
  return rows;
}

/** Whether a sign-in name may be somebody's whose phone this is: another's number is no name of one's own. */
export const mayBeNamed = (username: string, phone: string) => !MOBILE.test(username) || username === phone;
