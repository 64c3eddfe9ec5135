/** The login log: what logSignIn (server/system/operation-logs.ts) wrote, read by itself. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { loginLogs as routes } from '#contract/users/login-logs.ts';
import { contains } from '../lists/crud.ts';
import { db } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { inOrder, orderOf, pageOf } from '../lists/paging.ts';
import { exporting, type List } from '../transfers/exports.ts';
import { loginLogSheet, type LoginRow } from './login-logs-sheet.ts';
import { describeAgent } from './user-agents.ts';

/** The uri under which every sign-in, sign-out and change of tenant is written; it has an index of its own. */
const SIGN_IN = sql.lit('/auth/oauth/token');

function matching(tenantId: number, input: Omit<z.output<typeof routes.page.input>, 'current' | 'size'>): any {
  let query: any = db
    .selectFrom('operation_logs')
    .where('tenant_id', '=', tenantId)
    .where('uri', '=', SIGN_IN as never);
  for (const [column, value] of [
    ['username', input.username],
    ['title', input.title],
  ] as const)
    if (value) query = query.where((eb: any) => contains(column)(eb, value));
  if (input.address) query = query.where(sql`host(address)`, 'like', `${input.address.replace(/[\\%_]/g, '\\$&')}%`);
  if (input.type) query = query.where('type', '=', Number(input.type));
  if (input.startTime) query = query.where('created_at', '>=', input.startTime);
  if (input.endTime) query = query.where('created_at', '<=', input.endTime);
  return query;
}

const withDetails = (query: any) =>
  query.select([
    'id',
    sql`type::text`.as('type'),
    'title',
    'user_id as userId',
    'username',
    sql`(select u.name from users u where u.tenant_id = operation_logs.tenant_id and u.id = operation_logs.user_id)`.as('name'),
    sql`host(address)`.as('address'),
    'user_agent as agent',
    'exception as reason',
    'created_at as createTime',
  ]);

const toRow = ({ agent, ...row }: any): LoginRow => ({ ...row, ...describeAgent(agent) });

const list: List<LoginRow> = {
  matching: (input, { session }) => matching(session.tenantId, input),
  listed: withDetails,
  order: (input) => orderOf(input, {}, 'created_at'),
  toRow,
};

export const loginLogs: Handlers<typeof routes> = {
  async page(input, context) {
    const order = orderOf(input, {}, 'created_at');
    const page = await pageOf<any>(context, input, matching(context.session.tenantId, input), (query) => inOrder(withDetails(query), order), order);
    return { ...page, records: page.records.map(toRow) };
  },
  export: exporting(routes.export, loginLogSheet(list)),
};
