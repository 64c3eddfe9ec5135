import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('web/**/*.{ts,tsx}', { cwd: ROOT });
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/**
 * The rooms of the web, the lowest first: a room imports only what stands before it, also
 * by `import()` and styles. docs/architecture.md says why.
 * Pages that show parts of several areas stand above them.
 */
const FLOORS = `theme api ui shell
  system messages documents login tenants stock approvals questionnaires fill call-page services elderly accounts devices rooms
  health work-orders warnings home-care staff-leave care goods-orders subscriptions meals users onboarding visitors incidents stay tickets
  handovers visits assessments calls person screens carer`.split(/\s+/);
/** What puts the web together stands at the root and sees everything. */
const PUT_TOGETHER = ['application.tsx', 'main.tsx', 'routes.tsx'];

/** Files of the web that a file imports, as paths from the root. */
function imports(file: string): string[] {
  return [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (name?.startsWith('#web/')) return [name.slice(1)];
    if (name?.startsWith('.')) return [relative(ROOT, join(ROOT, dirname(file), name))];
    return [];
  });
}

const roomOf = (file: string) => (file.split('/').length > 2 ? (file.split('/')[1] as string) : null);
/** What stands at the root is above every room. */
const floorOf = (file: string) => {
  const room = roomOf(file);
  return room === null ? FLOORS.length : FLOORS.indexOf(room);
};

describe('the rooms of the web', () => {
  it('are all listed, and every listed room is there', () => {
    const rooms = new Set(files.flatMap((file) => roomOf(file) ?? []));
    assert.deepEqual([...rooms].sort(), [...FLOORS].sort());
  });

  it('import only rooms below them', () => {
    for (const file of files)
      for (const target of imports(file).filter((name) => name.startsWith('web/')))
        assert.ok(floorOf(target) <= floorOf(file), `${file} imports ${target}, which stands above it`);
  });

  it('leave at the root only what puts them together', () => {
    assert.deepEqual(files.filter((file) => roomOf(file) === null).sort(), PUT_TOGETHER.map((name) => `web/${name}`).sort());
  });

  it('are put into the frame in one place: no other file reads the slots of an area', () => {
    for (const file of files)
      for (const target of imports(file))
        if (/^web\/(?!shell\/)[a-z-]+\/slots\.tsx?$/.test(target)) assert.equal(file, 'web/application.tsx', `${file} imports ${target}`);
  });
});
