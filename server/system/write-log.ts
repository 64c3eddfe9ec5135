/** The operation log: one row per write, in its own transaction, with names and ids but no values that identify a person. */
import type { Route } from '#contract/http.ts';
import type { Context } from '../context.ts';
import { db } from '../db/tenant.ts';

/** The ids and the field names of an input: what was touched, not what was said. */
function outline(input: unknown): string | null {
  if (!input || typeof input !== 'object' || Array.isArray(input)) return null;
  const parts = Object.entries(input).map(([key, value]) => (/(^id|^rows|Id)$/.test(key) && Number.isSafeInteger(value) ? `${key}=${value}` : key));
  return parts.join('&').slice(0, 500) || null;
}

/** Appends the row of a successful write to the request's transaction. */
export async function writeLog(context: Context, route: Route, input: unknown, milliseconds: number): Promise<void> {
  const { session, request, tx } = context;
  await tx.run(
    db.insertInto('operation_logs').values({
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
    }),
  );
}
