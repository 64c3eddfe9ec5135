/** `npm run check`: types, lint, format. Prints what fails and exits with 1. */
import { spawnSync } from 'node:child_process';

const steps: [string, string[]][] = [
  ['tsc', ['--noEmit', '-p', '.']],
  ['oxlint', ['--deny-warnings', '.']],
  ['oxfmt', ['--check', '.']],
];
let failed = false;
for (const [command, args] of steps) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${command} ${args.join(' ')}`);
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
