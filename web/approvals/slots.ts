/** What approvals have in the frame. */
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { AreaSlots } from '#web/shell/slots.ts';

export const approvals = {
  background: { approvals: lazyPart(() => import('./approval-count.tsx')) },
} satisfies AreaSlots;
