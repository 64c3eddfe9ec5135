/**
 * `npm test [e2e | part of a path …]`: every *.test.ts on a fresh PostgreSQL cluster, the
 * browser journeys of test/e2e where Chromium is installed.
 * Ends with the line `N passed, N failed`. YIAN_TEST_CLOCK gives the run another time of day (scripts/test-clock.ts).
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { availableParallelism, constants, setPriority, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildWeb } from './build-web.ts';
import { clockEnvironment, hasClock, otherClocks } from './test-clock.ts';

// Node reads its clock before it reads this file: the run begins again under the other clock.
if (process.env.YIAN_TEST_CLOCK && !process.env.FAKETIME) {
  const env = { ...process.env, ...clockEnvironment(process.env.YIAN_TEST_CLOCK) };
  process.exit(spawnSync(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' }).status ?? 1);
}

const installed = (...names: string[]) => names.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path));
const windowed = process.env.CHROMIUM || installed('chromium', 'chromium-browser', 'google-chrome');
// The shell draws the same without a window around it, in nine tenths of the time.
const chromium = process.env.CHROMIUM || (windowed && (installed('chromium-headless-shell') ?? windowed));
const parts = process.argv.slice(2);
const onlyJourneys = parts[0] === 'e2e';
const wanted = (path: string) => onlyJourneys || parts.length === 0 || parts.some((part) => path.includes(part));
const ROOT = join(import.meta.dirname, '..');
/** What is quick and knows days and nights: it runs again under other clocks. */
const CLOCKED = '{contract,server/health,server/elderly,server/screens,server/warnings,server/work-orders}/**/*.test.ts';
const units = onlyJourneys
  ? []
  : globSync('{contract,server,web,scripts,test,bench}/**/*.test.ts', { cwd: ROOT })
      .filter((path) => !path.startsWith('test/e2e/') && wanted(path))
      .sort();
const clocked =
  parts.length || process.env.FAKETIME
    ? []
    : globSync(CLOCKED, { cwd: ROOT })
        .filter((path) => !/(races|sums|asked-anew)/.test(path))
        .sort();
let journeys = globSync('test/e2e/*.test.ts', { cwd: ROOT }).filter(wanted).sort();
if (journeys.length && !chromium) {
  console.log(
    `SKIPPED: ${journeys.length} browser journeys, because no Chromium is installed (apt-get install chromium fonts-noto-cjk, or name one in CHROMIUM)`,
  );
  journeys = [];
}
/** What node:test said of the tests that failed: said again at the end, where it is looked for. */
let failures = '';

/** Kept in memory where there is plenty of it: a database of its own for each file is a thousand files, which a disk takes a second for. */
const SHARED_MEMORY = '/dev/shm';
const PLENTY = 8 * 2 ** 30;
const inMemory = () => {
  if (process.env.TMPDIR || !existsSync(SHARED_MEMORY) || process.availableMemory() < PLENTY) return false;
  const { bavail, bsize } = statfsSync(SHARED_MEMORY);
  return bavail * bsize >= PLENTY;
};
/** A folder that other users may pass: the database refuses root. */
function newFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'yian-tests-'));
  chmodSync(made, 0o755);
  return made;
}
if (inMemory()) process.env.TMPDIR = SHARED_MEMORY;
const scratch = newFolder();
process.env.TMPDIR = scratch;
const clusterDir = newFolder();
const env: NodeJS.ProcessEnv = {
  // Every file is a process of its own, which reads most of the server: compiled code that is kept saves half of its time.
  NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/compiled'),
  ...process.env,
  YIAN_TEST_CLUSTER: clusterDir,
  CHROMIUM: chromium ?? '',
  CHROMIUM_WINDOWED: windowed ?? '',
  NODE_NO_WARNINGS: '1',
};
/** A journey has a product and a browser of its own: two fill most machines' memory. */
const JOURNEYS_AT_ONCE = 2;
/** One more than there are cores: a file waits for its database, for sound and for clocks. */
const UNITS_AT_ONCE = Math.min(4, availableParallelism() + 1);

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface Manner {
  /** Further variables. */
  more?: Record<string, string>;
  /** Beside others: with what they leave of the processor, and said at the end in one piece. */
  beside?: boolean;
}

