/** The purchase dialog, loaded when it is first opened. */
import { frameDialog, openDialog } from '#web/shell/dialogs.ts';

const purchase = frameDialog('purchase', () => import('./purchase-dialog.tsx'));

/** Opens 订购产品包 above the page. */
export const openPurchase = (): void => openDialog(purchase);
