/** The operation log: one row per write, in its own transaction, with names and ids but no values that identify a person. */
import type { Route } from '#contract/http.ts';
import type { Context } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';

/** The ids and the field names of an input: what was touched, not what was said. */
function outline(input: unknown): string | null {
  if (!input || typeof input !== 'object' || Array.isArray(input)) return null;
  const parts = Object.entries(input).map(([key, value]) =>
    /(^id|^rows|Id)$/.test(key) && Number.isSafeInteger(value) ? `${key}=${value}` : key,
  );
  return parts.join('&').slice(0, 500) || null;
}

function entry({ session, request }: Context, route: Route, input: unknown, milliseconds: number) {
  return db.insertInto('operation_logs').values({
    tenant_id: session.tenantId,
    title: route.summary,
    user_id: session.userId,
    username: session.username,
    address: request.address,
    user_agent: request.userAgent,
    method: route.method,
    uri: route.path,
    parameters: outline(input),
    milliseconds: Math.round(milliseconds),
    request_id: request.id,
  });
}

/** Appends the row of a successful write to the request's transaction. */
export async function writeLog(context: Context, route: Route, input: unknown, milliseconds: number): Promise<void> {
  await context.tx.run(entry(context, route, input, milliseconds));
}

/** The same as the transaction's last act, in one write with COMMIT: what the handler locked is free one round trip sooner. */
export async function closeWithLog(context: Context, route: Route, input: unknown, milliseconds: number): Promise<void> {
  await context.tx.last(entry(context, route, input, milliseconds));
}

/** A row of the operation log about something else than a request's own write. */
export interface LogRow {
  title: string;
  /** 9 is a failure; 0, a success, is the default. */
  type?: number;
  user_id: number | null;
  username: string | null;
  address: string;
  user_agent: string;
  method: string;
  uri: string;
  parameters?: string | null;
  exception?: string | null;
  request_id: string;
}

/** Appends a row in the tenant of `tx`; never a password, a token or a value that identifies a person. */
export async function appendLog(tx: Tx, row: LogRow): Promise<void> {
  await tx.run(db.insertInto('operation_logs').values({ tenant_id: tx.tenantId, ...row }));
}
