/**
 * Every page: path → where it is loaded from. A page with `menu` can be reached only by those whose menu has its path;
 * its label and icon then come from the menu. `tab: false` fills the window without the frame.
 */
import type { PageRoute } from './shell/page-routes.ts';

export const pages: readonly PageRoute[] = [
  { path: '/wel/index', label: '首页', load: () => import('./shell/home.tsx') },
  { path: '/oldMan/index', label: '服务对象', menu: true, load: () => import('./elderly/people.tsx') },
  { path: '/oldMan/add', label: '新增服务对象', load: () => import('./elderly/add-person.tsx') },
  { path: '/oldMan/detail', label: '服务对象详情', load: () => import('./elderly/person.tsx') },
  { path: '/device/index', label: '设备管理', menu: true, load: () => import('./devices/devices.tsx') },
  { path: '/device/detail', label: '设备详情', load: () => import('./devices/device.tsx') },
  { path: '/warning/warning/index', label: '预警管理', menu: true, load: () => import('./warnings/warnings.tsx') },
  { path: '/order/workorder', label: '工单管理', menu: true, load: () => import('./work-orders/work-orders.tsx') },
  { path: '/order/detail', label: '工单详情', load: () => import('./work-orders/work-order-detail.tsx') },
  { path: '/business/bccostproject', label: '服务项目', menu: true, load: () => import('./services/service-projects.tsx') },
  { path: '/business/bccostservice', label: '服务分类', menu: true, load: () => import('./services/service-types.tsx') },
  { path: '/401', label: '401', load: () => import('./shell/error-pages.tsx').then(({ Page401 }) => ({ default: Page401 })), tab: false },
  { path: '/403', label: '403', load: () => import('./shell/error-pages.tsx').then(({ Page403 }) => ({ default: Page403 })), tab: false },
  { path: '/404', label: '404', load: () => import('./shell/error-pages.tsx').then(({ Page404 }) => ({ default: Page404 })), tab: false },
  { path: '/500', label: '500', load: () => import('./shell/error-pages.tsx').then(({ Page500 }) => ({ default: Page500 })), tab: false },
];
