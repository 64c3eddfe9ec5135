/** What the rooms have in the frame. */
import type { AreaSlots } from '#web/shell/slots.ts';

export const rooms = { finders: { rooms: () => import('./room-finder.ts') } } satisfies AreaSlots;
