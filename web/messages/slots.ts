/** What the message centre has in the frame. */
import type { AreaSlots } from '#web/shell/slots.ts';
import { lazyPart } from '#web/shell/lazy-part.ts';
import { MessagesBell } from './messages-bell.tsx';

export const messages = {
  tools: { bell: MessagesBell },
  background: { notices: lazyPart(() => import('./message-notices.tsx')) },
} satisfies AreaSlots;
