/** What demonstration mode does not let visitors do, and what is there in it only. */
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { MenuDefault } from './menu-defaults.ts';
import { button, page } from './menu-parts.ts';

/** Throws 423 in demonstration mode: for writes that would spoil it for everybody else. */
export function notInDemonstration({ config }: Dependencies): void {
  if (config.demo) throw new Refusal(423, '演示环境不能操作');
}

/** Throws 404 elsewhere: for what only a demonstration has. */
export function onlyInDemonstration({ config }: Dependencies): void {
  if (!config.demo) throw new Refusal(404, '设备模拟只在演示环境提供');
}

/** Menus that a demonstration's institutions have beside the product's own; scripts/demo puts them there. */
export const demonstrationMenus: readonly MenuDefault[] = [
  page('设备模拟', '/device/simulator', 'ExperimentOutlined', 'tenant_device_simulator_view', [button('tenant_device_simulator_say', '模拟上报')]),
];

const own = new Set(demonstrationMenus.map(({ path }) => path));

/** Whether a menu is to be shown: a demonstration's own is not where its data has become a product's, or to whom the page would refuse. */
export const isShown = ({ path, permission }: { path: string | null; permission: string | null }, { config }: Dependencies, held: ReadonlySet<string>) =>
  path === null || !own.has(path) || (config.demo && permission !== null && held.has(permission));
