/** One person, several tenants (docs/decisions/009 and 011): where they may work, and going there. */
import { textOf } from '#contract/time.ts';
import { sql } from 'kysely';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import type { memberships as routes, Workplace } from '#contract/tenants/memberships.ts';
import type { Context, Reply, Work } from '../context.ts';
import { contains } from '../lists/crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { forbidden, notFound, refused, unauthorized } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';
import { ordered, pageOf } from '../lists/paging.ts';
import { tenantRefusal } from '../http/session.ts';
import { logSignIn } from '../system/operation-logs.ts';
import { readAccount } from '../users/accounts.ts';
import { findClient } from '../users/clients.ts';
import { plainAddress } from '../http/client-addresses.ts';
import { needProved } from '../http/policy.ts';
import { checkPanel } from '../users/proofs.ts';
import { scoped } from '../lists/data-scope.ts';
import { endSessions, openSession } from '../users/sessions.ts';
import { openVisit } from '../users/visits.ts';
import { inside } from '../db/inside.ts';

const ENTER = 'sys_tenant_enter';

interface Place {
  tenant_id: number;
  name: string;
  parent_id: number | null;
  logo: string | null;
  status: number;
  starts_at: string;
  ends_at: string | null;
  /** When reading ends, too. */
  closes_at: string | null;
  /** The person's own row there; null where they have none yet. */
  user_id: number | null;
  user_status: number;
  visiting: boolean;
  home: boolean;
}

/** The rows that a user of the tenant of `tx` has, in all tenants. */
const placesOf = (tx: Tx, userId: number) =>
  tx.rows<Place>(sql`select *, app.closing_of(ends_at) as closes_at from app.list_login_tenants(${userId})`);

/** Whether the person may enter tenants from above: a right at home, whichever tenant they work in now. */
async function mayEnter({ tx, session, deps }: Context): Promise<boolean> {
  if (session.home.tenantId === session.tenantId) return session.permissions.has(ENTER);
  const account = await inside(tx, deps, session.home.tenantId, (home) => readAccount(home, session.home.userId));
  return account?.permissions.includes(ENTER) ?? false;
}

/** What stands below the tenant of the context: its institutions; below the platform everything. */
const below = (homeId: number) => {
  const all = db.selectFrom('tenants').where('deleted_at', 'is', null).where('id', '<>', homeId);
  return homeId === PLATFORM ? all : all.where('parent_id', '=', homeId);
};
const columns = [
  'id as tenant_id',
  'name',
  'parent_id',
  'logo',
  'status',
  'starts_at',
  'ends_at',
  sql<string | null>`app.closing_of(ends_at)`.as('closes_at'),
  sql<null>`null::bigint`.as('user_id'),
  sql<number>`0::smallint`.as('user_status'),
  sql<boolean>`false`.as('visiting'),
  sql<boolean>`false`.as('home'),
] as const;

function workplace({ tx, deps }: Work) {
  const text = textOf(deps.now());
  return (place: Place): Workplace => ({
    tenantId: place.tenant_id,
    name: place.name,
    parentId: place.parent_id,
    logo: place.logo,
    status: place.status === 0 ? '0' : '9',
    endTime: place.ends_at,
    closed: place.starts_at > text || (place.closes_at !== null && place.closes_at < text),
    home: place.home,
    member: place.user_id !== null,
    visiting: place.visiting,
    locked: place.user_status !== 0,
    current: place.tenant_id === tx.tenantId,
  });
}

/** Where the person goes, and as whom; 404 for what they may not see, 422 where nobody or not they may enter. */
async function destination(context: Context, tenantId: number): Promise<Place> {
  const { tx, session, deps } = context;
  const own = (await placesOf(tx, session.userId)).find((place) => place.tenant_id === tenantId);
  let place = own;
  if (!own || own.visiting) {
    const { tenantId: homeId } = session.home;
    const seen =
      (await mayEnter(context)) &&
      (await inside(tx, deps, homeId, (home) => home.row<Place>(below(homeId).where('id', '=', tenantId).select(columns))));
    if (!seen) throw notFound('机构');
    place = own ?? seen;
    await needProved(context);
  }
  const to = place as Place;
  const closed = tenantRefusal({ tenant_status: to.status, tenant_ends_at: to.closes_at }, deps.now());
  // Not 401: it is the other tenant that is closed, this session stands.
  if (closed) throw refused(closed.message);
  if (to.user_status !== 0) throw refused('您在该机构的账号已被锁定');
  return to;
}

