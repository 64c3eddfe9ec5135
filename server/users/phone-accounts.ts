/** The accounts of a mobile number, wherever they are at home, and which of them a person means who has proved the number by a code. */
import { sql } from 'kysely';
import type { PhoneChoice } from '#contract/users/logins.ts';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';

/** An account that has the number. `verified`: its owner proved the number by a code; otherwise staff of the institution typed it. */
export interface PhoneLogin {
  tenant_id: number;
  tenant_name: string;
  user_id: number;
  username: string;
  name: string;
  user_status: number;
  tenant_status: number;
  tenant_ends_at: string | null;
  verified: boolean;
}

/** The accounts of a number, verified ones first; at most three of an institution. */
export async function findPhoneLogins({ logins }: Pick<Dependencies, 'logins'>, phone: string): Promise<PhoneLogin[]> {
  const { rows } = await logins.query<PhoneLogin>({
    name: 'find_phone_logins',
    text: 'select * from app.find_phone_logins($1)',
    values: [phone],
  });
  return rows;
}

/**
 * The account that the owner of a number means: the one named by `wanted`; else the only one that its owner verified; else, where none is
 * verified, the only one at all. Accounts that stand come before closed ones. `choose`
 * when the person must say which; null when there is none.
 * What an administrator typed thus neither opens nor closes another person's verified account, and hides no other that was typed.
 */
export function meantBy<A extends PhoneLogin>(accounts: readonly A[], wanted: number | null): A | 'choose' | null {
  if (wanted !== null) return accounts.find(({ user_id }) => user_id === wanted) ?? null;
  const standing = accounts.filter((account) => account.user_status === 0 && account.tenant_status === 0);
  const open = standing.length > 0 ? standing : accounts;
  const verified = open.filter((account) => account.verified);
  const [one, another] = verified.length > 0 ? verified : open;
  return another ? 'choose' : (one ?? null);
}

/** The 428 that asks the owner of a number, who has proved it, for which of the accounts; the same is then sent again with its `userId`. */
export function askWhich(accounts: readonly PhoneLogin[]): Refusal {
  const choose: PhoneChoice['choose'] = accounts.map((account) => ({
    userId: account.user_id,
    tenantId: account.tenant_id,
    tenantName: account.tenant_name,
    name: account.name,
    username: account.username,
  }));
  return new Refusal(428, '该手机号对应多个账号，请选择一个', { choose } satisfies PhoneChoice);
}

/** Writes down that the owner of the account, at home in the tenant of `tx`, has proved the number it has. */
export async function markVerified(tx: Tx, userId: number, phone: string): Promise<void> {
  await tx.run(sql`
    update users set phone_verified_at = now(), version = version + 1
    where tenant_id = ${tx.tenantId} and id = ${userId} and phone = ${phone} and phone_verified_at is null`);
}
