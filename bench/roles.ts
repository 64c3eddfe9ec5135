/**
 * Seven people's work with a stopwatch: nurse, carer with a phone, agent of the call centre, finance, administrator, group and platform do
 * what they do every day, in a browser, by the menus and buttons that they see. Printed for each piece of work: how often a pointer went
 * down, how many keys were typed, how many pages were gone through, and the seconds from the first press to what the server confirmed, on
 * the screen. That is the machine's time: these hands do not read. Ends with 1 where a piece cannot be done or takes more presses than
 * its goal. Needs Chromium (CHROMIUM, else /usr/bin/chromium). YIAN_SHOTS names a folder for pictures of what failed.
 * Usage: node bench/roles.ts [roles…]
 */
import { existsSync } from 'node:fs';
import { startWatches, watchId } from '../scripts/simulator/watches.ts';
import { endWarnings } from '../test/e2e/demonstration.ts';
import { startProduct } from '../test/e2e/product.ts';
import { ratio, table } from './harness.ts';
import { worker, type Job } from './harness-roles.ts';
import { agentsDay } from './harness-roles-calls.ts';
import { carersDay, jobFor, nursesDay } from './harness-roles-care.ts';
import { administratorsDay, financesDay, groupsDay, platformsDay } from './harness-roles-office.ts';

process.env.CHROMIUM ||= '/usr/bin/chromium';
if (!existsSync(process.env.CHROMIUM)) {
  console.error(`There is no browser at ${process.env.CHROMIUM}`);
  process.exit(1);
}
const PASSWORD = 'Demo2026';
const DESK = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, permissions: ['geolocation'] };
const PATIENCE_MS = 20_000;

const product = await startProduct({ devices: 'real', browserPath: process.env.CHROMIUM });
const wanted = process.argv.slice(2);
const jobs: Job[] = [];

/** Somebody with the first page open. */
const at = async (role: string, options: object = DESK) => {
  const page = await product.signIn(role, { ...options, at: null });
  page.setDefaultTimeout(PATIENCE_MS);
  const who = await worker(role, page, jobs);
  await page.goto(`${product.url}/wel/index`);
  return who;
};

const days: Record<string, () => Promise<void>> = {
  async nurse() {
    const fleet = startWatches({ host: '127.0.0.1', port: product.watchPort, ids: [watchId(1)], rate: 0 });
    await fleet.connected(30_000);
    await nursesDay(product, await at('nurse'), fleet);
    await fleet.stop();
  },
  async carer() {
    const admin = await product.signIn('admin');
    const place = await jobFor(product, admin);
    await carersDay(product, await at('carer', { ...PHONE, geolocation: { ...place, accuracy: 10 } }), await admin.screenshot());
  },
  agent: () => agentsDay(product, jobs, DESK),
  finance: async () => financesDay(product, await at('finance')),
  admin: async () => administratorsDay(product, await at('admin')),
  group: async () => groupsDay(product, await at('group'), PASSWORD),
  async platform() {
    const platform = await at('platform');
    await platformsDay(product, platform, await platform.page.screenshot());
  },
};

try {
  await endWarnings(product);
  for (const [role, day] of Object.entries(days)) if (wanted.length === 0 || wanted.includes(role)) await day();
} finally {
  await product.stop();
}
table(
  'seven people’s work',
  jobs.map(({ role, task, presses, keys, pages, seconds }) => ({ task: `${role}: ${task}`, presses, keys, pages, seconds })),
);
for (const { role, task, presses, goal, failed } of jobs) {
  if (goal !== null && !failed) ratio(`${role}: ${task}, presses`, presses, '<=', goal);
  if (failed) {
    console.log(`${role}: ${task} was not done: ${failed}`);
    process.exitCode = 1;
  }
}
