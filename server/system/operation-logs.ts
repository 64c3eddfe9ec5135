/** The operation log as it is read, and the rows about signing in; write-log.ts writes those of requests. */
import { sql } from 'kysely';
import { operationLogs as routes } from '#contract/system/operation-logs.ts';
import { contains, equals, reads, type ListOf } from '../lists/crud.ts';
import type { Tx } from '../db/tenant.ts';
import type { Handlers } from '../http/implement.ts';
import { appendLog } from '../http/operation-log.ts';
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
  await appendLog(tx, {
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
  });
}

const list: ListOf<typeof routes.page, 'operation_logs'> = {
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
      sql`(select count(*)::integer from row_changes c where c.tenant_id = operation_logs.tenant_id
        and c.transaction_id = operation_logs.transaction_id)`,
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
    createTime: (eb, [start, end]: [string, string?]) =>
      eb.and([eb('created_at', '>=', start), ...(end ? [eb('created_at', '<=', end)] : [])]),
  },
};
const sealed = { ...reads(list), ...listOf(list) };

/**
 * Type 9 as the specification's clients know it: what was refused, and the errors that
 * pages sent, in the same columns. The call's own filter says type 9: inside, it would
 * keep PostgreSQL from merging the two by their indexes.
 */
const everyError: ListOf<typeof routes.page, 'operation_logs'> = {
  ...list,
  from: sql`(
    select tenant_id, id, type, title, username, created_at, address, user_agent, uri, method, parameters, request_id, milliseconds,
      exception, transaction_id
    from operation_logs
    union all select tenant_id, id, 9::smallint, title, username, created_at, address, user_agent, uri, 'PAGE', message, request_id, null,
      stack, null
    from error_logs)`.as('operation_logs'),
};
const errors = { ...reads(everyError), ...listOf(everyError) };

/** Which of the two a call asks for. */
const asked = (input: { type?: '0' | '9' | undefined; sealed?: boolean | undefined }) =>
  input.type === '9' && !input.sealed ? errors : sealed;

export const operationLogs: Handlers<typeof routes> = {
  page: (input, context) => asked(input).page(input, context),
  export: exporting(routes.export, logSheet({ ...sealed, matching: (input, context) => asked(input).matching(input, context) })),
};
