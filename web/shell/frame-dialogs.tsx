/** The frame's own dialogs, each a chunk of its own. */
import { lazy, Suspense, type ComponentType } from 'react';
import { useStore } from 'zustand';
import { closeDialog, dialogs, type DialogName } from './dialogs.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
}

const loads: Record<DialogName, ComponentType<DialogProps>> = {
  settings: lazy(() => import('./settings.tsx')),
  palette: lazy(() => import('./command-palette.tsx')),
  shortcuts: lazy(() => import('./shortcuts-dialog.tsx')),
  lock: lazy(() => import('./lock-dialog.tsx')),
  errors: lazy(() => import('./error-log-dialog.tsx')),
};

export function FrameDialogs() {
  const { open, asked } = useStore(dialogs);
  return asked.map((name) => {
    const Dialog = loads[name];
    return (
      <Suspense key={name} fallback={null}>
        <Dialog open={open === name} onClose={() => closeDialog(name)} />
      </Suspense>
    );
  });
}
