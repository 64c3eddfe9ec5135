/** Builds the web into dist/, precompressed; does nothing when nothing it is made of has changed. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const SMALLEST = 1024;
/** The application, then the pages that strangers load without any of it; that of a questionnaire shares nothing with the others. */
const BUILDS = [
  { config: 'vite.config.ts' },
  { config: 'vite.fill.config.ts', pages: ['fill.html'] },
  { config: 'vite.fill.config.ts', pages: ['call.html', 'ccc.html'] },
];
const PLUGINS = ['scripts/build-plugins.ts', 'scripts/carer-worker-plugin.ts', 'scripts/inlined.ts'];

/** SHA-256 over every file that the build reads. */
function inputsHash(): string {
  const hash = createHash('sha256');
  const files = globSync('{web,contract}/**/*.*', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));
  for (const file of [...files.sort(), 'package-lock.json', ...BUILDS.map(({ config }) => config), ...PLUGINS]) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(ROOT, file)));
  }
  return hash.digest('hex');
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Writes `.br` and `.gz` beside a file; zlib works in the thread pool, so many files keep every core busy. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < SMALLEST) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await Promise.all([
    writeFile(`${file}.br`, await brotli(bytes, { params })),
    writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 })),
  ]);
}

/** Puts a finished build where the server looks; the one before goes away. */
async function replace(built: string): Promise<void> {
  const old = `${built}.old`;
  await rename(DIST, old).catch(() => {});
  await rename(built, DIST).catch((error: unknown) => {
    // Another process was a moment faster with the same.
    if (!existsSync(join(DIST, '.hash'))) throw error;
  });
  await rm(old, { recursive: true, force: true });
}

/** Gives whether it built. Throws, with the compiler's words, when the web does not build. Two processes may build at once. */
export async function buildWeb(): Promise<boolean> {
  const hash = inputsHash();
  const mark = join(DIST, '.hash');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === hash) return false;
  // Vite leaves NODE_ENV=production behind, which processes started afterwards would inherit.
  const { NODE_ENV } = process.env;
  const outDir = join(ROOT, '.cache', `web-${process.pid}`);
  try {
    const { build } = await import('vite');
    for (const { config, pages } of BUILDS) {
      const input = pages?.map((page) => join(ROOT, 'web', page));
      const rolldownOptions = input ? { rolldownOptions: { input } } : {};
      await build({ configFile: join(ROOT, config), mode: 'production', logLevel: 'warn', build: { outDir, ...rolldownOptions } });
    }
    await Promise.all(globSync('**/*.{js,mjs,css,html,svg,json,wasm}', { cwd: outDir }).map((file) => compress(join(outDir, file))));
    await writeFile(join(outDir, '.hash'), hash);
    await replace(outDir);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    await rm(outDir, { recursive: true, force: true });
  }
  return true;
}

if (import.meta.main) console.log((await buildWeb()) ? 'The web is built.' : 'The web is up to date.');
