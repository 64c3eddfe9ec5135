import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { readWorkbook } from '#test/spreadsheets.ts';
import type { Context } from '../context.ts';
import { csv } from './csv.ts';
import { attachment, xlsxReply } from './download.ts';
import { columnName, xlsx, xmlText, type SheetColumn } from './xlsx.ts';

async function* of<T>(...batches: T[][]) {
  yield* batches;
}
const collect = async (bytes: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(bytes));
const text: SheetColumn<unknown>[] = [{ title: '内容', value: (row) => row as string }];

describe('a workbook', () => {
  it('carries text, numbers, dates and money in their own types', async () => {
    const columns: SheetColumn<any>[] = [
      { title: '姓名', value: (row) => row.name },
      { title: '年龄', value: (row) => row.age },
      { title: '出生日期', value: (row) => row.born, format: 'date' },
      { title: '登记时间', value: (row) => row.made, format: 'dateTime' },
      { title: '余额', value: (row) => row.money, format: 'money' },
      { title: '在住', value: (row) => row.here },
      { title: '电话', value: (row) => row.phone },
    ];
    const rows = [
      { name: '欧阳𠮷😀', age: 84, born: '1942-03-01', made: '2026-11-21 18:30:00', money: 1280.5, here: true, phone: '013800000000' },
      { name: null, age: Number.NaN, born: '不详', made: undefined, money: 0, here: false, phone: '' },
    ];
    const [sheet] = readWorkbook(await collect(xlsx('服务对象', columns, of(rows))));
    assert.equal(sheet?.title, '服务对象');
    assert.equal(sheet?.rows, 3);
    const cell = (at: string) => sheet?.cells.get(at);
    assert.deepEqual(
      ['A1', 'B1', 'G1'].map((at) => cell(at)?.value),
      ['姓名', '年龄', '电话'],
    );
    assert.equal(cell('A2')?.value, '欧阳𠮷😀');
    assert.equal(cell('B2')?.value, 84);
    assert.equal(cell('C2')?.value, 15_401, '1942-03-01');
    assert.equal(cell('D2')?.value, 46_347 + 18.5 / 24, '2026-11-21 18:30');
    assert.notEqual(cell('C2')?.style, cell('D2')?.style);
    assert.equal(cell('E2')?.value, 1280.5);
    assert.equal(cell('F2')?.value, '是');
    assert.equal(cell('G2')?.value, '013800000000', 'a leading zero stays');
    assert.deepEqual(['A3', 'B3', 'D3', 'G3'].map(cell), [undefined, undefined, undefined, undefined]);
    assert.equal(cell('C3')?.value, '不详');
    assert.equal(cell('E3')?.value, 0);
  });

  it('has no formula, whatever was typed, and marks what would become one when edited', async () => {
    const nasty = ['=1+1', '+8613800000000', '-2', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","点")', '普通'];
    const [sheet] = readWorkbook(await collect(xlsx('数据', text, of(nasty))));
    nasty.forEach((value, index) => {
      const cell = sheet?.cells.get(`A${index + 2}`);
      assert.equal(cell?.value, value);
      assert.equal(cell?.style === 2, value !== '普通', `${value} is quoted`);
    });
  });

  it('is well-formed with everything that XML forbids or escapes', async () => {
    const [sheet] = readWorkbook(
      await collect(
        xlsx(
          `a/b:c[d]*?'${'长'.repeat(40)}`,
          text,
          of(['<b>&"\'', 'a\u0000\u0007b', 'x\ud800y', '_x0041_', '行1\r\n行2', '长'.repeat(40_000)]),
        ),
      ),
    );
    assert.equal(sheet?.title.length, 31);
    const values = [2, 3, 4, 5, 6].map((row) => sheet?.cells.get(`A${row}`)?.value);
    assert.deepEqual(values, ['<b>&"\'', 'ab', 'x\ufffdy', '_x005F_x0041_', '行1\n行2']);
    assert.equal(String(sheet?.cells.get('A7')?.value).length, 32_767);
  });

  it('splits into sheets, each with its titles', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => `第${index}行`);
    const sheets = readWorkbook(await collect(xlsx('名单', text, of(rows.slice(0, 3), [], rows.slice(3)), { rowsPerSheet: 4 })));
    assert.deepEqual(
      sheets.map(({ title, rows }) => [title, rows]),
      [
        ['名单', 4],
        ['名单 (2)', 4],
        ['名单 (3)', 4],
        ['名单 (4)', 2],
      ],
    );
    assert.ok(sheets.every(({ cells }) => cells.get('A1')?.value === '内容'));
    assert.equal(sheets[3]?.cells.get('A2')?.value, '第9行');
  });

  it('of nothing is one sheet with titles; a full last sheet is not followed by an empty one', async () => {
    assert.deepEqual(
      readWorkbook(await collect(xlsx('空', text, of()))).map(({ rows }) => rows),
      [1],
    );
    assert.deepEqual(
      readWorkbook(await collect(xlsx('满', text, of(['a', 'b', 'c']), { rowsPerSheet: 4 }))).map(({ rows }) => rows),
      [4],
    );
  });

  it('reads rows no faster than the bytes are taken, and stops when the reader does', async () => {
    let read = 0;
    let stopped = false;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          yield Array.from({ length: 1000 }, (_, index) => `${read}-${index}-${Math.random()}`);
        }
      } finally {
        stopped = true;
      }
    }
    let taken = 0;
    for await (const bytes of xlsx('数据', text, endless())) {
      taken += bytes.length;
      if (taken > 1_000_000) break;
    }
    assert.ok(read < 200, `${read} batches were read for a megabyte`);
    assert.ok(stopped);
  });

  it('fails when its rows fail', async () => {
    async function* broken() {
      yield ['a'];
      throw new Error('away');
    }
    await assert.rejects(collect(xlsx('数据', text, broken())), /away/);
  });

  it('names columns as spreadsheets do', () => {
    assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(columnName), ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
    assert.equal(xmlText('平常'), '平常');
  });
});

