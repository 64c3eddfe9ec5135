/**
 * The tokens of `base/external/…/{token}`: hashed, minutes long, one person, one purpose. They
 * are kept with the platform: whose they are comes out of them.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { hashToken } from '../http/session.ts';
import { inside } from '../db/inside.ts';

/**
 * `order`: buying a package for one institution; `orderProof`: the person has still to say for which. `proof`: a phone is proven;
 * `registration`: a registrant's next step; `opened`: only hears again what createTenant answered.
 */
export type Purpose =
  | 'proof'
  | 'registration'
  | 'opened'
  | 'invitation'
  | 'join'
  | 'leave'
  | 'password'
  | 'profile'
  | 'enterprise'
  | 'order'
  | 'orderProof';

/** Seconds. A person who registers reads and types; whoever is signed in presses a button. */
export const LIFETIMES: Record<Purpose, number> = {
  proof: 900,
  registration: 1800,
  opened: 1800,
  invitation: 600,
  join: 600,
  leave: 600,
  password: 600,
  profile: 600,
  enterprise: 600,
  orderProof: 900,
  // As long as it takes to go to the bank.
  order: 7200,
};
/** How often a token may be presented; a purchase is read and written many times. */
const TRIES = 20;
const ORDER_TRIES = 1000;
const triesLeft = sql<boolean>`tries <= case purpose when 'order' then ${sql.lit(ORDER_TRIES)} else ${sql.lit(TRIES)} end`;

/** 403, whatever is wrong with it. */
export const worthless = () => new Refusal(403, '操作已过期，请重新开始');

export type Holder =
  | { phone: string }
  | { registrationId: number }
  | {
      home: { tenantId: number; userId: number };
      session?: { tenantId: number; id: number };
      subjectTenantId?: number;
      subjectId?: number;
    };

/** Runs `work` with the platform's transaction; without a session there is no other. */
export const asPlatform = <T>(deps: Dependencies, work: (tx: Tx) => Promise<T>): Promise<T> => deps.inTenant(PLATFORM, work);

const columnsOf = (holder: Holder) => {
  if ('phone' in holder) return { phone: holder.phone };
  if ('registrationId' in holder) return { registration_id: holder.registrationId };
  const { home, session, subjectTenantId, subjectId } = holder;
  return {
    home_tenant_id: home.tenantId,
    home_user_id: home.userId,
    session_tenant_id: session?.tenantId ?? null,
    session_id: session?.id ?? null,
    subject_tenant_id: subjectTenantId ?? null,
    subject_id: subjectId ?? null,
  };
};

/** A new token in the platform's transaction. The person's earlier ones of that purpose are worth nothing any more. */
export async function issueToken(platform: Tx, purpose: Purpose, holder: Holder): Promise<{ token: string; expiresIn: number }> {
  const token = randomBytes(32).toString('base64url');
  const columns = columnsOf(holder);
  let earlier = db.deleteFrom('external_tokens').where('tenant_id', '=', PLATFORM);
  if ('phone' in holder) earlier = earlier.where('phone', '=', holder.phone);
  else if ('registrationId' in holder) earlier = earlier.where('registration_id', '=', holder.registrationId);
  else
    earlier = earlier
      .where('purpose', '=', purpose)
      .where('home_tenant_id', '=', holder.home.tenantId)
      .where('home_user_id', '=', holder.home.userId);
  await platform.run(earlier);
  await platform.run(
    sql`delete from external_tokens where (tenant_id, hash) in
      (select tenant_id, hash from external_tokens where tenant_id = ${PLATFORM} and expires_at < clock_timestamp() limit 100
      for update skip locked)`,
  );
  const expires_at = sql<string>`clock_timestamp() + make_interval(secs => ${LIFETIMES[purpose]})`;
  await platform.run(
    db.insertInto('external_tokens').values({ tenant_id: PLATFORM, hash: hashToken(token), purpose, ...columns, expires_at }),
  );
  return { token, expiresIn: LIFETIMES[purpose] };
}

export interface Held {
  hash: Buffer;
  purpose: Purpose;
  phone: string | null;
  registration_id: number | null;
  home_tenant_id: number | null;
  home_user_id: number | null;
  session_tenant_id: number | null;
  session_id: number | null;
  subject_tenant_id: number | null;
  subject_id: number | null;
}

/** Counts that a token is presented; commits at once, so that no refusal takes the count back. */
export async function countTry(deps: Dependencies, token: string): Promise<void> {
  await asPlatform(deps, (tx) =>
    tx.run(
      db
        .updateTable('external_tokens')
        .set({ tries: sql`tries + 1` })
        .where('tenant_id', '=', PLATFORM)
        .where('hash', '=', hashToken(token))
        .where(triesLeft),
    ),
  );
}

/**
 * The token's row, locked: two that come with it take turns. Throws 403 unless it is
 * of one of the purposes, in time, and its session stands.
 */
export async function holdToken(platform: Tx, deps: Dependencies, token: string, purposes: readonly Purpose[]): Promise<Held> {
  const held = await platform.row<Held>(
    db
      .selectFrom('external_tokens')
      .select([
        'hash',
        sql<Purpose>`purpose`.as('purpose'),
        'phone',
        'registration_id',
        'home_tenant_id',
        'home_user_id',
        'session_tenant_id',
        'session_id',
        'subject_tenant_id',
        'subject_id',
      ])
      .where('tenant_id', '=', PLATFORM)
      .where('hash', '=', hashToken(token))
      .where('purpose', 'in', purposes)
      .where(triesLeft)
      .where('expires_at', '>', sql<string>`clock_timestamp()`)
      .forUpdate(),
  );
  if (!held) throw worthless();
  if (
    held.session_id !== null &&
    held.session_tenant_id !== null &&
    !(await sessionStands(platform, deps, held.session_tenant_id, held.session_id))
  )
    throw worthless();
  return held;
}

const sessionStands = (platform: Tx, deps: Dependencies, tenantId: number, sessionId: number) =>
  inside(platform, deps, tenantId, async (tx) => {
    const at = new Date(deps.now()).toISOString();
    const query = db
      .selectFrom('sessions')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null);
    return (await tx.row(query.where('absolute_expires_at', '>', at))) !== undefined;
  });

/** Spends a token. */
export const spendToken = (platform: Tx, { hash }: Held) =>
  platform.run(db.deleteFrom('external_tokens').where('tenant_id', '=', PLATFORM).where('hash', '=', hash));

/** Narrows a token to another purpose. */
export const narrowToken = (platform: Tx, { hash }: Held, purpose: Purpose) =>
  platform.run(db.updateTable('external_tokens').set({ purpose }).where('tenant_id', '=', PLATFORM).where('hash', '=', hash));

/** `work` in the platform's transaction with the token's row, locked until it ends. */
export const withHeld = <T>(
  deps: Dependencies,
  token: string,
  purposes: readonly Purpose[],
  work: (platform: Tx, held: Held) => Promise<T>,
): Promise<T> => asPlatform(deps, async (platform) => work(platform, await holdToken(platform, deps, token, purposes)));

/** The same, and the token counts as presented once more. */
export async function withToken<T>(
  deps: Dependencies,
  token: string,
  purposes: readonly Purpose[],
  work: (platform: Tx, held: Held) => Promise<T>,
): Promise<T> {
  await countTry(deps, token);
  return withHeld(deps, token, purposes, work);
}