/** Runs files under node:test, `atOnce` at a time, each in a process of its own, or all in one with `together`; gives the counts of its summary. */
function run(files: readonly string[], atOnce: number | 'together', { more = {}, beside = false }: Manner = {}): Promise<Counts> {
  if (files.length === 0) return Promise.resolve({ passed: 0, failed: 0, skipped: 0 });
  // In one process for all files test/exit.ts does nothing, and what a library of the web leaves open would hold it. A process that exits by
  // force waits for what it says to be in a file, and not for a pipe.
  const written = atOnce === 'together' ? join(scratch, `together-${randomUUID()}`) : null;
  const how =
    written !== null
      ? ['--test-isolation=none', '--test-force-exit', `--test-reporter-destination=${written}`]
      : [`--test-concurrency=${atOnce}`];
  const begun = performance.now();
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', './test/exit.ts', '--test', '--test-timeout=400000', ...how, '--test-reporter=spec', ...files],
      {
        cwd: ROOT,
        env: { ...env, ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    if (beside && child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    let tail = '';
    const later: Buffer[] = [];
    const hear = (chunk: Buffer) => {
      if (beside) later.push(chunk);
      else process.stdout.write(chunk);
      tail = (tail + chunk.toString()).slice(-200_000);
    };
    child.stdout.on('data', hear);
    child.on('exit', (code) => {
      if (written !== null) hear(readFileSync(written));
      process.stdout.write(Buffer.concat(later));
      const count = (name: string) => Number([...tail.matchAll(new RegExp(`^ℹ ${name} (\\d+)`, 'gm'))].at(-1)?.[1] ?? 0);
      const failed = count('fail') + count('cancelled');
      failures += tail.split('✖ failing tests:')[1] ?? '';
      console.log(`${files.length} files took ${Math.round((performance.now() - begun) / 1000)} s`);
      resolve({ passed: count('pass'), failed: failed || (code === 0 ? 0 : 1), skipped: count('skipped') });
    });
  });
}

/** Rules and functions without a server: a process for each of their files would take longer than their tests. */
const isPure = (path: string) => /^(contract|web)\//.test(path);

/** Areas whose tests go through HTTP; the others test what a process has only once. */
const AREA = /^server\/(?!(?:db|http|jobs|net|realtime)\/)[\w-]+\//;
/** What a test changes of its whole process, or waits long for: such a file has a process of its own. */
const ALONE =
  /process\.(env\.\w+ =|on\(|once\(|exit)|(delete |assign\()process\.env|mock\.|memoryUsage|globalThis|#server\/events\.ts|await import\(|Date\.now =|generate_series\(\d+, ?\d{5}/;
const SHARED_BY = 10;

/**
 * Takes test files, gives what node:test is to run: files of one area share a process, ten at a time, each in a suite with its name.
 * A process reads 1,100 modules before its first test, which takes longer than most files' tests.
 */
function sharing(files: readonly string[]): string[] {
  const textOf = (path: string) => readFileSync(join(ROOT, path), 'utf8');
  const alone = (text: string): boolean =>
    ALONE.test(text) || [...text.matchAll(/'#(test\/[\w-]+\.ts)'/g)].some(([, helper = '']) => ALONE.test(textOf(helper)));
  const shares = (path: string) => AREA.test(path) && !alone(textOf(path));
  const areas = Object.groupBy(files.filter(shares), dirname);
  const folder = mkdtempSync(join(scratch, 'shared-'));
  const together = (name: string, paths: readonly string[]): string => {
    const suites = paths.map((path) => `describe('${path}', () => import('${pathToFileURL(join(ROOT, path)).href}'));`);
    const file = join(folder, `${name.replaceAll('/', '-')}.test.mjs`);
    writeFileSync(file, `import { describe } from 'node:test';\n${suites.join('\n')}\n`);
    return file;
  };
  const shared = Object.entries(areas).flatMap(([area, own = []]) =>
    Array.from({ length: Math.ceil(own.length / SHARED_BY) }, (_, at) =>
      together(`${area}-${at + 1}`, own.slice(at * SHARED_BY, (at + 1) * SHARED_BY)),
    ),
  );
  // node:test takes files in the order of their names. Those of the whole system take longest: begun last, they would have one core wait.
  const own = files.filter((path) => !shares(path));
  return [...shared, ...own.map((path) => (path.startsWith('test/') ? together(`0-${path}`, [path]) : path))];
}

/**
 * What runs under the other clock of number `turn`, 0 or 1: all pure files, and every fourth of those with a server. With the next commit each
 * of these moves on, so that four commits have had all of them under both clocks.
 */
function inTurn(files: readonly string[], turn: number): string[] {
  const commits = Number(spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).stdout) || 0;
  const servers = files.filter((path) => !isPure(path));
  return [...files.filter(isPure), ...servers.filter((_, at) => (at + commits) % 4 === turn)];
}

async function endCluster(dir: string): Promise<void> {
  const { startEmbedded } = await import('../server/db/embedded.ts');
  if (existsSync(join(dir, 'pg', 'postmaster.pid'))) await (await startEmbedded(dir, '')).stop();
  rmSync(dir, { recursive: true, force: true });
}

/** What the queries of a whole run were answered with: the types of their rows are compared with it (test/query-rows). */
const ROWS = { QUERY_ROWS_LOG: join(ROOT, '.cache/query-rows') };
const whole = parts.length === 0;

let passed = 0;
let failed = 0;
let skipped = 0;
const count = (counts: Counts) => {
  passed += counts.passed;
  failed += counts.failed;
  skipped += counts.skipped;
};

/** What waits for nothing: rules and functions, and everything under the other clocks. */
async function runBeside(): Promise<void> {
  count(await run(units.filter(isPure), 'together', { beside: true }));
  if (clocked.length && !hasClock()) console.log(`SKIPPED: other clocks, because libfaketime is not installed (apt-get install faketime)`);
  else
    for (const [turn, time] of (clocked.length ? otherClocks() : []).entries()) {
      const cluster = newFolder();
      const manner = { more: { ...clockEnvironment(time), YIAN_TEST_CLUSTER: cluster }, beside: true };
      const files = inTurn(clocked, turn);
      count(await run(files.filter(isPure), 'together', manner));
      count(await run(sharing(files.filter((path) => !isPure(path))), 1, manner));
      console.log(`The clock said ${time} in Shanghai`);
      await endCluster(cluster);
    }
}

try {
  if (journeys.length) await buildWeb();
  if (journeys.length > 1) {
    const { seededData } = await import('../test/e2e/product.ts');
    Object.assign(env, { YIAN_E2E_DATA: await seededData() });
  }
  if (whole) rmSync(ROWS.QUERY_ROWS_LOG, { recursive: true, force: true });
  const rows = whole ? { more: ROWS } : {};
  count(await run(sharing(units.filter((path) => !isPure(path))), UNITS_AT_ONCE, rows));
  if (whole) count(await run(['test/query-rows/check.ts'], 1, rows));
  // A journey waits for the pages of its browser: a tenth of the processor is left.
  await Promise.all([run(journeys, JOURNEYS_AT_ONCE).then(count), runBeside()]);
} finally {
  await endCluster(clusterDir);
  rmSync(scratch, { recursive: true, force: true });
}
if (failures) console.log(`\nFailed:${failures}`);
const line = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`;
// What was written to a pipe before may still be on its way.
process.stdout.write(line, () => process.exit(failed || passed === 0 ? 1 : 0));
