/**
 * `npm test [e2e | part of a path …]`: every *.test.ts on a fresh PostgreSQL cluster, the browser journeys of test/e2e where Chromium is installed.
 * Ends with the line `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWeb } from './build-web.ts';

const chromium = process.env.CHROMIUM || ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
const parts = process.argv.slice(2);
const onlyJourneys = parts[0] === 'e2e';
const wanted = (path: string) => onlyJourneys || parts.length === 0 || parts.some((part) => path.includes(part));
const ROOT = join(import.meta.dirname, '..');
const units = onlyJourneys
  ? []
  : globSync('{contract,server,web,scripts,test,bench}/**/*.test.ts', { cwd: ROOT })
      .filter((path) => !path.startsWith('test/e2e/') && wanted(path))
      .sort();
let journeys = globSync('test/e2e/*.test.ts', { cwd: ROOT }).filter(wanted).sort();
if (journeys.length && !chromium) {
  console.log(
    `SKIPPED: ${journeys.length} browser journeys, because no Chromium is installed (apt-get install chromium fonts-noto-cjk, or name one in CHROMIUM)`,
  );
  journeys = [];
}

const clusterDir = mkdtempSync(join(tmpdir(), 'yian-tests-'));
chmodSync(clusterDir, 0o755);
const env = { ...process.env, YIAN_TEST_CLUSTER: clusterDir, CHROMIUM: chromium ?? '', NODE_NO_WARNINGS: '1' };

/** Runs files under node:test, two at a time; gives the counts of its summary. */
function run(files: readonly string[]): Promise<{ passed: number; failed: number; skipped: number }> {
  if (files.length === 0) return Promise.resolve({ passed: 0, failed: 0, skipped: 0 });
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--import', './test/exit.ts', '--test', '--test-timeout=400000', '--test-concurrency=2', '--test-reporter=spec', ...files],
      {
        cwd: ROOT,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
    let tail = '';
    child.stdout.on('data', (chunk: Buffer) => {
      process.stdout.write(chunk);
      tail = (tail + chunk.toString()).slice(-200_000);
    });
    child.on('exit', (code) => {
      const count = (name: string) => Number([...tail.matchAll(new RegExp(`^ℹ ${name} (\\d+)`, 'gm'))].at(-1)?.[1] ?? 0);
      const failed = count('fail') + count('cancelled');
      resolve({ passed: count('pass'), failed: failed || (code === 0 ? 0 : 1), skipped: count('skipped') });
    });
  });
}

let seeded: string | null = null;
let passed = 0;
let failed = 0;
let skipped = 0;
try {
  if (journeys.length) await buildWeb();
  if (journeys.length > 1) {
    const { seededData } = await import('../test/e2e/product.ts');
    seeded = await seededData();
    Object.assign(env, { YIAN_E2E_DATA: seeded });
  }
  // A journey mostly waits for its pages: two at a time keep two cores busy.
  for (const files of [units, journeys]) {
    const counts = await run(files);
    passed += counts.passed;
    failed += counts.failed;
    skipped += counts.skipped;
  }
} finally {
  const { startEmbedded } = await import('../server/db/embedded.ts');
  if (existsSync(join(clusterDir, 'pg', 'postmaster.pid'))) await (await startEmbedded(clusterDir, '')).stop();
  rmSync(clusterDir, { recursive: true, force: true });
  if (seeded) rmSync(seeded, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed || passed === 0 ? 1 : 0);
