/** What the first page has in the frame. */
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { AreaSlots } from '#web/shell/slots.ts';

export const screens = {
  background: { now: lazyPart(() => import('./now-count.tsx')) },
} satisfies AreaSlots;
