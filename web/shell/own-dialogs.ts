/** The frame's own dialogs, each a chunk of its own. */
import { frameDialog } from './dialogs.ts';

export const settingsDialog = frameDialog('settings', () => import('./settings.tsx'));
export const paletteDialog = frameDialog('palette', () => import('./command-palette.tsx'));
export const shortcutsDialog = frameDialog('shortcuts', () => import('./shortcuts-dialog.tsx'));
export const lockDialog = frameDialog('lock', () => import('./lock-dialog.tsx'));
export const errorLogDialog = frameDialog('errors', () => import('./error-log-dialog.tsx'));
