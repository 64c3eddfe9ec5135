/** What people read: one spelling, the name that the institution gave the system, links that lead somewhere, names instead of codes. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { menuDefaults, type MenuDefault } from '#server/system/menu-defaults.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const filesIn = (folders: string) =>
  globSync(
    folders.split(',').map((folder) => `${folder}/**/*.{ts,tsx,css,html,webmanifest}`),
    { cwd: ROOT },
  ).filter((file) => !/\.test\.tsx?$/.test(file) && file !== 'server/db/tables.ts');

/** Lines of these folders that have a text, as `file: line`. */
const saying = (folders: string, text: string) =>
  filesIn(folders).flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => line.includes(text))
      .map((line) => `${file}: ${line.trim()}`),
  );

describe('one spelling', () => {
  it('an account is 账号; 帐 stands in no text of the interface or the contract, nor in the manual', () => {
    assert.deepEqual(saying('web,contract,scripts,docs', '帐'), []);
  });

  it('nor in one of the server, but for the refusal that clients of this wire know', () => {
    const others = saying('server', '帐').filter((line) => !line.includes("'用户帐号已被锁定'"));
    assert.deepEqual(others, []);
  });
});

/** Where the product may call itself 颐安 whatever SYSTEM_TITLE says, and why. */
const OWN_NAME: Record<string, string> = {
  'web/api/system-title.ts': 'what stands there until the server has said the title',
  'web/index.html': 'the title until then',
  'server/system/menu-defaults.ts': 'the value that SYSTEM_TITLE begins with',
  'server/http/openapi.ts': 'documentation of the calls',
};
/** Short messages begin with the signature that is registered with the operators. */
const SIGNATURE = '【颐安】';

describe('the name of the system', () => {
  it('is that of SYSTEM_TITLE on every page, on paper and in every file that the web serves', () => {
    const fixed = saying('web,contract,server', '颐安').filter(
      (line) => !OWN_NAME[line.split(': ')[0] as string] && !line.includes(SIGNATURE),
    );
    assert.deepEqual(fixed, []);
  });

  it('and no exception is named without need', () => {
    for (const file of Object.keys(OWN_NAME)) assert.ok(read(file).includes('颐安'), file);
  });
});

const pathsOf = (menus: readonly MenuDefault[]): string[] =>
  menus.flatMap(({ path, children = [] }) => [...(path ? [path] : []), ...pathsOf(children)]);
/** The addresses in a file that `pattern` finds, without what follows the path. */
const addresses = (folders: string, pattern: RegExp) =>
  filesIn(folders).flatMap((file) => [...read(file).matchAll(pattern)].map((match) => [file, match[1] as string] as const));

describe('every link', () => {
  const pages = [...read('web/routes.tsx').matchAll(/path: '([^':]+)/g)].map((match) => match[1] as string);
  const publicPages = ['/login', '/forgot', '/register', '/subscribe', '/carer'];

  it('to a page of the menu names the path that the menu has: 查看全部 of each panel', () => {
    const reached = addresses('web', /\breach\('([^'?]+)/g);
    assert.ok(reached.length >= 5, String(reached));
    assert.ok(reached.some(([file, path]) => file === 'web/screens/home.tsx' && path === '/business/bcroom/index'));
    const paths = new Set(pathsOf(menuDefaults));
    assert.deepEqual(
      reached.filter(([, path]) => !paths.has(path)),
      [],
    );
  });

  it('of a page or a message leads to a page that there is', () => {
    const links = addresses('web,server', /\b(?:go\(|link: |to=\{|href=)[`'"](\/[A-Za-z][^`'"?$]*)/g).filter(
      ([, path]) => !/\.\w+$/.test(path),
    );
    assert.ok(links.length >= 50, String(links.length));
    assert.deepEqual(
      links.filter(([, path]) => ![...pages, ...publicPages].includes(path)),
      [],
    );
  });
});

describe('a package', () => {
  it('is shown by its name: only where packages are made their codes are a column', () => {
    const codes = saying('web', "key: 'packageCode'").map((line) => line.split(': ')[0]);
    assert.deepEqual(codes, ['web/subscriptions/packages.tsx']);
    const named = addresses('web', /key: '(packageName)'/g).map(([file]) => file);
    for (const file of ['web/tenants/tenants.tsx', 'web/onboarding/registrations.tsx', 'web/subscriptions/usages.tsx'])
      assert.ok(named.includes(file), file);
  });

  it('and sheets have its name, where they have its code too', () => {
    const sheets = saying('server', "key: 'packageCode'").map((line) => line.split(': ')[0] as string);
    for (const file of [...sheets, 'server/tenants/tenants-sheet.ts', 'server/onboarding/registration-reviews-sheet.ts'])
      assert.match(read(file), /key: 'packageName'/, file);
  });
});
