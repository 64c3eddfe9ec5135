/** Where the warning bell and the popup of new warnings are mounted; web/warnings/bell.tsx is it. */
import { lazy, Suspense, type ComponentType } from 'react';

const RETRY_MS = 3000;

/** Keeps trying: a network that fails for a moment must neither cost the alarms nor the whole page. */
const load = (): Promise<{ default: ComponentType }> =>
  import('#web/warnings/bell.tsx').catch(() => new Promise<void>((resolve) => setTimeout(resolve, RETRY_MS)).then(load));

/** Shown to those who may see warnings and have not hidden them. */
const Bell = lazy(load);

export function Alerts() {
  return (
    <Suspense fallback={null}>
      <Bell />
    </Suspense>
  );
}
