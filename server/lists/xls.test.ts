import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readXls } from '#test/xls-reader.ts';
import { xls, XLS_ROWS } from './xls.ts';
import type { Cell, SheetColumn } from './xlsx.ts';

async function written(rows: readonly (readonly Cell[])[], width: number, name = '结果'): Promise<Buffer> {
  const columns = Array.from({ length: width }, (_, at): SheetColumn<readonly Cell[]> => ({ title: `列${at}`, value: (row) => row[at] }));
  async function* batches() {
    for (let at = 0; at < rows.length; at += 1000) yield rows.slice(at, at + 1000);
  }
  return Buffer.concat(await Array.fromAsync(xls(name, columns, batches())));
}

describe('a workbook before Excel 2007', () => {
  it('says what it was given: texts in any script, numbers, nothing where nothing is; formulas are texts', async () => {
    const rows = [
      ['=1+1', 1.5, '😀𠮷', true],
      ['', -3, null, 'a\nb'],
      ['=1+1', Number.NaN, undefined, false],
    ];
    const { name, rows: found } = readXls(await written(rows, 4, '问卷:结果[1]'));
    assert.equal(name, '问卷 结果 1');
    assert.deepEqual(found, [
      ['列0', '列1', '列2', '列3'],
      ['=1+1', 1.5, '😀𠮷', '是'],
      [undefined, -3, undefined, 'a\nb'],
      ['=1+1', undefined, undefined, '否'],
    ]);
  });

  it('keeps texts of any length, over many records', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ['长'.repeat(at * 37) + at]);
    const { rows: found } = readXls(await written(rows, 1));
    assert.deepEqual(found.slice(1), rows);
  });

  it('has tables of its sectors however large it is', async () => {
    const rows = Array.from({ length: 40_000 }, (_, at) => [`第${at}份${'文'.repeat(at % 150)}`, at]);
    const file = await written(rows, 2);
    assert.ok(file.length > 109 * 128 * 512, 'the table of tables is needed');
    assert.deepEqual(readXls(file).rows.slice(1), rows);
  });

  it('has no more rows than the format', async () => {
    await assert.rejects(
      written(
        Array.from({ length: XLS_ROWS + 1 }, () => [1]),
        1,
      ),
      /More rows/,
    );
  });
});
