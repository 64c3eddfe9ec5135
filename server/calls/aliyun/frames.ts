/** The frame of the SDK: opened by a ticket of a seat, to the addresses that its institution gave. */
import { sql } from 'kysely';
import { frameAddress, sdkAddresses, strangeSdkHost } from '#contract/calls/cloud-frame.rules.ts';
import { environment } from '../../config.ts';
import type { Dependencies } from '../../context.ts';
import type { Secrets } from '../../db/secrets.ts';
import { issueTicket, readTicket } from '../../devices/camera-tickets.ts';

/** The address of the frame of a seat; good for three minutes. */
export const frameOf = (secrets: Pick<Secrets, 'blind'>, tenantId: number, seatId: number, now: number): string =>
  frameAddress(issueTicket(secrets, { tenantId, deviceId: seatId, lookId: 0 }, now, 'sdk'));

/** To which addresses a frame is opened; null for a ticket that is forged or old, and where Aliyun does not carry the calls (any more). */
export async function openedTo(deps: Dependencies, text: string): Promise<string[] | null> {
  const ticket = readTicket(deps.secrets, text, deps.now(), 'sdk');
  if (!ticket) return null;
  const { tenantId, deviceId: seatId } = ticket;
  const row = await deps.inTenant(tenantId, (tx) =>
    tx.row<{ sdk: string }>(sql`
      select v.sdk_url as sdk from call_services v where v.tenant_id = ${tenantId} and v.enabled and v.provider = 3
        and exists (select from call_seats s where s.tenant_id = v.tenant_id and s.id = ${seatId} and s.enabled)`),
  );
  const addresses = sdkAddresses(row?.sdk ?? '');
  return addresses.length > 0 && strangeSdkHost(addresses, environment.callSdkHosts()) === null ? addresses : null;
}
