/** People who register, for tests: phone codes as they arrive in the outbox, tokens of one purpose. */
import { existsSync, readFileSync } from 'node:fs';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { externalAccounts } from '#contract/external/external-accounts.ts';
import { registrations } from '#contract/external/registrations.ts';
import { connection } from '#server/db/pool.ts';
import { sendPhoneCode, type PhonePurpose } from '#server/users/phone-codes.ts';
import type { Harness, TestUser } from './harness.ts';

export const NEW_PASSWORD = 'Qing2026yun';

/** A number that nobody in the test's database has. */
export const newPhone = () => `13${String(randomInt(1e9)).padStart(9, '0')}`;

/** Everything that was sent to a number by the local adapter, oldest first. */
export function smsTo(t: Pick<Harness, 'deps'>, phone: string): string[] {
  const file = join(t.deps.config.dataDir, 'outbox', 'sms.log');
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { phone: string; text: string });
  return lines.filter((line) => line.phone === phone).map(({ text }) => text);
}

/** Sends a code from an address of its own and reads it from the phone. */
export async function codeFor(t: Pick<Harness, 'deps'>, purpose: PhonePurpose, phone: string): Promise<string> {
  const before = smsTo(t, phone).length;
  await sendPhoneCode(t.deps, { purpose, phone, address: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}` });
  for (let round = 0; round < 100 && smsTo(t, phone).length === before; round++) await new Promise((resolve) => setTimeout(resolve, 20));
  const code = /验证码(\d{6})/.exec(smsTo(t, phone).at(-1) ?? '')?.[1];
  if (!code) throw new Error(`No code reached ${phone}`);
  return code;
}

/** Lets another code go to the same number without a minute's wait. */
export async function forgetSends(t: Harness): Promise<void> {
  const owner = new pg.Client(connection(t.target('superuser'), 'registrants'));
  await owner.connect();
  await owner.query('delete from code_sends');
  await owner.end();
}

export interface Registrant {
  phone: string;
  username: string;
  token: string;
}

let serial = 0;

/** Somebody who has registered and belongs nowhere yet. */
export async function register(t: Harness, phone = newPhone()): Promise<Registrant> {
  const username = `reg${process.pid}x${++serial}`;
  const code = await codeFor(t, 'register', phone);
  const answer = await t.route(registrations.register, null, { phone, code, username, name: `访客${serial}`, password: NEW_PASSWORD });
  if (answer.code !== 0) throw new Error(`register: ${answer.status} ${answer.msg}`);
  return { phone, username, token: answer.data.token };
}

/** A token of one purpose for somebody who is signed in. */
export async function tokenFor(t: Harness, user: TestUser, purpose: string, subject: { tenantId?: number; id?: number } = {}): Promise<string> {
  const answer = await t.route(externalAccounts.findToken, user, { purpose, ...subject });
  if (answer.code !== 0) throw new Error(`findToken: ${answer.status} ${answer.msg}`);
  return answer.data.token;
}
