/** Browsers in which a person wants to be told while no page is open. */
import { sql } from 'kysely';
import { pushSubscriptions as routes } from '#contract/messages/push-subscriptions.ts';
import { refused } from '../errors.ts';
import type { Handlers } from '../http/implement.ts';

/** Of one person; the oldest make room. */
const MOST = 10;

export const pushSubscriptions: Handlers<typeof routes> = {
  async add({ endpoint, p256dh, auth }, { tx, session, deps }) {
    if (!deps.config.webPush) throw refused('本系统没有开通浏览器推送');
    await tx.run(sql`
      insert into push_subscriptions (tenant_id, user_id, session_id, endpoint, p256dh, auth)
      values (${tx.tenantId}, ${session.userId}, ${session.id}, ${endpoint}, ${p256dh}, ${auth})
      on conflict (tenant_id, endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
        p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`);
    await tx.run(sql`
      delete from push_subscriptions where tenant_id = ${tx.tenantId} and id in (
        select id from push_subscriptions where tenant_id = ${tx.tenantId} and user_id = ${session.userId}
        order by created_at desc, id desc offset ${MOST})`);
    return true;
  },

  async remove({ endpoint }, { tx, session }) {
    await tx.run(sql`
      delete from push_subscriptions where tenant_id = ${tx.tenantId} and user_id = ${session.userId} and endpoint = ${endpoint}`);
    return true;
  },
};
