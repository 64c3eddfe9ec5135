/** People who register, for tests: phone codes as they arrive in the outbox, tokens of one purpose. */
import pg from 'pg';
import { externalAccounts } from '#contract/onboarding/external-accounts.ts';
import { registrations } from '#contract/onboarding/registrations.ts';
import { connection } from '#server/db/pool.ts';
import type { Harness, TestUser } from './harness.ts';
import { codeFor, newPhone } from './phones.ts';

export const NEW_PASSWORD = 'Qing2026yun';

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
export async function tokenFor(
  t: Harness,
  user: TestUser,
  purpose: string,
  subject: { tenantId?: number; id?: number } = {},
): Promise<string> {
  const answer = await t.route(externalAccounts.findToken, user, { purpose, ...subject });
  if (answer.code !== 0) throw new Error(`findToken: ${answer.status} ${answer.msg}`);
  return answer.data.token;
}