describe('attachment', () => {
  it('says a Chinese name in both ways', () => {
    assert.equal(
      attachment("服务对象(1)'.xlsx"),
      `attachment; filename="_____1__.xlsx"; filename*=UTF-8''%E6%9C%8D%E5%8A%A1%E5%AF%B9%E8%B1%A1%281%29%27.xlsx`,
    );
    assert.doesNotMatch(attachment('a"\r\nx: y.xlsx'), /["\r\n]x|[\r\n]/);
  });
});

describe('a download', () => {
  it('breaks off, and is not a shorter file, when the database fails on the way', async () => {
    async function* failing() {
      yield [{ n: 1 }];
      throw new Error('connection lost');
    }
    const context = { deps: { now: Date.now, log: { error() {} } }, request: { id: 'r' } } as unknown as Context;
    const reply = xlsxReply(context, '部门', [{ title: '数', value: (row: { n: number }) => row.n }], failing());
    assert.match(reply.headers?.['content-disposition'] ?? '', /filename\*=UTF-8''%E9%83%A8%E9%97%A8\d{8}\.xlsx$/);
    await assert.rejects(buffer(reply.body as Readable), /connection lost/);
  });
});

describe('a table as text', () => {
  it('has no cell that a spreadsheet takes for a formula, by any sign, at the beginning or behind what is not seen', async () => {
    const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '﹢', '﹣', '﹦', '﹫', '−'];
    const before = ['', ' ', '  ', '\u00a0', '\u3000', '\t', '\u200b', '\u200e', '\ufeff', ' \u200b '];
    const nasty = [...before.flatMap((unseen) => signs.map((sign) => `${unseen}${sign}1`)), '\t1', '\r1', '\n1'];
    const harmless = ['1', 'a=1', '1-2', '王-李', '（+86）', '"=1"', '1+1', '·1'];
    const cells = async (values: string[]) =>
      (await Array.fromAsync(csv(text, of(values))))
        .join('')
        .replace(/^\ufeff内容\r\n/, '')
        .replace(/\r\n$/, '');
    for (const value of nasty) assert.match(await cells([value]), /^"?'/, JSON.stringify(value));
    for (const value of harmless) assert.doesNotMatch(await cells([value]), /^"?'/, value);
  });

  it('quotes what it must, has a mark for Excel, and no formula', async () => {
    const rows = ['平常', 'a,"b"', '行1\n行2', '=1+1', '+86', '-2', '@x', '\t=1', '＝1+1', ' ＠x', ''];
    const parts = await Array.fromAsync(csv(text, of(rows)));
    assert.equal(
      parts.join(''),
      `\ufeff内容\r\n${['平常', '"a,""b"""', '"行1\n行2"', "'=1+1", "'+86", "'-2", "'@x", "'\t=1", "'＝1+1", "' ＠x", ''].join('\r\n')}\r\n`,
    );
  });
});
