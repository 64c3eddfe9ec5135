/** The handling drawer, loaded beside the page and not before it. */
import { Suspense, useEffect, useState } from 'react';
import { keepTrying, lazyPart } from '#web/shell/lazy-part.ts';
import { whenStanding } from '#web/shell/when-idle.ts';

const load = () => import('./handling-drawer.tsx');
const Drawer = lazyPart(load);

/** `id` null closes it. */
export function HandlingDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  // Fetched before anybody asks: in a moment without a network it must be there already.
  useEffect(() => whenStanding(() => void keepTrying(load)), []);
  // Stays for the closing motion.
  const [asked, setAsked] = useState(false);
  if (id !== null && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <Drawer id={id} onClose={onClose} />
    </Suspense>
  );
}
