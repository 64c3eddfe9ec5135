/**
 * The product as its users have it, for journeys: `const product = await
 * startProduct()`, `after(() => product.stop())`. Runs `npm start`'s own script with demonstration data on free ports and a data folder of
 * its own; pages come signed in as the login page leaves them (journeys of the login page itself use `signInOn`).
 * Needs a Chromium, named in CHROMIUM: `describe(…, { skip: noBrowser }, …)`. YIAN_SLOW=4 gives
 * every page a quarter of the processor, YIAN_LATE=800 lets every call of a page wait for 800 ms, YIAN_MOTION=1 all movement.
 */
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright-core';
import type { Dependencies } from '#server/context.ts';
import { connect, disconnect } from '#server/dependencies.ts';
import { askCaptcha } from '#server/users/captchas.ts';
import { clockOffset, withoutClock } from '../../scripts/test-clock.ts';
import { CLIENT, type TokenAnswer } from '#web/api/token-exchange.ts';
import { testConfig } from '#test/config.ts';
import { freePorts } from '#test/processes.ts';
import { listen } from './pages.ts';

const ROOT = join(import.meta.dirname, '../..');
const PASSWORD = 'Demo2026';
/** Seeding and building on a busy machine. */
const START_MS = 240_000;
const SLOW = Number(process.env.YIAN_SLOW || 1);
const LATE = Number(process.env.YIAN_LATE || 0);
/** Nothing that is pressed moves unless that is looked for: between mouse down and up a click would be lost. */
const reducedMotion = process.env.YIAN_MOTION ? 'no-preference' : 'reduce';

/** A window in which lists leave out no column. */
export const WIDE: BrowserContextOptions = { viewport: { width: 1920, height: 1080 } };

/** Why journeys cannot run here; false when they can. */
export const noBrowser = process.env.CHROMIUM ? false : 'CHROMIUM names no browser';

export interface Product {
  url: string;
  watchPort: number;
  /** A stranger's window with the run's clock: Chinese, in Shanghai, 1440 × 900, nothing moves. */
  newContext: (options?: BrowserContextOptions, browser?: Browser) => Promise<BrowserContext>;
  /** What broke in the pages, with the name of the account: empty at the end of a journey. */
  problems: readonly string[];
  /** Connected to the product's database as its runtime role. */
  deps: Dependencies;
  /** A page of a demonstration account, in a browser context of its own, at `/wel/index` or the path `at`; null leaves it empty. `browser` is another one than that of all pages. */
  signIn: (username: string, options?: BrowserContextOptions & { at?: string | null; browser?: Browser }) => Promise<Page>;
  stop: () => Promise<void>;
}

