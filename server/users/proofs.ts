/** Proving once more who one is, before what is sensitive: the own password opens it for ten minutes. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { PROOF_NEEDED, type memberships } from '#contract/tenants/memberships.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import { atHome, proveOwnPassword } from './own-account.ts';

const PROVED_MS = 10 * 60_000;

interface Proof {
  proved: boolean;
  until: string | null;
}

async function proofOf({ tx, session, deps }: Pick<Context, 'tx' | 'session' | 'deps'>): Promise<Proof> {
  const row = await tx.row<{ until: string }>(sql`
    select proved_until as until from sessions where tenant_id = ${tx.tenantId} and id = ${session.id} and proved_until > ${new Date(deps.now()).toISOString()}::timestamptz`);
  return { proved: row !== undefined, until: row?.until ?? null };
}

/** Throws 403 with `data: 'proof_needed'` unless the session's person has proved who they are within the last ten minutes (`user/panel/check`). */
export async function needProved(context: Context): Promise<void> {
  if (!(await proofOf(context)).proved) throw new Refusal(403, '请先验证身份', PROOF_NEEDED);
}

/** `user/panel/check`: with the right password the session counts as proved; without one it is only said whether it does. 422 for a wrong one. */
export async function checkPanel({ password }: z.output<typeof memberships.check.input>, context: Context): Promise<Proof> {
  if (password === undefined) return proofOf(context);
  const { tx, session, deps } = context;
  await atHome(context, (home) => proveOwnPassword(context, home, password, '密码不正确'));
  const until = new Date(deps.now() + PROVED_MS).toISOString();
  await tx.run(sql`update sessions set proved_until = ${until} where tenant_id = ${tx.tenantId} and id = ${session.id}`);
  return proofOf(context);
}
