/** What subscriptions have in the frame. */
import type { AreaSlots } from '#web/shell/slots.ts';
import { BuyIcons } from './buy-icons.tsx';
import { TermNotice } from './term-notice.tsx';

export const subscriptions = { tools: { buy: BuyIcons }, banners: { term: TermNotice } } satisfies AreaSlots;
