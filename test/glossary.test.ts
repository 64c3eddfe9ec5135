/** docs/glossary.md is true: its code words are there, and the words that it refuses are not. */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = globSync('{contract,server,web}/**/*.{ts,tsx}', { cwd: ROOT }).filter((file) => !/\.test\.tsx?$/.test(file));
const rows = [...read('docs/glossary.md').matchAll(/^\| (\S+) \| ([\w-]+) \| (.+?) \| (.+?) \|$/gm)]
  .map(([, chinese, code, meaning, not]) => ({
    chinese: chinese!,
    code: code!,
    meaning: meaning!,
    not: not!.split(/, ?/).filter((word) => word !== '–'),
  }))
  .filter(({ chinese }) => chinese !== 'Chinese' && chinese !== '---');

describe('the glossary', () => {
  it('has one row for each word, in Chinese', () => {
    assert.ok(rows.length > 50);
    assert.equal(new Set(rows.map(({ chinese }) => chinese)).size, rows.length);
  });

  it('names tables, files or exported names that are there', () => {
    const tables = new Set([...read('server/db/tables.ts').matchAll(/^ {2}(\w+): \{/gm)].map(([, name]) => name!));
    const places = new Set(files.flatMap((file) => file.replace(/\.tsx?$/, '').split('/')));
    const source = files
      .filter((file) => file.startsWith('server/'))
      .map(read)
      .join('\n');
    const missing = rows.filter(
      ({ code }) => !tables.has(code) && !places.has(code) && !new RegExp(`export (interface|type|const|function) ${code}\\b`).test(source),
    );
    assert.deepEqual(missing, []);
  });

  it('is followed by every text that people read', () => {
    const refused = rows.flatMap(({ not }) => not);
    const found = files.flatMap((file) => {
      const text = read(file);
      return refused.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
    });
    // The wire's own refusal of a locked account (docs/decisions/010).
    assert.deepEqual(
      found.filter((one) => !/^server\/(users|http)\/[\w-]+\.ts: 帐号$/.test(one)),
      [],
    );
  });

  it('calls a package by whose it is: 产品包 of a tenant, 服务包 of a person, 服务套餐 in the catalogue', () => {
    // Where the catalogue is kept and sold the word alone is clear. A page of a menu was called otherwise before.
    const ofCatalogue = /^(contract|server|web)\/(services|goods-orders)\/|^server\/tenants\/menu-regrouping\.ts$/;
    assert.deepEqual(
      files.filter((file) => !ofCatalogue.test(file) && read(file).replaceAll('服务套餐', '').includes('套餐')),
      [],
    );
  });

  it('names no file by a word that was given up', () => {
    const old = /^(surveys?|tall(y|ies)|shares|bounded|upkeep|pushes|gateways-settings|helpers?|utils?)\.tsx?$/;
    assert.deepEqual(
      files.filter((file) => old.test(basename(file))),
      [],
    );
  });
});
