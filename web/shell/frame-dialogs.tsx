/** Draws the dialogs that were asked for; the open one is shown. */
import { Suspense } from 'react';
import { useStore } from 'zustand';
import { closeDialog, dialogs } from './dialogs.ts';

export function FrameDialogs() {
  const { open, asked } = useStore(dialogs);
  return asked.map((dialog) => (
    <Suspense key={dialog.name} fallback={null}>
      <dialog.Dialog open={open === dialog} onClose={() => closeDialog(dialog)} />
    </Suspense>
  ));
}
