/**
 * The dialogs above every page: one open at a time, opened from anywhere, loaded when
 * first asked for. An area makes its own with `frameDialog`.
 */
import type { ComponentType } from 'react';
import { createStore } from 'zustand/vanilla';
import { onEnding } from '#web/api/session.ts';
import { lazyPart } from './lazy-part.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
}

export interface FrameDialog {
  name: string;
  Dialog: ComponentType<DialogProps>;
}

interface Dialogs {
  open: FrameDialog | null;
  /** Mounted from then on, for their closing motion. */
  asked: readonly FrameDialog[];
}

const none: Dialogs = { open: null, asked: [] };
export const dialogs = createStore<Dialogs>(() => none);
onEnding(() => dialogs.setState(none));

/** Takes a name that no other dialog has and where its component is; gives what `openDialog` opens. */
export const frameDialog = (name: string, load: () => Promise<{ default: ComponentType<DialogProps> }>): FrameDialog => ({
  name,
  Dialog: lazyPart(load),
});

/** Opens a dialog in place of the one that is open. */
export const openDialog = (dialog: FrameDialog): void =>
  dialogs.setState(({ asked }) => ({ open: dialog, asked: asked.includes(dialog) ? asked : [...asked, dialog] }));

/** Closes a dialog if it is the open one. */
export const closeDialog = (dialog: FrameDialog): void => dialogs.setState(({ open }) => ({ open: open === dialog ? null : open }));
