/** The frame as an administrator of the demonstration has it, with what journeys press in it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { PLATFORM } from '#contract/tenants/tenants.ts';
import { startWatches, watchId, type Fleet } from '../../scripts/simulator/watches.ts';
import { endWarnings } from './demonstration.ts';
import { startProduct, type Product } from './product.ts';

export const PINGAN = 1_000_001;
const AXE = join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js');

export interface Shell {
  product: Product;
  page: Page;
  /** What broke in the page, violations of its policy among it. */
  problems: string[];
  /** Who wears the only watch of the fleet. */
  wearer: string;
  fleet: Fleet;
  run: (query: ReturnType<typeof sql>) => Promise<unknown>;
  /** Sets a parameter of the tenant. */
  keep: (key: string, value: string) => Promise<unknown>;
  /** Changes the tenant's package, which only the platform may. */
  putInPackage: (code: string | null) => Promise<unknown>;
  packageCode: () => Promise<string | null>;
  tab: (label: string) => Locator;
  menu: (label: string) => Locator;
  /** The line of a group, which opens and closes it. */
  group: (label: string) => Locator;
  tool: (name: string) => Locator;
  palette: () => Locator;
  stop: () => Promise<void>;
}

export const gone = (locator: Locator) => locator.first().waitFor({ state: 'hidden' });

/** Starts the product without open warnings, signs in, connects the watch. */
export async function startShell(): Promise<Shell> {
  // Notices on the desktop, and a page that is not the one in front, are there in a browser with a window only.
  const product = await startProduct({ devices: 'real', browserPath: process.env.CHROMIUM_WINDOWED });
  const run = (query: ReturnType<typeof sql>) => product.deps.inTenant(PINGAN, (tx) => tx.run(query));
  const keep = (key: string, value: string) =>
    run(sql`update parameters set value = ${value} where tenant_id = ${PINGAN} and key = ${key}`);
  await endWarnings(product);
  await keep('OFFICIAL_WEBSITE', 'https://yian.example/');
  await keep('IFRAME_ALLOW', 'https://report.example');
  const row = await product.deps.inTenant(PINGAN, (tx) =>
    tx.row<{ name: string }>(sql`
      select p.name from devices d join people p on p.tenant_id = d.tenant_id and p.id = d.person_id
      where d.tenant_id = ${PINGAN} and d.short_id = ${watchId(1)}`),
  );
  const wearer = row?.name ?? assert.fail('nobody wears the first watch');
  await run(sql`
    with made as (insert into menus (tenant_id, name, type, path, icon, sort)
    values (${PINGAN}, '设备总览', 2, '/device/index', 'CloudOutlined', 99) returning id)
    insert into role_menus (tenant_id, role_id, menu_id) select ${PINGAN}, r.id, made.id from roles r, made
    where r.tenant_id = ${PINGAN} and r.code = 'admin'`);
  const page = await product.signIn('admin');
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => void (/Content Security Policy|Refused to/.test(message.text()) && problems.push(message.text())));
  const fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1)], rate: 0 });
  assert.ok(await fleet.connected(30_000));
  return {
    product,
    page,
    problems,
    wearer,
    fleet,
    run,
    keep,
    packageCode: async () =>
      (
        await product.deps.inTenant(PINGAN, (tx) =>
          tx.row<{ code: string | null }>(sql`select package_code as code from tenants where id = ${PINGAN}`),
        )
      )?.code ?? null,
    putInPackage: (code) =>
      product.deps.inTenant(PLATFORM, (tx) => tx.run(sql`update tenants set package_code = ${code} where id = ${PINGAN}`)),
    tab: (label) => page.locator('.y-tab', { hasText: label }),
    menu: (label) => page.locator('.y-menu').getByRole('menuitem', { name: label }),
    group: (label) => page.locator('.y-menu .ant-menu-submenu-title', { hasText: new RegExp(`^${label}\\d*$`) }),
    tool: (name) => page.locator('.y-top').getByRole('button', { name, exact: true }),
    palette: () => page.locator('.y-palette input'),
    async stop() {
      await fleet.stop();
      await product.stop();
    },
  };
}

/** What axe finds to be serious within `scope`, by all of its rules or only some. */
export async function seriousIn({ page, problems }: Shell, scope: string, rules?: string[]): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(await readFile(AXE, 'utf8'));
  // axe itself writes style attributes, which the policy forbids.
  const before = problems.length;
  const found = await page.evaluate(
    async ([within, only]) => {
      const { axe } = globalThis as unknown as {
        axe: {
          run: (scope: object, options: object) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }>;
        };
      };
      const found = await axe.run({ include: [within] }, only ? { runOnly: only } : {});
      return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
    },
    [scope, rules ?? null] as const,
  );
  problems.length = before;
  return found;
}
