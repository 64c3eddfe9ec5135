/**
 * `npm run check:rows`, and the last step of a whole `npm test`: the types of rows on the server beside what the tests of that run
 * recorded (recorder.ts). docs/decisions/059-rows-of-queries.md says why.
 */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { findCallSites } from './call-sites.ts';
import { compare } from './compare.ts';
import type { Recording, Seen } from './recorder.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = process.env.QUERY_ROWS_LOG || join(ROOT, '.cache/query-rows');
/** Call sites whose row has no type that could be compared. It may only become less. */
const UNRESOLVED = 2;

/** JSON that a test breaks on purpose, as a person with access to the database could. */
const BROKEN_BY_TESTS = [
  // escalations.test.ts: one policy that cannot be read holds up no other.
  /^server\/warnings\/escalations\.ts:\d+:\d+ steps\[\]/,
];

const changed = new Map<string, number>();
/** When a file was written last; of one that is gone, now. */
const changedAt = (file: string) =>
  changed.getOrInsertComputed(file, () => (existsSync(join(ROOT, file)) ? statSync(join(ROOT, file)).mtimeMs : Infinity));

/** What processes saw, but for files that were changed since: their lines have moved. */
function recorded(): Seen[] {
  return globSync('*.json', { cwd: folder }).flatMap((name) => {
    const { startedAt, seen } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Recording;
    return seen.filter(({ site }) => changedAt(site.replace(/:\d+:\d+$/, '')) < startedAt);
  });
}

describe('the types of rows', () => {
  const { sites, candidates } = findCallSites();
  const seen = recorded();
  const { problems, compared, unseen, unresolved } = compare(sites, candidates, seen);

  it('name columns that PostgreSQL gives, with values of the kinds that it gives', (t) => {
    t.diagnostic(`${sites.length} calls run queries; ${compared} were compared, ${unseen.length} were run by no test`);
    assert.ok(compared > 0, `${folder} has no recordings: npm test makes them`);
    assert.equal(problems.filter((one) => !BROKEN_BY_TESTS.some((broken) => broken.test(one))).join('\n'), '');
  });

  it('are known for every call, but for those that are counted', () => {
    assert.ok(unresolved.length <= UNRESOLVED, `${unresolved.length} calls say nothing of their rows:\n${unresolved.join('\n')}`);
  });
});
