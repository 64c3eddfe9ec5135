/** `TENANT-ID` and the list `TENANT-IDS` of a call: they may only narrow what the session sees. Whatever else they name is refused and written down. */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies, Session } from '../context.ts';
import { db } from '../db/tenant.ts';
import { forbidden, invalid } from '../errors.ts';

/** So many tenants may a list name. */
const MOST = 200;

export const agentOf = ({ headers }: FastifyRequest) => String(headers['user-agent'] ?? '').slice(0, 300);

/** What a header and the query parameter of that name say, as texts that are not empty. */
const namedBy = ({ headers, query }: FastifyRequest, name: string): string[] =>
  [headers[name.toLowerCase()], (query as Record<string, unknown>)[name]]
    .flat()
    .flatMap((value) => (value === undefined || value === '' ? [] : [String(value)]));

/** Keeps who reached for another tenant; the call itself is rolled back or never began. */
async function refuse({ inTenant, log }: Dependencies, request: FastifyRequest, session: Session, named: string): Promise<never> {
  const row = {
    tenant_id: session.tenantId,
    type: 9,
    title: '越权访问其他租户',
    user_id: session.userId,
    username: session.username,
    address: request.ip,
    user_agent: agentOf(request),
    method: request.method,
    uri: request.routeOptions.url ?? null,
    parameters: `TENANT-ID=${named}`,
    exception: '无效的租户编号',
    request_id: request.id,
  };
  await inTenant(session.tenantId, (tx) => tx.run(db.insertInto('operation_logs').values(row))).catch((error: unknown) =>
    log.error({ err: error }, 'a refused tenant could not be written down'),
  );
  throw forbidden(`无效的租户编号:${named}`);
}

/** The ids of the list, which is written with commas or given several times; 400 when it is none. */
function listOf(request: FastifyRequest): number[] {
  const texts = namedBy(request, 'TENANT-IDS').flatMap((text) =>
    text
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
  if (texts.length > MOST || texts.some((text) => !/^[1-9]\d{0,15}$/.test(text))) throw invalid('租户编号列表格式不正确');
  return [...new Set(texts.map(Number))];
}

const NONE: readonly number[] = [];

/** As nearly every call has it: no list, and at most the session's own tenant in the header. */
function namesOnlyOwn({ headers, query }: FastifyRequest, { tenantId }: Session): boolean {
  const own = headers['tenant-id'];
  const asked = query as Record<string, unknown>;
  if (headers['tenant-ids'] !== undefined || asked['TENANT-ID'] !== undefined || asked['TENANT-IDS'] !== undefined) return false;
  return own === undefined || own === '' || own === String(tenantId);
}

/** Gives the tenants of the list. Throws 403 for a `TENANT-ID` that is not the session's, and for a list that names more than it and those below it. */
export async function checkTenants(deps: Dependencies, request: FastifyRequest, session: Session): Promise<readonly number[]> {
  if (namesOnlyOwn(request, session)) return NONE;
  const foreign = namedBy(request, 'TENANT-ID').find((text) => text !== String(session.tenantId));
  if (foreign !== undefined) return refuse(deps, request, session, foreign.slice(0, 20));
  const ids = listOf(request);
  const others = ids.filter((id) => id !== session.tenantId);
  if (others.length === 0) return ids;
  // Row-level security leaves the own tenant and those below.
  const seen = await deps.inTenant(session.tenantId, (tx) =>
    tx.rows<{ id: number }>(sql`select id from tenants where id = any(${others}::bigint[]) and deleted_at is null`),
  );
  const stranger = others.find((id) => !seen.some((one) => one.id === id));
  return stranger === undefined ? ids : refuse(deps, request, session, String(stranger));
}
