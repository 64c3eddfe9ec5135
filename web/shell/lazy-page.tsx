/** Pages as chunks of their own, kept once loaded, so that a loaded page is drawn without a placeholder. */
import { createElement, use, type ComponentType } from 'react';
import type { PageRoute } from './page-routes.ts';

/** As React marks a promise whose value it has read: `use` then gives the value at once, also on the very first picture. */
interface Loading extends Promise<ComponentType> {
  status?: 'fulfilled';
  value?: ComponentType;
}

const loadings = new WeakMap<PageRoute, Loading>();

/** Begins to load a page, or gives the loading that has begun. A failed one may be tried again. */
export function loadPage(route: PageRoute): Loading {
  const known = loadings.get(route);
  if (known) return known;
  const loading: Loading = route.load().then(
    ({ default: page }) => {
      loading.status = 'fulfilled';
      loading.value = page;
      return page;
    },
    (error: unknown) => {
      loadings.delete(route);
      throw error;
    },
  );
  loadings.set(route, loading);
  return loading;
}

/** Draws a page; suspends while it loads, throws into the nearest boundary when it cannot be. */
export function LazyPage({ route }: { route: PageRoute }) {
  // Always asked: React wants whoever suspended with `use` to call it again.
  return createElement(use<ComponentType>(loadPage(route) as Promise<ComponentType>));
}
