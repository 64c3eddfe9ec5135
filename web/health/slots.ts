/** What health has in the frame. */
import type { AreaSlots } from '#web/shell/slots.ts';

export const health = { finders: { entry: () => import('./entry-finder.ts') } } satisfies AreaSlots;
