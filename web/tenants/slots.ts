/** What tenants have in the frame. */
import { lazyPart } from '#web/shell/lazy-part.ts';
import type { AreaSlots } from '#web/shell/slots.ts';

export const tenants = { tools: { switcher: lazyPart(() => import('./tenant-switcher.tsx')) } } satisfies AreaSlots;
