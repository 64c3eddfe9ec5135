/** What calls have in the frame. */
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { AreaSlots } from '#web/shell/slots.ts';

export const calls = {
  tools: { pill: lazyPart(() => import('./workbench/pill.tsx')) },
  background: { workbench: lazyPart(() => import('./workbench/workbench.tsx')) },
} satisfies AreaSlots;
