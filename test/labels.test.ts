/** What a field is called is said once, in the labels of its entity (docs/decisions/061). */
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { titled, titleOf, type LabelsOf } from '#contract/labels.ts';
import type { materials } from '#contract/stock/materials.ts';
import { columnLabel } from '#contract/system/change-labels.ts';
import { allLabels, readers, saidOf, writtenIn } from './labels.ts';

/** What two files of one area still write, because they have no labels. The list only becomes shorter. */
const NOT_YET = ['login given 当前密码', 'login phone 手机号', 'login username 用户名', 'users password 登录密码'];
/** The title of a column that is no field. */
const NO_FIELD = new Set(['操作', '序号']);

const HAN = /\p{Script=Han}/u;

describe('the titles of fields', () => {
  it('are found where a page or a file writes one itself', () => {
    const page = `
      const columns = [{ key: 'code', width: 1, title: '编码' }, { key: 'name' }];
      const items = [{ key: 'spec', label: '规格', children: spec }, { value: 1, label: '启用' }];
      const form = <Field name="unit" extra="x" label="单位"><Input /></Field>;
      const filter = <Filter label="时间" name={['startTime', 'endTime']}><DateRange /></Filter>;`;
    assert.deepEqual(writtenIn('page.tsx', page).titles, [
      { key: 'code', title: '编码' },
      { key: 'spec', title: '规格' },
      { key: 'unit', title: '单位' },
      { key: 'startTime', title: '时间' },
    ]);
    const dictionaries = `const c = [{ key: 'source', dictionary: 'a' }];
      const f = <Field name="level"><DictionarySelect type="b" /></Field>;`;
    assert.deepEqual(writtenIn('page.tsx', dictionaries).dictionaries, [
      { key: 'source', dictionary: 'a' },
      { key: 'level', dictionary: 'b' },
    ]);
  });

  it('are not written beside labels that say the same, nor are the dictionaries of their values', () => {
    assert.ok(readers.filter(({ labels }) => labels.length > 0).length > 100);
    const doubles = readers.flatMap(({ file, labels, titles, dictionaries }) => [
      ...titles
        .filter(({ key, title }) => labels.some((one) => saidOf(one, key)?.title === title))
        .map(({ key, title }) => `${file}: ${key} ${title}`),
      ...dictionaries
        .filter(({ key, dictionary }) => labels.some((one) => saidOf(one, key)?.dictionary === dictionary))
        .map(({ key, dictionary }) => `${file}: ${key} ${dictionary}`),
    ]);
    assert.deepEqual(doubles, []);
  });

  it('are not written by two files of one area that have no labels', () => {
    const places = new Map<string, Set<string>>();
    for (const { file, titles } of readers.filter((one) => one.labels.length === 0))
      for (const { key, title } of titles.filter((one) => HAN.test(one.title) && !NO_FIELD.has(one.title)))
        places.getOrInsertComputed(`${file.split('/')[1]} ${key} ${title}`, () => new Set()).add(file);
    const twice = [...places].filter(([, files]) => files.size > 1).map(([place]) => place);
    assert.deepEqual(twice.sort(), NOT_YET);
  });

  it('are read: no labels stand there for nothing', () => {
    const read = new Set(readers.flatMap(({ labels }) => labels));
    assert.deepEqual(
      [...allLabels].filter(([, labels]) => !read.has(labels)).map(([name]) => name),
      [],
    );
  });
});

describe('titled columns', () => {
  interface Column {
    key: string;
    title: string;
    dictionary?: string;
    width?: number;
  }
  const labels = { name: '姓名', level: { title: '等级', dictionary: 'care_level' } };

  it('take title and dictionary from the labels, and keep what they say themselves', () => {
    const columns: Column[] = titled(labels, [
      { key: 'name', width: 8 },
      { key: 'level' },
      { key: 'level', title: '护理' },
      { key: 'sum', title: '合计' },
    ]);
    assert.deepEqual(columns, [
      { title: '姓名', key: 'name', width: 8 },
      { title: '等级', dictionary: 'care_level', key: 'level' },
      { title: '护理', dictionary: 'care_level', key: 'level' },
      { key: 'sum', title: '合计' },
    ]);
    assert.equal(titleOf(labels, 'level'), '等级');
  });

  it('cannot have a misspelt key, which is an error of the types', () => {
    // @ts-expect-error no input and no row of the service has a `nmae`
    const misspelt = { nmae: '姓名' } satisfies LabelsOf<typeof materials>;
    assert.ok(misspelt);
    // @ts-expect-error no label says what `nmae` is
    const columns: Column[] = titled(labels, [{ key: 'nmae' }]);
    assert.equal(columns[0]?.title, undefined);
    // @ts-expect-error the same
    assert.throws(() => titleOf(labels, 'nmae'));
  });
});

describe('the record of changes', () => {
  it('names a column as its field is called, unless it has a word of its own', () => {
    assert.equal(columnLabel('materials', 'safety_quantity'), '安全库存');
    assert.equal(columnLabel('people', 'care_level'), '护理等级');
    assert.equal(columnLabel('people', 'name'), '姓名');
    assert.equal(columnLabel('materials', 'price_fen'), '价格（分）');
    assert.equal(columnLabel('materials', 'unheard_of'), 'unheard_of');
  });
});
