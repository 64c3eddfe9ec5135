/** A lock as this tenant has set it up, and its account at the provider, unsealed only while it is used. */
import { sql } from 'kysely';
import type { LockProvider } from '#contract/devices/locks.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { seal, unseal } from '../db/sealed.ts';
import { accountPlace } from './lock-codes.ts';
import { LockFailure, type Token, type TtlockAccess } from './ttlock.ts';

export interface LockRow {
  provider: LockProvider;
  external_id: string | null;
  account: string | null;
  password_cipher: Buffer | null;
  token_cipher: Buffer | null;
  can_unlock: boolean;
  battery: number | null;
  version: number;
}

export const lockRow = (tx: Tx, deviceId: number) =>
  tx.row<LockRow>(sql`select l.provider, l.external_id, l.account, l.password_cipher, l.token_cipher, l.can_unlock, l.battery, l.version
    from locks l join devices d on d.tenant_id = l.tenant_id and d.id = l.device_id and d.deleted_at is null
    where l.tenant_id = ${tx.tenantId} and l.device_id = ${deviceId}`);

/** The account's way to the lock. Throws LockFailure when it was not set up. */
export function ttlockAccess({ secrets }: Dependencies, tenantId: number, deviceId: number, lock: LockRow): TtlockAccess {
  const place = accountPlace(tenantId, deviceId);
  if (!lock.external_id || !lock.account || !lock.password_cipher) throw new LockFailure('门锁还没有填写通通锁账号', true);
  const token = lock.token_cipher ? (JSON.parse(unseal(secrets, `${place}:token`, lock.token_cipher)) as Token) : null;
  return { lockId: lock.external_id, account: lock.account, password: unseal(secrets, place, lock.password_cipher), token };
}

/** Keeps what the provider issued meanwhile, unless the account was changed. */
export async function keepToken(
  tx: Tx,
  { secrets }: Dependencies,
  deviceId: number,
  access: TtlockAccess,
  before: Token | null,
): Promise<void> {
  if (access.token === before || access.token === null) return;
  const sealed = seal(secrets, `${accountPlace(tx.tenantId, deviceId)}:token`, JSON.stringify(access.token));
  await tx.run(
    sql`update locks set token_cipher = ${sealed} where tenant_id = ${tx.tenantId} and device_id = ${deviceId} and account
      = ${access.account}`,
  );
}
