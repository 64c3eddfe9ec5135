/** Who buys: a session, or the holder of a token for one institution. */
import { sql } from 'kysely';
import { orderSources } from '#contract/subscriptions/package-orders.rules.ts';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { Context, Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, notFound, refused } from '../errors.ts';
import { personOf, type Person } from '../users/external-persons.ts';
import { countTry, withHeld, type Held } from '../users/external-tokens.ts';
import { inside } from '../db/inside.ts';
import { rowOf } from '../users/joining.ts';

export interface Buyer {
  /** The institution that it is for. */
  tenantId: number;
  /** The person's account, at home, and the row in the institution. */
  home: { tenantId: number; userId: number };
  userId: number;
  name: string;
  phone: string | null;
  source: number;
}

/** Whether a user of the tenant of `tx` may buy for it: a role with the right, whatever the package opens. */
export async function mayBuy(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx.row(sql`
    select 1 from users u where u.tenant_id = ${tx.tenantId} and u.id = ${userId} and u.status = 0 and u.deleted_at is null
      and (u.super_admin or exists (select from user_roles ur
        join role_menus rm on rm.tenant_id = ur.tenant_id and rm.role_id = ur.role_id join menus m on m.tenant_id = rm.tenant_id
          and m.id = rm.menu_id
        where ur.tenant_id = u.tenant_id and ur.user_id = u.id and m.permission = 'package_order'))`);
  return row !== undefined;
}

/** Runs `work` in the platform's context within the session's transaction. The platform itself buys nothing. */
export async function asBuyer<T>(context: Context, work: (platform: Tx, buyer: Buyer) => Promise<T>): Promise<T> {
  const { tx, deps, session } = context;
  if (session.tenantId === PLATFORM) throw refused('平台无需订购产品包');
  const own = await tx.row<{ phone: string | null }>(
    sql`select phone from users where tenant_id = ${tx.tenantId} and id = ${session.userId}`,
  );
  const { tenantId, home, userId, name } = session;
  const buyer = { tenantId, home, userId, name, phone: own?.phone ?? null, source: orderSources.tenant };
  return inside(tx, deps, PLATFORM, (platform) => work(platform, buyer));
}

/** Runs `work` for a tenant, as the session of the platform, whose transaction this is. Throws 404 for a tenant that does not exist. */
export async function asSeller<T>(
  { tx, session }: Context,
  tenantId: number,
  work: (platform: Tx, buyer: Buyer, tenantName: string) => Promise<T>,
): Promise<T> {
  if (tenantId === PLATFORM) throw refused('平台无需订购产品包');
  const tenant = await tx.row<{ name: string }>(sql`select name from tenants where id = ${tenantId} and deleted_at is null`);
  if (!tenant) throw notFound('租户');
  const { home, userId, name } = session;
  return work(tx, { tenantId, home, userId, name, phone: null, source: orderSources.platform }, tenant.name);
}

async function buyerOf(platform: Tx, deps: Dependencies, held: Held): Promise<Buyer> {
  const person = await personOf(platform, deps, held);
  const tenantId = held.subject_tenant_id as number;
  const home = person.home as NonNullable<Person['home']>;
  return inside(platform, deps, tenantId, async (tx) => {
    const row = await rowOf(tx, home);
    // What they were when the token was given they may not be any more.
    if (!row || !(await mayBuy(tx, row.id))) throw forbidden('您无权为该机构订购产品包');
    return { tenantId, home, userId: row.id, name: row.name, phone: person.phone, source: orderSources.external };
  });
}

/** Runs `work` in a transaction of the platform, for whoever holds a token of the purpose `order`. Throws 403. */
export async function asHolder<T>(deps: Dependencies, token: string, work: (platform: Tx, buyer: Buyer) => Promise<T>): Promise<T> {
  await countTry(deps, token);
  return withHeld(deps, token, ['order'], async (platform, held) => work(platform, await buyerOf(platform, deps, held)));
}
