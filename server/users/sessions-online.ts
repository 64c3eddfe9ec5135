/** Who is signed in to the tenant, and ending somebody's session; one's own in all tenants. */
import { instantOf } from '#contract/time.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { sessions as routes } from '#contract/users/sessions.ts';
import type { Context } from '../context.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import { forbidden, notFound, refused } from '../errors.ts';
import { emit } from '../events.ts';
import type { Handlers } from '../http/implement.ts';
import { orderOf, pageOf, inOrder } from '../lists/paging.ts';
import { IDLE_MS } from '../http/session.ts';
import { startingWith } from '../lists/like.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import { exporting } from '../transfers/exports.ts';
import { needRoles } from './rights.ts';
import { scoped } from '../lists/data-scope.ts';
import { endSessions, standing } from './sessions.ts';
import { sessionSheet } from './sessions-sheet.ts';
import type { SelectedBy } from '../lists/query.ts';
import { describeAgent } from './user-agents.ts';

const reach = scoped({ department: 'u.department_id', owners: ['u.id'] });

/** The standing sessions of the session's tenant, as far as its data scope reaches. */
function online({ session, deps }: Context) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', (on) => on.onRef('u.tenant_id', '=', 's.tenant_id').onRef('u.id', '=', 's.user_id'))
    .where('s.tenant_id', '=', session.tenantId)
    .where(standing(deps.now()))
    .where('u.deleted_at', 'is', null)
    .where((eb) => (reach(eb as never, session) ?? eb.lit(true)) as never);
}

const columns = [
  's.id',
  's.tenant_id as tenantId',
  sql<string>`(select t.name from tenants t where t.id = s.tenant_id)`.as('tenantName'),
  'u.id as userId',
  'u.username',
  'u.name',
  sql<string | null>`(select d.name from departments d where d.tenant_id = u.tenant_id and d.id = u.department_id)`.as('deptName'),
  sql<string | null>`host(s.address)`.as('address'),
  's.user_agent as agent',
  's.client_id as clientId',
  sql<'' | 'visitor' | 'member'>`case when u.home_user_id is null then '' when u.visiting then 'visitor' else 'member' end`.as('guest'),
  's.created_at as createTime',
  's.last_seen_at as lastSeenTime',
  sql<string>`least(s.refresh_expires_at, s.absolute_expires_at)`.as('expireTime'),
] as const;

const withUser = (query: ReturnType<typeof online>) => query.select(columns);

const sorts = { create_time: 's.created_at', last_seen_time: 's.last_seen_at', username: 'u.username' };

const list = listFrom({
  matching({ username, name, address }: SearchOf<typeof routes.page>, context) {
    let query = online(context);
    if (username) query = query.where((eb) => contains('u.username')(eb, username));
    if (name) query = query.where((eb) => contains('u.name')(eb, name));
    if (address) query = query.where(sql`host(s.address)`, 'like', startingWith(address));
    return query;
  },
  listed: withUser,
  order: (input) => orderOf(input, sorts, 's.last_seen_at'),
  toRow: ({ agent, ...row }: SelectedBy<ReturnType<typeof withUser>>) => ({
    ...row,
    ...describeAgent(agent),
    accessToken: String(row.id),
    tokenType: 'bearer' as const,
    expiresAt: row.expireTime,
  }),
});

/** A session of one's own as the database tells it. */
type OwnSession = Omit<z.input<typeof routes.own.output>[number], 'current' | keyof ReturnType<typeof describeAgent>> & {
  agent: string | null;
};

interface Target {
  user_id: number;
  super_admin: boolean;
  role_ids: number[];
}

/** Forgets a session in this process once the request has committed; the others hear of it. */
const forgetLater = (context: Context, ids: readonly number[]) =>
  context.afterCommit(() => {
    for (const sessionId of ids) context.sessions.forget({ sessionId });
  });

export const sessions: Handlers<typeof routes> = {
  async page(input, context) {
    const order = list.order(input);
    const page = await pageOf(context, input, await list.matching(input, context), (matching) => inOrder(list.listed(matching), order));
    const current = context.session.id;
    const now = context.deps.now();
    return {
      ...page,
      records: page.records.map((row) => ({
        ...list.toRow(row),
        current: row.id === current,
        expiresIn: Math.max(0, Math.round((instantOf(row.expireTime) - now) / 1000)),
      })),
    };
  },
  export: exporting(routes.export, sessionSheet(list)),

  async remove({ id }, context) {
    const { tx, session, deps } = context;
    if (id === session.id) throw refused('不能强制下线自己，请使用退出登录');
    const target = await tx.row<Target>(
      online(context)
        .where('s.id', '=', id)
        .select([
          's.user_id',
          'u.super_admin',
          sql<
            number[]
          >`coalesce((select jsonb_agg(ur.role_id) from user_roles ur where ur.tenant_id = u.tenant_id and ur.user_id = u.id), '[]')`.as(
            'role_ids',
          ),
        ]),
    );
    if (!target) throw notFound('会话');
    if (target.super_admin && !session.superAdmin) throw forbidden('不能强制下线权限比自己大的用户');
    if (target.user_id !== session.userId)
      await needRoles(context, target.role_ids).catch(() => {
        throw forbidden('不能强制下线权限比自己大的用户');
      });
    const ended = await endSessions(tx, deps, { sessionId: id }, 'kicked');
    if (ended.length === 0) throw notFound('会话');
    forgetLater(context, ended);
    return true;
  },

  async own(_input, { tx, session, deps }) {
    const rows = await tx.rows<OwnSession>(sql`
      select session_id as id, tenant_id as "tenantId", tenant_name as "tenantName", host(address) as address, user_agent as agent,
        created_at as "createTime", last_seen_at as "lastSeenTime", expires_at as "expireTime"
      from app.list_login_sessions(${session.userId}, ${new Date(deps.now()).toISOString()}::timestamptz,
        make_interval(secs => ${IDLE_MS / 1000}))`);
    return rows.map(({ agent, ...row }) => ({ ...row, ...describeAgent(agent), current: row.id === session.id }));
  },

  async removeOwn({ id }, context) {
    const { tx, session, deps } = context;
    if (id === session.id) throw refused('这是当前的登录，请使用退出登录');
    const ended = await tx.rows<{ id: number }>(
      sql`select session_id as id from app.end_login_session(${session.userId}, ${id}, 'ended by oneself')`,
    );
    if (ended.length === 0) throw notFound('会话');
    await emit('session.ended', { sessionId: id }, tx, deps);
    forgetLater(context, [id]);
    return true;
  },
};
