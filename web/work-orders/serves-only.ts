/**
 * Who has only her own services: she serves and neither dispatches nor takes orders. She
 * checks in and out in one place, /carer (docs/decisions/023).
 */
import { workOrders } from '#contract/work-orders/work-orders.ts';
import { useMay } from '#web/ui/may.ts';

export function useServesOnly(): boolean {
  const may = useMay();
  return may(workOrders.start) && !may(workOrders.dispatch) && !may(workOrders.create);
}

/** The page of her services, of a job there, or of the next job of an order. */
export const servicesAddress = (order?: { id: number }, jobId?: number): string =>
  jobId ? `/carer?job=${jobId}` : order ? `/carer?order=${order.id}` : '/carer';

/** A page of its own beside the application. */
export const goToServices = (order?: { id: number }, jobId?: number): void => location.assign(servicesAddress(order, jobId));
