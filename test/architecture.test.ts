import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { TABLE_OWNERS } from './table-owners.ts';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('{contract,server,web,scripts,bench,test}/**/*.{ts,tsx}', { cwd: ROOT }).filter(
  (file) => file !== 'server/db/tables.ts',
);
const migrations = globSync('migrations/*.sql', { cwd: ROOT }).sort();
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** Project files that a file imports, as paths from the root. */
function imports(file: string): string[] {
  return [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, name]) => {
    if (name && /^#(contract|server|web|test)\//.test(name)) return [name.slice(1)];
    if (name?.startsWith('.')) return [relative(ROOT, join(ROOT, dirname(file), name))];
    return [];
  });
}
const packages = (file: string) => [...read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([^'#.][^']*)'/g)].map(([, name]) => name as string);
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test/');

/** The rooms of the server, the lowest first: a room imports only what stands before it. docs/architecture.md says why. */
const FLOORS = `db net call-media jobs sms http geo realtime lists transfers files system
  users messages approvals rooms elderly accounts services stock questionnaires care meals tenants
  devices health warnings work-orders home-care staff-leave goods-orders subscriptions onboarding visitors incidents stay
  tickets handovers visits assessments calls
  screens ingest switchboard`.split(/\s+/);
/** Files at the root that put a process together see everything; the others are known to every room and know none of them. */
const PUT_TOGETHER = new Set([
  'app.ts',
  'cleanup.ts',
  'cron.ts',
  'dependencies.ts',
  'job-handlers.ts',
  'main.ts',
  'registry.ts',
  'seed.ts',
  'subscribers.ts',
]);

describe('directions', () => {
  it('the contract knows nothing of server and web, and imports zod only', () => {
    for (const file of files.filter((file) => file.startsWith('contract/') && !isTest(file))) {
      for (const target of imports(file)) assert.match(target, /^contract\//, `${file} imports ${target}`);
      for (const name of packages(file)) assert.equal(name, 'zod', `${file} imports ${name}`);
    }
  });

  it('rules are pure: no clock, no input or output', () => {
    for (const file of files.filter((file) => file.endsWith('.rules.ts'))) {
      assert.doesNotMatch(read(file), /Date\.now|new Date\(\)|Math\.random|fetch\(|node:/, file);
    }
  });

  it('server and web do not know each other', () => {
    for (const file of files.filter((file) => !isTest(file))) {
      for (const target of imports(file)) {
        if (file.startsWith('server/')) assert.doesNotMatch(target, /^web\//, `${file} imports ${target}`);
        if (file.startsWith('web/')) assert.doesNotMatch(target, /^(server|scripts|test|bench)\//, `${file} imports ${target}`);
      }
    }
  });

  it('a room of the server imports only rooms on floors below it', () => {
    const floorOf = (file: string): number => {
      const [, room, inside] = file.split('/') as [string, string, string?];
      if (inside === undefined) return PUT_TOGETHER.has(room) ? FLOORS.length : -1;
      const floor = FLOORS.indexOf(room);
      assert.notEqual(floor, -1, `${room} has no floor: put it into FLOORS`);
      // The ingest process puts itself together.
      return file === 'server/ingest/main.ts' || file === 'server/switchboard/main.ts' ? FLOORS.length : floor;
    };
    const typesOnly = (file: string, target: string) => {
      const name = target.split('/').at(-1) as string;
      const lines = read(file).match(new RegExp(`import [^;]*/${name.replaceAll('.', '\\.')}'`, 'g')) ?? [];
      return lines.length > 0 && lines.every((line) => /^import type\b/.test(line));
    };
    for (const file of files.filter((file) => file.startsWith('server/') && !isTest(file))) {
      for (const target of imports(file).filter((name) => name.startsWith('server/'))) {
        if (floorOf(target) <= floorOf(file)) continue;
        // What every room knows (context, events, settings) names the types of the lowest rooms.
        assert.ok(
          floorOf(file) === -1 && typesOnly(file, target) && floorOf(target) < FLOORS.indexOf('system'),
          `${file} imports ${target}`,
        );
      }
    }
  });

  it('an area writes only its own tables', () => {
    const tables = [...(read('server/db/tables.ts').split('export interface Tables {')[1] as string).matchAll(/^ {2}(\w+): \{/gm)].map(
      ([, name]) => name as string,
    );
    assert.deepEqual(Object.keys(TABLE_OWNERS).sort(), [...tables].sort(), 'every table has its owner in test/table-owners.ts');
    for (const [table, owner] of Object.entries(TABLE_OWNERS))
      assert.ok(owner === 'database' || FLOORS.includes(owner), `${table} belongs to one room`);
    for (const file of files.filter((file) => /^server\/[a-z-]+\//.test(file) && !isTest(file))) {
      const own = file.split('/')[1] as string;
      const writes = [
        ...read(file).matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)'|(?:insert into|update|delete from)\s+([a-z_]+)\b/g),
      ].map((match) => match[1] ?? (match[2] as string));
      for (const table of writes) {
        const owner = TABLE_OWNERS[table];
        if (owner) assert.equal(own, owner, `${file} writes ${table}, which belongs to ${owner}`);
      }
    }
  });
});

describe('rich text', () => {
  const at = (folder: string, pattern: RegExp) =>
    files.filter((file) => file.startsWith(folder) && !isTest(file) && pattern.test(read(file))).sort();

  it('becomes a page as React nodes only: no text is ever put into a page as HTML', () => {
    const WAYS =
      /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\s*(?:[+]?=[^=>]|\})|insertAdjacentHTML|createContextualFragment|setHTMLUnsafe|parseHTMLUnsafe|document\.write|srcDoc/i;
    assert.deepEqual(at('web/', WAYS), []);
  });

  it('is parsed by who shows it and by who edits it, and cleaned in one place', () => {
    assert.deepEqual(at('web/', /\bnew DOMParser\b/), [
      'web/ui/rich-text-pictures.ts',
      'web/ui/rich-text-schema.ts',
      'web/ui/rich-tree.ts',
    ]);
    assert.deepEqual(at('server/', /from 'htmlparser2'/), ['server/http/rich-text.ts']);
    assert.deepEqual(
      at('', /from 'prosemirror-/).filter((file) => !/^web\/ui\/rich-text-[a-z]+\.tsx?$/.test(file)),
      [],
    );
  });

  it('brings its editor only where something is written', () => {
    const importing = (before: string) => at('', new RegExp(`${before}'[^']*rich-text-editor[.]tsx'`));
    assert.deepEqual(importing('from '), []);
    assert.deepEqual(importing('import[(]'), ['web/ui/rich-text-field.tsx']);
  });
});

describe('shape', () => {
  it('no file is above 300 lines, and 95 of 100 are below 240', () => {
    const lengths = files.map((file) => ({ file, lines: read(file).split('\n').length })).sort((a, b) => a.lines - b.lines);
    const long = lengths.filter(({ lines }) => lines > 301);
    assert.deepEqual(long, []);
    assert.deepEqual(
      migrations.filter((file) => read(file).split('\n').length > 301),
      [],
    );
    assert.ok((lengths[Math.floor(lengths.length * 0.95)]?.lines ?? 0) <= 240, 'the 95th percentile');
  });

  it('no line of code is above 140 characters: only a text, a pattern or data may be longer', () => {
    const DATA = /common-passwords|default-upgrades\.test|jt808(-\w+)?(\.rules)?\.test|rich-attacks|api\/refusals/;
    const TEXTS = /^\s*\/.+\/[a-z]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`?|\/(?:[^/\\]|\\.)+\/[a-z]*/g;
    const long: string[] = [];
    for (const file of [...files, ...migrations].filter((path) => !DATA.test(path)))
      for (const [index, line] of read(file).split('\n').entries())
        if (line.length > 140 && line.replace(TEXTS, "''").length > 140) long.push(`${file}:${index + 1} has ${line.length} characters`);
    assert.deepEqual(long, []);
  });

  it('migrations are numbered from 0001 without a hole', () => {
    assert.ok(migrations.length > 0);
    for (const [index, file] of migrations.entries())
      assert.match(file, new RegExp(`^migrations/${String(index + 1).padStart(4, '0')}-[a-z]+(-[a-z]+)*\\.sql$`));
  });

  it('every import names a file that is there', () => {
    for (const file of files)
      for (const target of imports(file)) {
        if (/\$\{|\?/.test(target)) continue;
        assert.ok(existsSync(join(ROOT, target)), `${file} imports ${target}`);
      }
  });

  it('names are kebab-case and carry no empty affix', () => {
    for (const file of files) {
      assert.match(file.split('/').at(-1) as string, /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z]+)*\.tsx?$/, file);
      assert.doesNotMatch(file, /(Dto|-dto|-manager|-helper|-util|-utils|-base|-service)\.tsx?$/, file);
    }
  });

  it('no barrels', () => {
    for (const file of files) {
      const lines = read(file)
        .split('\n')
        .filter((line) => line.trim() && !/^\s*(\/\/|\*|\/\*)/.test(line));
      assert.ok(!lines.length || !lines.every((line) => /^export .* from /.test(line)), `${file} only re-exports`);
    }
  });
});
