/** Where the warning bell and the popup of new warnings are mounted; web/warnings/bell.tsx is it. */
import { lazy, Suspense } from 'react';

/** Shown to those who may see warnings and have not hidden them. */
const Bell = lazy(() => import('#web/warnings/bell.tsx'));

export function Alerts() {
  return (
    <Suspense fallback={null}>
      <Bell />
    </Suspense>
  );
}
