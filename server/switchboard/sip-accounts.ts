/** The trunks of institutions and the telephones of their seats, as the media is told them. */
import { sql } from 'kysely';
import type { SipAccounts, SipPhone, SipTrunk } from '../call-media/media.ts';
import { openCallSecret } from '../calls/call-secrets.ts';
import type { Dependencies } from '../context.ts';
import { phoneUser, trunkOf } from './switchboard.ts';

interface TrunkRow {
  id: number;
  trunk: { host?: string; port?: number; username?: string; registers?: boolean };
  secret: Buffer | null;
}
interface PhoneRow {
  id: number;
  extension: string;
  secret: Buffer | null;
}

async function ofTenant(deps: Dependencies, tenantId: number): Promise<SipAccounts> {
  const { trunk, phones } = await deps.inTenant(tenantId, async (tx) => ({
    trunk: await tx.row<TrunkRow>(sql`
      select id, trunk, secret_cipher as secret from call_services where tenant_id = ${tenantId} and enabled and provider = 2`),
    phones: await tx.rows<PhoneRow>(sql`
      select id, extension, sip_cipher as secret from call_seats
      where tenant_id = ${tenantId} and enabled and device = 2 and sip_cipher is not null`),
  }));
  const trunks: SipTrunk[] = [];
  if (trunk?.trunk.host) {
    const { host, port = 5060, username, registers = false } = trunk.trunk;
    const password = openCallSecret(deps.secrets, tenantId, 'call_services', trunk.id, trunk.secret);
    const account = username && password ? { user: username, password, register: registers } : {};
    trunks.push({ id: trunkOf(tenantId), host, port, addresses: [host], ...account });
  }
  const known: SipPhone[] = phones.flatMap(({ id, extension, secret }) => {
    const password = openCallSecret(deps.secrets, tenantId, 'call_seats:sip', id, secret);
    return password ? [{ id: `phone-${phoneUser(tenantId, extension)}`, user: phoneUser(tenantId, extension), password }] : [];
  });
  return { trunks, phones: known };
}

/** All of them. One institution whose secret cannot be opened keeps no other one from its trunk. */
export async function sipAccounts(deps: Dependencies): Promise<SipAccounts> {
  const { rows } = await deps.pool.query<{ tenant_id: number }>('select tenant_id from app.call_trunks()');
  const all: SipAccounts = { trunks: [], phones: [] };
  for (const { tenant_id: tenantId } of rows) {
    try {
      const { trunks, phones } = await ofTenant(deps, tenantId);
      all.trunks.push(...trunks);
      all.phones.push(...phones);
    } catch (error) {
      deps.log.warn({ err: error, tenantId }, 'the trunk of an institution could not be read');
    }
  }
  return all;
}
