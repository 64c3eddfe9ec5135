import { after, before, describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from 'playwright-core';
import { cellsOf, workbook } from '#test/workbooks.ts';
import { accessible, button, dialog, download, searchName } from './pages.ts';
import { noBrowser, startProduct, type Product, WIDE } from './product.ts';

const bytesOf = async (download: Download) => readFile((await download.path()) as string);
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

describe('people come in and go out as a workbook', { skip: noBrowser, timeout: 600_000 }, () => {
  let product: Product;
  let page: Page;
  before(async () => {
    product = await startProduct();
    page = await product.signIn('admin', { ...WIDE, permissions: [], at: null });
  });
  after(() => product?.stop());

  it('template, errors, mended file, import, list, export', async () => {
    await page.goto(`${product.url}/oldMan/index`);
    await button(page, '导入').click();
    const drawer = dialog(page, '导入服务对象');
    const give = (bytes: Buffer) => drawer.locator('input[type=file]').setInputFiles({ name: '名单.xlsx', mimeType: XLSX, buffer: bytes });

    await give(Buffer.from('<html></html>'));
    await drawer.getByText('文件不是 Excel 工作簿（.xlsx），请下载模板填写后再上传').waitFor();

    const template = await cellsOf(await bytesOf(await download(page, button(drawer, '下载模板'))));
    const [titles, example] = template as [string[], string[]];
    const row = (cells: Record<string, string>) => titles.map((title) => cells[title.replace('*', '')] ?? '');
    await give(
      await workbook([
        titles,
        example,
        row({ 姓名: '司徒明月', 性别: '女', 出生日期: '1941-03-05', 联系电话: '13700001111', 护理等级: '自理' }),
        row({ 姓名: '', 性别: '女', 联系电话: '12' }),
        row({ 姓名: '司徒清风', 性别: '男', 出生日期: '1939/12/31', 护理等级: '超级护理' }),
      ]),
    );
    await drawer.getByText('共3行，1行可以导入，2行有误').waitFor();
    await accessible(page, '.y-import');
    const errors = drawer.getByRole('region', { name: '错误明细' });
    for (const text of ['姓名不能为空', '电话号码格式不正确', '没有“超级护理”，可以填写：']) await errors.getByText(text).waitFor();
    await errors.getByLabel('搜索错误').fill('超级');
    assert.equal(await errors.locator('.ant-table-tbody tr.ant-table-row').count(), 1);

    const failed = await cellsOf(await bytesOf(await download(page, button(errors, '下载错误数据'))));
    assert.deepEqual([failed.length, failed[0]!.at(-1)], [3, '错误原因']);
    const at = (title: string) => titles.findIndex((one) => one.replace('*', '') === title);
    failed[1]![at('姓名')] = '司徒白云';
    failed[1]![at('联系电话')] = '13700002222';
    failed[2]![at('护理等级')] = '特级护理';
    await button(drawer, '重新选择文件').click();
    await give(await workbook(failed));
    await drawer.getByText('共2行，全部可以导入').waitFor();
    await drawer.getByRole('button', { name: '导入2行' }).click();
    await drawer.getByText('成功导入2行').waitFor();
    const result = await cellsOf(await bytesOf(await download(page, button(drawer, '下载导入结果'))));
    assert.deepEqual(
      result.map((cells) => cells.at(-1)),
      ['导入结果', '成功', '成功'],
    );
    await button(drawer.locator('.y-drawer-foot'), '完成').click();

    await searchName(page, '司徒');
    await page.getByText('共 2 条').waitFor();
    const shown = await page.locator('.ant-table-row td.ant-table-selection-column + td').allInnerTexts();

    await button(page, '导出').click();
    const exporting = dialog(page, '导出服务对象');
    await exporting.getByText('全部列').waitFor();
    await accessible(page, '.y-export-form');
    await exporting.getByText('全部列').click();
    const exported = await cellsOf(await bytesOf(await download(page, button(exporting, '导出'))));
    assert.deepEqual(
      exported.slice(1).map(([name]) => name),
      shown.map((name) => name.trim()),
    );
    const field = (name: string, title: string) => exported.find(([one]) => one === name)![exported[0]!.indexOf(title)];
    assert.equal(field('司徒白云', '联系电话'), '13700002222');
    assert.equal(field('司徒清风', '护理等级'), '特级护理');
    assert.deepEqual(product.problems, []);
  });
});
