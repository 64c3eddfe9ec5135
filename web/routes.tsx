/**
 * Every page: path → where it is loaded from. A page with `menu` can be reached only by those whose menu has its path;
 * its label and icon then come from the menu. `tab: false` fills the window without the frame.
 */
import type { PageRoute } from './shell/page-routes.ts';

export const pages: readonly PageRoute[] = [
  { path: '/wel/index', label: '首页', load: () => import('./shell/home.tsx') },
  { path: '/warning/warning/index', label: '预警管理', menu: true, load: () => import('./warnings/warnings.tsx') },
  { path: '/401', label: '401', load: () => import('./shell/error-pages.tsx').then(({ Page401 }) => ({ default: Page401 })), tab: false },
  { path: '/403', label: '403', load: () => import('./shell/error-pages.tsx').then(({ Page403 }) => ({ default: Page403 })), tab: false },
  { path: '/404', label: '404', load: () => import('./shell/error-pages.tsx').then(({ Page404 }) => ({ default: Page404 })), tab: false },
  { path: '/500', label: '500', load: () => import('./shell/error-pages.tsx').then(({ Page500 }) => ({ default: Page500 })), tab: false },
];