interface Present {
  client_id: string;
  scope: string;
  ends_at: number;
  proved_until: string | null;
}

export const memberships: Handlers<typeof routes> = {
  async list({ name }, context) {
    const { tx, session, deps } = context;
    const { tenantId: homeId } = session.home;
    const places = (await placesOf(tx, session.userId)).filter((place) => !name || place.name.includes(name));
    const known = places.map(({ tenant_id }) => tenant_id);
    let more = below(homeId).select(columns).orderBy('name').orderBy('id').limit(200);
    if (known.length) more = more.where('id', 'not in', known);
    if (name) more = more.where((eb) => contains('name')(eb as never, name));
    const entered = (await mayEnter(context)) ? await inside(tx, deps, homeId, (home) => home.rows<Place>(more)) : [];
    return [...places, ...entered].map(workplace(context));
  },

  // Nobody learns of a stranger here: not whether there is one, nor of a tenant that the caller does not see anyway.
  async ofUser({ a: userId, b: tenantId }, context) {
    const { tx, session } = context;
    const self = userId === session.userId;
    if (tenantId !== session.tenantId || (!self && !session.permissions.has('sys_user_view'))) throw notFound('用户');
    const reach = scoped({ department: 'department_id', owners: ['id'] });
    const user = await tx.row(
      db
        .selectFrom('users')
        .select('id')
        .where('tenant_id', '=', tenantId)
        .where('id', '=', userId)
        .where('deleted_at', 'is', null)
        .where((eb) => ((self ? undefined : reach(eb as never, session)) ?? eb.lit(true)) as never),
    );
    if (!user) throw notFound('用户');
    const places = await placesOf(tx, userId);
    const seen = new Set((await tx.rows(db.selectFrom('tenants').select('id').where('deleted_at', 'is', null))).map(({ id }) => id));
    return places.filter((place) => self || seen.has(place.tenant_id)).map(workplace(context));
  },

  async enterable(input, context) {
    const { tx, session, deps } = context;
    const { tenantId: homeId } = session.home;
    if (!(await mayEnter(context))) throw forbidden();
    const own = new Map((await placesOf(tx, session.userId)).map((place) => [place.tenant_id, place]));
    let query = below(homeId);
    const { name } = input;
    if (name) query = query.where((eb) => contains('name')(eb, name));
    const found = await deps.inTenant(homeId, (home) =>
      pageOf({ deps, tx: home } as Context, input, query, (matching) =>
        ordered(matching.select(columns), input, { name: 'name' }, 'created_at'),
      ),
    );
    return { ...found, records: found.records.map((place) => own.get(place.tenant_id) ?? place).map(workplace(context)) };
  },

  async switchUser({ tenantId }, context): Promise<Reply> {
    const { tx, session, deps, request } = context;
    if (tenantId === session.tenantId) throw refused('您已在该机构');
    const place = await destination(context, tenantId);
    const present = await tx.row<Present>(sql`
      select client_id, scope, (extract(epoch from absolute_expires_at) * 1000)::bigint as ends_at, proved_until
      from sessions where tenant_id = ${tx.tenantId} and id = ${session.id} and revoked_at is null for update`);
    if (!present) throw unauthorized();
    if (present.scope !== 'server') throw forbidden();
    const client = await findClient(deps.logins, present.client_id);
    if (!client) throw unauthorized();
    await endSessions(tx, deps, { sessionId: session.id }, 'switched');
    const facts = { address: plainAddress(request.address), userAgent: request.userAgent };
    const token = await inside(tx, deps, tenantId, async (there) => {
      const userId = place.user_id ?? (await openVisit(there, session));
      const account = await readAccount(there, userId);
      if (account?.status !== 0) throw refused('您在该机构的账号已被锁定');
      await logSignIn(there, {
        ...facts,
        requestId: request.id,
        userId,
        username: account.username,
        title: place.user_id === null || place.visiting ? '从上级进入' : '切换机构',
      });
      return openSession(there, deps, {
        ...facts,
        account,
        client,
        carried: { endsAt: present.ends_at, provedUntil: present.proved_until },
      });
    });
    context.afterCommit(() => context.sessions.forget({ sessionId: session.id }));
    return {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', pragma: 'no-cache' },
      body: JSON.stringify(token),
    };
  },

  check: checkPanel,
};
