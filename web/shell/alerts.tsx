/** Where the warning bell and the popup of new warnings are mounted; web/warnings fills it. */
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';

/** The bell's loader; null while there is none. Shown to those who may see warnings and have not hidden them. */
export const loadBell: (() => Promise<{ default: ComponentType }>) | null = null;

const Bell = loadBell ? lazy(loadBell) : null;

export function Alerts() {
  return Bell ? (
    <Suspense fallback={null}>
      <Bell />
    </Suspense>
  ) : null;
}
