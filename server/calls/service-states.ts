/** What the service in use says of itself, beside its settings. */
import { sql } from 'kysely';
import { isoOf } from '#contract/time.ts';
import type { Work } from '../context.ts';

/** A registration is renewed every four minutes and tried again every half: what is older is of a process that has ended. */
const KNOWN_FOR = '10 minutes';

/** The column of services: the last answer of the trunk, while it counts. */
export const trunkStatus = sql<number | null>`(select s.trunk_status from call_service_states s
  where s.tenant_id = call_services.tenant_id and s.service_id = call_services.id
    and s.trunk_at > now() - interval '${sql.raw(KNOWN_FOR)}')`;

/** The trunk of the service in use answered our registration with this status of SIP. */
export const noteTrunk = ({ tx, deps }: Work, status: number) =>
  tx.run(sql`
    insert into call_service_states (tenant_id, service_id, trunk_status, trunk_at)
    select tenant_id, id, ${status}::integer, ${isoOf(deps.now())}::timestamptz from call_services
    where tenant_id = ${tx.tenantId} and enabled and provider = 2
    on conflict (tenant_id, service_id) do update set trunk_status = excluded.trunk_status, trunk_at = excluded.trunk_at`);
