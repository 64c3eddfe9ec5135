/** What is there in demonstration mode only. */
import type { Dependencies } from '../context.ts';
import type { MenuDefault } from './menu-defaults.ts';
import { button, page } from './menu-parts.ts';

/** Menus that a demonstration's institutions have beside the product's own; scripts/demo puts them there. */
export const demonstrationMenus: readonly MenuDefault[] = [
  page('设备模拟', '/device/simulator', 'ExperimentOutlined', 'tenant_device_simulator_view', [
    button('tenant_device_simulator_say', '模拟上报'),
  ]),
];

const own = new Set(demonstrationMenus.map(({ path }) => path));

/** Whether a menu is to be shown: a demonstration's own is not where its data has become a product's, or to whom the page would refuse. */
export const isShown = (
  { path, permission }: { path: string | null; permission: string | null },
  { config }: Dependencies,
  held: ReadonlySet<string>,
) => path === null || !own.has(path) || (config.demo && permission !== null && held.has(permission));
