/** 订购产品包, for whoever is signed in. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { users } from '#contract/users/users.ts';
import { menus } from '#contract/users/menus.ts';
import { keyOf } from '#web/api/call.ts';
import type { DialogProps } from '#web/shell/dialogs.ts';
import { useCurrentUser } from '#web/shell/current-user.ts';
import { DraftDialog } from '#web/ui/draft-dialog.tsx';
import { tenantBuyer } from './buyers.ts';
import { Purchase } from './purchase.tsx';

export default function PurchaseDialog({ open, onClose }: DialogProps) {
  const client = useQueryClient();
  // Whoever goes back leaves the dialog as well, not the page behind it.
  const { key } = useLocation();
  const place = useRef(key);
  useEffect(() => {
    if (place.current !== key && open) onClose();
    place.current = key;
  }, [key, open, onClose]);
  const wanted = useCurrentUser()?.sysUser.packageCode ?? null;
  const done = () => {
    onClose();
    // What the package opens is in the menu at once.
    for (const route of [users.info, menus.own]) void client.invalidateQueries({ queryKey: keyOf(route) });
  };
  return (
    <DraftDialog
      open={open}
      title="订购产品包"
      footer={null}
      onClose={onClose}
      width={940}
      mask={{ closable: false }}
      className="sub-dialog"
    >
      <Purchase buyer={tenantBuyer} wanted={wanted} onDone={done} />
    </DraftDialog>
  );
}
