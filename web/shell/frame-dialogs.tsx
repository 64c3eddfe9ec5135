/** The frame's own dialogs, each a chunk of its own. */
import { Suspense, type ComponentType } from 'react';
import { useStore } from 'zustand';
import { closeDialog, dialogs, type DialogName } from './dialogs.ts';
import { lazyPart } from './lazy-part.ts';

export interface DialogProps {
  open: boolean;
  onClose: () => void;
}

const loads: Record<DialogName, ComponentType<DialogProps>> = {
  settings: lazyPart(() => import('./settings.tsx')),
  palette: lazyPart(() => import('./command-palette.tsx')),
  shortcuts: lazyPart(() => import('./shortcuts-dialog.tsx')),
  lock: lazyPart(() => import('./lock-dialog.tsx')),
  errors: lazyPart(() => import('./error-log-dialog.tsx')),
  purchase: lazyPart(() => import('#web/subscriptions/purchase-dialog.tsx')),
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