/** Runs scripts/start.ts until it says that it is up. Gives what ends it. */
async function run(env: Record<string, string>): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/start.ts')], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let heard = '';
  const up = new Promise<void>((resolve) => {
    const hear = (chunk: Buffer) => {
      heard = (heard + chunk.toString()).slice(-20_000);
      if (heard.includes('颐安 已启动')) resolve();
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await gone;
  };
  const patience = new AbortController();
  const late = new Promise<string>((resolve) => {
    const timer = setTimeout(resolve, START_MS, 'is not up after four minutes');
    patience.signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const problem = await Promise.race([up, gone.then(() => 'ended by itself'), late]);
  patience.abort();
  if (problem) {
    await stop();
    throw new Error(`The product ${problem}:\n${heard}`);
  }
  return stop;
}

/** Has the sum of a public page be 1+1; where it shows a slider, the sum is asked for first. */
export async function knownSum(page: Page, { url, deps }: Pick<Product, 'url' | 'deps'>): Promise<void> {
  const captcha = page.locator('.l-captcha img');
  const other = page.getByRole('button', { name: '不便拖动？改做算术题' });
  await captcha.or(other).first().waitFor();
  if (await other.isVisible()) await other.click();
  await captcha.evaluate((image: HTMLImageElement) => image.decode());
  const randomStr = new URL((await captcha.getAttribute('src')) as string, url).searchParams.get('randomStr') as string;
  await askCaptcha(deps, randomStr, () => ({ text: '1+1=?', answer: 2 }));
}

/** Fills in the login page as a person would; the captcha's answer is put beside the one that was drawn. */
export async function signInOn(
  page: Page,
  { url, deps }: Pick<Product, 'url' | 'deps'>,
  username: string,
  password = PASSWORD,
): Promise<void> {
  await page.goto(`${url}/login`);
  await knownSum(page, { url, deps });
  await page.getByLabel('用户名', { exact: true }).fill(username);
  await page.getByLabel('密码', { exact: true }).fill(password);
  await page.getByLabel('验证码', { exact: true }).fill('2');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.waitForURL('**/wel/index');
}

/** The answer of the server to a sign-in with the web's own client and the captcha that a journey knows. */
async function tokensFor({ url, deps }: Pick<Product, 'url' | 'deps'>, username: string): Promise<TokenAnswer> {
  const randomStr = randomUUID();
  await askCaptcha(deps, randomStr, () => ({ text: '1+1=?', answer: 2 }));
  const answer = await fetch(
    `${url}/auth/oauth/token?${new URLSearchParams({ randomStr, code: '2', grant_type: 'password', scope: 'server' })}`,
    { method: 'POST', headers: { authorization: CLIENT }, body: new URLSearchParams({ username, password: PASSWORD }) },
  );
  if (!answer.ok) throw new Error(`${username} was not signed in: ${await answer.text()}`);
  return (await answer.json()) as TokenAnswer;
}

/** Gives a page the session of an answer, as the login page does. */
async function startSession(page: Page, url: string, answer: TokenAnswer): Promise<void> {
  const nothing = `${url}/nothing`;
  await page.route(nothing, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(nothing);
  await page.evaluate(({ access_token, refresh_token, expires_in, user_info }) => {
    const names = (user_info.authorities ?? []).map(({ authority }) => [authority, true]);
    const session = {
      tokens: { access: access_token, refresh: refresh_token, left: expires_in, countedAt: Date.now() },
      user: user_info,
      permissions: Object.fromEntries(names),
      lock: null,
      scope: 'server',
    };
    sessionStorage.setItem('yian.session', JSON.stringify(session));
  }, answer);
  await page.unroute(nothing);
}

/** Runs in a page before its own scripts: its clock is `offset` ms ahead of the machine's. */
function moveClock(offset: number): void {
  const machine = Date;
  globalThis.Date = class extends machine {
    constructor(...given: [] | [number | string | Date]) {
      if (given.length === 0) super(machine.now() + offset);
      else super(...given);
    }
    static override now() {
      return machine.now() + offset;
    }
  } as DateConstructor;
}

/** A folder for the product's data; the database refuses root and runs as another user, who has to get in. */
function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'yian-e2e-'));
  chmodSync(dataDir, 0o755);
  return dataDir;
}

/** Runs the product on a folder; gives its ports and what ends it. Beside each port the next one serves its counters. */
async function runOn(
  dataDir: string,
  more: (url: string) => Record<string, string>,
): Promise<{ port: number; watchPort: number; end: () => Promise<void> }> {
  const port = await freePorts(4);
  const watchPort = port + 2;
  const env = {
    DATA_DIR: dataDir,
    PORT: String(port),
    WATCH_PORT: String(watchPort),
    HOST: '127.0.0.1',
    DEMO: '1',
    // An alarm that comes by itself after two minutes lies over what a slow machine wants to press.
    YIAN_DEMO_ALARMS: '0',
    YIAN_DEMO_PASSWORD: PASSWORD,
    DATABASE_URL: '',
    ...more(`http://127.0.0.1:${port}`),
  };
  return { port, watchPort, end: await run(env) };
}

/** A folder with the demonstration in it, for many journeys to start from (in YIAN_E2E_DATA): seeding it takes longer than most of them. */
export async function seededData(): Promise<string> {
  const dataDir = newDataDir();
  const { end } = await runOn(dataDir, () => ({}));
  await end();
  // The data of a run may die with the machine.
  appendFileSync(join(dataDir, 'pg/postgresql.auto.conf'), 'fsync = off\n');
  return dataDir;
}

interface Wanted {
  /** The web alone by default; with the gateways and the switchboard, which a fleet or the calls of the journey need; with those and the demonstration's devices. */
  devices?: 'none' | 'real' | 'simulated';
  /** Further variables, for the product's address. */
  more?: (url: string) => Record<string, string>;
  /** That of another Chromium than the one of all journeys. */
  browserPath?: string | undefined;
}

/**
 * Starts what is wanted; takes a minute where YIAN_E2E_DATA names no seeded folder. Throws with the product's own output when it does not
 * come up.
 */
export async function startProduct({
  devices = 'none',
  more = () => ({}),
  browserPath = process.env.CHROMIUM,
}: Wanted = {}): Promise<Product> {
  const dataDir = newDataDir();
  const seeded = process.env.YIAN_E2E_DATA;
  // With its owners: the database's files are not ours when we are root.
  if (seeded) execFileSync('cp', ['-a', `${seeded}/.`, dataDir]);
  const { port, watchPort, end } = await runOn(dataDir, (url) => ({ YIAN_DEVICES: devices, ...more(url) })).catch((error: unknown) => {
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  const deps = connect(testConfig({ dataDir }), 'journeys');
  const url = `http://127.0.0.1:${port}`;
  const browser = await chromium.launch({
    executablePath: browserPath as string,
    args: ['--no-sandbox'],
    // Without a UTF-8 locale Chromium calls a file with a Chinese name "download".
    env: { ...withoutClock(process.env), LC_ALL: 'C.UTF-8' },
  });
  const problems: string[] = [];
  const newContext: Product['newContext'] = async (options, own = browser) => {
    const context = await own.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      reducedMotion,
      ...options,
    });
    if (clockOffset() !== 0) await context.addInitScript(moveClock, clockOffset());
    if (LATE > 0)
      await context.route('**/*', async (route) => {
        if (['fetch', 'xhr'].includes(route.request().resourceType())) await wait(LATE);
        // The page may be gone by then.
        await route.continue().catch(() => {});
      });
    return context;
  };
  return {
    url,
    watchPort,
    newContext,
    problems,
    deps,
    async signIn(username, { at = '/wel/index', browser: own = browser, ...options } = {}) {
      const context = await newContext(options, own);
      const page = await context.newPage();
      await listen(page, username, problems);
      if (SLOW > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
      await startSession(page, url, await tokensFor({ url, deps }, username));
      if (at !== null) await page.goto(url + at);
      return page;
    },
    async stop() {
      await browser.close();
      await disconnect(deps);
      await end();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
