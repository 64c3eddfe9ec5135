/** Pages as chunks of their own, kept once loaded, so that a loaded page is drawn without a placeholder. */
import { createElement, use, type ComponentType } from 'react';
import type { PageRoute } from './page-routes.ts';

interface Loading {
  page: ComponentType | null;
  promise: Promise<ComponentType>;
}

const loadings = new WeakMap<PageRoute, Loading>();

/** Begins to load a page, or gives the loading that has begun. A failed one may be tried again. */
export function loadPage(route: PageRoute): Loading {
  const known = loadings.get(route);
  if (known) return known;
  const loading: Loading = {
    page: null,
    promise: route.load().then(
      ({ default: page }) => (loading.page = page),
      (error: unknown) => {
        loadings.delete(route);
        throw error;
      },
    ),
  };
  loadings.set(route, loading);
  return loading;
}

/** Draws a page; suspends while it loads, throws into the nearest boundary when it cannot be. */
export function LazyPage({ route }: { route: PageRoute }) {
  const loading = loadPage(route);
  return createElement(loading.page ?? use(loading.promise));
}
