/**
 * Telling people outside: a message where their account is at home, an SMS to a number.
 * Nothing here tells the sender whether anybody is there.
 */
import type { Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { sendMessage } from './messages.ts';
import { smsLater } from './text-messages.ts';
import { inside } from '../db/inside.ts';
import { accountsOf, type Person } from '../users/external-persons.ts';

const INVITATIONS = '/userPanel?name=invitations';

/** The name of the tenant of `tx`. */
export async function tenantName(tx: Tx): Promise<string> {
  const row = await tx.row<{ name: string }>(db.selectFrom('tenants').select('name').where('id', '=', tx.tenantId));
  return row?.name ?? '';
}

interface Invited {
  phone: string | null;
  home_tenant_id: number | null;
  home_user_id: number | null;
  note?: string | null;
}

/** Tells the invited person, in the transaction that makes the invitation. */
export async function announce(work: Work, { phone, home_tenant_id, home_user_id, note }: Invited): Promise<void> {
  const { tx, deps, actor } = work;
  const name = await tenantName(tx);
  const message = {
    kind: 'invitation',
    title: `${name}邀请您加入`,
    text: `${actor.name}邀请您加入${name}。${note ?? ''}`,
    link: INVITATIONS,
  } as const;
  if (home_tenant_id !== null && home_user_id !== null) {
    await inside(tx, deps, home_tenant_id, (home) => sendMessage(home, deps, { recipientId: home_user_id, ...message }));
  }
  if (phone === null) return;
  for (const known of await accountsOf(deps, phone)) {
    // Who only had the number typed into the account does not hear whom others invite.
    if (known.phone === phone && known.verified)
      await inside(tx, deps, known.tenant_id, (home) => sendMessage(home, deps, { recipientId: known.user_id, ...message }));
  }
  const address = deps.config.publicUrl;
  await smsLater(
    work,
    phone,
    `【颐安】${name}邀请您加入。已有账号请登录后在操作控制台查看；没有账号请用本手机号注册${address ? `：${address}/register` : '。'}`,
  );
}

/** Tells somebody who applied: by a message, or by SMS while there is no account yet. */
export async function textTo(
  work: Work,
  person: Person,
  { title, text, link }: { title: string; text: (tenant: string) => string; link: string },
): Promise<void> {
  const { tx, deps } = work;
  const said = text(await tenantName(tx));
  const { home } = person;
  if (home)
    await inside(tx, deps, home.tenantId, (own) =>
      sendMessage(own, deps, { recipientId: home.userId, kind: 'application', title, text: said, link }),
    );
  else if (person.phone) await smsLater(work, person.phone, `【颐安】${said}`);
}
