/** What work orders have in the frame. */
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { AreaSlots } from '#web/shell/slots.ts';

export const workOrders = {
  background: { waiting: lazyPart(() => import('./waiting-count.tsx')) },
  finders: { orders: () => import('./order-finder.ts') },
} satisfies AreaSlots;
