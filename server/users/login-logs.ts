/** The login log: what logSignIn (server/system/operation-logs.ts) wrote, read by itself. */
import { sql } from 'kysely';
import { loginLogs as routes } from '#contract/users/login-logs.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { startingWith } from '../lists/like.ts';
import { listFrom, type SearchOf } from '../lists/list.ts';
import type { SelectedBy } from '../lists/query.ts';
import { exporting } from '../transfers/exports.ts';
import { loginLogSheet, type LoginRow } from './login-logs-sheet.ts';
import { describeAgent } from './user-agents.ts';

/** The uri under which every sign-in, sign-out and change of tenant is written; it has an index of its own. */
const SIGN_IN = sql.lit('/auth/oauth/token');

function matching(tenantId: number, input: SearchOf<typeof routes.page>) {
  let query = db.selectFrom('operation_logs').where('tenant_id', '=', tenantId).where('uri', '=', SIGN_IN);
  for (const [column, value] of [
    ['username', input.username],
    ['title', input.title],
  ] as const)
    if (value) query = query.where((eb) => contains(column)(eb, value));
  if (input.address) query = query.where(sql`host(address)`, 'like', startingWith(input.address));
  if (input.type) query = query.where('type', '=', Number(input.type));
  if (input.startTime) query = query.where('created_at', '>=', input.startTime);
  if (input.endTime) query = query.where('created_at', '<=', input.endTime);
  return query;
}

const withDetails = (query: ReturnType<typeof matching>) =>
  query.select([
    'id',
    sql<'0' | '9'>`type::text`.as('type'),
    'title',
    'user_id as userId',
    'username',
    sql<string | null>`(select u.name from users u where u.tenant_id = operation_logs.tenant_id and u.id = operation_logs.user_id)`.as(
      'name',
    ),
    sql<string>`host(address)`.as('address'),
    'user_agent as agent',
    'exception as reason',
    'created_at as createTime',
  ]);

const toRow = ({ agent, ...row }: SelectedBy<ReturnType<typeof withDetails>>): LoginRow => ({ ...row, ...describeAgent(agent) });

const list = listFrom({
  matching: (input: SearchOf<typeof routes.page>, { session }) => matching(session.tenantId, input),
  listed: withDetails,
  order: (input) => orderOf(input, {}, 'created_at'),
  toRow,
});

export const loginLogs: Handlers<typeof routes> = {
  async page(input, context) {
    const order = orderOf(input, {}, 'created_at');
    const page = await pageOf(
      context,
      input,
      matching(context.session.tenantId, input),
      (query) => inOrder(withDetails(query), order),
      order,
    );
    return { ...page, records: page.records.map(toRow) };
  },
  export: exporting(routes.export, loginLogSheet(list)),
};
