/**
 * Mobile numbers of tests, and the texts that the local adapter wrote to the outbox for
 * them. A job sends a text after the commit, so tests wait for it.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { sendPhoneCode, type PhonePurpose } from '#server/users/phone-codes.ts';
import type { Harness, TestUser } from './harness.ts';

type Deps = Pick<Harness, 'deps'>;

/** A number that no other test has. */
export const newPhone = () => `13${String(randomInt(1e9)).padStart(9, '0')}`;

/** Gives an account a number, which its owner has proved unless `proven` is false. */
export async function givePhone(
  { deps }: Deps,
  user: Pick<TestUser, 'tenantId' | 'userId'>,
  phone: string | null,
  proven = true,
): Promise<void> {
  await deps.inTenant(user.tenantId, async (tx) => {
    // A number that changes loses its proof, so the proof comes in a statement of its own.
    await tx.run(sql`update users set phone = ${phone} where tenant_id = ${user.tenantId} and id = ${user.userId}`);
    if (proven) await tx.run(sql`update users set phone_verified_at = now() where tenant_id = ${user.tenantId} and id = ${user.userId}`);
  });
}

/** A signed-in user, of a new tenant unless it is given, whose account has the number, proved or not. */
export async function ownerOf(t: Harness, phone: string, proven = false, tenantId?: number): Promise<TestUser> {
  const user = await t.user(tenantId ?? (await t.tenant()));
  await givePhone(t, user, phone, proven);
  return user;
}

/** Every text that was sent to a number until now, oldest first. */
export function smsTo({ deps }: Deps, phone: string): string[] {
  const file = join(deps.config.dataDir, 'outbox', 'sms.log');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { phone: string; text: string });
  return lines.filter((line) => line.phone === phone).map(({ text }) => text);
}

/** The last text to a number, once there are more than `before` of them. Throws after 30 s. */
export async function nextSms(t: Deps, phone: string, before = 0): Promise<string> {
  for (const end = Date.now() + 30_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const texts = smsTo(t, phone);
    if (texts.length > before) return texts.at(-1) as string;
  }
  throw new Error(`No text number ${before + 1} reached ${phone}`);
}

/** The six digits of the last code to a number, once there are more than `before` texts. */
export async function sentCode(t: Deps, phone: string, before = 0): Promise<string> {
  const text = await nextSms(t, phone, before);
  const code = /验证码(\d{6})/.exec(text)?.[1];
  if (!code) throw new Error(`No code in ${text}`);
  return code;
}

/** Sends a code from an address of its own and reads it from the phone. */
export async function codeFor(t: Deps, purpose: PhonePurpose, phone: string): Promise<string> {
  const before = smsTo(t, phone).length;
  await sendPhoneCode(t.deps, { purpose, phone, address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });
  return sentCode(t, phone, before);
}

/** Asks for a code to sign in with and reads it from the phone. */
export async function loginCode(t: Harness, phone: string): Promise<string> {
  const before = smsTo(t, phone).length;
  await t.call('GET', `/admin/mobile/${phone}`);
  return sentCode(t, phone, before);
}
