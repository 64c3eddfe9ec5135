/** What the message centre has in the frame. */
import type { AreaSlots } from '#web/shell/slots.ts';
import { MessagesBell } from './messages-bell.tsx';

export const messages = { tools: { bell: MessagesBell } } satisfies AreaSlots;
