/**
 * The link by which the person served rates an order: one per order, hashed, for some
 * days. It says whose tenant it is of; the rest is secret.
 */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { MOBILE } from '#contract/phones.rules.ts';
import type { Dependencies, Work } from '../context.ts';
import { db, type Tx } from '../db/tenant.ts';
import { Refusal } from '../errors.ts';
import { tenantName } from '../messages/notices.ts';
import { smsLater } from '../messages/text-messages.ts';
import { hashToken } from '../http/session.ts';
import { settingsOf } from './work-order-settings.ts';

/** 403, whatever is wrong with it. */
export const worthless = () => new Refusal(403, '评价链接无效或已过期');

/** A new link for an order, the earlier one being worth nothing from now on; gives its path in the web and until when it is good. */
export async function issueLink({ tx, actor }: Work, workOrderId: number): Promise<{ path: string; expires: string }> {
  const { ratingDays } = await settingsOf(tx);
  const secret = randomBytes(32).toString('base64url');
  const its = {
    token_hash: hashToken(secret),
    expires_at: sql<string>`now() + make_interval(days => ${ratingDays})`,
    created_by: actor.userId,
  };
  const made = await tx.row(
    db
      .insertInto('work_order_rating_links')
      .values({ tenant_id: tx.tenantId, work_order_id: workOrderId, ...its })
      .onConflict((on) => on.columns(['tenant_id', 'work_order_id']).doUpdateSet({ ...its, created_at: sql`now()` }))
      .returning('expires_at'),
  );
  return { path: `/r/${tx.tenantId}.${secret}`, expires: made?.expires_at as string };
}

/** Whether a text went to the person's phone: there must be a mobile number and an address of ours that a phone can open. */
export async function textLink(work: Work, phone: string, path: string): Promise<boolean> {
  const address = work.deps.config.publicUrl;
  if (!address || !MOBILE.test(phone)) return false;
  await smsLater(work, phone, `【颐安】${await tenantName(work.tx)}：您的上门服务已完成，请点击评价：${address}${path}`);
  return true;
}

/** Sends a finished order's link to the person served, where the institution wants it. */
export async function askForRating(work: Work, order: { id: number; person_phone: string }): Promise<void> {
  const { ratingLink } = await settingsOf(work.tx);
  if (!ratingLink || !work.deps.config.publicUrl || !MOBILE.test(order.person_phone)) return;
  const { path } = await issueLink(work, order.id);
  await textLink(work, order.person_phone, path);
}

/** Runs `work` with the order that a link is of, in its tenant; 403 when the link is worth nothing. */
export async function withLink<T>(deps: Dependencies, token: string, work: (tx: Tx, workOrderId: number) => Promise<T>): Promise<T> {
  const [tenant, secret] = token.split('.') as [string, string];
  return deps.inTenant(Number(tenant), async (tx) => {
    const link = await tx.row(
      db
        .selectFrom('work_order_rating_links')
        .select('work_order_id')
        .where('tenant_id', '=', tx.tenantId)
        .where('token_hash', '=', hashToken(secret))
        .where('expires_at', '>', sql<string>`now()`),
    );
    if (!link) throw worthless();
    return work(tx, link.work_order_id);
  });
}
