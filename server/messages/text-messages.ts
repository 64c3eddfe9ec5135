/**
 * Short messages to numbers outside: handed to the queue in the transaction that
 * causes them, so that each leaves if and only if that commits.
 */
import { sql } from 'kysely';
import type { Dependencies } from '../context.ts';
import type { Tx } from '../db/tenant.ts';
import { isoOf } from '#contract/time.ts';
import { JobFailure, type Job, type JobHandlers } from '../jobs/attempts.ts';
import { enqueue } from '../jobs/queue.ts';
import { reasonOf as smsReason, SmsFailure } from '../sms/exchange.ts';
import { handOver } from '../sms/messages.ts';
import { seal, unseal } from '../db/sealed.ts';

interface Text {
  phone: string;
  text: string;
}

const place = (tenantId: number) => `text_messages:${tenantId}`;

/** Sends a text once the transaction has committed, however the process ends. What the gateway never takes is among 未送出的任务. */
export async function smsLater({ tx, deps }: { tx: Tx; deps: Dependencies }, phone: string, text: string): Promise<void> {
  const sealed = seal(deps.secrets, place(tx.tenantId), JSON.stringify({ phone, text } satisfies Text));
  const row = await tx.row<{ id: number }>(
    sql`insert into text_messages (tenant_id, sealed) values (${tx.tenantId}, ${sealed}) returning id`,
  );
  await enqueue(tx, 'sms', row!.id, { textId: row!.id });
}

/** The job of a text. Throws JobFailure; what may have arrived all the same is not sent again by itself. */
async function sendText(deps: Dependencies, { tenantId, payload: { textId } }: Job<'sms'>): Promise<void> {
  const row = await deps.inTenant(tenantId, (tx) =>
    tx.row<{ sealed: Buffer | null }>(sql`select sealed from text_messages where tenant_id = ${tenantId} and id = ${textId}`),
  );
  if (!row) throw new JobFailure('短信内容已过期删除', true);
  // It left, and the process ended before it could say so.
  if (!row.sealed) return;
  await handOver(deps, JSON.parse(unseal(deps.secrets, place(tenantId), row.sealed)) as Text).catch((error: unknown) => {
    if (error instanceof SmsFailure) throw new JobFailure(smsReason(error), !error.again);
    throw error;
  });
  await deps.inTenant(tenantId, (tx) =>
    tx.run(sql`update text_messages set sealed = null, sent_at = ${isoOf(deps.now())} where tenant_id = ${tenantId} and id = ${textId}`),
  );
}

export const textJobs = { sms: sendText } satisfies JobHandlers;
