/** Time-based codes (RFC 6238: SHA-1, six digits, 30 s) and recovery codes of an account. Each opens once. */
import { createHmac } from 'node:crypto';
import { verifySync } from 'otplib';
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { unseal } from '../db/sealed.ts';

const STEP = 30;

export interface SecondFactor {
  secret: Buffer;
  confirmed_at: string | null;
  last_step: number;
}

/** Where a secret is kept: what seals it names the account, so that it opens no other. */
export const placeOf = (tenantId: number, userId: number) => `second_factors|${tenantId}|${userId}`;

/** The second factor of an account of this tenant, confirmed or not. */
export const readSecondFactor = (tx: Tx, userId: number) =>
  tx.row<SecondFactor>(
    db
      .selectFrom('second_factors')
      .select(['secret', 'confirmed_at', 'last_step'])
      .where('tenant_id', '=', tx.tenantId)
      .where('user_id', '=', userId),
  );

/** How a recovery code is kept; written as people may type it. */
export const hashRecoveryCode = ({ secrets }: Dependencies, tenantId: number, userId: number, code: string): Buffer =>
  createHmac('sha256', secrets.blind)
    .update(`recovery\0${tenantId}\0${userId}\0${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest();

/** Spends a code of the authenticator: one step of 30 s early or late, never one that was used or is older than that. */
export async function spendTotp(tx: Tx, deps: Dependencies, userId: number, factor: SecondFactor, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false;
  const secret = unseal(deps.secrets, placeOf(tx.tenantId, userId), factor.secret);
  const found = verifySync({ secret, token: code, epoch: Math.floor(deps.now() / 1000), epochTolerance: STEP });
  if (!found.valid || !('epoch' in found)) return false;
  const step = Math.floor(found.epoch / STEP);
  // Of two that come with the same code, one finds the step already taken.
  const taken = db
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('last_step', '<', step);
  return (await tx.run(taken)) === 1;
}

async function spendRecoveryCode(tx: Tx, deps: Dependencies, userId: number, code: string): Promise<boolean> {
  const spent = db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('tenant_id', '=', tx.tenantId)
    .where('user_id', '=', userId)
    .where('hash', '=', hashRecoveryCode(deps, tx.tenantId, userId, code))
    .where('used_at', 'is', null);
  return (await tx.run(spent)) === 1;
}

/** Whether an account of this tenant shows its second factor. `none`: it has no confirmed one. */
export async function proveSecondFactor(
  tx: Tx,
  deps: Dependencies,
  userId: number,
  given: string | undefined,
): Promise<'none' | 'right' | 'missing' | 'wrong'> {
  const factor = await readSecondFactor(tx, userId);
  if (!factor?.confirmed_at) return 'none';
  const code = given?.trim() ?? '';
  if (code === '') return 'missing';
  const right = /^\d{6}$/.test(code) ? await spendTotp(tx, deps, userId, factor, code) : await spendRecoveryCode(tx, deps, userId, code);
  return right ? 'right' : 'wrong';
}
