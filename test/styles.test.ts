import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { dark, light } from '#web/theme/tokens.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const roomOf = (file: string) => file.split('/')[1] as string;

/** Classes that libraries give their elements; rules about them belong to the sheet in which they stand. */
const OF_LIBRARIES = /^(ant|anticon|leaflet|ProseMirror|djs|bjs|bio)(-|$)/;
/** Rooms whose classes every room above may use. */
const KIT = new Set(['theme', 'ui', 'shell']);
const PALETTE = 'web/theme/palette.css';
/** Classes without a rule: journeys find an element by them that has neither a role nor a name of its own. */
const HOOKS = new Set(['y-steps', 'y-confirm', 'w-dial', 'c-waiting']);

/** The text with its comments blank. */
const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** What a sheet has before each brace that opens a rule, with the braces' contents left out. */
const selectorsOf = (sheet: string) =>
  [...withoutComments(read(sheet)).matchAll(/(?<=^|[{};])\s*([^{};@]+)\{/g)].map(([, selector]) => (selector as string).trim());

const classesIn = (selector: string) =>
  [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].flatMap(([, name]) => (OF_LIBRARIES.test(name as string) ? [] : (name as string)));

const sheets = globSync('web/**/*.css', { cwd: ROOT }).sort();
const sources = globSync('web/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));

/** The sheets in which a class has a rule. */
const owners = new Map<string, Set<string>>();
for (const sheet of sheets)
  for (const name of selectorsOf(sheet).flatMap(classesIn)) owners.set(name, (owners.get(name) ?? new Set()).add(sheet));

const prefixes = [...new Set([...owners.keys()].map((name) => name.split('-')[0]))].join('|');
/** Addresses of elements, which look like classes. */
const ADDRESS = /\b(id|htmlFor|aria-\w+)=("[^"]*"|\{`[^`]*`\})|url\(#[\w-]+\)|`#[^`]*`/g;
const CLASS = new RegExp(String.raw`(?<=['"\`\s.])(?:${prefixes})-[a-z0-9][\w-]*`, 'g');

interface Use {
  file: string;
  name: string;
  /** The name goes on with what is known only when the page runs. */
  open: boolean;
}

const uses = sources.flatMap((file) => {
  const text = withoutComments(read(file)).replaceAll(ADDRESS, '');
  return [...text.matchAll(CLASS)].map(({ 0: name, index }): Use => ({ file, name, open: text[index + name.length] === '$' }));
});

/** The classes that a use may mean. */
const meant = ({ name, open }: Use) => (open ? [...owners.keys()].filter((one) => one.startsWith(name)) : [name]);

describe('styles', () => {
  it('are found, so that the rules below are about something', () => {
    assert.ok(owners.size > 900, `${owners.size} classes in sheets`);
    assert.ok(new Set(uses.map(({ name }) => name)).size > 900, 'classes in pages');
    assert.ok(owners.has('y-list') && owners.get('y-list')?.has('web/ui/data-table.css'));
  });

  it('have one owner: a class stands in one sheet', () => {
    const shared = [...owners].filter(([, found]) => found.size > 1).map(([name, found]) => `${name}: ${[...found].join(', ')}`);
    assert.deepEqual(shared, [], 'another sheet gives its own element a class, or sets a custom property that the owner reads');
  });

  it('are used in the room of their sheet; those of the kit in every room', () => {
    const foreign = uses.flatMap((use) =>
      meant(use).flatMap((name) => {
        const room = roomOf([...(owners.get(name) ?? [])][0] ?? use.file);
        return room === roomOf(use.file) || KIT.has(room) || use.open ? [] : `${use.file} uses ${name} of ${room}`;
      }),
    );
    assert.deepEqual([...new Set(foreign)], []);
  });

  it('are used: a class that no page has is deleted', () => {
    const used = new Set(uses.flatMap(meant));
    assert.deepEqual(
      [...owners.keys()].filter((name) => !used.has(name)),
      [],
    );
  });

  it('exist where a journey looks for them', () => {
    const named = new RegExp(String.raw`(?<=['"\` >(])\.((?:${prefixes})-[a-z0-9][\w-]*)`, 'g');
    const journeys = globSync('test/e2e/*.ts', { cwd: ROOT });
    const unknown = journeys.flatMap((file) =>
      [...read(file).matchAll(named)].flatMap(([, name]) =>
        owners.has(name as string) || HOOKS.has(name as string) ? [] : `${file}: ${name}`,
      ),
    );
    assert.deepEqual([...new Set(unknown)], []);
  });

  it('look through the whole page only for paper: on the screen the root has marks (web/ui/page-mark.ts)', () => {
    const onScreen = (sheet: string) => withoutComments(read(sheet)).replaceAll(/@media print \{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '');
    const looking = /(?<![\w.-])(:root|html|body|#root|#frame|\*)[^\s{},]*:has\(/;
    assert.match(':root:has(.a) {', looking);
    assert.deepEqual(
      sheets.filter((sheet) => looking.test(onScreen(sheet))),
      [],
    );
    const wanted = new Set(sheets.flatMap((sheet) => [...read(sheet).matchAll(/data-marks~='([\w-]+)'/g)].map(([, mark]) => mark)));
    const set = new Set(
      sources.flatMap((file) =>
        [...read(file).matchAll(/usePageMark\(([^\n]*)\);/g)].flatMap(([, of]) => [...of!.matchAll(/'([\w-]+)'/g)].map(([, mark]) => mark)),
      ),
    );
    assert.deepEqual([...wanted].sort(), [...set].sort());
  });

  it('exist: a class of a page has a rule, but for the hooks of journeys', () => {
    const without = uses.filter((use) => meant(use).every((name) => !owners.has(name)));
    assert.deepEqual([...new Set(without.filter(({ name }) => !HOOKS.has(name)).map(({ file, name }) => `${file}: ${name}`))], []);
    const journeys = globSync('test/e2e/*.ts', { cwd: ROOT }).map(read).join('\n');
    for (const hook of HOOKS) {
      assert.ok(
        without.some(({ name }) => name === hook),
        `no page has the hook ${hook}`,
      );
      assert.ok(journeys.includes(`.${hook}`), `no journey uses the hook ${hook}`);
    }
  });
});

describe('a sheet', () => {
  const fileOf = (from: string, name: string) =>
    name.startsWith('#web/') ? name.slice(1) : name.startsWith('.') ? join(dirname(from), name) : null;
  const targets = (file: string, pattern: RegExp) =>
    [...read(file).matchAll(pattern)].flatMap(([, name]) => fileOf(file, name as string) ?? []);
  /** What is there as soon as a file is: `import type` loads nothing, `import()` later. */
  const loads = (file: string) => targets(file, file.endsWith('.css') ? /@import '([^']+)'/g : /^import (?!type\b)[^;(]*?'([^']+)'/gm);
  const loaded = new Map<string, Set<string>>();
  function closureOf(file: string): Set<string> {
    const known = loaded.get(file);
    if (known) return known;
    const found = new Set([file]);
    for (const one of found) for (const target of loads(one)) found.add(target);
    loaded.set(file, found);
    return found;
  }
  const users = new Map<string, Set<string>>();
  for (const file of sources)
    for (const target of targets(file, /\b(?:from |import\(|import )'([^']+)'/g))
      users.set(target, (users.get(target) ?? new Set()).add(file));
  const frame = new Set(['web/main.tsx', 'web/shell/app.tsx'].flatMap((file) => [...closureOf(file)]));

  /** Whether the sheet is there wherever the file is: it brings it, or all who use the file do. */
  function comesWith(file: string, sheet: string, asked = new Set<string>()): boolean {
    if (closureOf(file).has(sheet) || asked.has(file)) return true;
    asked.add(file);
    const above = [...(users.get(file) ?? [])];
    return above.length > 0 && above.every((one) => comesWith(one, sheet, asked));
  }

  it('comes with the components that use its classes: no page looks as it should only after another was open', () => {
    const missing = uses
      .filter(({ open }) => !open)
      .flatMap(({ file, name }) => [...(owners.get(name) ?? [])].map((sheet) => ({ file, name, sheet })))
      .filter(({ file, sheet }) => !frame.has(sheet) && !comesWith(file, sheet));
    assert.deepEqual([...new Set(missing.map(({ file, name, sheet }) => `${file} uses ${name}, but does not import ${sheet}`))], []);
  });
});

describe('colours', () => {
  /** Declarations with a colour by its figure: the sheet, and what is declared. */
  const figures = sheets.flatMap((sheet) =>
    [...withoutComments(read(sheet)).matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]*#[\da-f]{3,8}\b[^;{}]*)/gi)].map(
      ([, property, value]) => ({
        sheet,
        property: property as string,
        value: (value as string).trim(),
      }),
    ),
  );

  it('stand by their figure only where a custom property is declared', () => {
    assert.ok(figures.length > 80, `${figures.length} colours`);
    assert.deepEqual(
      figures.filter(({ property }) => !property.startsWith('--')).map(({ sheet, property, value }) => `${sheet}: ${property}: ${value}`),
      [],
    );
  });

  it('stand by their figure in code only in the theme: other code takes a name from it or a custom property', () => {
    const figure = /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})(?![\w-])|\b(?:rgb|hsl)a?\(/i;
    const lines = sources.flatMap((file) =>
      withoutComments(read(file))
        .split('\n')
        .filter((line) => figure.test(line.replace(/\/\/ .*$/, '')))
        .map((line) => ({ file, line: line.trim() })),
    );
    assert.ok(lines.length > 20, `${lines.length} lines of code with colours`);
    assert.deepEqual(
      lines.filter(({ file }) => roomOf(file) !== 'theme').map(({ file, line }) => `${file}: ${line}`),
      [],
    );
  });

  it('of a room stand in one sheet', () => {
    const byRoom = Map.groupBy(figures, ({ sheet }) => roomOf(sheet));
    const scattered = [...byRoom].filter(([, found]) => new Set(found.map(({ sheet }) => sheet)).size > 1);
    assert.deepEqual(
      scattered.map(([room, found]) => `${room}: ${[...new Set(found.map(({ sheet }) => sheet))].join(', ')}`),
      [],
    );
    assert.deepEqual([...byRoom.keys()].sort(), ['health', 'login', 'screens', 'theme']);
  });

  it('of the ground and of words are those of the tokens in both themes, before antd has come, too', () => {
    const declared = (property: string) =>
      figures.filter((one) => one.sheet === PALETTE && one.property === property).map(({ value }) => value);
    assert.deepEqual(declared('--y-layout'), [light.layout, dark.layout]);
    assert.deepEqual(declared('--y-ink'), [light.text, dark.text]);
  });
});
