/** Which page an address shows. */
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { trailTo, type MenuItem } from './menu.ts';

export interface PageRoute {
  /** As react-router writes it: `/activti/detail/:id`. */
  path: string;
  /** Of its tab until the page knows better; the menu's label goes before it. */
  label: string;
  load: () => Promise<{ default: ComponentType }>;
  menu?: boolean;
  tab?: boolean;
}

export const matches = (route: PageRoute, path: string) => matchPath({ path: route.path, end: true }, path) !== null;

/** The page of a path for somebody with this menu, and its label; null when there is none for them. */
export function findPage(
  routes: readonly PageRoute[],
  items: readonly MenuItem[],
  path: string,
): { route: PageRoute; label: string } | null {
  const route = routes.find((one) => matches(one, path));
  if (!route) return null;
  const entry = trailTo(items, path).at(-1);
  if (route.menu && !entry) return null;
  return { route, label: entry?.label ?? route.label };
}
