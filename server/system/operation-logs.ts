/** The operation log as it is read, and the rows about signing in; write-log.ts writes those of requests. */
import { sql } from 'kysely';
import { operationLogs as routes } from '#contract/system/operation-logs.ts';
import { contains, equals, reads, type ReadOptions } from '../crud.ts';
import { db, type Tx } from '../db/tenant.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../implement.ts';
import { exporting, listOf } from '../transfers/exports.ts';
import { logSheet } from './operation-logs-sheet.ts';

export interface SignInFacts {
  title: string;
  userId?: number;
  username?: string;
  address: string;
  userAgent: string;
  requestId: string;
  /** Why it failed; absent when it did not. */
  failure?: string;
}

/** Appends a row about signing in or out, in the tenant of `tx`; never a password or token. */
export async function logSignIn(tx: Tx, facts: SignInFacts): Promise<void> {
  await tx.run(
    db.insertInto('operation_logs').values({
      tenant_id: tx.tenantId,
      type: facts.failure ? 9 : 0,
      title: facts.title,
      user_id: facts.userId ?? null,
      username: facts.username ?? null,
      address: facts.address,
      user_agent: facts.userAgent,
      method: 'POST',
      uri: '/auth/oauth/token',
      exception: facts.failure ?? null,
      request_id: facts.requestId,
    }),
  );
}

const list: ReadOptions = {
  table: 'operation_logs',
  noun: '日志',
  columns: {
    id: 'id',
    type: () => sql`type::text`,
    title: 'title',
    createBy: 'username',
    createTime: 'created_at',
    updateTime: () => sql`null`,
    remoteAddr: () => sql`host(address)`,
    userAgent: 'user_agent',
    requestUri: 'uri',
    method: 'method',
    params: 'parameters',
    requestId: 'request_id',
    changeCount: () =>
      sql`(select count(*)::integer from row_changes c where c.tenant_id = operation_logs.tenant_id and c.transaction_id = operation_logs.transaction_id)`,
    time: 'milliseconds',
    exception: 'exception',
    serviceId: () => sql`null`,
    delFlag: () => sql`'0'`,
  },
  filters: {
    type: (eb, value: string) => eb('type', '=', Number(value)),
    title: contains('title'),
    createBy: equals('username'),
    startTime: (eb, value: string) => eb('created_at', '>=', value),
    endTime: (eb, value: string) => eb('created_at', '<=', value),
    method: equals('method'),
    remoteAddr: (eb, value: string) => eb(sql`host(address)`, '=', value),
    createTime: (eb, [start, end]: [string, string?]) => eb.and([eb('created_at', '>=', start), ...(end ? [eb('created_at', '<=', end)] : [])]),
  },
};
const { page } = reads(list);

/** Addresses carry tokens and names behind the question mark. */
const withoutQuery = (url: string | null) => url?.split(/[?#]/)[0] ?? null;

export const operationLogs: Handlers<typeof routes> = {
  page,
  export: exporting(routes.export, logSheet(listOf(list))),
  // The runtime role has no right to delete one either.
  async remove() {
    throw refused('操作日志不可删除');
  },
  async record(entries, { tx, session, request }) {
    if (entries.length === 0) return true;
    const rows = entries.map(({ url, message, stack, info }) => ({
      tenant_id: session.tenantId,
      type: 9,
      title: info || '前端错误',
      user_id: session.userId,
      username: session.username,
      address: request.address,
      user_agent: request.userAgent,
      method: 'PAGE',
      uri: withoutQuery(url),
      parameters: message,
      exception: stack,
      request_id: request.id,
    }));
    await tx.run(db.insertInto('operation_logs').values(rows));
    return true;
  },
};
