/** Makes the page one that opens without a network, and that can be put on the home screen. */

interface WithSync extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> };
}

let registration: WithSync | null = null;

/** Only where browsers allow it: over HTTPS or on this very machine. Gives whether it could be. */
export async function installWorker(): Promise<boolean> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return false;
  try {
    registration = await navigator.serviceWorker.register('/sw.js', { scope: '/carer' });
    registration.waiting?.postMessage('now');
    // Under pressure browsers throw away what was not asked to stay.
    await navigator.storage?.persist?.();
    return true;
  } catch (error) {
    console.warn(`The page will not open without a network: ${(error as Error).message}`);
    return false;
  }
}

/** Asks the browser to wake the page when the network is back; where it cannot, the page itself listens. */
export const wakeWhenOnline = (): void => void registration?.sync?.register('yian.carer').catch(() => {});

/** For the home screen; in the document only while this page is. */
export function linkManifest(): void {
  for (const [rel, href] of [
    ['manifest', '/carer.webmanifest'],
    ['apple-touch-icon', '/carer-192.png'],
  ] as const)
    if (!document.head.querySelector(`link[rel="${rel}"]`))
      document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}
