/** A lost race: who was faster. Pure. */
import { orderStatusLabels } from '#contract/work-orders/work-orders.rules.ts';
import type { CallError } from '#web/api/refusals.ts';
import type { OrderSummary } from './order-calls.ts';

/** The order as it is now, when somebody was faster (409); null for every other refusal. */
export function freshOf(error: Pick<CallError, 'status' | 'data'>): OrderSummary | null {
  const row = error.data as Partial<OrderSummary> | null;
  return error.status === 409 && typeof row === 'object' && row !== null && typeof row.workNo === 'string' ? (row as OrderSummary) : null;
}

/**
 * What is at the same time (422 with `BoardOverlap[]`), in a sentence; null for every other refusal. Asked again with `force` it is done.
 */
export const overlapOf = (error: Pick<CallError, 'status' | 'data' | 'message'>): string | null =>
  error.status === 422 && Array.isArray(error.data) ? error.message : null;

/** Who was faster, and what became of the order. */
export function fasterText({ operationUserName, workNo, state, serverUserName }: OrderSummary): string {
  const staff = serverUserName ? `，服务人员：${serverUserName}` : '';
  return `${operationUserName ?? '他人'}已先处理工单${workNo}，现为“${orderStatusLabels[state]}”${staff}`;
}
