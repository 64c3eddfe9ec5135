/** Links of one call: the holder of a number is sent one by SMS, and the call rings until the page is opened. */
import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { callPath } from '#contract/calls/call-links.ts';
import { legKinds, legStates } from '#contract/calls/hearing.rules.ts';
import { isoOf, MINUTE } from '#contract/time.ts';
import type { Config } from '../config.ts';
import type { Work } from '../context.ts';
import { tenantName } from '../messages/notices.ts';
import { smsLater } from '../messages/text-messages.ts';
import { phone } from '../db/sealed-phones.ts';

const VALID = 10 * MINUTE;

export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newCallToken = (tenantId: number): string => `${tenantId}.${randomBytes(24).toString('base64url')}`;

/** The address of the page of a link, as it stands in a text. */
export const addressOf = ({ publicUrl, host, port }: Config, token: string): string =>
  `${publicUrl ?? `http://${host}:${port}`}${callPath(token)}`;

/** Sends a link to each number of the call that is to be reached by its page and was sent none; it rings there from now on. */
export async function sendCallLinks(work: Work, callId: number): Promise<void> {
  const { tx, deps, actor } = work;
  const { config } = deps;
  const legs = await tx.rows<{ id: number; address: string }>(sql`
    select l.id, l.address from call_legs l where l.tenant_id = ${tx.tenantId} and l.call_id = ${callId} and l.kind = ${legKinds.page}
      and l.state = ${legStates.waits} and not exists (select from call_links k where k.tenant_id = l.tenant_id and k.leg_id = l.id)`);
  for (const { id, address } of legs) {
    const token = newCallToken(tx.tenantId);
    await tx.run(sql`
      insert into call_links (tenant_id, token_hash, name, phone, call_id, leg_id, expires_at, created_by)
      values (${tx.tenantId}, ${hashOf(token)}, '', ${phone(address)}, ${callId}, ${id}, ${isoOf(deps.now() + VALID)}, ${actor.userId})`);
    await tx.run(sql`update call_legs set state = ${legStates.rings} where tenant_id = ${tx.tenantId} and id = ${id}`);
    await smsLater(work, address, `${await tenantName(tx)}来电，请点击链接接听：${addressOf(config, token)}（10分钟内有效）`);
  }
}
