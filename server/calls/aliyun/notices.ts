/**
 * Notices of the cloud. A notice says only that there is something to fetch: the calls themselves are read from the cloud with our own
 * signature. So a forged, repeated or late notice can change nothing, and their order does not matter.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { callProviders } from '#contract/calls/call-services.ts';
import { cloudNotices as routes, NOTICE_PATH } from '#contract/calls/cloud-notices.ts';
import { isoOf, SECOND } from '#contract/time.ts';
import type { Secrets } from '../../db/secrets.ts';
import { forbidden, notFound } from '../../errors.ts';
import type { Handlers } from '../../http/implement.ts';

/** So long after a fetch the next one begins at the earliest, however many notices come. */
const PAUSE = 10 * SECOND;

const seal = ({ blind }: Pick<Secrets, 'blind'>, place: string) =>
  createHmac('sha256', blind).update(`cloud-notices\0${place}`).digest('base64url');

/** The address that the cloud is given for a service. */
export function noticePath(secrets: Pick<Secrets, 'blind'>, tenantId: number, serviceId: number): string {
  const place = `${tenantId}.${serviceId}`;
  return `${NOTICE_PATH}/${place}.${seal(secrets, place)}`;
}

function placeOf(secrets: Pick<Secrets, 'blind'>, key: string): { tenantId: number; serviceId: number } | null {
  const [, tenant, service, given] = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/.exec(key) ?? [];
  if (!tenant || !service || !given) return null;
  const right = seal(secrets, `${tenant}.${service}`);
  return timingSafeEqual(Buffer.from(given), Buffer.from(right)) ? { tenantId: Number(tenant), serviceId: Number(service) } : null;
}

export const cloudNotices: Handlers<typeof routes> = {
  async service({ id }, { tx, deps }) {
    const row = await tx.row<{ fetchedTime: string | null; problem: string | null }>(sql`
      select c.fetched_at as "fetchedTime", c.fetch_problem as problem
      from call_services s left join call_service_states c on c.tenant_id = s.tenant_id and c.service_id = s.id
      where s.tenant_id = ${tx.tenantId} and s.id = ${id} and s.provider = ${callProviders.aliyun}`);
    if (!row) throw notFound('呼叫服务');
    return { path: noticePath(deps.secrets, tx.tenantId, id), fetchedTime: row.fetchedTime, problem: row.problem ?? '' };
  },
  async receive({ key }, { deps }) {
    const place = placeOf(deps.secrets, key);
    if (!place) throw forbidden('消息地址不正确，请在“呼叫服务”中重新复制');
    const { tenantId, serviceId } = place;
    const now = deps.now();
    await deps.inTenant(tenantId, (tx) =>
      tx.run(sql`
        update call_service_states
        set fetch_at = least(fetch_at, greatest(${isoOf(now)}::timestamptz, fetched_at + make_interval(secs => ${PAUSE / SECOND})))
        where tenant_id = ${tenantId} and service_id = ${serviceId}`),
    );
    return true;
  },
};
