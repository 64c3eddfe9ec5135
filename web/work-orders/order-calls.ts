/** Writing to work orders: success is said in the contract's words, and whoever comes second learns who was faster. */
import { useQueryClient } from '@tanstack/react-query';
import type { Input, Output, Route } from '#contract/http.ts';
import { home } from '#contract/screens/home.ts';
import type { workOrders } from '#contract/work-orders/work-orders.ts';
import { useSend } from '#web/api/call.ts';
import { showMessage } from '#web/api/messages.ts';
import type { CallError } from '#web/api/refusals.ts';
import { fasterText, freshOf, overlapOf } from './faster.ts';

export type OrderSummary = Output<typeof workOrders.page>['records'][number];
export type OrderDetail = Output<typeof workOrders.get>;
export type OrderJob = OrderDetail['workOrder']['workOrderJobs'][number];

/** What dialogs need to know of an order: a list's row or the detail's `workOrder`. */
export type OrderHead = Omit<OrderSummary, 'status'>;

const PREFIX = '/members/workorder';

/** Nobody knows whether it was done: no answer came, or one of what stands before the server. */
export const isLost = (error: CallError | null): boolean => error !== null && [0, 502, 503, 504].includes(error.status);

interface Options<R extends Route> {
  onDone?: (data: Output<R>) => void;
  /** Shows the conflict itself; otherwise it is said and `onDone` is not called. */
  onConflict?: (fresh: OrderSummary, message: string) => void;
  /** Of routes that can be forced: what is at the same time. */
  onOverlap?: (text: string) => void;
  once?: boolean;
}

/** As `useSend`, for the routes of one order. Lists, details and timelines are read again whether it worked or somebody was faster. */
export function useOrderSend<R extends Route>(route: R, { onDone, onConflict, onOverlap, once }: Options<R> = {}) {
  const client = useQueryClient();
  const readAgain = () =>
    void client.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(PREFIX) || path === home.read.path });
  return useSend(route, {
    quiet: true,
    once: once ?? false,
    onSuccess(data: Output<R>, _input: Input<R>) {
      if (route.message) showMessage('success', route.message);
      readAgain();
      onDone?.(data);
    },
    onError(error) {
      const [fresh, overlap] = [freshOf(error), overlapOf(error)];
      if (overlap !== null && onOverlap) return onOverlap(overlap);
      if (fresh === null) return showMessage('error', error.message);
      readAgain();
      if (onConflict) onConflict(fresh, error.message);
      else showMessage('warning', fasterText(fresh));
    },
  });
}
