/** What warnings have in the frame. */
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { AreaSlots } from '#web/shell/slots.ts';
import { BellPlace } from './bell-place.tsx';

export const warnings = {
  tools: { bell: BellPlace },
  background: { open: lazyPart(() => import('./open-count.tsx')) },
} satisfies AreaSlots;
