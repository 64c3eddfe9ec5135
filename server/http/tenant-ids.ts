/**
 * `TENANT-ID` and the list `TENANT-IDS` of a call: they may only narrow what the session
 * sees. Any other that they name is refused and written down.
 */
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Dependencies, Session } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { forbidden, invalid } from '../errors.ts';

/** So many tenants may a list name. */
const MOST = 200;
const TITLE = '越权访问其他租户';
/** Rows that one user can cause within 24 hours: the log is sealed row by row and never cleared, so no user may fill it. */
export const MOST_ATTEMPTS = 20;

export const agentOf = ({ headers }: FastifyRequest) => String(headers['user-agent'] ?? '').slice(0, 300);

/** What a header and the query parameter of that name say, as texts that are not empty. */
const namedBy = ({ headers, query }: FastifyRequest, name: string): string[] =>
  [headers[name.toLowerCase()], (query as Record<string, unknown>)[name]]
    .flat()
    .flatMap((value) => (value === undefined || value === '' ? [] : [String(value)]));

/**
 * Appends the attempt, unless the user reached for the same tenant within 24 hours, or for
 * so many that the log says already that it stops. The lock makes attempts of one user take
 * turns, so that many at once are counted like one after the other.
 */
async function writeAttempt(tx: Tx, request: FastifyRequest, { tenantId, userId, username }: Session, named: string): Promise<void> {
  const parameters = `TENANT-ID=${named}`;
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`foreign tenant ${tenantId} ${userId}`}, 0))`);
  await tx.run(sql`
    insert into operation_logs (tenant_id, type, title, user_id, username, address, user_agent, method, uri, parameters,
      request_id, exception)
    select ${tenantId}, 9, ${TITLE}, ${userId}, ${username}, ${request.ip}, ${agentOf(request)}, ${request.method},
      ${request.routeOptions.url ?? null},
      ${parameters}, ${request.id},
      '无效的租户编号' || case when before.attempts = ${MOST_ATTEMPTS - 1} then ${`；24小时内已有${MOST_ATTEMPTS}条，其余不再记录`}::text else '' end
    from (
      select count(*) as attempts, coalesce(bool_or(l.parameters = ${parameters}), false) as known from operation_logs l
      where l.tenant_id = ${tenantId} and l.title = ${TITLE} and l.user_id
        = ${userId} and l.created_at > clock_timestamp() - interval '24 hours'
    ) as before
    where before.attempts < ${MOST_ATTEMPTS} and not before.known`);
}

/** Keeps who reached for another tenant; the call itself is rolled back or never began. */
async function refuse({ inTenant, log }: Dependencies, request: FastifyRequest, session: Session, named: string): Promise<never> {
  await inTenant(session.tenantId, (tx) => writeAttempt(tx, request, session, named)).catch((error: unknown) =>
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

/**
 * Gives the tenants of the list. Throws 403 for a `TENANT-ID` that is not the session's,
 * and for a list that names more than it and those below it.
 */
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
