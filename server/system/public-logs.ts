/** Rows of the operation log for what happens without a session of the tenant: by a token, or in another tenant than the caller's. */
import type { Route } from '#contract/http.ts';
import type { RequestFacts } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { appendLog } from '../http/operation-log.ts';

export interface Actor {
  /** A user of the tenant of `tx`, where there is one. */
  userId?: number | null;
  username: string;
}

/** Appends a row in the tenant of `tx`. The address is the route's pattern: what stood in the path is a token and is written nowhere. */
export async function logPublic(
  tx: Tx,
  route: Route,
  request: RequestFacts,
  { userId, username }: Actor,
  parameters: string | null = null,
): Promise<void> {
  await appendLog(tx, {
    title: route.summary,
    user_id: userId ?? null,
    username,
    address: request.address,
    user_agent: request.userAgent,
    method: route.method,
    uri: route.path,
    parameters,
    request_id: request.id,
  });
}
