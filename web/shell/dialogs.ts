/** Which of the frame's own dialogs is open: one at a time, opened from anywhere, loaded when first asked for. */
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';

export type DialogName = 'settings' | 'palette' | 'shortcuts' | 'lock' | 'errors' | 'purchase';

interface Dialogs {
  open: DialogName | null;
  /** Mounted from then on, for their closing motion. */
  asked: readonly DialogName[];
}

const none: Dialogs = { open: null, asked: [] };
export const dialogs = createStore<Dialogs>(() => none);
onEnding(() => dialogs.setState(none));

export const openDialog = (name: DialogName): void => dialogs.setState(({ asked }) => ({ open: name, asked: asked.includes(name) ? asked : [...asked, name] }));
export const closeDialog = (name: DialogName): void => dialogs.setState(({ open }) => ({ open: open === name ? null : open }));
