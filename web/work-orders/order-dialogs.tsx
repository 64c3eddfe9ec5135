/** Whatever a button of an order opens. One place for the list and the detail page. */
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { keepTrying, lazyPart } from '#web/shell/lazy-part.ts';
import { whenStanding } from '#web/shell/when-idle.ts';
import type { Asked } from './order-actions.ts';
import type { OrderHead } from './order-calls.ts';
import type { Opened } from './order-dialog.tsx';
import { goToServices, useServesOnly } from './serves-only.ts';

const load = () => import('./order-dialog.tsx');
const OrderDialog = lazyPart(load);

/** `const [ask, dialogs] = useOrderDialogs(); … onClick={() => ask('send', order)} … {dialogs}` */
export function useOrderDialogs(
  onDeleted?: () => void,
): [(action: Asked, order: OrderHead, jobId?: number, jobName?: string) => void, ReactNode] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const servesOnly = useServesOnly();
  useEffect(() => whenStanding(() => void keepTrying(load)), []);
  const close = () => setOpened(null);
  const deleted = () => {
    close();
    onDeleted?.();
  };
  const dialog = opened && (
    <Suspense fallback={null}>
      <OrderDialog key={`${opened.action}.${opened.order.id}`} {...opened} onClose={close} onDeleted={deleted} />
    </Suspense>
  );
  return [
    (action, order, jobId, jobName) =>
      servesOnly && (action === 'start' || action === 'finish') ? goToServices(order, jobId) : setOpened({ action, order, jobId, jobName }),
    dialog,
  ];
}
