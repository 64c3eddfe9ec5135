/**
 * `npm run bench -- [words…]`: the benchmarks whose name contains one of the words, or all, one after
 * the other. Ends with 1 when a goal is missed or a benchmark fails.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { machine } from './harness.ts';

const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts' && !file.startsWith('harness'))
  .map((file) => file.slice(0, -3));
const words = process.argv.slice(2);
const names = known.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
if (names.length === 0) {
  console.error(`There are: ${known.join(', ')}`);
  process.exitCode = 1;
}
for (const name of names) {
  console.log(`\n── ${name} (${machine()})`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${name}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
