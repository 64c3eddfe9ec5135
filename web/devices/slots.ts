/** What the devices have in the frame. */
import type { AreaSlots } from '#web/shell/slots.ts';

export const devices = { finders: { devices: () => import('./device-finder.ts') } } satisfies AreaSlots;
