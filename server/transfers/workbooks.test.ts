import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { Refusal } from '../errors.ts';
import { hostileWorkbooks, workbookParts, zipOf } from '#test/hostile-workbooks.ts';
import { workbook } from '#test/workbooks.ts';
import { readWorkbook } from './workbooks.ts';

const read = (bytes: Buffer, titles = ['姓名', '电话'], needed = ['姓名']) => readWorkbook(bytes, titles, needed, 20_000);

describe('a workbook', () => {
  it('is read by its titles, wherever the columns stand and whatever stands beside them', async () => {
    const { rows, titles } = await read(
      await workbook([
        ['名单', null],
        [null],
        ['备注', ' 电话 ', '姓 名＊'],
        ['x', 13800000000, ' 甲 '],
        [null, null, null],
        ['只有备注'],
        [null, '0571-1', '乙'],
      ]),
    );
    assert.deepEqual(titles, ['姓名', '电话']);
    assert.deepEqual(rows, [
      [4, ['甲', '13800000000']],
      [7, ['乙', '0571-1']],
    ]);
  });

  it('gives cells as a person reads them', async () => {
    const { rows } = await read(
      await workbook([
        ['姓名', '电话'],
        ['甲', new Date(Date.UTC(1945, 2, 1))],
        ['乙', new Date(Date.UTC(2026, 10, 21, 18, 30))],
        ['丙', 0.1 + 0.2],
        ['丁', true],
        ['=1+1', 'a\u0007b_x0000_c'],
        ['示例：王秀英', '1'],
      ]),
    );
    assert.deepEqual(
      rows.map(([, [, value]]) => value),
      ['1945-03-01', '2026-11-21 18:30:00', '0.3', '是', 'abc'],
    );
    assert.equal(rows.at(-1)![1][0], '=1+1', 'a formula in a text is a text');
  });

  it('takes the result of a formula, not the formula', async () => {
    const sheet = `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>
      <row r="1"><c r="A1" t="inlineStr"><is><t>姓名</t></is></c></row><row r="2"><c r="A2" t="str"><f>HYPERLINK("http://x","点")</f><v>点</v></c></row></sheetData></worksheet>`;
    assert.deepEqual((await read(zipOf(workbookParts(Buffer.from(sheet))))).rows, [[2, ['点', '']]]);
  });

  it('is refused when it is none, or harms, and says why', async () => {
    const before = process.memoryUsage.rss();
    const files = await hostileWorkbooks();
    assert.ok(files.length >= 30);
    for (const [name, bytes, said] of files) {
      await assert.rejects(read(bytes), (error: unknown) => {
        assert.ok(error instanceof Refusal, `${name}: ${String(error)}`);
        assert.equal(error.status, 400, name);
        assert.match(error.message, said, name);
        return true;
      });
    }
    assert.ok(process.memoryUsage.rss() - before < 400 * 1024 * 1024);
  });
});
